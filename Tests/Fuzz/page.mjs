// Feeds the page's decoders and its stage with frames that were damaged on the way: whatever comes,
// they take it or throw `Malformed`, and soon.
//
//   node Tests/Fuzz/page.mjs [SECONDS] [SEED]
import assert from "node:assert/strict";
import { Decoder } from "../../web/shared/decode.js";
import { LAYOUTS } from "../../web/overlay/widgets/widgets.js";
import { Malformed } from "../../web/shared/malformed.js";
import { Stage } from "../../web/overlay/stage/stage.js";
import { Encoder } from "./encoder.mjs";
import { Chance } from "./chance.mjs";

const seconds = Number(process.argv[2] ?? 600);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const SLOW_MILLISECONDS = 250;
const NAMES = ["", "Ann", "Ann", "Bo", "\u{1F469}\u200D\u{1F680}", "é".repeat(200)];
const chance = new Chance(seed);
console.log(`seed ${seed}`);

/** A value of a field, null: the key is gone. */
function valueOf(form) {
  const number = () => chance.pick([0, 1, -1, 63, 64, -64, 12345, -99999, 2 ** 40]);
  switch (form) {
    case "hundredths": return number() / 100;
    case "thousandths": return number() / 1000;
    case "thousandths?": return chance.below(3) === 0 ? null : number() / 1000;
    case "integer": return number();
    case "text": return chance.pick(NAMES);
    case "name": return chance.below(4) === 0 ? null : chance.pick(NAMES);
    case "flag": return chance.below(2) === 0 ? null : true;
    case "texts": return Array.from({ length: chance.below(5) }, () => chance.pick(NAMES));
    case "seconds": return chance.pick([0, 0.000001, 0.127, 0.128, 9, 3600]);
    case "numbers?": return chance.below(3) === 0 ? null : Array.from({ length: chance.below(5) }, number);
    default: throw new Error(`no form ${form}`);
  }
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

/** What begins a connection: it says how binary frames are to be read. */
const HELLO = JSON.stringify({
  type: "hello", stage: { width: 960, height: 540 }, fps: 60, fields: LAYOUTS,
});

/** Takes a message; returns whether it made sense. */
function take(decoder, stage, data) {
  const started = process.cpuUsage();
  try {
    const message = decoder.decode(data);
    if (message.type === "frame") stage.apply(message);
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

function byID(stage) {
  return Object.fromEntries(stage.order.map((node) => [node.id, node]));
}

const end = performance.now() + seconds * 1000;
let taken = 0;
let refused = 0;
while (performance.now() < end) {
  const [decoder, stage, fromText] = [new Decoder(LAYOUTS), new Stage(), new Stage()];
  for (const { bytes, json, nodes } of messages()) {
    const text = JSON.stringify({ type: "frame", ...json });
    const [harm, harmedText] = [damaged(bytes), damagedText(text)];
    try {
      // What is sound is shown; what follows a damaged one begins afresh.
      assert.ok(take(decoder, stage, bytes.slice().buffer));
      assert.ok(take(decoder, fromText, text));
      const expected = Object.fromEntries(nodes.map((node) => [node.id, node]));
      assert.deepEqual(byID(stage), expected);
      assert.deepEqual(byID(fromText), expected);
      const [other, otherStage] = [new Decoder(LAYOUTS), new Stage()];
      const hello = chance.below(4) === 0 ? damagedText(HELLO) : HELLO;
      for (const data of [hello, bytes.slice().buffer, harm.buffer, harmedText]) {
        if (take(other, otherStage, data)) taken++;
        else refused++;
      }
    } catch (error) {
      const inputs = [Buffer.from(harm).toString("base64"), harmedText];
      console.error(inputs.map((text) => text.slice(0, 2000)).join("\n"));
      throw error;
    }
  }
}
assert.equal({}.polluted, undefined);
console.log(`${taken} taken, ${refused} refused`);
