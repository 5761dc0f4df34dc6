"""librdkafka, through confluent-kafka."""

import sys
import time

import confluent_kafka

from words import Failed, checked, credentials, decode, encode


class Librdkafka:
    """The C library, through its Python binding."""

    @staticmethod
    def config(request, **more):
        properties = request["properties"]
        config = {"bootstrap.servers": properties["bootstrap.servers"]}
        for name in ("security.protocol", "group.id", "isolation.level", "client.id"):
            if name in properties:
                config[name] = properties[name]
        if "ssl.truststore.location" in properties:
            config["ssl.ca.location"] = properties["ssl.truststore.location"]
        if "ssl.keystore.location" in properties:
            config["ssl.certificate.location"] = properties["ssl.keystore.location"]
            config["ssl.key.location"] = properties["ssl.keystore.location"]
        if "sasl.mechanism" in properties:
            config["sasl.mechanism"] = properties["sasl.mechanism"]
            config["sasl.username"], config["sasl.password"] = credentials(properties)
        config.update(more)
        config.update(request.get("config") or {})
        return config

    @staticmethod
    def failure(error):
        if isinstance(error, confluent_kafka.KafkaException):
            error = error.args[0]
        if not isinstance(error, confluent_kafka.KafkaError):
            return {"error": type(error).__name__, "name": "", "code": -1, "message": str(error)}
        return {
            "error": "KafkaError",
            "name": error.name(),
            "code": error.code(),
            "message": error.str(),
        }

    def produce(self, request):
        producer = confluent_kafka.Producer(self.config(request, **{"message.timeout.ms": 30000}))
        results = [None] * len(request["records"])

        def delivered(index):
            def callback(error, message):
                if error is not None:
                    results[index] = self.failure(error)
                else:
                    results[index] = {
                        "partition": message.partition(),
                        "offset": message.offset() if message.offset() is not None else -1,
                        "timestamp": message.timestamp()[1],
                    }

            return callback

        transactional = "transactional.id" in (request.get("config") or {})
        try:
            if transactional:
                producer.init_transactions(30)
                producer.begin_transaction()
            for index, record in enumerate(request["records"]):
                extra = {} if record.get("timestamp") is None else {"timestamp": record["timestamp"]}
                if record.get("partition") is not None:
                    extra["partition"] = record["partition"]
                producer.produce(
                    request["topic"],
                    key=decode(record.get("key")),
                    value=decode(record.get("value")),
                    headers=[(name, decode(value)) for name, value in record.get("headers") or []],
                    on_delivery=delivered(index),
                    **extra,
                )
                if record.get("flush"):
                    producer.flush(60)
            producer.flush(60)
            if transactional:
                producer.commit_transaction(30)
        except confluent_kafka.KafkaException as thrown:
            raise Failed(**self.failure(thrown.args[0])) from thrown
        hung = {"error": "Hung", "name": "", "code": -1, "message": "no delivery report within 60 s"}
        return [result or hung for result in results]

    @staticmethod
    def seen(message):
        kind, timestamp = message.timestamp()
        return {
            "topic": message.topic(),
            "partition": message.partition(),
            "offset": message.offset(),
            "timestamp": timestamp,
            "timestamp_type": "LogAppendTime" if kind == confluent_kafka.TIMESTAMP_LOG_APPEND_TIME else "CreateTime",
            "leader_epoch": -1 if message.leader_epoch() is None else message.leader_epoch(),
            "key": encode(message.key()),
            "value": encode(message.value()),
            "headers": [[name, encode(value)] for name, value in message.headers() or []],
        }

    def consumer(self, request, group):
        isolation = {"isolation.level": request["isolation"]} if "isolation" in request else {}
        return confluent_kafka.Consumer(
            self.config(
                request,
                **{"group.id": group, "enable.auto.commit": False, "auto.offset.reset": "earliest"},
                **{"enable.partition.eof": True, "fetch.wait.max.ms": 100},
                **isolation,
            )
        )

    def consume(self, request):
        consumer = self.consumer(request, "unused")
        try:
            topic = request["topic"]
            described = consumer.list_topics(topic, 30).topics[topic]
            if described.error is not None:
                raise Failed(**self.failure(described.error))
            partitions = request.get("partitions") or sorted(described.partitions)
            begin = request.get("from") or {}
            until = request.get("until") or {}
            consumer.assign([
                confluent_kafka.TopicPartition(topic, each, begin.get(str(each), confluent_kafka.OFFSET_BEGINNING))
                for each in partitions
            ])
            open_partitions = set(partitions)
            records = {"seen": [], "done": False}
            deadline = time.monotonic() + request.get("timeout_ms", 90000) / 1000
            while open_partitions and len(records["seen"]) < request.get("max", sys.maxsize):
                if time.monotonic() > deadline:
                    break
                message = consumer.poll(0.1)
                if message is None:
                    continue
                if message.error() is None:
                    end = until.get(str(message.partition()))
                    if end is None or message.offset() < end:
                        records["seen"].append(self.seen(message))
                    if end is not None and message.offset() + 1 >= end:
                        open_partitions.discard(message.partition())
                elif message.error().code() == confluent_kafka.KafkaError._PARTITION_EOF:
                    if str(message.partition()) not in until:
                        open_partitions.discard(message.partition())
                elif message.error().name() == "GROUP_AUTHORIZATION_FAILED":
                    # The library looks for the coordinator of a group that it makes no use of here.
                    continue
                elif not message.error().retriable():
                    raise Failed(**self.failure(message.error()))
            records["done"] = not open_partitions
            return checked(records, request)
        finally:
            consumer.close()

    def consume_group(self, request):
        consumer = self.consumer(request, request["group"])
        try:
            consumer.subscribe(request["topics"])
            records = {"seen": [], "done": False}
            deadline = time.monotonic() + request.get("timeout_ms", 90000) / 1000
            while len(records["seen"]) < request.get("max", sys.maxsize) and time.monotonic() < deadline:
                message = consumer.poll(0.1)
                if message is not None and message.error() is None:
                    records["seen"].append(self.seen(message))
            if request.get("commit", True) and records["seen"]:
                ends = {}
                for each in records["seen"]:
                    ends[(each["topic"], each["partition"])] = each["offset"] + 1
                consumer.commit(
                    offsets=[confluent_kafka.TopicPartition(*place, offset) for place, offset in ends.items()],
                    asynchronous=False,
                )
            return checked(records, request)
        finally:
            consumer.close()

    def writer(self, request):
        return LibrdkafkaWriter(self, request)

    def reader(self, request, assigned, failed):
        return LibrdkafkaReader(self, request, assigned, failed)

    def metadata(self, request):
        listed = self.consumer(request, "unused").list_topics(request["topic"], 30)
        topic = listed.topics[request["topic"]]
        return {
            "brokers": sorted(listed.brokers),
            "partitions": [
                {"partition": each.id, "leader": each.leader, "replicas": each.replicas, "isr": each.isrs}
                for each in sorted(topic.partitions.values(), key=lambda each: each.id)
            ],
        }


class LibrdkafkaWriter:
    """An idempotent producer."""

    def __init__(self, library, request):
        self.library, self.topic = library, request["topic"]
        self.producer = confluent_kafka.Producer(library.config(request, **{"enable.idempotence": True}))

    def send(self, partition, key, value, done):
        def delivered(error, message):
            done(message.offset(), None if error is None else self.library.failure(error))

        self.producer.produce(self.topic, key=key, value=value, partition=partition, on_delivery=delivered)
        self.producer.poll(0)

    def close(self, limit):
        self.producer.flush(limit)


class LibrdkafkaReader:
    """A member of a group."""

    def __init__(self, library, request, assigned, failed):
        self.library, self.topic, self.failed = library, request["topic"], failed
        self.consumer = confluent_kafka.Consumer(
            library.config(
                request,
                **{"group.id": request["group"], "enable.auto.commit": False, "auto.offset.reset": "earliest"},
                **{"fetch.wait.max.ms": 100},
            )
        )
        self.consumer.subscribe([self.topic], on_assign=lambda *_: assigned())

    def poll(self):
        for message in self.consumer.consume(500, 0.1):
            if message.error() is not None:
                self.failed(self.library.failure(message.error()))
            else:
                yield message.partition(), message.offset(), message.key(), message.value()

    def commit(self, ends):
        wanted = [confluent_kafka.TopicPartition(self.topic, *end) for end in ends.items()]
        try:
            told = self.consumer.commit(offsets=wanted, asynchronous=False)
            errors = [each.error for each in told if each.error is not None]
        except confluent_kafka.KafkaException as thrown:
            errors = [thrown]
        for error in errors:
            self.failed(self.library.failure(error))
        return not errors

    def close(self):
        self.consumer.close()
