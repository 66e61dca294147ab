// @ts-check
/** The reel interpolates nodes between two frames. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Reel } from "../web/overlay/stage/reel.js";
import { Stage } from "../web/overlay/stage/stage.js";
import { chance } from "./random.js";

const FRAME = 1_000_000 / 60;
const GIFT = {
  id: "gifts/0", kind: "gift", x: 0, y: 320, width: 200, height: 40, alpha: 0, combo: "a",
  sender: "Ann", gift: "Rose", count: 1, digitScale: 1,
};
const CAPTION = {
  id: "caption/main", kind: "caption", x: 480, y: 480, width: 0, height: 40, alpha: 1, text: "ab",
  effect: "typewriter", align: "center", glyphs: ["a", "b"], glyphRise: [-1, -1],
};
const CALL = {
  id: "call/c", kind: "call", x: 395, y: 17, width: 170, height: 48, alpha: 1, name: "Ann",
};

/** A reel whose first frame, at time 0, has these nodes. */
function reelOf(...nodes) {
  const reel = new Reel(new Stage());
  reel.take(frame(0, nodes, { full: true }), 0);
  return reel;
}

function frame(time, nodes, more = {}) {
  return /** @type {any} */ ({ time, nodes: structuredClone(nodes), ...more });
}

/**
 * Shows the instant that lies so far between the frame on the stage and the next: the clock is told
 * by hand which it is.
 */
function show(reel, microseconds) {
  reel.clock.at = () => microseconds / 1000;
  return reel.advance(microseconds / 1000);
}

const node = (reel, id) => reel.stage.order.find((node) => node.id === id);

test("A changing number is interpolated between two frames, and arrives", () => {
  const reel = reelOf(GIFT);
  reel.take(frame(FRAME, [{ id: "gifts/0", x: 10, alpha: 0.5, digitScale: 3 }]), 16);
  show(reel, FRAME * 0.25);
  assert.deepEqual(
    [node(reel, "gifts/0").x, node(reel, "gifts/0").alpha, node(reel, "gifts/0").digitScale],
    [2.5, 0.125, 1.5]);
  assert.equal(reel.isMoving, true);
  show(reel, FRAME);
  assert.deepEqual(
    [node(reel, "gifts/0").x, node(reel, "gifts/0").alpha, node(reel, "gifts/0").digitScale],
    [10, 0.5, 3]);
  assert.equal(reel.isMoving, false);
});

test("A moving node stays the same object, so that its sprite is not painted again", () => {
  const reel = reelOf(GIFT, CAPTION);
  const before = reel.stage.order.slice();
  reel.take(frame(FRAME, [
    { id: "gifts/0", x: 10, count: 2 }, { id: "caption/main", glyphRise: [-0.5, -1] },
  ]), 16);
  show(reel, FRAME / 2);
  show(reel, FRAME);
  assert.deepEqual(reel.stage.order.map((node, index) => node === before[index]), [true, true]);
});

test("Counts and texts change only with their frame", () => {
  const counter = { id: "counter/a", kind: "counter", x: 24, y: 24, width: 0, height: 36, alpha: 1,
    text: "1", value: 1 };
  const reel = reelOf(GIFT, counter);
  reel.take(frame(FRAME, [
    { id: "gifts/0", count: 20 }, { id: "counter/a", text: "3", value: 3 },
  ]), 16);
  show(reel, FRAME * 0.99);
  assert.equal(node(reel, "gifts/0").count, 1);
  assert.equal(node(reel, "counter/a").text, "1");
  show(reel, FRAME);
  assert.equal(node(reel, "gifts/0").count, 20);
  assert.equal(node(reel, "counter/a").text, "3");
});

test("Each character of a caption moves on its own", () => {
  const reel = reelOf(CAPTION);
  reel.take(frame(FRAME, [{ id: "caption/main", glyphRise: [-0.5, -1] }]), 16);
  show(reel, FRAME * 0.5);
  assert.deepEqual(node(reel, "caption/main").glyphRise, [-0.75, -1]);
  show(reel, FRAME);
  assert.deepEqual(node(reel, "caption/main").glyphRise, [-0.5, -1]);
});

test("A wave's level, amplitude and phase are interpolated", () => {
  const wave = { ...CAPTION, effect: "wave", glyphRise: undefined, level: 0, amplitude: 5, phase: 0 };
  const reel = reelOf(wave);
  reel.take(frame(FRAME, [
    { id: "caption/main", level: 0.1, amplitude: 6, phase: 0.2 },
  ]), 16);
  show(reel, FRAME * 0.5);
  const { level, amplitude, phase } = node(reel, "caption/main");
  assert.deepEqual([level, amplitude, phase], [0.05, 5.5, 0.1]);
});

const REPLACED = [
  ["another combo", { ...GIFT, x: 240, count: 7 }, { id: "gifts/0", combo: "b", x: 0, count: 1 }],
  ["another sender", { ...GIFT, x: 240 }, { id: "gifts/0", sender: "Bob", x: 0 }],
  ["another text", { ...CAPTION, alpha: 0.3 }, { id: "caption/main", text: "cd", alpha: 1 }],
  ["other characters", { ...CAPTION, alpha: 1 },
    { id: "caption/main", glyphs: ["ab"], alpha: 0.5 }],
  ["the same text again, typed", { ...CAPTION, glyphRise: [0, 0] },
    { id: "caption/main", glyphRise: [-1, -1] }],
  ["the same text again while it fades", { ...CAPTION, glyphRise: [0, 0], alpha: 0.2 },
    { id: "caption/main", glyphRise: [-1, -1], alpha: 1 }],
  ["the same text again, shining",
    { ...CAPTION, effect: "shine", glyphRise: undefined, glyphAlpha: [0.4, 1] },
    { id: "caption/main", glyphAlpha: [0.5, 0] }],
  ["the same wave again",
    { ...CAPTION, effect: "wave", glyphRise: undefined, level: 1, amplitude: 5, phase: 40 },
    { id: "caption/main", level: 0, phase: 0 }],
  ["another effect", { ...CAPTION, glyphRise: [0, 0] },
    { id: "caption/main", effect: "fade", glyphRise: null, glyphAlpha: [0, 0] }],
  ["another caller", { ...CALL, y: -48 }, { id: "call/c", name: "Bob", y: 17 }],
  ["a call that stands again", { ...CALL, y: -48, leaving: true },
    { id: "call/c", leaving: null, y: 17 }],
];
for (const [name, shown, change] of /** @type {any[]} */ (REPLACED)) {
  test(`No picture is interpolated between a node and ${name}`, () => {
    const reel = reelOf(shown);
    const before = structuredClone(node(reel, shown.id));
    reel.take(frame(FRAME, [change]), 16);
    show(reel, FRAME * 0.5);
    assert.deepEqual(node(reel, shown.id), before);
    show(reel, FRAME);
    for (const key in change) {
      assert.deepEqual(node(reel, shown.id)[key] ?? null, change[key], key);
    }
  });
}

test("An unknown key does not stop a node's motion", () => {
  const reel = reelOf(GIFT);
  reel.take(frame(FRAME, [{ id: "gifts/0", x: 10, glow: 3, mood: "new" }]), 16);
  show(reel, FRAME * 0.5);
  assert.equal(node(reel, "gifts/0").x, 5);
});

test("Nodes appear and disappear with their frame", () => {
  const reel = reelOf(GIFT);
  reel.take(frame(FRAME, [CALL], { removed: ["gifts/0"] }), 16);
  show(reel, FRAME * 0.9);
  assert.deepEqual(reel.stage.order.map(({ id }) => id), ["gifts/0"]);
  show(reel, FRAME);
  assert.deepEqual(reel.stage.order.map(({ id }) => id), ["call/c"]);
});

test("After a pause, motion takes one frame interval", () => {
  const reel = reelOf(GIFT);
  reel.take(frame(60 * FRAME, [{ id: "gifts/0", x: 10 }]), 1000);
  assert.equal(show(reel, 30 * FRAME), false);
  assert.equal(node(reel, "gifts/0").x, 0);
  show(reel, 59.5 * FRAME);
  assert.ok(Math.abs(node(reel, "gifts/0").x - 5) < 1e-9);
});

test("A skipped tick does not count as a pause", () => {
  const reel = reelOf(GIFT);
  reel.take(frame(2 * FRAME, [{ id: "gifts/0", x: 10 }]), 33);
  show(reel, FRAME);
  assert.ok(Math.abs(node(reel, "gifts/0").x - 5) < 1e-9);
});

test("A full frame in the middle of a motion continues it", () => {
  const reel = reelOf({ ...GIFT, avatar: "/a.png" }, CALL);
  reel.take(frame(FRAME, [{ ...GIFT, avatar: "/a.png", x: 10 }], { full: true }), 16);
  show(reel, FRAME * 0.5);
  assert.equal(node(reel, "gifts/0").x, 5);
  assert.equal(reel.stage.order.length, 2);
  show(reel, FRAME);
  assert.equal(node(reel, "gifts/0").x, 10);
  assert.equal(reel.stage.order.length, 1);
});

test("A new connection's first frame is shown at once, whatever its time", () => {
  const reel = reelOf(GIFT);
  reel.take(frame(FRAME, [{ id: "gifts/0", x: 10 }]), 16);
  show(reel, FRAME * 0.5);
  reel.restart(60);
  assert.equal(reel.take(frame(5, [CALL], { full: true }), 20), true);
  assert.deepEqual(reel.stage.order.map(({ id }) => id), ["call/c"]);
  assert.equal(reel.isMoving, false);
  reel.take(frame(5 + FRAME, [{ id: "call/c", y: 27 }]), 36);
  show(reel, 5 + FRAME / 2);
  assert.ok(Math.abs(node(reel, "call/c").y - 22) < 1e-9);
});

test("A change of an unknown node is an error as soon as it arrives", () => {
  const reel = reelOf(GIFT);
  assert.throws(() => reel.take(frame(FRAME, [{ id: "call/x", x: 1 }]), 16), /call\/x/);
  reel.take(frame(FRAME, [CALL], { removed: ["gifts/0"] }), 16);
  assert.throws(() => reel.take(frame(2 * FRAME, [{ id: "gifts/0", x: 1 }]), 33), /gifts\/0/);
});

test("A page that is not refreshed keeps few frames, and shows the newest at its next refresh", () => {
  const reel = reelOf(GIFT);
  for (let number = 1; number <= 1000; number++) {
    reel.take(frame(number * FRAME, [{ id: "gifts/0", x: number }]), (number * FRAME) / 1000);
  }
  assert.ok(node(reel, "gifts/0").x >= 960, `${node(reel, "gifts/0").x}`);
  reel.advance((1005 * FRAME) / 1000);
  assert.equal(node(reel, "gifts/0").x, 1000);
});

test("A motion continues smoothly after room time stood still", () => {
  const reel = reelOf(GIFT);
  const SECONDS = 3600;
  for (let number = 1; number <= 30; number++) {
    reel.take(frame(number * FRAME, [{ id: "gifts/0", x: number }]), (number * FRAME) / 1000);
    reel.advance((number * FRAME) / 1000);
  }
  const stood = node(reel, "gifts/0").x;
  let last = stood;
  for (let number = 31; number <= 60; number++) {
    const now = SECONDS * 1000 + (number * FRAME) / 1000;
    reel.take(frame(number * FRAME, [{ id: "gifts/0", x: number }]), now);
    reel.advance(now);
    assert.ok(node(reel, "gifts/0").x - last <= 2.01, `${last} to ${node(reel, "gifts/0").x}`);
    last = node(reel, "gifts/0").x;
  }
  assert.ok(last > 57);
});

test("Random frames end in the stage they describe, and no number leaves its range on the way", () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = chance(seed);
    const [reel, plain] = [new Reel(new Stage()), new Stage()];
    const told = new Map();
    let now = 0;
    for (let time = 0, number = 0; number < 60; number++) {
      const next = frame(time, [], number === 0 || random() < 0.05 ? { full: true } : { removed: [] });
      if (next.full) told.clear();
      for (let slot = 0; slot < 4; slot++) {
        const id = `gifts/${slot}`;
        const values = { x: Math.round(random() * 1e4) / 100, alpha: Math.round(random() * 1e3) / 1e3 };
        if (!told.has(id)) {
          if (random() < 0.5) next.nodes.push({ ...GIFT, id, ...values, combo: `${number}` });
        } else if (random() < 0.1) next.removed.push(id);
        else if (random() < 0.7) {
          next.nodes.push({ id, ...values, ...(random() < 0.2 ? { combo: `${number}` } : {}) });
        }
      }
      for (const id of next.removed ?? []) told.delete(id);
      for (const { id } of next.nodes) told.set(id, true);
      plain.apply(structuredClone(next));
      now = Math.max(now, time / 1000 + 40 * random());
      reel.take(next, now);
      reel.advance(now + 8 * random());
      for (const { x, alpha } of reel.stage.order) {
        assert.ok(x >= 0 && x <= 100 && alpha >= 0 && alpha <= 1, `seed ${seed}`);
      }
      time += FRAME * (random() < 0.1 ? 200 : 1);
    }
    reel.advance(now + 10_000);
    assert.equal(reel.isMoving, false);
    assert.deepEqual(reel.stage.order, plain.order, `seed ${seed}`);
  }
});
