// @ts-check
/** The reel moves nodes evenly on every screen and network; in virtual time. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chance } from "./random.js";
import { shown, unevenness } from "./screen.js";

const SCREENS = [24, 30, 50, 60, 75, 144];
const PHASES = Array.from({ length: 16 }, (_, number) => number / 16);

for (const hertz of SCREENS) {
  test(`On a ${hertz} Hz screen motion is even at every phase between the clocks`, () => {
    for (const phase of PHASES) {
      const { mean, most, count } = unevenness(shown({ hertz, phase }));
      assert.ok(count > 4 * hertz);
      // Positions come in hundredths of a point.
      assert.ok(mean < 0.02 && most < 0.05, `phase ${phase}: ${mean}, at most ${most} ms`);
    }
  });

  test(`On a ${hertz} Hz screen motion is even although frames arrive a little early or late`, () => {
    for (const [seed, phase] of PHASES.entries()) {
      const random = chance(seed);
      // A busy machine: most frames within a millisecond, now and then one 6 ms late.
      const delay = () => random() + (random() < 0.01 ? 6 : 0);
      const { mean } = unevenness(shown({ hertz, phase, delay, milliseconds: 20_000 }));
      assert.ok(mean <= 0.2, `seed ${seed}, phase ${phase}: ${mean} ms`);
    }
  });

  test(`On a ${hertz} Hz screen motion is even although frames take 80 to 140 ms`, () => {
    for (const [seed, phase] of PHASES.entries()) {
      const random = chance(100 + seed);
      const delay = () => 80 + 60 * random();
      const seen = shown({ hertz, phase, delay, milliseconds: 20_000 });
      const { mean } = unevenness(seen, 5000);
      assert.ok(mean <= 0.5, `seed ${seed}, phase ${phase}: ${mean} ms`);
      const behind = seen[seen.length - 1].behind;
      assert.ok(behind > 130 && behind < 80 + 17 + 150 + 17, `${behind} ms`);
    }
  });
}

test("Motion is even although frames come at another rate than the screen's", () => {
  for (const fps of [20, 24, 25, 30, 45, 50, 59]) {
    for (const phase of PHASES) {
      // A rate that skips a tick a second has shown its longest gap after two.
      const { mean, most } = unevenness(shown({ hertz: 60, fps, phase }), 3000);
      assert.ok(mean < 0.05 && most < 0.2, `${fps} frames a second, phase ${phase}: ${mean}, ${most}`);
    }
  }
});

test("The page shows frames at most 6 ms later than one frame behind, if they arrive in time", () => {
  for (const phase of PHASES) {
    const seen = shown({ hertz: 60, phase });
    const { behind } = seen[seen.length - 1];
    assert.ok(behind > 1000 / 60 && behind < 1000 / 60 + 6, `${behind} ms`);
  }
});

test("The delay grows with network jitter, by at most 150 ms, and shrinks again", () => {
  for (let seed = 0; seed < 8; seed++) {
    const random = chance(200 + seed);
    const delay = (/** @type {number} */ at) => at > 5000 && at < 15_000 ? 400 * random() : 1;
    const seen = shown({ hertz: 60, delay, milliseconds: 60_000 });
    const first = seen[0].refresh;
    const at = (/** @type {number} */ time) => seen.filter((s) => s.refresh <= first + time).at(-1);
    assert.ok(at(5000).behind < 25);
    assert.ok(at(15_000).behind > 100, `seed ${seed}: ${at(15_000).behind}`);
    assert.ok(Math.max(...seen.filter((s) => s.time > 0).map((s) => s.behind)) < 400 + 40);
    assert.ok(at(50_000).behind < 25, `seed ${seed}: ${at(50_000).behind}`);
    // From then on the lag only slews: by 3 % of a step at the most.
    const calm = seen.filter((s) => s.refresh > first + 16_000);
    assert.ok(unevenness(calm, 0).most < 0.03 * 16.7 + 0.05, `seed ${seed}`);
  }
});

test("The time shown never runs backwards, however late frames arrive", () => {
  for (let seed = 0; seed < 32; seed++) {
    const random = chance(300 + seed);
    const delay = () => (random() < 0.02 ? 600 * random() : 30 * random());
    const seen = shown({ hertz: SCREENS[seed % 6], delay });
    for (let i = 1; i < seen.length; i++) assert.ok(seen[i].time >= seen[i - 1].time);
  }
});

test("A page that stalls does not increase its delay for frames", () => {
  for (const phase of PHASES) {
    const isHeldUp = (/** @type {number} */ at) => at % 1500 > 1350;
    const seen = shown({ hertz: 60, phase, isHeldUp, milliseconds: 20_000 });
    const { behind } = seen[seen.length - 1];
    assert.ok(behind < 1000 / 60 + 6, `phase ${phase}: ${behind} ms`);
  }
});
