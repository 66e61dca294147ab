// @ts-check
/** Reports about a reduced decoration: at most one a second, and the newest state is always told. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Quality } from "../web/overlay/quality.js";
import { VirtualClock } from "./clock.js";

/** Makes reports in virtual time. */
function reporter() {
  const clock = new VirtualClock().install();
  /** @type {number[]} */
  const sent = [];
  const quality = new Quality((reduction) => sent.push(reduction));
  return { clock, sent, quality };
}

test("A change is reported at once, and further changes once a second", async () => {
  const { clock, sent, quality } = reporter();
  quality.start();
  for (let step = 0; step < 100; step++) {
    quality.note(step % 2 === 0 ? 1 : 2);
    await clock.pass(50);
  }
  assert.ok(sent.length >= 2 && sent.length <= 6, `${sent.length} reports in 5 s`);
  assert.equal(sent[0], 1);
  quality.note(0);
  await clock.pass(1100);
  assert.equal(sent.at(-1), 0);
});

test("A state that the server knows is not reported", async () => {
  const { clock, sent, quality } = reporter();
  quality.start();
  quality.note(0);
  quality.note(1);
  await clock.pass(100);
  quality.note(2);
  quality.note(1);
  await clock.pass(2000);
  assert.deepEqual(sent, [1]);
});

test("Nothing is reported without a connection, and a new connection is told the state", async () => {
  const { clock, sent, quality } = reporter();
  quality.note(1);
  await clock.pass(2000);
  assert.deepEqual(sent, []);
  quality.start();
  assert.deepEqual(sent, [1]);
  quality.stop();
  quality.note(2);
  await clock.pass(2000);
  assert.deepEqual(sent, [1]);
  quality.start();
  assert.deepEqual(sent, [1, 2]);
});
