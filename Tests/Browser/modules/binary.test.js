// @ts-check
/** The page reads binary frames of a server that is newer than the page. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Decoder } from "../web/shared/decode.js";
import { LAYOUTS } from "../web/overlay/widgets/widgets.js";
import { integer, mask, message, natural, text } from "./bytes.js";

/** @param {any[]} fields of the newer server, as its hello has them */
function decoderOf(fields) {
  const decoder = new Decoder(LAYOUTS);
  decoder.decode(JSON.stringify({
    type: "hello", protocol: 1, room: "main", stage: { width: 960, height: 540 }, fps: 60, time: 0,
    fields,
  }));
  return decoder;
}

// Calls have two more fields, one of a type that the page does not know. There is also an unknown kind.
const NEWER = [
  ...LAYOUTS.slice(0, 4),
  { ...LAYOUTS[4], fields: [...LAYOUTS[4].fields, ["badge", "name"], ["shake", "vector"]] },
  ...LAYOUTS.slice(5),
  { kind: "hologram", fields: [["x", "hundredths"], ["src", "name"], ["start", "integer"],
    ["path", "vector"], ["title", "text"], ["dots", "numbers?"]] },
];

const CALL = [4, text("call/c"), mask(0, 5, 9, 10), integer(39_500), 1, text("Ann"),
  1, text("gold"), natural(3), [1, 2, 3]];
const HOLOGRAM = [LAYOUTS.length, text("hologram/h"), mask(0, 1, 2, 3, 4, 5), integer(0), 1, text("/a.webm"),
  integer(123_456_789), natural(200), new Array(200).fill(0xff), text("big"),
  natural(3), integer(1000), integer(-7)];

test("A page skips kinds, fields and field types that it does not know", () => {
  const decoder = decoderOf(NEWER);
  const frame = decoder.decode(message(
    0x10, natural(7), natural(1_000_000), natural(2), ...HOLOGRAM, ...CALL));
  assert.deepEqual(frame, {
    type: "frame", time: 1_000_000, full: true,
    nodes: [{ id: "hologram/h", kind: "hologram" }, { id: "call/c", kind: "call", x: 395, name: "Ann" }],
  });
});

test("Names inside skipped fields still enter the table of names", () => {
  const decoder = decoderOf(NEWER);
  decoder.decode(message(0x10, natural(7), natural(0), natural(2), ...HOLOGRAM, ...CALL));
  // Known: "/a.webm", "Ann", "gold"; the call's name becomes the third.
  const frame = decoder.decode(message(
    0x11, natural(7), natural(1), natural(16_667), 0,
    natural(1), mask(2), integer(5), natural(1), mask(5, 9), natural(2 + 2), natural(2 + 1), 0, 0));
  assert.deepEqual(frame, {
    type: "frame", time: 16_667, removed: [],
    nodes: [{ id: "hologram/h" }, { id: "call/c", name: "gold" }],
  });
  // Now "/a.webm", "gold", "Ann".
  const next = decoder.decode(message(
    0x11, natural(8), natural(1), natural(16_667), 0, natural(2), mask(5), natural(2 + 2), 0, 0));
  assert.deepEqual(/** @type {any} */ (next).nodes, [{ id: "call/c", name: "Ann" }]);
});

test("A message of an unknown type changes nothing", () => {
  const decoder = decoderOf(NEWER);
  decoder.decode(message(0x10, natural(7), natural(0), natural(1), ...CALL));
  assert.deepEqual(decoder.decode(message(0x12, 1, 2, 3)), { type: "unknown" });
  const frame = decoder.decode(message(
    0x11, natural(7), natural(1), natural(5), 0, natural(1), mask(0), integer(100), 0, 0));
  assert.deepEqual(/** @type {any} */ (frame).nodes, [{ id: "call/c", x: 1 }]);
});

test("A page skips a field whose type differs from the one it knows", () => {
  const decoder = decoderOf([
    ...LAYOUTS.slice(0, 4),
    { kind: "call", fields: [["x", "integer"], ["name", "text"], ["toString", "text"]] },
  ]);
  const frame = decoder.decode(message(
    0x10, natural(1), natural(0), natural(1), 4, text("call/c"), mask(0, 1, 2), integer(7),
    text("Ann"), text("x")));
  assert.deepEqual(/** @type {any} */ (frame).nodes, [{ id: "call/c", kind: "call" }]);
});

test("A page reads version 1 fields if the server does not list its fields in a form the page knows", () => {
  const strange = [undefined, null, 7, {}, { counter: [["x", "hundredths"]] }, [7], [null],
    [{ kind: 1, fields: [] }], [{ kind: "counter" }], [{ kind: "counter", fields: ["x"] }],
    [{ kind: "counter", fields: [[1, "text"]] }]];
  for (const fields of strange) {
    const frame = decoderOf(/** @type {any} */ (fields)).decode(message(
      0x10, natural(1), natural(0), natural(1), 2, text("counter/a"), mask(5, 6), text("7"),
      integer(700)));
    assert.deepEqual(/** @type {any} */ (frame).nodes, [
      { id: "counter/a", kind: "counter", text: "7", value: 7 },
    ], JSON.stringify(fields));
  }
});

test("A node of a kind that the server did not list is an error", () => {
  const decoder = decoderOf(LAYOUTS);
  assert.throws(() => decoder.decode(message(
    0x10, natural(1), natural(0), natural(1), 99, text("a"), mask())), /kind 99/);
});

test("A new connection forgets the fields that the previous server listed", () => {
  const decoder = decoderOf(NEWER);
  decoder.reset();
  assert.throws(() => decoder.decode(message(
    0x10, natural(1), natural(0), natural(1), ...HOLOGRAM)), RegExp(`kind ${LAYOUTS.length}`));
});
