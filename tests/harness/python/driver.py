"""librdkafka (confluent-kafka) and kafka-python as a process.

The protocol is that of the Java driver: one JSON command a line on standard input, one JSON answer a line on standard
output. Each command names its "library": "librdkafka" or "kafka-python". Its "properties" are Java client properties
(plain text, SSL and SASL PLAIN or SCRAM with PEM files); its "config" is in the library's own words.

Commands: produce, consume, consume_group, metadata, and those of background.py. Shapes of arguments and answers stand
in the Java driver's files.
"""

import json
import sys
import threading

import background
from with_kafka_python import KafkaPython
from with_librdkafka import Librdkafka
from words import Failed

LIBRARIES = {"librdkafka": Librdkafka(), "kafka-python": KafkaPython()}
OUT = threading.Lock()


def answer(request):
    library, command = LIBRARIES[request["library"]], request["command"]
    try:
        if command in background.COMMANDS:
            answered = {"ok": background.COMMANDS[command](library, request)}
        else:
            answered = {"ok": getattr(library, command)(request)}
    except Failed as failed:
        answered = failed.answer
    except Exception as error:  # whatever it is, the test that asked has to see it
        answered = library.failure(error)
    answered["id"] = request["id"]
    with OUT:
        print(json.dumps(answered), flush=True)


def main():
    for line in sys.stdin:
        threading.Thread(target=answer, args=(json.loads(line),), daemon=True).start()


if __name__ == "__main__":
    main()
