// @ts-check
/** The decoration of expensive gifts depends only on the node and the room time. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ages, motion, readAges, REST, turned } from "../web/overlay/show/ages.js";
import { draw as drawBurst } from "../web/overlay/show/burst.js";
import { ease, hash, span, track } from "../web/overlay/show/ease.js";
import { textOf } from "../web/overlay/show/figure.js";
import { milestoneOf } from "../web/overlay/show/kit.js";
import { MOST_PARTICLES } from "../web/overlay/show/pen.js";
import { Thrift } from "../web/overlay/show/thrift.js";
import { mix, rgba, tint } from "../web/overlay/show/tone.js";

/** A pen that records its calls. */
class Note {
  constructor() {
    /** @type {number[][]} */
    this.put = [];
    this.live = 0;
    this.thrift = 0;
    this.isCalm = false;
    this.pen = /** @type {any} */ ({
      ...this, light: () => {}, put: (/** @type {any} */ _, /** @type {number[]} */ ...values) => this.put.push(values) });
  }
}

/** @type {import("../web/overlay/show/burst.js").Burst} */
const BURST = { pictures: [/** @type {any} */ ({})], n: 40, life: [300, 600], speed: [90, 220], drag: 4, g: 120, spin: 7 };

/** @param {number} time @param {number} seed @param {object} [more] of the pen */
function burstAt(time, seed, more = {}) {
  const { pen, put } = new Note();
  drawBurst(Object.assign(pen, more), BURST, 10, 20, time, seed);
  return { put, pen };
}

test("A burst is the same at the same time, and another one with another seed", () => {
  assert.deepEqual(burstAt(150, 7).put, burstAt(150, 7).put);
  assert.notDeepEqual(burstAt(150, 7).put, burstAt(150, 8).put);
  assert.notDeepEqual(burstAt(150, 7).put, burstAt(151, 7).put);
});

test("A burst has no particle before it begins and after the longest life", () => {
  assert.equal(burstAt(-1, 7).put.length, 0);
  assert.equal(burstAt(100, 7).put.length, 40);
  assert.equal(burstAt(601, 7).put.length, 0);
});

test("No more particles are drawn at once than the limit", () => {
  const { put, pen } = burstAt(100, 7, { live: MOST_PARTICLES - 5 });
  assert.equal(put.length, 5);
  assert.equal(pen.live, MOST_PARTICLES);
});

test("A page that is thrifty draws half of the particles, and one with little motion none", () => {
  assert.equal(burstAt(100, 7, { thrift: 1 }).put.length, 20);
  assert.equal(burstAt(100, 7, { isCalm: true }).put.length, 0);
});

test("Random numbers are spread from 0 to 1", () => {
  const numbers = Array.from({ length: 4000 }, (_, index) => hash(5, index));
  assert.ok(numbers.every((number) => number >= 0 && number < 1));
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length / numbers.length;
    assert.ok(share > 0.08 && share < 0.12, `${share} of the numbers begin with 0.${tenth}`);
  }
});

test("Every easing leads from 0 to 1", () => {
  for (const [name, easing] of Object.entries(ease)) {
    assert.ok(Math.abs(easing(0)) < 1e-9, name);
    assert.ok(Math.abs(easing(1) - 1) < 1e-9, name);
  }
  assert.equal(span(150, 100, 200), 0.5);
});

test("Keyframes hold their ends", () => {
  const keys = /** @type {import("../web/overlay/show/ease.js").Key[]} */ ([[100, 1], [200, 3, "linear"], [300, 0, "in"]]);
  assert.deepEqual([0, 100, 150, 200, 300, 900].map((time) => track(keys, time)), [1, 1, 2, 3, 0, 0]);
});

/** @param {number} time @param {object} flourish @param {boolean} [isStill] */
function agesAt(time, flourish, isStill = false) {
  const brush = /** @type {any} */ ({ time, until: 0, pen: { isStill }, keepMoving(/** @type {number} */ until) { this.until = until; } });
  return { ...readAges(brush, /** @type {any} */ (flourish)), until: brush.until };
}

test("The ages of a flourish are milliseconds since its instants, and the page draws until the newest is 4 s old", () => {
  const at = agesAt(5000, { tier: 3, seed: 9, born: 1e6, popped: 4_800_000, rose: 4_900_000, roll: 2 });
  assert.deepEqual([at.tier, at.seed, at.born, at.pop, at.rise, at.exit, at.roll], [3, 9, 4000, 200, 100, -1, 2]);
  assert.equal(at.until, 4900 + REST);
});

test("A row without a flourish rests", () => {
  const at = agesAt(5000, /** @type {any} */ (undefined));
  assert.deepEqual([at.tier, at.pop, at.rise, at.exit, at.until], [0, -1, -1, -1, 0]);
  assert.equal(motion(ages.born), 0);
});

test("Without motion an expensive gift rests in its tier from its entrance on, and the page does not draw for it", () => {
  const at = agesAt(1050, { tier: 3, seed: 9, born: 1e6, popped: 1_010_000, rose: 1_020_000, left: 1_030_000, roll: 2 }, true);
  assert.deepEqual([at.tier, at.seed, at.pop, at.rise, at.exit, at.roll, at.until], [3, 9, -1, -1, -1, undefined, 0]);
  assert.equal(motion(at.born), 0);
});

test("Loops slow down without a jump and stand from 4 s on", () => {
  assert.equal(motion(2999), 1);
  assert.equal(motion(REST), 0);
  assert.equal(turned(REST), turned(60_000));
  for (let age = 0; age < 4500; age += 10) {
    const step = turned(age + 10) - turned(age);
    assert.ok(step >= 0 && step <= 10 + 1e-9, `a step of ${step} at ${age}`);
  }
});

test("The highest milestone that a pop came to is celebrated once", () => {
  const found = (/** @type {number | undefined} */ roll, /** @type {number} */ count) => {
    const art = /** @type {any} */ ({
      keep(/** @type {any} */ make, /** @type {any[]} */ ...values) { return make(this, ...values); }, paint: () => ({}) });
    return milestoneOf(art, roll, count)?.n ?? 0;
  };
  assert.deepEqual([found(9, 10), found(10, 11), found(60, 120), found(1000, 20_000)], [12, 0, 22, 40]);
  assert.equal(found(undefined, 10), 0);
});

test("Colors are mixed from those that CSS writes", () => {
  assert.equal(mix("#000000", "#ffffff", 0.5), "#808080");
  assert.equal(tint("#ff8000", -1), "#000000");
  assert.equal(rgba("#ff8000", 0.25), "rgba(255,128,0,0.25)");
});

test("A count is written with commas", () => {
  assert.equal(textOf(1314), "×1,314");
});

/** @param {Thrift} thrift @param {number} count @param {number} milliseconds */
function noted(thrift, count, milliseconds) {
  for (let i = 0; i < count; i++) thrift.note(milliseconds);
  return thrift.level;
}

test("A page whose drawings take long leaves more and more out, and restores it after 600 good drawings", () => {
  const thrift = new Thrift();
  assert.equal(noted(thrift, 120, 1.9), 0);
  assert.equal(noted(thrift, 120, 2.5), 1);
  assert.equal(noted(thrift, 120, 2.5), 2);
  assert.equal(noted(thrift, 240, 2.5), 2);
  assert.equal(noted(thrift, 599, 1), 2);
  assert.equal(noted(thrift, 1, 1), 0);
});

test("One long drawing in 120 leaves nothing out", () => {
  const thrift = new Thrift();
  noted(thrift, 119, 1);
  assert.equal(noted(thrift, 1, 40), 0);
});
