// Feeds the page's decoders and its stage with frames as they may arrive. Sound frames must give the
// same picture in both forms. The page must take a damaged frame or throw `Malformed`, and soon.
//
//   node Tests/Fuzz/page.mjs [--seconds S | --rounds N | --kept] [--seed N]
//
// A failing sequence of messages is written to Tests/Fuzz/Regressions/page; --kept replays those.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Decoder } from "../../web/shared/decode.js";
import { LAYOUTS } from "../../web/overlay/widgets/widgets.js";
import { Malformed } from "../../web/shared/malformed.js";
import { Stage } from "../../web/overlay/stage/stage.js";
import { limitTexts } from "../../web/overlay/stage/texts.js";
import { Encoder } from "./encoder.mjs";
import { Chance } from "./chance.mjs";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    rounds: { type: "string", default: "Infinity" },
    kept: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const KEPT = new URL("Regressions/page/", import.meta.url);
// Of the processor's time, which other processes do not use up.
const SLOW_MILLISECONDS = 250;
const NAMES = ["", "Ann", "Ann", "Bo", "\u{1F469}\u200D\u{1F680}", "é".repeat(200)];
const chance = new Chance(Number(options.seed));

/** A value of a field, null: the key is gone. */
function valueOf(form) {
  const number = () => chance.pick([0, 1, -1, 63, 64, -64, 12345, -99999, 2 ** 40]);
  switch (form) {
    case "hundredths": return number() / 100;
    case "thousandths": return number() / 1000;
    case "thousandths?": return chance.below(3) === 0 ? null : number() / 1000;
    case "hundredths?": return chance.below(3) === 0 ? null : number() / 100;
    case "integer": return number();
    case "text": return chance.pick(NAMES);
    case "name": return chance.below(4) === 0 ? null : chance.pick(NAMES);
    case "flag": return chance.below(2) === 0 ? null : true;
    case "texts": return Array.from({ length: chance.below(5) }, () => chance.pick(NAMES));
    case "seconds": return chance.pick([0, 0.000001, 0.127, 0.128, 9, 3600]);
    case "seconds?": return chance.pick([null, 0, 0.000001, 0.127, 0.128, 9, 3600]);
    case "integer?": return chance.below(3) === 0 ? null : chance.pick([0, -1, 63, 64, 2 ** 40]);
    case "flourish?": return chance.below(3) === 0 ? null : flourish();
    case "numbers?": return chance.below(3) === 0 ? null : Array.from({ length: chance.below(5) }, number);
    default: throw new Error(`no form ${form}`);
  }
}

function flourish() {
  const born = chance.pick([0, 128, 2 ** 40]);
  const value = { tier: 1 + chance.below(4), seed: chance.below(65536), born };
  for (const key of ["popped", "rose", "left"]) {
    if (chance.below(2) === 0) value[key] = born + chance.pick([0, 1, 250_000, 2 ** 33]);
  }
  if (chance.below(2) === 0) value.roll = 1 + chance.below(1_000_000);
  return value;
}

function newNode(id) {
  const kind = chance.below(LAYOUTS.length);
  const node = { id, kind: LAYOUTS[kind].kind };
  for (const [key, form] of LAYOUTS[kind].fields) {
    const value = valueOf(form);
    if (value !== null) node[key] = value;
  }
  return node;
}

function changed(node) {
  const layout = LAYOUTS.find(({ kind }) => kind === node.kind);
  const change = { id: node.id };
  for (const [key, form] of layout.fields) {
    if (chance.below(3) > 0) continue;
    const value = valueOf(form);
    if ((value ?? null) !== (node[key] ?? null)) change[key] = value;
  }
  return change;
}

function merged(node, change) {
  const all = { ...node, ...change };
  for (const key in all) if (all[key] === null) delete all[key];
  return all;
}

/** Messages of one connection, each with the nodes it leads to. */
function* messages() {
  let nodes = Array.from({ length: chance.below(6) }, (_, index) => newNode(`n/${index}`));
  const encoder = new Encoder();
  yield { bytes: encoder.full(7, 1000, nodes), json: { time: 1000, full: true, nodes }, nodes };
  for (let step = 1; step < 6; step++) {
    const removed = nodes.filter(() => chance.below(5) === 0);
    const kept = nodes.filter((node) => !removed.includes(node));
    const changes = kept.filter(() => chance.below(2) === 0).map(changed);
    const added = Array.from({ length: chance.below(3) }, (_, i) => newNode(`n${step}/${i}`));
    const bytes = encoder.delta(1, 16_667, removed, changes, added);
    const ids = removed.map(({ id }) => id);
    const json = { time: 1000 + step * 16_667, nodes: [...changes, ...added], removed: ids };
    nodes = kept.map((node) => merged(node, changes.find(({ id }) => id === node.id) ?? {}));
    nodes.push(...added);
    yield { bytes, json, nodes };
  }
}

/** Damages bytes in one of the ways in which they get damaged, or are meant to harm. */
function damaged(bytes) {
  let list = [...bytes];
  for (let count = 1 + chance.below(4); count > 0; count--) {
    const at = chance.below(list.length + 1);
    switch (chance.below(8)) {
      case 0: list[at] = chance.below(256); break;
      case 1: list[at] ^= 1 << chance.below(8); break;
      case 2: list.splice(at, 1 + chance.below(4)); break;
      case 3: list.splice(at, 0, ...list.slice(at, at + chance.below(20))); break;
      case 4: list.length = Math.min(at, list.length); break;
      case 5: list.splice(at, 1, 0xff, 0xff, 0xff, ...chance.pick([[0x0f], [0xff, 0x0f]])); break;
      case 6: list.splice(at, 0, ...Array(chance.pick([9, 10, 11, 60_000])).fill(0x80)); break;
      default: list.splice(at, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f);
    }
  }
  return Uint8Array.from(list);
}

const WORDS = ["null", "0", "-1e999", "{}", "[]", "\"__proto__\"", "\"constructor\"", "true", "\"id\"",
  "\"type\"", "\"hello\"", "\"frame\"", "\"toString\"", "[null]", "{\"id\":1}", "1e400"];

function damagedText(text) {
  let result = text;
  for (let count = 1 + chance.below(4); count > 0; count--) {
    const parts = result.split(/(?<=[[\]{},:])/);
    const at = chance.below(parts.length);
    if (chance.below(2) === 0) parts[at] = chance.pick(WORDS) + chance.pick(["", ",", ":", "}", "]"]);
    else if (chance.below(2) === 0) parts.splice(at, 1 + chance.below(2));
    else parts[at] = parts[chance.below(parts.length)];
    result = parts.join("");
  }
  return result;
}

/** The first message of a connection: it describes the fields of binary frames. */
const HELLO = JSON.stringify({
  type: "hello", stage: { width: 960, height: 540 }, fps: 60, fields: LAYOUTS,
});

/** One connection's decoder and stage, and the messages that they were given. */
class Page {
  decoder = new Decoder(LAYOUTS);
  stage = new Stage();
  messages = [];

  /** Gives the page a message, a text or bytes; returns whether it made sense. */
  take(data) {
    this.messages.push(data);
    const started = process.cpuUsage();
    try {
      const message = this.decoder.decode(typeof data === "string" ? data : data.slice().buffer);
      if (message.type === "frame") this.stage.apply(message);
      return true;
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return false;
    } finally {
      const { user, system } = process.cpuUsage(started);
      const took = (user + system) / 1000;
      assert.ok(took < SLOW_MILLISECONDS, `a message that takes ${took} ms`);
    }
  }

  /** Gives the page a sound message, after which it must show these nodes, with their texts within the limits. */
  show(data, nodes) {
    assert.ok(this.take(data), "a sound message was refused");
    const drawn = Object.values(nodes).map((node) => [node.id, limited(node)]);
    assert.deepEqual(Object.fromEntries(this.stage.order.map((node) => [node.id, node])), Object.fromEntries(drawn));
  }
}

function limited(node) {
  const copy = { ...node };
  limitTexts(copy, node);
  return copy;
}

/** Runs a check of a page; if it fails, writes the page's messages to a file, for --kept. */
function checked(page, nodes, check) {
  try {
    check();
  } catch (error) {
    const messages = page.messages.map((data) =>
      typeof data === "string" ? { text: data } : { bytes: Buffer.from(data).toString("base64") });
    const text = `${JSON.stringify({ messages, nodes })}\n`;
    const name = `${createHash("sha256").update(text).digest("hex").slice(0, 16)}.json`;
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(new URL(name, KEPT), text);
    console.error(`kept in Tests/Fuzz/Regressions/page/${name}`);
    throw error;
  }
}

/** Plays a connection: sound messages in both forms, and beside each a page that gets damaged ones. */
function round(counts) {
  const [binary, text] = [new Page(), new Page()];
  for (const { bytes, json, nodes } of messages()) {
    const document = JSON.stringify({ type: "frame", ...json });
    const expected = Object.fromEntries(nodes.map((node) => [node.id, node]));
    const [harm, harmedText] = [damaged(bytes), damagedText(document)];
    checked(binary, expected, () => binary.show(bytes, expected));
    checked(text, expected, () => text.show(document, expected));
    const other = new Page();
    const hello = chance.below(4) === 0 ? damagedText(HELLO) : HELLO;
    for (const data of [hello, bytes, harm, harmedText]) {
      checked(other, undefined, () => counts[other.take(data) ? "taken" : "refused"]++);
    }
  }
  assert.equal({}.polluted, undefined);
}

/** Replays every sequence of messages that once failed; returns how many there are. */
function replayKept() {
  const names = existsSync(KEPT) ? readdirSync(KEPT).filter((name) => name.endsWith(".json")) : [];
  for (const name of names) {
    console.log(name);
    const { messages, nodes } = JSON.parse(readFileSync(new URL(name, KEPT)));
    const page = new Page();
    const inputs = messages.map(({ text, bytes }) => text ?? Uint8Array.from(Buffer.from(bytes, "base64")));
    const last = inputs.pop();
    for (const data of inputs) assert.ok(page.take(data) || !nodes, "a sound message was refused");
    if (nodes) page.show(last, nodes);
    else page.take(last);
  }
  return names.length;
}

if (options.kept) {
  console.log(`${replayKept()} kept sequences`);
} else {
  console.log(`seed ${options.seed}`);
  const end = performance.now() + Number(options.seconds) * 1000;
  const counts = { taken: 0, refused: 0 };
  for (let left = Number(options.rounds); left > 0 && performance.now() < end; left--) round(counts);
  console.log(`${counts.taken} taken, ${counts.refused} refused`);
}
