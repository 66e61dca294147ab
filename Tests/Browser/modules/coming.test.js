// @ts-check
/** Sprites of new nodes are painted before the nodes are shown, one after each drawing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Coming } from "../web/overlay/paint/coming.js";
import { Stage } from "../web/overlay/stage/stage.js";
import { wear } from "../web/shared/palette.js";
import { themes } from "../web/shared/themes.js";

wear({ ...themes.aurora, family: "" });
const CALL = { kind: "call", x: 0, y: 0, width: 170, height: 48, alpha: 1, name: "Ann" };

/** A brush whose sprites only record the IDs of their nodes. */
class Brush {
  constructor() {
    /** @type {string[]} */
    this.painted = [];
    this.epoch = 0;
    this.pen = { art: { hasPainted: false } };
    this.plates = [0, 1, 2, 3, 4].map(() => ({
      held: (/** @type {{id: string}} */ { id }) => this.painted.includes(id) ? {} : null,
      get: (/** @type {{id: string}} */ { id }) => {
        this.painted.push(id);
        this.pen.art.hasPainted = true;
        return {};
      },
    }));
  }
}

function setUp() {
  const stage = new Stage();
  const brush = new Brush();
  const coming = new Coming(/** @type {any} */ (brush), stage);
  const refresh = (hasPainted = false) => {
    brush.pen.art.hasPainted = hasPainted;
    coming.paint();
  };
  return { stage, brush, coming, refresh };
}

test("One sprite is painted after each drawing, and none after a drawing that painted", () => {
  const { stage, brush, coming, refresh } = setUp();
  coming.add(stage.foresee({ time: 0, nodes: [{ ...CALL, id: "call/a" }, { ...CALL, id: "call/b" }] }));
  refresh(true);
  assert.deepEqual(brush.painted, []);
  refresh();
  assert.deepEqual(brush.painted, ["call/a"]);
  refresh();
  refresh();
  assert.deepEqual(brush.painted, ["call/a", "call/b"]);
});

test("A node that is seen, gone or without an area is not painted", () => {
  const { stage, brush, coming, refresh } = setUp();
  const frame = { time: 0, nodes: [{ ...CALL, id: "call/a" }, { ...CALL, id: "call/b", height: 0 }] };
  coming.add(stage.foresee(frame));
  stage.apply(frame);
  refresh();
  assert.deepEqual(brush.painted, []);
  coming.add(stage.foresee({ time: 1, nodes: [{ ...CALL, id: "call/c", alpha: 0 }] }));
  brush.pen.art.hasPainted = true;
  for (let i = 0; i < 40; i++) coming.paint();
  refresh();
  assert.deepEqual(brush.painted, []);
});

test("The golden plate of a goal is painted before a gift reaches it", () => {
  const { stage, brush, coming, refresh } = setUp();
  const goal = { kind: "goal", x: 0, y: 0, width: 244, height: 32, alpha: 1, id: "goal/a", title: "", value: 9, target: 10 };
  globalThis.document = /** @type {any} */ ({ createElement: () => ({ getContext: () => ({ measureText: () => ({ width: 10 }) }) }) });
  stage.apply({ time: 0, full: true, nodes: [goal] });
  coming.add(stage.foresee({ time: 1, nodes: [{ id: "goal/a", title: "Hats" }] }));
  refresh();
  assert.deepEqual(brush.painted, []);
  coming.add(stage.foresee({ time: 2, nodes: [{ id: "goal/a", reached: true, reachedAt: 2, value: 10 }] }));
  refresh();
  assert.deepEqual(brush.painted, ["goal/a"]);
});

test("A node that is on the stage but not seen yet is painted", () => {
  const { stage, brush, coming, refresh } = setUp();
  const frame = { time: 0, nodes: [{ ...CALL, id: "call/a", alpha: 0 }] };
  coming.add(stage.foresee(frame));
  stage.apply(frame);
  refresh();
  assert.deepEqual(brush.painted, ["call/a"]);
});
