"""Writers and readers that go on in the background while a test breaks things, for each library of the driver."""

import itertools
import threading
import time
import zlib

# How often a group's reader commits what it read, in seconds.
COMMIT_EVERY = 0.5
# How long a stopped task may take for what is under way, in seconds.
END_MAX = 60

RUNNING = {}
HANDLES = itertools.count(1)


class Runner(threading.Thread):
    """Remembers partition, offset and content of every record. For a writer the content is the record's number, for a
    reader a checksum of key and value."""

    name_of_places = ""

    def __init__(self, library, request):
        super().__init__(daemon=True)
        self.library, self.request = library, request
        self.stopping = False
        self.lock = threading.Lock()
        self.places, self.commits, self.failures, self.sent = [], [], [], 0

    def run(self):
        try:
            self.go()
        except Exception as error:  # whatever it is, the test that asked has to see it
            self.failed(self.library.failure(error))

    def place(self, partition, offset, content):
        with self.lock:
            self.places.append([partition, offset, content])

    def committed(self, partition, offset):
        """The coordinator has this offset of the group, and had it after so many records."""
        with self.lock:
            self.commits.append([partition, offset, len(self.places)])

    def failed(self, failure):
        with self.lock:
            if len(self.failures) < 100:
                self.failures.append(failure)

    def briefly(self):
        with self.lock:
            return {
                "count": len(self.places),
                "last": {str(place[0]): place[1] for place in self.places},
                "failures": self.failures,
                "sent": self.sent,
                "committed": len(self.commits),
            }

    def end(self):
        self.stopping = True
        self.join(END_MAX)
        if self.is_alive():
            self.failed({"error": "Hung", "name": "", "code": -1, "message": "it did not end"})
        answer = self.briefly()
        with self.lock:
            answer[self.name_of_places], answer["commits"] = list(self.places), self.commits
        return answer


class Writer(Runner):
    """topic, partitions (round robin), rate (records a second), size (bytes), keys (how many). Values start with their
    number; where partitions divide keys, a key stays in one partition."""

    name_of_places = "acknowledged"

    def go(self):
        request = self.request
        begun, keys = time.monotonic(), request.get("keys", 0)
        writer = self.library.writer(request)
        try:
            for number in itertools.count():
                due = begun + number / request.get("rate", 200)
                while not self.stopping and time.monotonic() < due:
                    time.sleep(min(0.05, max(0, due - time.monotonic())))
                if self.stopping:
                    break
                self.sent = number + 1
                key = f"key-{number % keys}".encode() if keys else None
                value = f"{number};".encode().ljust(request.get("size", 100), b".")
                partition = number % request.get("partitions", 1)
                writer.send(partition, key, value, self.done(partition, number))
        finally:
            writer.close(END_MAX)

    def done(self, partition, number):
        def callback(offset, failure):
            if failure is not None:
                self.failed(failure)
            else:
                self.place(partition, offset, number)

        return callback


class Reader(Runner):
    """topic, group: reads as a member of the group and commits by time."""

    name_of_places = "seen"

    def go(self):
        ends = {}
        # What was read before the partitions were given anew may be behind what another member committed.
        reader = self.library.reader(self.request, ends.clear, self.failed)
        last = time.monotonic()
        try:
            while not self.stopping:
                for partition, offset, key, value in reader.poll():
                    self.place(partition, offset, zlib.crc32((key or b"") + b"\0" + (value or b"")))
                    ends[partition] = offset + 1
                if time.monotonic() - last >= COMMIT_EVERY:
                    self.commit(reader, ends)
                    last = time.monotonic()
            self.commit(reader, ends)
        finally:
            reader.close()

    def commit(self, reader, ends):
        taken = dict(ends)
        ends.clear()
        if taken and reader.commit(taken):
            for partition, offset in taken.items():
                self.committed(partition, offset)


def begin(runner):
    handle = next(HANDLES)
    RUNNING[handle] = runner
    runner.start()
    return {"handle": handle}


COMMANDS = {
    "load_start": lambda library, request: begin(Writer(library, request)),
    "watch_start": lambda library, request: begin(Reader(library, request)),
    "background_status": lambda library, request: RUNNING[request["handle"]].briefly(),
    "background_stop": lambda library, request: RUNNING.pop(request["handle"]).end(),
}
