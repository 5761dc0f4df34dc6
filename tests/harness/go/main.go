// The franz-go client as a process.
//
// The protocol is that of the Java driver: one JSON command a line on standard input, one JSON answer a line on
// standard output. Commands: produce, consume, consume_group. Plain text, TLS with PEM files and SASL PLAIN.
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
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
)

type request struct {
	ID         uint64            `json:"id"`
	Command    string            `json:"command"`
	Properties map[string]string `json:"properties"`
	Config     map[string]string `json:"config"`
	Topic      string            `json:"topic"`
	Topics     []string          `json:"topics"`
	Records    []record          `json:"records"`
	Partitions []int32           `json:"partitions"`
	From       map[string]int64  `json:"from"`
	Until      map[string]int64  `json:"until"`
	Isolation  string            `json:"isolation"`
	Group      string            `json:"group"`
	Max        *int              `json:"max"`
	TimeoutMs  *int64            `json:"timeout_ms"`
	Commit     *bool             `json:"commit"`
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

func failure(err error) object {
	var protocol *kerr.Error
	if errors.As(err, &protocol) {
		return object{"error": "kerr.Error", "name": protocol.Message, "code": protocol.Code, "message": err.Error()}
	}
	return object{"error": fmt.Sprintf("%T", err), "name": "", "code": -1, "message": err.Error()}
}

func (r *request) client(more ...kgo.Opt) (*kgo.Client, error) {
	options := []kgo.Opt{
		kgo.SeedBrokers(strings.Split(r.Properties["bootstrap.servers"], ",")...),
		kgo.RecordPartitioner(kgo.ManualPartitioner()),
		kgo.FetchMaxWait(100 * time.Millisecond),
	}
	if strings.HasSuffix(r.Properties["security.protocol"], "SSL") {
		config, err := r.tls()
		if err != nil {
			return nil, err
		}
		options = append(options, kgo.DialTLSConfig(config))
	}
	if r.Properties["sasl.mechanism"] == "PLAIN" {
		word := func(name string) string {
			found := regexp.MustCompile(name + `="([^"]*)"`).FindStringSubmatch(r.Properties["sasl.jaas.config"])
			return found[1]
		}
		options = append(options, kgo.SASL(plain.Auth{User: word("username"), Pass: word("password")}.AsMechanism()))
	}
	if r.Isolation == "read_committed" {
		options = append(options, kgo.FetchIsolationLevel(kgo.ReadCommitted()))
	}
	switch r.Config["acks"] {
	case "0":
		options = append(options, kgo.RequiredAcks(kgo.NoAck()), kgo.DisableIdempotentWrite())
	case "1":
		options = append(options, kgo.RequiredAcks(kgo.LeaderAck()), kgo.DisableIdempotentWrite())
	}
	return kgo.NewClient(append(options, more...)...)
}

func (r *request) tls() (*tls.Config, error) {
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

func (r *request) deadline() time.Duration {
	if r.TimeoutMs != nil {
		return time.Duration(*r.TimeoutMs) * time.Millisecond
	}
	return 90 * time.Second
}

func (r *request) enough(count int) bool { return r.Max != nil && count >= *r.Max }

func (r *request) produce(ctx context.Context) (any, error) {
	client, err := r.client()
	if err != nil {
		return nil, err
	}
	defer client.Close()
	results := make([]object, len(r.Records))
	var answered sync.WaitGroup
	for index, each := range r.Records {
		made := &kgo.Record{Topic: r.Topic, Key: each.Key, Value: each.Value}
		if each.Partition != nil {
			made.Partition = *each.Partition
		}
		if each.Timestamp != nil {
			made.Timestamp = time.UnixMilli(*each.Timestamp)
		}
		for _, header := range each.Headers {
			var one kgo.RecordHeader
			if err := errors.Join(json.Unmarshal(header[0], &one.Key), json.Unmarshal(header[1], &one.Value)); err != nil {
				return nil, err
			}
			made.Headers = append(made.Headers, one)
		}
		answered.Add(1)
		client.Produce(ctx, made, func(stored *kgo.Record, err error) {
			defer answered.Done()
			if err != nil {
				results[index] = failure(err)
				return
			}
			results[index] = object{
				"partition": stored.Partition, "offset": stored.Offset, "timestamp": stored.Timestamp.UnixMilli(),
			}
		})
		if each.Flush {
			if err := client.Flush(ctx); err != nil {
				return nil, err
			}
		}
	}
	answered.Wait()
	return results, nil
}

func seen(each *kgo.Record) object {
	kind := "CreateTime"
	if each.Attrs.TimestampType() == 1 {
		kind = "LogAppendTime"
	}
	headers := [][]any{}
	for _, header := range each.Headers {
		headers = append(headers, []any{header.Key, header.Value})
	}
	return object{
		"topic": each.Topic, "partition": each.Partition, "offset": each.Offset,
		"timestamp": each.Timestamp.UnixMilli(), "timestamp_type": kind, "leader_epoch": each.LeaderEpoch,
		"key": each.Key, "value": each.Value, "headers": headers,
	}
}

func (r *request) consume(ctx context.Context) (any, error) {
	lookup, err := r.client()
	if err != nil {
		return nil, err
	}
	defer lookup.Close()
	admin := kadm.NewClient(lookup)
	starts, err := admin.ListStartOffsets(ctx, r.Topic)
	if err != nil {
		return nil, err
	}
	list := admin.ListEndOffsets
	if r.Isolation == "read_committed" {
		list = admin.ListCommittedOffsets
	}
	ends, err := list(ctx, r.Topic)
	if err != nil {
		return nil, err
	}
	wanted := map[int32]bool{}
	for _, each := range r.Partitions {
		wanted[each] = true
	}
	from, until := map[int32]kgo.Offset{}, map[int32]int64{}
	for partition, start := range starts[r.Topic] {
		if len(wanted) > 0 && !wanted[partition] {
			continue
		}
		if start.Err != nil {
			return nil, start.Err
		}
		index := strconv.Itoa(int(partition))
		begin, end := start.Offset, ends[r.Topic][partition].Offset
		if given, ok := r.From[index]; ok {
			begin = given
		}
		if given, ok := r.Until[index]; ok {
			end = given
		}
		if begin < end {
			from[partition], until[partition] = kgo.NewOffset().At(begin), end
		}
	}
	client, err := r.client(
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{r.Topic: from}),
		kgo.KeepControlRecords(),
	)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	records := []object{}
	// Control records are kept so that a partition that ends with a marker is known to be read to its end. A reader
	// at read_committed does not see what was aborted: an end inside it is found by the time limit alone.
	for len(until) > 0 && !r.enough(len(records)) && ctx.Err() == nil {
		fetches := client.PollFetches(ctx)
		if fetches.IsClientClosed() {
			break
		}
		fetches.EachRecord(func(each *kgo.Record) {
			end, open := until[each.Partition]
			if open && each.Offset < end && !each.Attrs.IsControl() && !r.enough(len(records)) {
				records = append(records, seen(each))
			}
			if open && each.Offset+1 >= end {
				delete(until, each.Partition)
			}
		})
	}
	return object{"timed_out": len(until) > 0 && !r.enough(len(records)), "records": records}, nil
}

func (r *request) consumeGroup(ctx context.Context) (any, error) {
	client, err := r.client(
		kgo.ConsumerGroup(r.Group), kgo.ConsumeTopics(r.Topics...), kgo.DisableAutoCommit(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
	)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	records, read := []object{}, []*kgo.Record{}
	for !r.enough(len(records)) && ctx.Err() == nil {
		client.PollFetches(ctx).EachRecord(func(each *kgo.Record) {
			if !r.enough(len(records)) {
				records, read = append(records, seen(each)), append(read, each)
			}
		})
	}
	if (r.Commit == nil || *r.Commit) && len(read) > 0 {
		if err := client.CommitRecords(context.Background(), read...); err != nil {
			return nil, err
		}
	}
	return object{"timed_out": !r.enough(len(records)), "records": records}, nil
}

func (r *request) run() (any, error) {
	ctx, cancel := context.WithTimeout(context.Background(), r.deadline())
	defer cancel()
	commands := map[string]func(context.Context) (any, error){
		"produce": r.produce, "consume": r.consume, "consume_group": r.consumeGroup,
	}
	command, known := commands[r.Command]
	if !known {
		names := []string{}
		for name := range commands {
			names = append(names, name)
		}
		sort.Strings(names)
		return nil, fmt.Errorf("unknown command %s; known are %v", r.Command, names)
	}
	return command(ctx)
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
