"""kafka-python."""

import collections
import logging
import re
import sys
import time

import kafka
import kafka.errors

from words import Failed, checked, credentials, decode, encode


class Last(logging.Handler):
    """The last lines that kafka-python logged, told when a read takes too long."""

    def __init__(self):
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(threadName)s %(name)s %(message)s"))
        self.lines = collections.deque(maxlen=100)

    def emit(self, record):
        self.lines.append(self.format(record))


LAST = Last()
logging.getLogger("kafka").addHandler(LAST)
logging.getLogger("kafka").setLevel(logging.INFO)


class KafkaPython:
    """The library in pure Python."""

    @staticmethod
    def config(request, **more):
        properties = request["properties"]
        config = {"bootstrap_servers": properties["bootstrap.servers"].split(",")}
        config["security_protocol"] = properties.get("security.protocol", "PLAINTEXT")
        if "ssl.truststore.location" in properties:
            config["ssl_cafile"] = properties["ssl.truststore.location"]
        if "ssl.keystore.location" in properties:
            config["ssl_certfile"] = config["ssl_keyfile"] = properties["ssl.keystore.location"]
        if "sasl.mechanism" in properties:
            config["sasl_mechanism"] = properties["sasl.mechanism"]
            config["sasl_plain_username"], config["sasl_plain_password"] = credentials(properties)
        config.update(more)
        for name, value in (request.get("config") or {}).items():
            number = isinstance(value, str) and re.fullmatch(r"-?\d+", value)
            truth = {"true": True, "false": False}
            config[name.replace(".", "_")] = int(value) if number else truth.get(value, value)
        return config

    @staticmethod
    def failure(error):
        code = getattr(error, "errno", None)
        return {
            "error": type(error).__name__,
            "name": getattr(error, "message", None) or type(error).__name__,
            "code": code if isinstance(code, int) else -1,
            "message": str(error),
        }

    def produce(self, request):
        producer = kafka.KafkaProducer(**self.config(request, request_timeout_ms=10000, delivery_timeout_ms=30000))
        try:
            futures = []
            for record in request["records"]:
                futures.append(
                    producer.send(
                        request["topic"],
                        key=decode(record.get("key")),
                        value=decode(record.get("value")),
                        headers=[(name, decode(value)) for name, value in record.get("headers") or []],
                        partition=record.get("partition"),
                        timestamp_ms=record.get("timestamp"),
                    )
                )
                if record.get("flush"):
                    producer.flush(60)
            results = []
            for future in futures:
                try:
                    stored = future.get(60)
                    results.append(
                        {"partition": stored.partition, "offset": stored.offset, "timestamp": stored.timestamp}
                    )
                except kafka.errors.KafkaError as error:
                    results.append(self.failure(error))
            return results
        finally:
            producer.close(5)

    @staticmethod
    def seen(record):
        epoch = getattr(record, "leader_epoch", None)
        return {
            "topic": record.topic,
            "partition": record.partition,
            "offset": record.offset,
            "timestamp": record.timestamp,
            "timestamp_type": "LogAppendTime" if record.timestamp_type == 1 else "CreateTime",
            "leader_epoch": -1 if epoch is None else epoch,
            "key": encode(record.key),
            "value": encode(record.value),
            "headers": [[name, encode(value)] for name, value in record.headers],
        }

    def consumer(self, request, **more):
        isolation = {"isolation_level": request["isolation"]} if "isolation" in request else {}
        return kafka.KafkaConsumer(
            **self.config(
                request, enable_auto_commit=False, auto_offset_reset="earliest", fetch_max_wait_ms=100, **isolation, **more
            )
        )

    def consume(self, request):
        consumer = self.consumer(request)
        try:
            topic = request["topic"]
            known = request.get("partitions") or sorted(consumer.partitions_for_topic(topic) or [])
            if not known:
                raise Failed("UnknownTopicOrPartitionError", "UNKNOWN_TOPIC_OR_PARTITION", 3, topic)
            partitions = [kafka.TopicPartition(topic, each) for each in known]
            consumer.assign(partitions)
            begin = consumer.beginning_offsets(partitions)
            until = consumer.end_offsets(partitions)
            for each in partitions:
                index = str(each.partition)
                consumer.seek(each, (request.get("from") or {}).get(index, begin[each]))
                until[each] = (request.get("until") or {}).get(index, until[each])
            records = {"seen": [], "done": False}
            deadline = time.monotonic() + request.get("timeout_ms", 90000) / 1000
            while not records["done"] and len(records["seen"]) < request.get("max", sys.maxsize):
                if time.monotonic() > deadline:
                    break
                for place, batch in consumer.poll(timeout_ms=100).items():
                    records["seen"] += [self.seen(each) for each in batch if each.offset < until[place]]
                records["done"] = all(consumer.position(each) >= until[each] for each in partitions)
            records["seen"] = records["seen"][: request.get("max", sys.maxsize)]
            return checked(records, request, LAST.lines)
        finally:
            consumer.close()

    def writer(self, request):
        return KafkaPythonWriter(self, request)

    def reader(self, request, assigned, failed):
        return KafkaPythonReader(self, request, assigned, failed)

    def consume_group(self, request):
        consumer = self.consumer(request, group_id=request["group"])
        try:
            consumer.subscribe(request["topics"])
            records = {"seen": [], "done": False}
            most = request.get("max", sys.maxsize)
            deadline = time.monotonic() + request.get("timeout_ms", 90000) / 1000
            # A member that assigns partitions before it knows any assigns none, and does not always do it again.
            while not all(consumer.partitions_for_topic(topic) for topic in request["topics"]):
                if time.monotonic() > deadline:
                    break
                time.sleep(0.05)
            while len(records["seen"]) < most and time.monotonic() < deadline:
                for batch in consumer.poll(timeout_ms=100).values():
                    records["seen"] += [self.seen(each) for each in batch]
            records["seen"] = records["seen"][:most]
            if len(records["seen"]) < most:
                LAST.lines.append(f"{request['group']} holds {consumer.assignment()}")
            if request.get("commit", True) and records["seen"]:
                ends = {}
                for each in records["seen"]:
                    place = kafka.TopicPartition(each["topic"], each["partition"])
                    ends[place] = kafka.structs.OffsetAndMetadata(each["offset"] + 1, "", -1)
                consumer.commit(ends)
            return checked(records, request, LAST.lines)
        finally:
            consumer.close()


class KafkaPythonWriter:
    """An idempotent producer."""

    def __init__(self, library, request):
        self.library, self.topic = library, request["topic"]
        self.producer = kafka.KafkaProducer(**library.config(request, acks="all", enable_idempotence=True))

    def send(self, partition, key, value, done):
        sent = self.producer.send(self.topic, key=key, value=value, partition=partition)
        sent.add_callback(lambda stored: done(stored.offset, None))
        sent.add_errback(lambda error: done(-1, self.library.failure(error)))

    def close(self, limit):
        self.producer.flush(limit)
        self.producer.close(5)


class Assigned(kafka.ConsumerRebalanceListener):
    """Tells that partitions were given anew."""

    def __init__(self, assigned):
        self.assigned = assigned

    def on_partitions_revoked(self, revoked):
        pass

    def on_partitions_assigned(self, assigned):
        self.assigned()


class KafkaPythonReader:
    """A member of a group."""

    def __init__(self, library, request, assigned, failed):
        self.library, self.topic, self.failed = library, request["topic"], failed
        self.consumer = library.consumer(request, group_id=request["group"])
        self.consumer.subscribe([self.topic], listener=Assigned(assigned))

    def poll(self):
        for place, batch in self.consumer.poll(timeout_ms=100).items():
            for each in batch:
                yield place.partition, each.offset, each.key, each.value

    def commit(self, ends):
        wanted = {
            kafka.TopicPartition(self.topic, partition): kafka.structs.OffsetAndMetadata(offset, "", -1)
            for partition, offset in ends.items()
        }
        try:
            self.consumer.commit(wanted)
            return True
        except kafka.errors.KafkaError as error:
            self.failed(self.library.failure(error))
            return False

    def close(self):
        self.consumer.close()
