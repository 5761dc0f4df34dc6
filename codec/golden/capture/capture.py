"""Captures golden frames from a real cluster: a controller, two brokers, and clients, all talking through a
recording proxy. See README.md beside the golden files.

usage: python3 capture.py KAFKA_LIBS OUT_JSONL [CLIENT_LIBS ...]

KAFKA_LIBS is the `libs` directory of the Kafka version that runs the cluster; every CLIENT_LIBS is one whose
clients are run against it as well. Needs java on the path. Everything listens on loopback.
"""
import base64
import glob
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BASE = int(os.environ.get("CAPTURE_PORT", "42100"))
CONTROLLER, BROKERS = 1, (2, 3)
HEAP = ["-Xms64m", "-Xmx320m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]


class Recorder:
    """Keeps every frame that passes: key, version, kind, bytes without the length."""

    def __init__(self, path):
        self.out = open(path, "a")
        self.lock = threading.Lock()

    def keep(self, key, version, kind, frame):
        with self.lock:
            self.out.write(json.dumps({"key": key, "version": version, "kind": kind, "frame": frame.hex()}) + "\n")
            self.out.flush()


def exactly(sock, count):
    data = b""
    while len(data) < count:
        more = sock.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def pump(source, target, seen):
    try:
        while True:
            head = exactly(source, 4)
            frame = exactly(source, struct.unpack(">i", head)[0])
            seen(frame)
            target.sendall(head + frame)
    except (EOFError, OSError):
        pass
    for sock in (source, target):
        try:
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(port, target, recorder):
    listener = socket.create_server(("127.0.0.1", port))

    def accept():
        while True:
            client, _ = listener.accept()
            try:
                broker = socket.create_connection(("127.0.0.1", target))
            except OSError:
                client.close()
                continue
            waiting = {}

            def request(frame, waiting=waiting):
                key, version, number = struct.unpack_from(">hhi", frame)
                waiting[number] = (key, version)
                recorder.keep(key, version, "request", frame)

            def response(frame, waiting=waiting):
                key, version = waiting.pop(struct.unpack_from(">i", frame)[0])
                recorder.keep(key, version, "response", frame)

            threading.Thread(target=pump, args=(client, broker, request), daemon=True).start()
            threading.Thread(target=pump, args=(broker, client, response), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()


def ports(node):
    """Real and proxied ports: the controller's or the broker's, then the broker's SASL listener."""
    return BASE + node * 10, BASE + node * 10 + 1, BASE + node * 10 + 2, BASE + node * 10 + 3


def properties(node, directory):
    real, proxied, sasl, sasl_proxied = ports(node)
    lines = {
        "node.id": node,
        "controller.quorum.voters": f"{CONTROLLER}@127.0.0.1:{ports(CONTROLLER)[1]}",
        "controller.listener.names": "CONTROLLER",
        "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL:SASL_PLAINTEXT",
        "log.dirs": ",".join(f"{directory}/{name}" for name in ("a", "b")),
        "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users": "User:ANONYMOUS;User:admin",
        "offsets.topic.num.partitions": 2,
        "offsets.topic.replication.factor": 2,
        "transaction.state.log.num.partitions": 2,
        "transaction.state.log.replication.factor": 2,
        "transaction.state.log.min.isr": 1,
        "share.coordinator.state.topic.num.partitions": 2,
        "share.coordinator.state.topic.replication.factor": 2,
        "share.coordinator.state.topic.min.isr": 1,
        "group.initial.rebalance.delay.ms": 0,
        "log.cleaner.dedupe.buffer.size": 4194304,
        "background.threads": 2,
        "broker.session.timeout.ms": 4000,
        "broker.heartbeat.interval.ms": 1000,
        "replica.lag.time.max.ms": 5000,
        "metadata.log.segment.ms": 5000,
        "metadata.max.retention.ms": 2000,
        "metadata.log.max.snapshot.interval.ms": 5000,
        "metadata.max.idle.interval.ms": 500,
    }
    if node == CONTROLLER:
        lines |= {"process.roles": "controller", "listeners": f"CONTROLLER://127.0.0.1:{real}"}
        lines["log.dirs"] = f"{directory}/a"
    else:
        lines |= {
            "process.roles": "broker",
            "listeners": f"PLAINTEXT://127.0.0.1:{real},SASL://127.0.0.1:{sasl}",
            "advertised.listeners": f"PLAINTEXT://127.0.0.1:{proxied},SASL://127.0.0.1:{sasl_proxied}",
            "inter.broker.listener.name": "PLAINTEXT",
            "sasl.enabled.mechanisms": "PLAIN",
            "listener.name.sasl.plain.sasl.jaas.config":
                "org.apache.kafka.common.security.plain.PlainLoginModule required "
                'username="admin" password="secret" user_admin="secret";',
        }
    path = f"{directory}/server.properties"
    with open(path, "w") as out:
        out.writelines(f"{key}={value}\n" for key, value in lines.items())
    return path


class Cluster:
    def __init__(self, libs, root):
        self.libs, self.root, self.running = libs, root, {}
        self.id = base64.urlsafe_b64encode(b"k" + os.urandom(15)).decode().rstrip("=")

    def start(self, node):
        directory = f"{self.root}/{node}"
        first = not os.path.exists(directory)
        os.makedirs(directory, exist_ok=True)
        path = properties(node, directory)
        java = ["java", *HEAP, "-cp", f"{self.libs}/*"]
        if first:
            subprocess.run([*java, "kafka.tools.StorageTool", "format", "-t", self.id, "-c", path, "--ignore-formatted"],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        log = open(f"{directory}/server.log", "a")
        self.running[node] = subprocess.Popen([*java, "kafka.Kafka", path], stdout=log, stderr=log)
        # A broker opens its port before it is unfenced; the clients retry until it is.
        port = ports(node)[0]
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except OSError:
                time.sleep(0.2)
        raise SystemExit(f"node {node} did not start, see {directory}/server.log")

    def stop(self, node):
        self.running.pop(node).kill()

    def close(self):
        for process in self.running.values():
            process.kill()


def client(libs, *arguments, source="Clients.java"):
    command = ["java", *HEAP, "-cp", f"{libs}/*", os.path.join(HERE, source), *arguments]
    subprocess.run(command, check=True, timeout=300)


def version(libs):
    """Of the jars in a directory, as numbers."""
    name, = glob.glob(libs + "/kafka-clients-*.jar")
    return tuple(int(number) for number in re.findall(r"\d+", os.path.basename(name)))


def main():
    libs, out, *others = sys.argv[1:]
    recorder = Recorder(out)
    root = tempfile.mkdtemp(prefix="golden-")
    cluster = Cluster(libs, root)
    try:
        for node in (CONTROLLER, *BROKERS):
            real, proxied, sasl, sasl_proxied = ports(node)
            serve(proxied, real, recorder)
            if node != CONTROLLER:
                serve(sasl_proxied, sasl, recorder)
        started = time.monotonic()
        cluster.start(CONTROLLER)
        cluster.start(2)
        # The second broker comes after the controller has trimmed its log, which it looks at once a minute,
        # so that it must fetch a snapshot.
        time.sleep(max(0.0, started + 80 - time.monotonic()))
        cluster.start(3)
        plain, sasl = f"127.0.0.1:{ports(2)[1]}", f"127.0.0.1:{ports(2)[3]}"
        for number, kafka in enumerate((libs, *others)):
            client(kafka, "all", plain, sasl, f"run{number}")
            # Share groups are there since 4.2, at brokers and clients.
            if min(version(libs), version(kafka)) >= (4, 2):
                client(kafka, plain, f"run{number}", source="Shares.java")
        # The survivor shrinks the ISR, and grows it when the other is back.
        cluster.stop(3)
        time.sleep(12)
        client(libs, "unregister", plain, sasl, "3")
        cluster.start(3)
        time.sleep(12)
        metadata = f"{root}/{CONTROLLER}/a/__cluster_metadata-0"
        shutil.copytree(metadata, out + ".metadata", dirs_exist_ok=True)
    finally:
        cluster.close()
        if "CAPTURE_KEEP" not in os.environ:
            shutil.rmtree(root, ignore_errors=True)


main()
