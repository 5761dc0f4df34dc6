"""Chooses from captured frames what becomes golden, and writes the files. See README.md beside them.

usage: choose.py CLIENT_LIBS GOLDEN NAME=CAPTURE.jsonl ...

NAME is what stands in the second column: the Kafka version of the cluster. CLIENT_LIBS holds the newest
kafka-clients jar, whose own classes say the frames in the versions that nobody spoke.
"""
import collections
import glob
import json
import os
import re
import struct
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Enough for every kind of field; golden files are read by people too.
LONGEST = 1500


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def wanted(libs):
    """(key, kind) -> file name, of the messages that the codec has."""
    listed = open(os.path.join(HERE, "../../definitions/messages.txt")).read().split()
    jar = zipfile.ZipFile(glob.glob(libs + "/kafka-clients-*.jar")[0])
    names = {}
    for name in listed:
        # What travels inside other messages has no request of its own; Kafka's classes say it.
        if f"common/message/{name}.json" in jar.namelist():
            names[-1, name] = snake(name)
            continue
        text = jar.read(f"common/message/{name}Request.json").decode()
        key = int(re.search(r'"apiKey":\s*(\d+)', text).group(1))
        for kind in ("request", "response"):
            names[key, kind] = f"{snake(name)}_{kind}"
    return names


def record_names():
    """Record type -> file name, of the metadata records that the codec has."""
    names = {}
    for path in glob.glob(os.path.join(HERE, "../../definitions/record/*.json")):
        definition = json.load(open(path))
        names[definition["apiKey"]] = snake(definition["name"])
    return names


def representative(frames):
    """The richest frame that is not too long, and a plain one."""
    frames = sorted(set(frames), key=lambda frame: (len(frame), frame))
    short = [frame for frame in frames if len(frame) <= LONGEST * 2]
    return {short[-1], short[len(short) // 2]} if short else {frames[0]}


def rewritten(libs, lines):
    source = os.path.join(HERE, "Rewrite.java")
    ran = subprocess.run(["java", "-cp", f"{libs}/*", source], input="\n".join(lines), text=True,
                         stdout=subprocess.PIPE, check=True)
    for line in ran.stdout.splitlines():
        key, kind, version, frame = line.split(" ")
        yield (int(key), kind), int(version), frame


def varint(data, at, signed=False):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return ((value >> 1) ^ -(value & 1) if signed else value), at


def metadata_records(log):
    """The values of the records in a metadata log or snapshot, control batches left out."""
    data, at = open(log, "rb").read(), 0
    while at + 61 <= len(data):
        length, = struct.unpack_from(">i", data, at + 8)
        if length <= 0:
            return
        attributes, = struct.unpack_from(">h", data, at + 21)
        count, = struct.unpack_from(">i", data, at + 57)
        place, at = at + 61, at + 12 + length
        for _ in range(0 if attributes & 0x27 else count):
            size, place = varint(data, place, True)
            end = place + size
            place += 1
            for _ in range(2):
                _, place = varint(data, place, True)
            for field in ("key", "value"):
                size, place = varint(data, place, True)
                if field == "value" and size >= 0:
                    yield data[place:place + size]
                place += max(size, 0)
            place = end


def main():
    libs, golden, *captures = sys.argv[1:]
    names = wanted(libs)
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    records = collections.defaultdict(lambda: collections.defaultdict(dict))
    for capture in captures:
        origin, path = capture.split("=")
        frames = collections.defaultdict(list)
        for line in open(path):
            one = json.loads(line)
            # A broker answers a version of ApiVersions that it does not know (error 35) in version 0 (KIP-511).
            unknown = one["key"] == 18 and one["kind"] == "response" and one["frame"][8:12] == "0023"
            version = 0 if unknown else one["version"]
            frames[one["key"], one["kind"], version].append(one["frame"])
        for (key, kind, version), several in frames.items():
            if (key, kind) in names:
                for frame in representative(several):
                    found[names[key, kind]][version].setdefault(frame, origin)
        values = collections.defaultdict(list)
        for log in glob.glob(path + ".metadata/*.log") + glob.glob(path + ".metadata/*.checkpoint"):
            for value in metadata_records(log):
                key, at = varint(value, 1)
                version, _ = varint(value, at)
                values[key, version].append(value.hex())
        for (key, version), several in values.items():
            for value in representative(several):
                records[key][version].setdefault(value, origin)

    by_name = {name: key for key, name in names.items()}
    lines = [f"{key} {kind}" for key, kind in names]
    for name, versions in found.items():
        key, kind = by_name[name]
        for version, frames in versions.items():
            lines += [f"{key} {kind} {version} {frame}" for frame in frames]
    said = collections.defaultdict(list)
    for key, version, frame in rewritten(libs, lines):
        said[names[key], version].append(frame)
    for (name, version), frames in said.items():
        if not found[name][version]:
            for frame in representative(frames):
                found[name][version][frame] = "rewritten"

    values = {f"record/{name}": records[key] for key, name in record_names().items() if key in records}
    os.makedirs(golden + "/record", exist_ok=True)
    for name, versions in (found | values).items():
        path = f"{golden}/{name}.txt"
        for version, origin, frame in map(str.split, open(path) if os.path.exists(path) else ()):
            if origin == "rewritten" and not versions[int(version)]:
                versions[int(version)][frame] = origin
        with open(path, "w") as out:
            for version in sorted(versions):
                for frame, origin in sorted(versions[version].items()):
                    out.write(f"{version} {origin} {frame}\n")



main()
