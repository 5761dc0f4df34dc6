package main

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
)

type franz struct{}

func (franz) client(r *request, more ...kgo.Opt) (*kgo.Client, error) {
	options := []kgo.Opt{
		kgo.SeedBrokers(r.brokers()...),
		kgo.RecordPartitioner(kgo.ManualPartitioner()),
		kgo.FetchMaxWait(100 * time.Millisecond),
	}
	if config, err := r.tls(); err != nil {
		return nil, err
	} else if config != nil {
		options = append(options, kgo.DialTLSConfig(config))
	}
	if user, password, wanted := r.plain(); wanted {
		options = append(options, kgo.SASL(plain.Auth{User: user, Pass: password}.AsMechanism()))
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

func (franz) produce(ctx context.Context, r *request) (any, error) {
	client, err := franz{}.client(r)
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
		err := each.headers(func(name string, value []byte) {
			made.Headers = append(made.Headers, kgo.RecordHeader{Key: name, Value: value})
		})
		if err != nil {
			return nil, err
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

func (franz) seen(each *kgo.Record) object {
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

func (franz) consume(ctx context.Context, r *request) (any, error) {
	lookup, err := franz{}.client(r)
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
	wanted := r.wanted()
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
	client, err := franz{}.client(
		r,
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
				records = append(records, franz{}.seen(each))
			}
			if open && each.Offset+1 >= end {
				delete(until, each.Partition)
			}
		})
	}
	return object{"timed_out": len(until) > 0 && !r.enough(len(records)), "records": records}, nil
}

func (franz) consumeGroup(ctx context.Context, r *request) (any, error) {
	client, err := franz{}.client(
		r,
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
				records, read = append(records, franz{}.seen(each)), append(read, each)
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

type franzWriter struct{ client *kgo.Client }

func (franz) writer(r *request) (writer, error) {
	client, err := franz{}.client(r, kgo.DefaultProduceTopic(r.Topic))
	return franzWriter{client}, err
}

func (w franzWriter) send(partition int32, key, value []byte, done func(int64, error)) {
	made := &kgo.Record{Partition: partition, Key: key, Value: value}
	w.client.Produce(context.Background(), made, func(stored *kgo.Record, err error) { done(stored.Offset, err) })
}

func (w franzWriter) close() {
	ctx, cancel := context.WithTimeout(context.Background(), endMax)
	defer cancel()
	// What is still not stored then is told to its own callback.
	_ = w.client.Flush(ctx)
	w.client.Close()
}

func (franz) read(ctx context.Context, r *request, told *runner) error {
	// What was read since the last commit.
	var mutex sync.Mutex
	read := map[int32]*kgo.Record{}
	forget := func(context.Context, *kgo.Client, map[string][]int32) {
		mutex.Lock()
		defer mutex.Unlock()
		clear(read)
	}
	client, err := franz{}.client(
		r,
		kgo.ConsumerGroup(r.Group), kgo.ConsumeTopics(r.Topic), kgo.DisableAutoCommit(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.OnPartitionsAssigned(forget),
	)
	if err != nil {
		return err
	}
	defer client.Close()
	commit := func() {
		mutex.Lock()
		ends := make([]*kgo.Record, 0, len(read))
		for _, each := range read {
			ends = append(ends, each)
		}
		clear(read)
		mutex.Unlock()
		limit, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := client.CommitRecords(limit, ends...); err != nil {
			told.failed(err)
			return
		}
		for _, each := range ends {
			told.committed(each.Partition, each.Offset+1)
		}
	}
	for last := time.Now(); ctx.Err() == nil; {
		limit, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		fetches := client.PollFetches(limit)
		cancel()
		fetches.EachError(func(_ string, _ int32, err error) {
			if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
				told.failed(err)
			}
		})
		fetches.EachRecord(func(each *kgo.Record) {
			told.saw(each.Partition, each.Offset, each.Key, each.Value)
			mutex.Lock()
			read[each.Partition] = each
			mutex.Unlock()
		})
		if time.Since(last) >= commitEvery {
			commit()
			last = time.Now()
		}
	}
	commit()
	return nil
}
