// @ts-check
/** Which rooms the studio asks for a format and a theme, and what the answer changes. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isHeard, occasionOf, patchOf } from "../web/studio/firstrun/occasion.js";
import { PRESETS } from "../web/studio/layout/presets.js";
import { merged } from "../web/studio/merge.js";

const [wide, tall] = PRESETS;
const DEFAULTS = {
  ...merged(wide.patch, { gifts: { y: 320, gap: 10 }, counters: { max: 6 } }),
  look: { theme: "aurora", font: null, words: { sent: "sent", give: "Give" }, css: {} },
  catalogue: { rose: { value: 1 } },
  sounds: { enabled: true, volume: 0.8, combo: null, call: null, flourish: false },
};
/** The patch that switches the sounds on. */
const ON = { sounds: { enabled: true, flourish: true, call: "/web/sounds/call.wav" } };

test("A room whose settings all have their defaults is asked at once", () => {
  assert.equal(occasionOf(DEFAULTS, DEFAULTS), "first");
  const { stage, ...rest } = DEFAULTS;
  const words = { give: "Give", sent: "sent" };
  assert.equal(occasionOf({ ...rest, stage, look: { css: {}, words, font: null, theme: "aurora" } }, DEFAULTS), "first");
});

test("A room with any setting of its own gets an offer", () => {
  for (const patch of [{ gifts: { linger: 1 } }, { catalogue: { rose: null } }, { look: { theme: "neon" } }, { look: { css: { giftName: "#fff" } } }]) {
    assert.equal(occasionOf(merged(DEFAULTS, patch), DEFAULTS), "offer", JSON.stringify(patch));
  }
});

test("A room that has a preset layout is not asked", () => {
  for (const { patch } of PRESETS) assert.equal(occasionOf(merged(DEFAULTS, patch), DEFAULTS), null);
  assert.equal(occasionOf(merged(merged(DEFAULTS, tall.patch), { goals: { y: 1 } }), DEFAULTS), "offer");
});

test("An answer sets the layout and the theme, and nothing else", () => {
  const config = merged(DEFAULTS, { look: { font: "Serif" }, gifts: { linger: 9 } });
  const after = merged(config, patchOf({ preset: tall, theme: "neon", isHeard: false }, config, ON));
  assert.deepEqual(after.look, { ...config.look, theme: "neon" });
  assert.deepEqual(after.stage, tall.patch.stage);
  assert.equal(after.gifts.linger, 9);
  assert.deepEqual(after.catalogue, config.catalogue);
  assert.equal("sounds" in patchOf({ preset: tall, theme: "neon", isHeard: false }, config, ON), false);
});

test("An answer switches the sounds on or off, and leaves them alone if the room already is as wanted", () => {
  const soundsAfter = (/** @type {boolean} */ isWanted, /** @type {any} */ sounds) => {
    const config = { ...DEFAULTS, sounds: { ...DEFAULTS.sounds, ...sounds } };
    return { ...config.sounds, ...patchOf({ preset: wide, theme: "aurora", isHeard: isWanted }, config, ON).sounds };
  };
  assert.deepEqual(soundsAfter(true, {}), { ...DEFAULTS.sounds, ...ON.sounds });
  const own = { ...DEFAULTS.sounds, combo: "/assets/a.ogg" };
  assert.deepEqual(soundsAfter(true, own), own);
  assert.deepEqual(soundsAfter(false, own), { ...own, enabled: false });
  assert.deepEqual(soundsAfter(true, { ...own, enabled: false }), { ...own, ...ON.sounds });
});

test("A room is heard if its sounds are on, it has a volume and any sound", () => {
  const heard = (/** @type {any} */ more) => isHeard({ ...DEFAULTS.sounds, ...more });
  assert.deepEqual([heard({}), heard({ call: "/a.ogg" }), heard({ flourish: true })], [false, true, true]);
  assert.deepEqual([heard({ call: "/a.ogg", volume: 0 }), heard({ call: "/a.ogg", enabled: false })], [false, false]);
});

test("An answer leaves out settings that the server does not know", () => {
  const { goals, ...older } = DEFAULTS;
  assert.equal("goals" in patchOf({ preset: wide, theme: "gala", isHeard: false }, older, ON), false);
});
