package main

import (
	"context"
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/IBM/sarama"
)

// Speaks as clients of brokers of this version do.
type saramaLibrary struct{ version sarama.KafkaVersion }

func (s saramaLibrary) config(r *request) (*sarama.Config, error) {
	config := sarama.NewConfig()
	config.Version = s.version
	config.ClientID = "sarama"
	config.Consumer.MaxWaitTime = 100 * time.Millisecond
	config.Consumer.Return.Errors = true
	config.Consumer.Offsets.Initial = sarama.OffsetOldest
	config.Producer.Partitioner = sarama.NewManualPartitioner
	config.Producer.Return.Successes = true
	tls, err := r.tls()
	config.Net.TLS.Enable, config.Net.TLS.Config = tls != nil, tls
	if user, password, wanted := r.plain(); wanted {
		config.Net.SASL.Enable, config.Net.SASL.User, config.Net.SASL.Password = true, user, password
	}
	if r.Isolation == "read_committed" {
		config.Consumer.IsolationLevel = sarama.ReadCommitted
	}
	switch r.Config["acks"] {
	case "0":
		config.Producer.RequiredAcks = sarama.NoResponse
	case "1":
		config.Producer.RequiredAcks = sarama.WaitForLocal
	default:
		config.Producer.RequiredAcks = sarama.WaitForAll
		config.Producer.Idempotent = r.Config["enable.idempotence"] != "false"
	}
	if config.Producer.Idempotent {
		config.Net.MaxOpenRequests = 1
	}
	return config, err
}

// null when it is nil; an encoder of nil bytes would be an empty value.
func encoder(value []byte) sarama.Encoder {
	if value == nil {
		return nil
	}
	return sarama.ByteEncoder(value)
}

func (s saramaLibrary) produce(_ context.Context, r *request) (any, error) {
	config, err := s.config(r)
	if err != nil {
		return nil, err
	}
	producer, err := sarama.NewAsyncProducer(r.brokers(), config)
	if err != nil {
		return nil, err
	}
	results := make([]object, len(r.Records))
	var answered, ended sync.WaitGroup
	ended.Add(2)
	go func() {
		defer ended.Done()
		for stored := range producer.Successes() {
			results[stored.Metadata.(int)] = object{
				"partition": stored.Partition, "offset": stored.Offset, "timestamp": stored.Timestamp.UnixMilli(),
			}
			answered.Done()
		}
	}()
	go func() {
		defer ended.Done()
		for failed := range producer.Errors() {
			results[failed.Msg.Metadata.(int)] = failure(failed.Err)
			answered.Done()
		}
	}()
	for index, each := range r.Records {
		made := &sarama.ProducerMessage{
			Topic: r.Topic, Key: encoder(each.Key), Value: encoder(each.Value), Metadata: index,
		}
		if each.Partition != nil {
			made.Partition = *each.Partition
		}
		if each.Timestamp != nil {
			made.Timestamp = time.UnixMilli(*each.Timestamp)
		}
		err = each.headers(func(name string, value []byte) {
			made.Headers = append(made.Headers, sarama.RecordHeader{Key: []byte(name), Value: value})
		})
		if err != nil {
			break
		}
		answered.Add(1)
		producer.Input() <- made
		if each.Flush {
			answered.Wait()
		}
	}
	// A closing producer does not try again what a broker has refused for a moment.
	answered.Wait()
	producer.AsyncClose()
	ended.Wait()
	return results, err
}

// The library does not tell which kind of timestamp a record has.
func (saramaLibrary) seen(each *sarama.ConsumerMessage) object {
	headers := [][]any{}
	for _, header := range each.Headers {
		headers = append(headers, []any{string(header.Key), header.Value})
	}
	return object{
		"topic": each.Topic, "partition": each.Partition, "offset": each.Offset,
		"timestamp": each.Timestamp.UnixMilli(), "timestamp_type": "CreateTime", "leader_epoch": -1,
		"key": each.Key, "value": each.Value, "headers": headers,
	}
}

// Reads to the end as it is at the start. A partition that ends with a marker or with aborted records is left by the
// time limit alone.
func (s saramaLibrary) consume(ctx context.Context, r *request) (any, error) {
	config, err := s.config(r)
	if err != nil {
		return nil, err
	}
	client, err := sarama.NewClient(r.brokers(), config)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	consumer, err := sarama.NewConsumerFromClient(client)
	if err != nil {
		return nil, err
	}
	defer consumer.Close()
	partitions, err := client.Partitions(r.Topic)
	if err != nil {
		return nil, err
	}
	wanted, records := r.wanted(), []object{}
	timedOut := false
	for _, partition := range partitions {
		if len(wanted) > 0 && !wanted[partition] || r.enough(len(records)) {
			continue
		}
		read, done, err := s.partition(ctx, r, client, consumer, partition)
		if err != nil {
			return nil, err
		}
		records, timedOut = append(records, read...), timedOut || !done
	}
	if r.enough(len(records)) {
		records, timedOut = records[:*r.Max], false
	}
	return object{"timed_out": timedOut, "records": records}, nil
}

func (s saramaLibrary) partition(
	ctx context.Context, r *request, client sarama.Client, consumer sarama.Consumer, partition int32,
) (records []object, done bool, err error) {
	begin, err := client.GetOffset(r.Topic, partition, sarama.OffsetOldest)
	if err != nil {
		return nil, false, err
	}
	end, err := client.GetOffset(r.Topic, partition, sarama.OffsetNewest)
	if err != nil {
		return nil, false, err
	}
	index := strconv.Itoa(int(partition))
	if given, ok := r.From[index]; ok {
		begin = given
	}
	if given, ok := r.Until[index]; ok {
		end = given
	}
	if begin >= end {
		return nil, true, nil
	}
	from, err := consumer.ConsumePartition(r.Topic, partition, begin)
	if err != nil {
		return nil, false, err
	}
	defer from.AsyncClose()
	for {
		select {
		case <-ctx.Done():
			return records, false, nil
		case failed := <-from.Errors():
			if failed.Err == sarama.ErrTopicAuthorizationFailed {
				return nil, false, failed.Err
			}
		case each := <-from.Messages():
			if each.Offset < end {
				records = append(records, s.seen(each))
			}
			if each.Offset+1 >= end || r.enough(len(records)) {
				return records, true, nil
			}
		}
	}
}

// A member of a group that is served by `each`, one record after the other.
type member struct {
	begin func(sarama.ConsumerGroupSession)
	each  func(sarama.ConsumerGroupSession, *sarama.ConsumerMessage)
}

func (m member) Setup(session sarama.ConsumerGroupSession) error {
	m.begin(session)
	return nil
}

func (member) Cleanup(session sarama.ConsumerGroupSession) error {
	session.Commit()
	return nil
}

func (m member) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for {
		select {
		case <-session.Context().Done():
			return nil
		case each, more := <-claim.Messages():
			if !more {
				return nil
			}
			m.each(session, each)
		}
	}
}

func (s saramaLibrary) join(ctx context.Context, r *request, config *sarama.Config, topics []string, member member, failed func(error)) error {
	group, err := sarama.NewConsumerGroup(r.brokers(), r.Group, config)
	if err != nil {
		return err
	}
	go func() {
		for err := range group.Errors() {
			failed(err)
		}
	}()
	for ctx.Err() == nil {
		if err := group.Consume(ctx, topics, member); err != nil {
			failed(err)
			time.Sleep(100 * time.Millisecond)
		}
	}
	return group.Close()
}

func (s saramaLibrary) consumeGroup(ctx context.Context, r *request) (any, error) {
	config, err := s.config(r)
	if err != nil {
		return nil, err
	}
	config.Consumer.Offsets.AutoCommit.Enable = false
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var mutex sync.Mutex
	records := []object{}
	member := member{begin: func(sarama.ConsumerGroupSession) {}}
	member.each = func(session sarama.ConsumerGroupSession, each *sarama.ConsumerMessage) {
		mutex.Lock()
		defer mutex.Unlock()
		if r.enough(len(records)) {
			return
		}
		records = append(records, s.seen(each))
		if r.Commit == nil || *r.Commit {
			session.MarkMessage(each, "")
		}
		if r.enough(len(records)) {
			stop()
		}
	}
	var last error
	err = s.join(ctx, r, config, r.Topics, member, func(err error) { last = err })
	if err == nil && len(records) == 0 {
		err = last
	}
	return object{"timed_out": !r.enough(len(records)), "records": records}, err
}

type saramaWriter struct {
	topic    string
	producer sarama.AsyncProducer
	ended    sync.WaitGroup
}

func (s saramaLibrary) writer(r *request) (writer, error) {
	config, err := s.config(r)
	if err != nil {
		return nil, err
	}
	producer, err := sarama.NewAsyncProducer(r.brokers(), config)
	if err != nil {
		return nil, err
	}
	made := &saramaWriter{topic: r.Topic, producer: producer}
	made.ended.Add(2)
	go func() {
		defer made.ended.Done()
		for stored := range producer.Successes() {
			stored.Metadata.(func(int64, error))(stored.Offset, nil)
		}
	}()
	go func() {
		defer made.ended.Done()
		for failed := range producer.Errors() {
			failed.Msg.Metadata.(func(int64, error))(-1, failed.Err)
		}
	}()
	return made, nil
}

func (w *saramaWriter) send(partition int32, key, value []byte, done func(int64, error)) {
	w.producer.Input() <- &sarama.ProducerMessage{
		Topic: w.topic, Partition: partition, Key: encoder(key), Value: encoder(value), Metadata: done,
	}
}

func (w *saramaWriter) close() {
	w.producer.AsyncClose()
	w.ended.Wait()
}

// The library commits by itself and does not say when: the coordinator is asked what it has.
func (s saramaLibrary) read(ctx context.Context, r *request, told *runner) error {
	config, err := s.config(r)
	if err != nil {
		return err
	}
	config.Consumer.Offsets.AutoCommit.Interval = commitEvery
	var mutex sync.Mutex
	claims := map[string][]int32{}
	member := member{begin: func(session sarama.ConsumerGroupSession) {
		mutex.Lock()
		defer mutex.Unlock()
		claims = session.Claims()
	}}
	member.each = func(session sarama.ConsumerGroupSession, each *sarama.ConsumerMessage) {
		told.saw(each.Partition, each.Offset, each.Key, each.Value)
		session.MarkMessage(each, "")
	}
	var asking sync.WaitGroup
	asking.Go(func() {
		for last := map[int32]int64{}; ctx.Err() == nil; time.Sleep(commitEvery) {
			mutex.Lock()
			asked := maps.Clone(claims)
			mutex.Unlock()
			for partition, offset := range s.stored(r, config, asked) {
				if last[partition] != offset {
					told.committed(partition, offset)
				}
				last[partition] = offset
			}
		}
	})
	err = s.join(ctx, r, config, []string{r.Topic}, member, told.failed)
	asking.Wait()
	return err
}

// What the coordinator has of a group; nothing when it cannot be asked.
func (saramaLibrary) stored(r *request, config *sarama.Config, asked map[string][]int32) map[int32]int64 {
	admin, err := sarama.NewClusterAdmin(r.brokers(), config)
	if err != nil {
		return nil
	}
	defer admin.Close()
	told, err := admin.ListConsumerGroupOffsets(r.Group, asked)
	if err != nil {
		return nil
	}
	found := map[int32]int64{}
	for partition, block := range told.Blocks[r.Topic] {
		if block.Err == sarama.ErrNoError && block.Offset >= 0 {
			found[partition] = block.Offset
		}
	}
	return found
}
