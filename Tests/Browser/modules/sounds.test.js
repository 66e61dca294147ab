// @ts-check
/** The names of the built-in sounds, and the change that switches them on. */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { SOUND_GROUPS, soundAddress, soundAddresses, soundName } from "../web/shared/sounds.js";
import { soundPreset } from "../web/studio/looks/soundpreset.js";
import { en } from "../web/studio/looks/en.js";
import { zh } from "../web/studio/looks/zh.js";

const names = Object.values(SOUND_GROUPS).flat();

test("Each file is listed once under its name", () => {
  assert.deepEqual(names.map((name) => `${name}.wav`).sort(), readdirSync(new URL("../web/sounds", import.meta.url)).sort());
});

test("The page prepares every built-in sound, the ticks before the films", () => {
  const addresses = soundAddresses();
  assert.deepEqual(addresses.toSorted(), names.map(soundAddress).sort());
  assert.ok(addresses.indexOf(soundAddress("tick-10")) < addresses.indexOf(soundAddress("rocket")));
});

test("An address leads back to the name of a built-in sound only", () => {
  for (const name of names) assert.equal(soundName(soundAddress(name)), name);
  for (const address of ["/web/sounds/none.wav", "/web/sounds/castle.ogg", "/assets/castle.wav", ""]) {
    assert.equal(soundName(address), null);
  }
});

test("Each built-in sound and each group has a title in every language", () => {
  for (const texts of [en, zh]) {
    for (const name of names) assert.ok(`builtin_${name.replace(/-\d+$/, "")}` in texts, name);
    for (const group of Object.keys(SOUND_GROUPS)) assert.ok(`builtins_${group}` in texts, group);
  }
});

test("The preset plays built-in sounds only", () => {
  const { enabled, flourish, ...files } = soundPreset().sounds;
  assert.deepEqual([enabled, flourish], [true, true]);
  for (const address of Object.values(files)) assert.ok(names.includes(soundName(address) ?? ""), address);
});
