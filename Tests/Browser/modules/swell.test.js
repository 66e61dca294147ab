/** The count of a ticker's card swells with its new number, in the frames of a pop as the server sends them. */

import assert from "node:assert/strict";
import test from "node:test";
import { noteSwell, swellEnd, swellOf } from "../web/overlay/widgets/swell.js";

const FRAME = 1000 / 60;
const [POP, SETTLE, TICK] = [250, 250, 700];

/** The digit's scale as the server samples it, so many milliseconds after a tick. */
function digitScale(elapsed) {
  if (elapsed < 0 || elapsed >= POP + SETTLE) return 1;
  if (elapsed < POP / 2) return 1 + 2 * elapsed / (POP / 2);
  if (elapsed < POP) return 3 - 2.2 * (elapsed - POP / 2) / (POP / 2);
  return 1 - 0.2 * Math.exp(-(elapsed - POP) / 40) * Math.cos((elapsed - POP) / 20);
}

/** The counts that a card shows in each frame, if a count arrives at each tick. */
function played(counts) {
  const node = { id: "ticker/a", kind: "ticker", count: counts[0], digitScale: 1 };
  const shown = [];
  for (let time = 0; time < counts.length * TICK + 500; time += FRAME) {
    const tick = Math.min(Math.floor(time / TICK), counts.length) - 1;
    const elapsed = time - (tick + 1) * TICK;
    const before = counts[Math.max(tick - 1, 0)];
    const count = tick < 0 ? counts[0] : elapsed < POP ? before : counts[tick];
    const scale = tick < 0 ? 1 : Math.round(digitScale(elapsed) * 1000) / 1000;
    const isChanged = count !== node.count || scale !== node.digitScale || time === 0;
    Object.assign(node, { count, digitScale: scale });
    if (isChanged) noteSwell(node, time);
    shown.push({ time, count, scale: swellOf(node, time) });
  }
  return { node, shown };
}

test("the new number pops, not the one before", () => {
  const { shown } = played([1, 20, 39, 58]);
  const largest = (count) => Math.max(...shown.filter((one) => one.count === count).map(({ scale }) => scale));
  for (const count of [1, 20, 39]) assert.ok(largest(count) > 2.5, `${count}: ${largest(count)}`);
  for (const [index, { count, scale }] of shown.entries()) {
    const next = shown.slice(index).find((one) => one.count !== count);
    const isLast = next !== undefined && next.time - shown[index].time < POP - FRAME;
    if (isLast) assert.ok(scale < 1.25, `${count} is ${scale} large shortly before ${next.count}`);
  }
});

test("the last pop ends when no more frames come", () => {
  const { node, shown } = played([1, 99]);
  const last = shown.at(-1).time;
  assert.ok(swellEnd(node) > last - 300);
  assert.equal(swellOf(node, swellEnd(node) + 1), 1);
});

test("a number that stays pops too, if later", () => {
  const { shown } = played([1]);
  assert.ok(Math.max(...shown.map(({ scale }) => scale)) > 2.5);
});

test("a card of which one frame is known is as large as that says", () => {
  const node = { id: "ticker/a", kind: "ticker", count: 3, digitScale: 2.5 };
  noteSwell(node, 0);
  assert.equal(swellOf(node, 0), 2.5);
  assert.equal(swellEnd(node), -Infinity);
});
