// kafkajs as a process.
//
// The protocol is that of the Java driver: one JSON command a line on standard input, one JSON answer a line on
// standard output. Commands: produce, consume, consume_group, and load_start, watch_start, background_status and
// background_stop (background.js). Plain text, TLS with PEM files and SASL PLAIN. The library has no reader without a
// group: consume joins one that nobody else is in.
"use strict";

const fs = require("fs");
const readline = require("readline");
const { Kafka, Partitioners, logLevel } = require("kafkajs");
const background = require("./background.js");

/** Standard output belongs to the answers. */
const logCreator = () => ({ namespace, label, log }) => {
  const { timestamp, logger, message, ...more } = log;
  process.stderr.write(`${timestamp} ${label} [${namespace}] ${message} ${JSON.stringify(more)}\n`);
};

const failure = (error) => ({
  error: error.name || "Error",
  name: error.type || (error.cause && error.cause.type) || "",
  code: typeof error.code === "number" ? error.code : -1,
  message: `${error.message}`,
});

function kafka(properties) {
  const settings = {
    clientId: "kafkajs",
    brokers: properties["bootstrap.servers"].split(","),
    logLevel: logLevel.WARN,
    logCreator,
  };
  if ((properties["security.protocol"] || "").endsWith("SSL")) {
    settings.ssl = { ca: [fs.readFileSync(properties["ssl.truststore.location"])] };
    if (properties["ssl.keystore.location"]) {
      settings.ssl.key = settings.ssl.cert = fs.readFileSync(properties["ssl.keystore.location"]);
    }
  }
  if (properties["sasl.mechanism"] === "PLAIN") {
    const word = (name) => properties["sasl.jaas.config"].match(new RegExp(`${name}="([^"]*)"`))[1];
    settings.sasl = { mechanism: "plain", username: word("username"), password: word("password") };
  }
  return new Kafka(settings);
}

const bytes = (text) => (text === null || text === undefined ? null : Buffer.from(text, "base64"));
const text = (value) => (value === null || value === undefined ? null : value.toString("base64"));

function producer(request, idempotent) {
  return kafka(request.properties).producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    idempotent,
    maxInFlightRequests: 1,
  });
}

/** How many acknowledgements a producer wants, and whether it is idempotent. */
function wanted(config = {}) {
  const acks = { 0: 0, 1: 1 }[config.acks] ?? -1;
  return { acks, idempotent: acks === -1 && config["enable.idempotence"] === "true" };
}

/** Values of one name as a list: the library has an object for headers. */
function headers(given = []) {
  const made = {};
  for (const [name, value] of given) {
    made[name] = [...(made[name] || []), bytes(value)];
  }
  return made;
}

async function produce(request) {
  const { acks, idempotent } = wanted(request.config);
  const writer = producer(request, idempotent);
  await writer.connect();
  try {
    const results = new Array(request.records.length);
    const send = async (from, until) => {
      const messages = request.records.slice(from, until).map((record) => ({
        key: bytes(record.key),
        value: bytes(record.value),
        headers: headers(record.headers),
        partition: record.partition ?? 0,
        timestamp: record.timestamp === null || record.timestamp === undefined ? undefined : `${record.timestamp}`,
      }));
      try {
        const stored = await writer.send({ topic: request.topic, acks, messages });
        const next = new Map(stored.map((each) => [each.partition, each]));
        for (let index = from; index < until; index++) {
          const { partition, timestamp } = messages[index - from];
          const place = next.get(partition);
          const offset = place ? Number(place.baseOffset) : -1;
          results[index] = { partition, offset, timestamp: Number(timestamp ?? -1) };
          if (place) next.set(partition, { ...place, baseOffset: offset + 1 });
        }
      } catch (error) {
        results.fill(failure(error), from, until);
      }
    };
    let from = 0;
    for (let index = 1; index <= request.records.length; index++) {
      if (index === request.records.length || request.records[index - 1].flush) {
        await send(from, index);
        from = index;
      }
    }
    return results;
  } finally {
    await writer.disconnect();
  }
}

/** The library does not tell which kind of timestamp a record has. */
const seen = (topic, partition, message) => ({
  topic,
  partition,
  offset: Number(message.offset),
  timestamp: Number(message.timestamp),
  timestamp_type: "CreateTime",
  leader_epoch: -1,
  key: text(message.key),
  value: text(message.value),
  headers: Object.entries(message.headers || {}).flatMap(([name, values]) =>
    (Array.isArray(values) ? values : [values]).map((value) => [name, text(value)]),
  ),
});

function consumer(request, group) {
  return kafka(request.properties).consumer({
    groupId: group,
    maxWaitTimeInMs: 100,
    readUncommitted: request.isolation !== "read_committed",
  });
}

/**
 * Gives `each` every message until it says true, and answers with whether it did in time. What is left of a batch then
 * stays unread. A consumer that crashed and does not start again by itself ends the wait with its error.
 */
async function reading(request, member, topics, each, before = async () => {}) {
  await member.connect();
  try {
    await member.subscribe({ topics, fromBeginning: true });
    return await new Promise((resolve, reject) => {
      const limit = setTimeout(() => resolve(false), request.timeout_ms ?? 90_000);
      const over = (end) => (value) => {
        clearTimeout(limit);
        end(value);
      };
      member.on(member.events.CRASH, ({ payload }) => payload.restart || over(reject)(payload.error));
      const eachBatch = async ({ batch }) => {
        for (const message of batch.messages) {
          if (each(batch.topic, batch.partition, message)) {
            over(resolve)(true);
            return;
          }
        }
      };
      member.run({ autoCommit: false, eachBatch }).then(before).catch(over(reject));
    });
  } catch (error) {
    await member.disconnect();
    throw error;
  }
}

let groups = 0;

async function consume(request) {
  const { topic } = request;
  const admin = kafka(request.properties).admin();
  await admin.connect();
  const ends = new Map();
  const begins = new Map();
  try {
    for (const place of await admin.fetchTopicOffsets(topic)) {
      const asked = !request.partitions || request.partitions.includes(place.partition);
      const begin = request.from?.[place.partition] ?? Number(place.low);
      const end = request.until?.[place.partition] ?? Number(place.high);
      if (asked && begin < end) {
        begins.set(place.partition, begin);
        ends.set(place.partition, end);
      }
    }
  } finally {
    await admin.disconnect();
  }
  const records = [];
  const max = request.max ?? Infinity;
  if (ends.size === 0) return { timed_out: false, records };
  const member = consumer(request, `kagami-alone-${process.pid}-${Date.now()}-${groups++}`);
  const each = (_, partition, message) => {
    const offset = Number(message.offset);
    const open = ends.has(partition) && offset >= begins.get(partition);
    if (open && offset < ends.get(partition) && records.length < max) records.push(seen(topic, partition, message));
    if (open && offset + 1 >= ends.get(partition)) ends.delete(partition);
    return ends.size === 0 || records.length >= max;
  };
  const before = async () => {
    for (const [partition, begin] of begins) member.seek({ topic, partition, offset: `${begin}` });
  };
  const done = await reading(request, member, [topic], each, before);
  await member.disconnect();
  return { timed_out: !done, records };
}

async function consumeGroup(request) {
  const records = [];
  const next = new Map();
  const max = request.max ?? Infinity;
  const member = consumer(request, request.group);
  const each = (topic, partition, message) => {
    if (records.length < max) {
      records.push(seen(topic, partition, message));
      const offset = `${BigInt(message.offset) + 1n}`;
      next.set(`${topic} ${partition}`, { topic, partition, offset });
    }
    return records.length >= max;
  };
  const done = await reading(request, member, request.topics, each);
  try {
    if ((request.commit ?? true) && next.size > 0) await member.commitOffsets([...next.values()]);
  } finally {
    await member.disconnect();
  }
  return { timed_out: !done, records };
}

const commands = {
  produce,
  consume,
  consume_group: consumeGroup,
  ...background.commands({ producer, consumer, failure }),
};

async function answer(request) {
  const out = { id: request.id };
  try {
    const command = commands[request.command];
    if (!command) throw new Error(`unknown command ${request.command}; known are ${Object.keys(commands)}`);
    out.ok = await command(request);
  } catch (error) {
    Object.assign(out, failure(error));
  }
  process.stdout.write(`${JSON.stringify(out)}\n`);
}

readline
  .createInterface({ input: process.stdin })
  .on("line", (line) => answer(JSON.parse(line)))
  .on("close", () => process.exit(0));
