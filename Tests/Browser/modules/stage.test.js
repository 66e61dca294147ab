// @ts-check
/** The stage shows the wanted widgets and parts of widgets. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Stage } from "../web/overlay/stage/stage.js";
import { isClock } from "../web/overlay/widgets/clock.js";
import { addition } from "../web/overlay/show/dial.js";
import { kindsOf, unknownNames } from "../web/overlay/widgets/widgets.js";

const PLACE = { kind: "counter", x: 24, y: 24, width: 0, height: 36, alpha: 1 };

/** @param {Stage} stage */
const shown = (stage) => stage.order.map(({ id }) => id);

test("A stage of clocks shows a counter while it is a clock", () => {
  const stage = new Stage(kindsOf("clocks"));
  const nodes = [
    { ...PLACE, id: "counter/a", text: "0:10:00", value: 600 }, { ...PLACE, id: "counter/b", text: "Wins 3", value: 3 },
    { ...PLACE, id: "counter/c", text: "0:00", value: 0, ended: true }];
  assert.equal(stage.apply({ time: 0, full: true, nodes }), true);
  assert.deepEqual(shown(stage), ["counter/a", "counter/c"]);
  assert.equal(stage.apply({ time: 1, nodes: [{ id: "counter/b", text: "Wins 4", value: 4 }] }), false);
  assert.equal(stage.apply({ time: 2, nodes: [{ id: "counter/b", text: "1:00", value: 60 }] }), true);
  assert.deepEqual(shown(stage), ["counter/a", "counter/b", "counter/c"]);
  assert.equal(stage.apply({ time: 3, nodes: [{ id: "counter/a", text: "600", value: 600 }] }), true);
  assert.deepEqual(shown(stage), ["counter/b", "counter/c"]);
  assert.equal(stage.apply({ time: 4, nodes: [], removed: ["counter/a"] }), false);
  assert.equal(stage.apply({ time: 5, nodes: [], removed: ["counter/b"] }), true);
  assert.deepEqual(shown(stage), ["counter/c"]);
});

test("A stage of counters shows clocks too", () => {
  const stage = new Stage(kindsOf("counters"));
  stage.apply({ time: 0, full: true, nodes: [{ ...PLACE, id: "counter/a", text: "0:10:00", value: 600 }] });
  assert.deepEqual(shown(stage), ["counter/a"]);
});

test("A stage foresees the new nodes of a delta as the objects that it shows later", () => {
  const stage = new Stage(kindsOf("counters"));
  stage.apply({ time: 0, full: true, nodes: [{ ...PLACE, id: "counter/a", text: "1" }] });
  const frame = { time: 1, nodes: [
    { id: "counter/a", text: "2" }, { ...PLACE, id: "counter/b", text: "3" }, { ...PLACE, id: "goal/a", kind: "goal" }] };
  const coming = stage.foresee(frame);
  assert.deepEqual(coming.map(({ id }) => id), ["counter/b"]);
  assert.equal(stage.shown("counter/b"), undefined);
  stage.apply(frame);
  assert.equal(stage.shown("counter/b"), coming[0]);
});

test("A stage foresees no node of an ID that it has, and none of a full frame", () => {
  const stage = new Stage();
  const nodes = [{ ...PLACE, id: "counter/a", text: "1" }];
  assert.deepEqual(stage.foresee({ time: 0, full: true, nodes }), []);
  stage.apply({ time: 0, full: true, nodes });
  assert.deepEqual(stage.foresee({ time: 1, nodes, removed: ["counter/a"] }), []);
});

test("A stage foresees a goal's new content in the object that has it later, with the values of the instant", () => {
  const stage = new Stage();
  const goal = { ...PLACE, kind: "goal", id: "goal/a", title: "Hats", value: 8, target: 10, level: 0.8, currency: "EUR" };
  stage.apply({ time: 0, full: true, nodes: [goal] });
  const frame = { time: 2, nodes: [{ id: "goal/a", reached: true, value: 10, currency: null }] };
  const [coming] = stage.foresee(frame);
  assert.equal(coming.reached, true);
  assert.equal(stage.shown("goal/a")?.reached, undefined);
  stage.apply({ time: 1, nodes: [{ id: "goal/a", level: 0.9 }] });
  stage.apply(frame);
  assert.equal(stage.shown("goal/a"), coming);
  const { currency, ...rest } = goal;
  assert.deepEqual(coming, { ...rest, value: 10, level: 0.9, reached: true });
});

test("Alerts are drawn above everything else, and leaders under counters", () => {
  const stage = new Stage();
  const box = { x: 0, y: 0, width: 100, height: 40, alpha: 1 };
  for (const kind of ["alert", "call", "counter", "leader", "gift", "effect"]) {
    stage.apply({ time: 0, nodes: [{ ...box, id: kind, kind }] });
  }
  assert.deepEqual(shown(stage), ["effect", "gift", "leader", "counter", "call", "alert"]);
});

test("The names of widgets and parts are known", () => {
  assert.deepEqual(unknownNames("alerts, leaders,clocks,counters"), []);
  assert.deepEqual(unknownNames("clock,alerts"), ["clock"]);
});

for (const [text, value, expected] of /** @type {[string, number, boolean][]} */ ([
  ["0:41:07", 2467, true], ["41:07", 2467, true], ["1 02:03:04", 93_784, true], ["Part 2 0:41:07", 2467, true],
  ["Left 0:41:07 h", 2467, true], ["0:41:07", 2468, false], ["Wins 12", 12, false], ["3:02", 2, false], ["", 0, false]])) {
  test(`The text "${text}" of the value ${value} is ${expected ? "a" : "no"} clock's`, () => {
    assert.equal(isClock(/** @type {any} */ ({ text, value })), expected);
  });
}

test("Added time is written in seconds, or in minutes and hours", () => {
  assert.deepEqual([60, 0.25, 90, 120, 300, 3600, 36_061].map(addition),
    ["+60 s", "+0.25 s", "+90 s", "+2:00", "+5:00", "+1:00:00", "+10:01:01"]);
});
