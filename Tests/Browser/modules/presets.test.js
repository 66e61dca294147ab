// @ts-check
/** The preset layouts of the whole stage: no widget covers another in a busy minute. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { applicable, PRESETS, presetOf, withOwnRows } from "../web/studio/layout/presets.js";
import { defaultsOf } from "../web/studio/layout/schema.js";
import { merged } from "../web/studio/merge.js";
import { busyMinute, meetings, SECONDS } from "./busy.js";

for (const { label, patch } of PRESETS) {
  const minute = busyMinute(label, patch);

  test(`In a busy minute of the layout ${label} no widget covers another`, () => {
    const found = new Set(minute.flatMap(meetings));
    assert.deepEqual([...found], []);
  });

  test(`In a busy minute of the layout ${label} all rows are full and cards come and go`, () => {
    const names = new Set(minute.flat().map(({ name }) => name));
    for (const [widget, part] of [["counters", "counter"], ["goals", "goal"], ["captions", "caption"]]) {
      const rows = [...names].filter((name) => name.startsWith(part));
      assert.equal(rows.length, patch[widget].max, widget);
    }
    const highest = Math.max(...minute.flat().filter(({ name }) => name.startsWith("count")).map(({ y, bottom }) => bottom - y));
    assert.ok(highest > 60, `counts pop to ${highest}`);
    const calls = minute.map((boxes) => boxes.filter(({ widget }) => widget === "calls").length);
    assert.equal(Math.max(...calls), patch.calls.max + 1);
    assert.ok([...names].filter((name) => name.startsWith("call")).length >= SECONDS / 2);
  });

  test(`In a busy minute of the layout ${label} everything at rest stands on the stage`, () => {
    const { width, height } = patch.stage;
    const resting = minute.flat().filter(({ widget }) => widget !== "gifts" && widget !== "film");
    for (const { name, x, y, right, bottom } of resting) {
      assert.ok(x >= 0 && y >= 0 && right <= width && bottom <= height, name);
    }
  });

  test(`The layout ${label} shows gifts as rows and no ticker`, () => {
    assert.deepEqual([patch.gifts.enabled, patch.ticker.enabled], [true, false]);
  });
}

test("An overlap in a layout is found", () => {
  const [{ label, patch }] = PRESETS;
  const moved = merged(patch, { calls: { x: patch.goals.x, y: patch.goals.y + patch.goals.height } });
  assert.ok(busyMinute(label, moved).some((boxes) => meetings(boxes).length > 0));
  const closer = merged(patch, { gifts: { gap: 20 } });
  assert.ok(busyMinute(label, closer).flatMap(meetings).some((pair) => pair.includes("count 0")));
});

test("A room has a preset if all settings of the preset that the server knows are equal", () => {
  for (const preset of PRESETS) {
    const config = { ...preset.patch, look: { theme: "aurora" } };
    assert.equal(presetOf(config), preset);
    assert.equal(presetOf(merged(config, { goals: { y: 1 } })), null);
    const { goals, look, ...older } = config;
    assert.deepEqual(applicable(preset.patch, older), older);
    assert.equal(presetOf(older), preset);
  }
});

test("The defaults of a schema are those of its settings, groups and lists of entries", () => {
  const schema = { type: "object", properties: {
    gifts: { type: "object", properties: { x: { type: "number", default: 24 }, font: { default: null } } },
    catalogue: { type: "object", additionalProperties: {}, default: { rose: { value: 1 } } },
    look: { type: "object", properties: { words: { type: "object", properties: { sent: { default: "a" } }, default: { sent: "sent" } } } },
  } };
  assert.deepEqual(defaultsOf(schema), {
    gifts: { x: 24, font: null }, catalogue: { rose: { value: 1 } }, look: { words: { sent: "sent" } } });
});

test("A preset keeps the rows that a person has chosen, if they fit, and tells which do not", () => {
  const [wide, tall] = PRESETS;
  const fewer = merged(wide.patch, { leaders: { rows: 2 } });
  assert.equal(presetOf(fewer), wide);
  assert.equal(presetOf(merged(wide.patch, { leaders: { rows: 9 } })), null);
  const kept = withOwnRows(tall.patch, fewer, wide.patch);
  assert.deepEqual([kept.patch.leaders.rows, kept.patch.gifts.channels, kept.lost], [2, tall.patch.gifts.channels, []]);
  const lost = withOwnRows(tall.patch, merged(wide.patch, { leaders: { rows: 9 } }), wide.patch);
  assert.deepEqual([lost.patch.leaders.rows, lost.lost], [3, [{ widget: "leaders", was: 9, n: 3 }]]);
  // The preset sets the numbers that the room has from another preset.
  assert.deepEqual(withOwnRows(tall.patch, wide.patch, wide.patch).patch, tall.patch);
});
