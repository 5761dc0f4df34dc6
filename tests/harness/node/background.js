// Writers and readers that go on in the background while a test breaks things.
"use strict";

const zlib = require("zlib");

/** How often a group's reader commits what it read. */
const COMMIT_EVERY_MS = 500;
/** How long a stopped runner may take for what is under way. */
const END_MAX_MS = 60_000;

const running = new Map();
let handles = 0;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Remembers partition, offset and content of every record. For a writer the content is the record's number, for a
 * reader a checksum of key and value.
 */
class Runner {
  constructor(name) {
    this.name = name;
    this.places = [];
    this.commits = [];
    this.failures = [];
    this.sent = 0;
    this.stopping = false;
    this.ended = Promise.resolve();
  }

  place(partition, offset, content) {
    this.places.push([partition, offset, content]);
  }

  /** The coordinator has this offset of the group, and had it after so many records. */
  committed(partition, offset) {
    this.commits.push([partition, offset, this.places.length]);
  }

  failed(failure) {
    if (this.failures.length < 100) this.failures.push(failure);
  }

  briefly() {
    const last = Object.fromEntries(this.places.map(([partition, offset]) => [partition, offset]));
    const { failures, sent } = this;
    return { count: this.places.length, last, failures, sent, committed: this.commits.length };
  }

  async end() {
    this.stopping = true;
    const hung = sleep(END_MAX_MS).then(() => new Error("it did not end"));
    const error = await Promise.race([this.ended, hung]);
    if (error) this.failed({ error: "Hung", name: "", code: -1, message: error.message });
    return { ...this.briefly(), [this.name]: this.places, commits: this.commits };
  }
}

function start(runner, ended) {
  runner.ended = ended;
  running.set(++handles, runner);
  return { handle: handles };
}

/**
 * topic, partitions (round robin), rate (records a second), size (bytes), keys (how many). Values start with their
 * number; where partitions divide keys, a key stays in one partition. What is due is sent together, one request after
 * the other.
 */
async function write(runner, request, producer, failure) {
  const { topic, partitions = 1, rate = 200, size = 100, keys = 0 } = request;
  const begun = performance.now();
  while (!runner.stopping) {
    const due = Math.floor(((performance.now() - begun) / 1000) * rate) + 1;
    const messages = [];
    for (let number = runner.sent; number < due; number++) {
      const key = keys ? `key-${number % keys}` : null;
      messages.push({ partition: number % partitions, key, value: `${number};`.padEnd(size, "."), number });
    }
    runner.sent = due;
    if (messages.length > 0) {
      try {
        const stored = await producer.send({ topic, acks: -1, messages });
        for (const { partition, baseOffset } of stored) {
          messages
            .filter((message) => message.partition === partition)
            .forEach(({ number }, index) => runner.place(partition, Number(baseOffset) + index, number));
        }
      } catch (error) {
        runner.failed(failure(error));
      }
    }
    await sleep(10);
  }
  await producer.disconnect();
}

function checksum(key, value) {
  return zlib.crc32(Buffer.concat([key ?? Buffer.alloc(0), Buffer.from([0]), value ?? Buffer.alloc(0)]));
}

exports.commands = ({ producer, consumer, failure }) => ({
  load_start: async (request) => {
    const made = producer(request, true);
    await made.connect();
    const runner = new Runner("acknowledged");
    return start(runner, write(runner, request, made, failure));
  },

  /** topic, group: reads as a member of the group; the library commits by time and tells of it. */
  watch_start: async (request) => {
    const { topic } = request;
    const member = consumer(request, request.group);
    const runner = new Runner("seen");
    member.on(member.events.CRASH, ({ payload }) => runner.failed(failure(payload.error)));
    member.on(member.events.COMMIT_OFFSETS, ({ payload }) => {
      for (const { partition, offset } of payload.topics.flatMap(({ partitions }) => partitions)) {
        runner.committed(Number(partition), Number(offset));
      }
    });
    await member.connect();
    await member.subscribe({ topics: [topic], fromBeginning: true });
    const eachMessage = async ({ partition, message }) => {
      runner.place(partition, Number(message.offset), checksum(message.key, message.value));
    };
    await member.run({ autoCommitInterval: COMMIT_EVERY_MS, eachMessage });
    const ended = (async () => {
      while (!runner.stopping) await sleep(50);
      await member.disconnect();
    })();
    return start(runner, ended);
  },

  background_status: async ({ handle }) => running.get(handle).briefly(),

  background_stop: async ({ handle }) => {
    const runner = running.get(handle);
    running.delete(handle);
    return runner.end();
  },
});
