// @ts-check
/** Boxes of widgets in the studio's layout editor: where they lie, how they move, resize and snap. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { apart, boxesOf, common, isOutside, overlaps, safeArea } from "../web/studio/layout/boxes.js";
import { applicable, PRESETS } from "../web/studio/layout/presets.js";
import { snap } from "../web/studio/layout/snap.js";
import { merged } from "../web/studio/merge.js";

const CONFIG = {
  stage: { width: 960, height: 540 },
  gifts: { enabled: true, x: 24, y: 320, channels: 2, width: 200, height: 40, gap: 10 },
  ticker: { enabled: false, x: 836, y: 0, width: 100, height: 80, entryX: 124, entryY: 350, margin: 85, rows: 4 },
  counters: { enabled: true, x: 24, y: 24, height: 36, gap: 8, max: 6 },
  captions: { enabled: true, x: 480, y: 480, height: 40, gap: 8, align: "center", max: 4 },
  calls: { enabled: true, x: null, y: 0, top: 17, width: 170, height: 48, pitch: 58, max: 3 },
  goals: { enabled: true, x: 680, y: 24, width: 256, height: 32, gap: 8, max: 4 },
};
const box = (name, config = CONFIG, drawn = {}) => {
  const found = boxesOf(config, drawn).find((one) => one.name === name);
  assert.ok(found);
  return found;
};

test("Each widget's box is the area that the widget may cover", () => {
  assert.deepEqual(box("gifts").rect, { x: 24, y: 320, width: 264, height: 90 });
  assert.deepEqual(box("counters").rect, { x: 24, y: 24, width: 160, height: 256 });
  assert.deepEqual(box("captions").rect, { x: 400, y: 336, width: 160, height: 184 });
  assert.deepEqual(box("calls").rect, { x: 395, y: 17, width: 170, height: 164 });
  assert.deepEqual(box("goals").rect, { x: 680, y: 24, width: 256, height: 152 });
  assert.deepEqual(box("ticker", merged(CONFIG, { ticker: { enabled: true } })).rect, { x: 836, y: 10, width: 100, height: 420 });
});

test("A text's box grows with its text beyond a minimum width", () => {
  assert.equal(box("captions", CONFIG, { captions: { x: 0, y: 0, width: 400, height: 40 } }).rect.x, 280);
  assert.equal(box("counters", CONFIG, { counters: { x: 0, y: 0, width: 40, height: 40 } }).rect.width, 160);
});

test("A widget that is switched off has no box", () => {
  assert.equal(boxesOf(CONFIG).some(({ name }) => name === "ticker"), false);
});

test("Moving and resizing a box change the widget's own configuration keys", () => {
  assert.deepEqual(box("gifts").moved(6, -10), { x: 30, y: 310 });
  assert.deepEqual(box("gifts").sized?.(32, 20), { width: 216, height: 50 });
  assert.deepEqual(box("captions").sized?.(0, 40), { height: 50, y: 470 });
  assert.deepEqual(box("calls").moved(0, 5), { top: 22 });
  assert.deepEqual(box("calls").moved(10, 0), { x: 405, top: 17 });
  assert.deepEqual(box("calls").sized?.(10, 6), { width: 180, height: 50, pitch: 60 });
});

test("A box snaps to edges and centers within reach, and moves freely beyond", () => {
  const stage = { x: 0, y: 0, width: 960, height: 540 };
  const near = snap({ x: 4, y: 100, width: 100, height: 50 }, [stage], 6);
  assert.deepEqual([near.dx, near.dy, near.guides], [-4, 0, { vertical: 0, horizontal: null }]);
  const middle = snap({ x: 427, y: 243, width: 100, height: 50 }, [stage], 6);
  assert.deepEqual([middle.dx, middle.dy], [3, 2]);
  assert.deepEqual(snap({ x: 20, y: 100, width: 100, height: 50 }, [stage], 6).dx, 0);
  const [reached, beyond] = [6, 7].map((x) => snap({ x, y: 100, width: 100, height: 50 }, [stage], 6));
  assert.deepEqual([reached.dx, reached.guides.vertical], [-6, 0]);
  assert.deepEqual([beyond.dx, beyond.guides.vertical], [0, null]);
});

test("Two overlapping boxes are reported, and move apart by the shortest way that stays on the stage", () => {
  const config = merged(CONFIG, { gifts: { y: 250 } });
  const [pair, ...others] = overlaps(boxesOf(config));
  assert.deepEqual([pair.one.name, pair.other.name, others.length], ["gifts", "counters", 0]);
  const { dx, dy } = apart(pair.one.rect, pair.other.rect, config.stage);
  assert.deepEqual([dx, dy], [0, 38]);
  assert.equal(common({ ...pair.one.rect, y: pair.one.rect.y + dy }, pair.other.rect), null);
});

for (const { label, patch } of PRESETS) {
  test(`In the preset ${label} no widget covers another, and all widgets are in the visible area`, () => {
    const config = merged(CONFIG, applicable(patch, CONFIG));
    const boxes = boxesOf(config);
    assert.equal(boxes.length, 5);
    assert.deepEqual(overlaps(boxes).map(({ one, other }) => `${one.name} ${other.name}`), []);
    assert.deepEqual(boxes.filter(({ rect }) => isOutside(rect, config.stage)).map(({ name }) => name), []);
  });
}

test("The safe area of a tall stage excludes the controls of phone apps", () => {
  const { y, height } = safeArea({ width: 500, height: 1000 });
  assert.deepEqual([y, Math.round(height)], [120, 680]);
  assert.deepEqual(safeArea({ width: 960, height: 540 }), { x: 48, y: 27, width: 864, height: 486 });
});
