// Go clients as a process: franz-go and sarama.
//
// The protocol is that of the Java driver: one JSON command a line on standard input, one JSON answer a line on
// standard output. Each command names its "library": "franz-go", "sarama" or "old-sarama". Commands: produce, consume,
// consume_group, and load_start, watch_start, background_status and background_stop. Plain text, TLS with PEM files
// and SASL PLAIN.
package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/IBM/sarama"
	"github.com/twmb/franz-go/pkg/kerr"
)

type request struct {
	ID         uint64            `json:"id"`
	Command    string            `json:"command"`
	Library    string            `json:"library"`
	Properties map[string]string `json:"properties"`
	Config     map[string]string `json:"config"`
	Topic      string            `json:"topic"`
	Topics     []string          `json:"topics"`
	Records    []record          `json:"records"`
	// A list for a reader, a count for a writer in the background.
	Partitions json.RawMessage  `json:"partitions"`
	From       map[string]int64 `json:"from"`
	Until      map[string]int64 `json:"until"`
	Isolation  string           `json:"isolation"`
	Group      string           `json:"group"`
	Max        *int             `json:"max"`
	TimeoutMs  *int64           `json:"timeout_ms"`
	Commit     *bool            `json:"commit"`
	Rate       float64          `json:"rate"`
	Size       int              `json:"size"`
	Keys       int              `json:"keys"`
	Handle     int              `json:"handle"`
}

// Byte slices are base64 in JSON, and null when they are nil.
type record struct {
	Partition *int32              `json:"partition"`
	Key       []byte              `json:"key"`
	Value     []byte              `json:"value"`
	Headers   [][]json.RawMessage `json:"headers"`
	Timestamp *int64              `json:"timestamp"`
	Flush     bool                `json:"flush"`
}

type object map[string]any

// A client library.
type library interface {
	produce(context.Context, *request) (any, error)
	consume(context.Context, *request) (any, error)
	consumeGroup(context.Context, *request) (any, error)
	// A producer that loses nothing and writes nothing twice.
	writer(*request) (writer, error)
	// Reads as a member of a group until the context ends.
	read(context.Context, *request, *runner) error
}

var libraries = map[string]library{
	"franz-go": franz{},
	"sarama":   saramaLibrary{sarama.V3_6_0_0},
	// The oldest words that all brokers from 3.9 to 4.x know.
	"old-sarama": saramaLibrary{sarama.V2_1_0_0},
}

func failure(err error) object {
	var protocol *kerr.Error
	if errors.As(err, &protocol) {
		return object{"error": "kerr.Error", "name": protocol.Message, "code": protocol.Code, "message": err.Error()}
	}
	var code sarama.KError
	if errors.As(err, &code) && errors.As(kerr.ErrorForCode(int16(code)), &protocol) {
		return object{"error": "KError", "name": protocol.Message, "code": protocol.Code, "message": err.Error()}
	}
	return object{"error": fmt.Sprintf("%T", err), "name": "", "code": -1, "message": err.Error()}
}

func (r *request) brokers() []string { return strings.Split(r.Properties["bootstrap.servers"], ",") }

// The TLS settings; nil without TLS.
func (r *request) tls() (*tls.Config, error) {
	if !strings.HasSuffix(r.Properties["security.protocol"], "SSL") {
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	authority, err := os.ReadFile(r.Properties["ssl.truststore.location"])
	if err != nil {
		return nil, err
	}
	config.RootCAs = x509.NewCertPool()
	config.RootCAs.AppendCertsFromPEM(authority)
	if pem := r.Properties["ssl.keystore.location"]; pem != "" {
		pair, err := tls.LoadX509KeyPair(pem, pem)
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// Name and password for SASL PLAIN, when that is wanted.
func (r *request) plain() (user, password string, wanted bool) {
	if r.Properties["sasl.mechanism"] != "PLAIN" {
		return "", "", false
	}
	word := func(name string) string {
		found := regexp.MustCompile(name + `="([^"]*)"`).FindStringSubmatch(r.Properties["sasl.jaas.config"])
		return found[1]
	}
	return word("username"), word("password"), true
}

// The partitions that a reader is to read; none named are all.
func (r *request) wanted() map[int32]bool {
	wanted, list := map[int32]bool{}, []int32{}
	if json.Unmarshal(r.Partitions, &list) == nil {
		for _, each := range list {
			wanted[each] = true
		}
	}
	return wanted
}

// Names and values of a record's headers.
func (r *record) headers(each func(name string, value []byte)) error {
	for _, header := range r.Headers {
		var name string
		var value []byte
		if err := errors.Join(json.Unmarshal(header[0], &name), json.Unmarshal(header[1], &value)); err != nil {
			return err
		}
		each(name, value)
	}
	return nil
}

func (r *request) deadline() time.Duration {
	if r.TimeoutMs != nil {
		return time.Duration(*r.TimeoutMs) * time.Millisecond
	}
	return 90 * time.Second
}

func (r *request) enough(count int) bool { return r.Max != nil && count >= *r.Max }

func (r *request) run() (any, error) {
	switch r.Command {
	case "background_status":
		return r.status()
	case "background_stop":
		return r.stop()
	}
	library, known := libraries[r.Library]
	if !known {
		return nil, fmt.Errorf("unknown library %q", r.Library)
	}
	ctx, cancel := context.WithTimeout(context.Background(), r.deadline())
	defer cancel()
	switch r.Command {
	case "produce":
		return library.produce(ctx, r)
	case "consume":
		return library.consume(ctx, r)
	case "consume_group":
		return library.consumeGroup(ctx, r)
	case "load_start":
		return r.load(library)
	case "watch_start":
		return r.watch(library)
	}
	return nil, fmt.Errorf("unknown command %q", r.Command)
}

func main() {
	var out sync.Mutex
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		go func() {
			var asked request
			var answer object
			if err := json.Unmarshal(line, &asked); err != nil {
				answer = failure(err)
			} else if done, err := asked.run(); err != nil {
				answer = failure(err)
			} else {
				answer = object{"ok": done}
			}
			answer["id"] = asked.ID
			text, _ := json.Marshal(answer)
			out.Lock()
			defer out.Unlock()
			fmt.Println(string(text))
		}()
	}
}
