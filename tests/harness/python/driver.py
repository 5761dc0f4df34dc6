"""librdkafka (confluent-kafka) and kafka-python as a process.

The protocol is that of the Java driver: one JSON command a line on standard input, one JSON answer a line on standard
output. Each command names its "library": "librdkafka" or "kafka-python". Its "properties" are Java client properties
(plain text, SSL and SASL PLAIN or SCRAM with PEM files); its "config" is in the library's own words.

Commands: produce, consume, consume_group, metadata. Shapes of arguments and answers stand in the Java driver's files.
"""

import base64
import collections
import json
import logging
import re
import sys
import threading
import time

import confluent_kafka
import kafka
import kafka.errors


class Failed(Exception):
    """An error of a client, in the shape of an answer."""

    def __init__(self, error, name, code, message):
        super().__init__(message)
        self.answer = {"error": error, "name": name, "code": code, "message": str(message)}


def encode(value):
    return None if value is None else base64.b64encode(value).decode()


def decode(text):
    return None if text is None else base64.b64decode(text)


def credentials(properties):
    jaas = properties.get("sasl.jaas.config", "")
    return [re.search(word + r'="([^"]*)"', jaas).group(1) for word in ("username", "password")]


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


def checked(records, request):
    """Records that were asked for, ready for an answer."""
    timed_out = not records["done"] and len(records["seen"]) < request.get("max", sys.maxsize)
    told = "\n".join(LAST.lines) if timed_out and request["library"] == "kafka-python" else ""
    return {"timed_out": timed_out, "records": records["seen"], "log": told}


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
            return checked(records, request)
        finally:
            consumer.close()

    def consume_group(self, request):
        consumer = self.consumer(request, group_id=request["group"])
        try:
            consumer.subscribe(request["topics"])
            records = {"seen": [], "done": False}
            most = request.get("max", sys.maxsize)
            deadline = time.monotonic() + request.get("timeout_ms", 90000) / 1000
            while len(records["seen"]) < most and time.monotonic() < deadline:
                for batch in consumer.poll(timeout_ms=100).values():
                    records["seen"] += [self.seen(each) for each in batch]
            records["seen"] = records["seen"][:most]
            if request.get("commit", True) and records["seen"]:
                ends = {}
                for each in records["seen"]:
                    place = kafka.TopicPartition(each["topic"], each["partition"])
                    ends[place] = kafka.structs.OffsetAndMetadata(each["offset"] + 1, "", -1)
                consumer.commit(ends)
            return checked(records, request)
        finally:
            consumer.close()


LIBRARIES = {"librdkafka": Librdkafka(), "kafka-python": KafkaPython()}
OUT = threading.Lock()


def answer(request):
    try:
        answered = {"ok": getattr(LIBRARIES[request["library"]], request["command"])(request)}
    except Failed as failed:
        answered = failed.answer
    except kafka.errors.KafkaError as error:
        answered = KafkaPython.failure(error)
    except Exception as error:  # whatever it is, the test that asked has to see it
        answered = {"error": type(error).__name__, "name": "", "code": -1, "message": str(error)}
    answered["id"] = request["id"]
    with OUT:
        print(json.dumps(answered), flush=True)


def main():
    for line in sys.stdin:
        threading.Thread(target=answer, args=(json.loads(line),), daemon=True).start()


if __name__ == "__main__":
    main()
