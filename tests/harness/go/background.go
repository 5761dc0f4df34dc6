package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"sync"
	"time"
)

// How often a group's reader commits what it read.
const commitEvery = 500 * time.Millisecond

// How long a stopped runner may take for what is under way.
const endMax = 60 * time.Second

type writer interface {
	// Takes a record; `done` is called when it is stored, or never will be.
	send(partition int32, key, value []byte, done func(offset int64, err error))
	// Ends when all that was sent is done.
	close()
}

// A writer or reader that goes on in the background. It remembers partition, offset and content of every record: for a
// writer the content is the record's number, for a reader a checksum of key and value.
type runner struct {
	mutex sync.Mutex
	// What the places are called in the answer of an ended one.
	name     string
	places   [][3]int64
	commits  [][3]int64
	failures []object
	sent     int
	stop     context.CancelFunc
	ended    chan struct{}
}

var background = struct {
	sync.Mutex
	running map[int]*runner
	next    int
}{running: map[int]*runner{}}

func start(name string, run func(context.Context, *runner) error) object {
	ctx, stop := context.WithCancel(context.Background())
	made := &runner{name: name, stop: stop, ended: make(chan struct{}), failures: []object{}, places: [][3]int64{}, commits: [][3]int64{}}
	background.Lock()
	defer background.Unlock()
	background.next++
	background.running[background.next] = made
	go func() {
		defer close(made.ended)
		if err := run(ctx, made); err != nil {
			made.failed(err)
		}
	}()
	return object{"handle": background.next}
}

func (r *runner) place(partition int32, offset, content int64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.places = append(r.places, [3]int64{int64(partition), offset, content})
}

func (r *runner) saw(partition int32, offset int64, key, value []byte) {
	sum := crc32.NewIEEE()
	sum.Write(key)
	sum.Write([]byte{0})
	sum.Write(value)
	r.place(partition, offset, int64(sum.Sum32()))
}

// The coordinator has this offset of the group, and had it after so many records.
func (r *runner) committed(partition int32, offset int64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.commits = append(r.commits, [3]int64{int64(partition), offset, int64(len(r.places))})
}

func (r *runner) failed(err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.failures) < 100 {
		r.failures = append(r.failures, failure(err))
	}
}

func (r *runner) briefly() object {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	last := map[string]int64{}
	for _, place := range r.places {
		last[strconv.FormatInt(place[0], 10)] = place[1]
	}
	return object{
		"count": len(r.places), "last": last, "failures": r.failures, "sent": r.sent, "committed": len(r.commits),
	}
}

func (r *request) find() (*runner, error) {
	background.Lock()
	defer background.Unlock()
	if found, known := background.running[r.Handle]; known {
		return found, nil
	}
	return nil, fmt.Errorf("nothing runs with the handle %d", r.Handle)
}

func (r *request) status() (any, error) {
	found, err := r.find()
	if err != nil {
		return nil, err
	}
	return found.briefly(), nil
}

func (r *request) stop() (any, error) {
	found, err := r.find()
	if err != nil {
		return nil, err
	}
	background.Lock()
	delete(background.running, r.Handle)
	background.Unlock()
	found.stop()
	select {
	case <-found.ended:
	case <-time.After(endMax):
		found.failed(errors.New("it did not end"))
	}
	answer := found.briefly()
	found.mutex.Lock()
	defer found.mutex.Unlock()
	answer[found.name], answer["commits"] = found.places, found.commits
	return answer, nil
}

// topic, partitions (round robin), rate (records a second), size (bytes), keys (how many). Values start with their
// number; where partitions divide keys, a key stays in one partition.
func (r *request) load(library library) (any, error) {
	writer, err := library.writer(r)
	if err != nil {
		return nil, err
	}
	var partitions int
	if err := json.Unmarshal(r.Partitions, &partitions); err != nil {
		return nil, err
	}
	return start("acknowledged", func(ctx context.Context, told *runner) error {
		begun := time.Now()
		for number := 0; ctx.Err() == nil; number++ {
			due := begun.Add(time.Duration(float64(number) / r.Rate * float64(time.Second)))
			select {
			case <-ctx.Done():
				continue
			case <-time.After(time.Until(due)):
			}
			told.mutex.Lock()
			told.sent = number + 1
			told.mutex.Unlock()
			var key []byte
			if r.Keys > 0 {
				key = []byte(fmt.Sprintf("key-%d", number%r.Keys))
			}
			text := []byte(fmt.Sprintf("%d;", number))
			value := append(text, bytes.Repeat([]byte("."), max(0, r.Size-len(text)))...)
			partition := int32(number % partitions)
			writer.send(partition, key, value, func(offset int64, err error) {
				if err != nil {
					told.failed(err)
				} else {
					told.place(partition, offset, int64(number))
				}
			})
		}
		writer.close()
		return nil
	}), nil
}

// topic, group: reads as a member of the group and commits by time.
func (r *request) watch(library library) (any, error) {
	return start("seen", func(ctx context.Context, told *runner) error { return library.read(ctx, r, told) }), nil
}
