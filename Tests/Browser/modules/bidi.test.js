/** Names within sentences: what turns is isolated, everything else stays as it is. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isolated, withoutIsolates } from "../web/shared/bidi.js";
import { direction, phrase } from "../web/shared/text.js";

const [FSI, PDI] = ["\u2068", "\u2069"];

for (const name of ["Rose", "王小明", "Zoë 🎂", "5 × 3", ""]) {
  test(`${JSON.stringify(name)} needs no isolate`, () => assert.equal(isolated(name), name));
}

for (const [name, own] of [
  ["وردة (5)", "وردة (5)"], ["שלום 12", "שלום 12"], ["A\u202Eb", "Ab"], ["A\u2069\u2067b", "Ab"], ["A\u061Cb", "A\u061Cb"],
  ["\u202A\u202B\u202C\u202D\u202E\u2066\u2068x", "x"], ["A\u200Fb", "A\u200Fb"],
]) {
  test(`${JSON.stringify(name)} is isolated, without controls that reach beyond it`, () => {
    assert.equal(isolated(name), FSI + own + PDI);
    assert.equal(phrase("sent", name), `sent ${FSI}${own}${PDI}`);
  });
}

test("Names that are isolated stay so within a longer text", () => {
  const line = `${isolated("محمد")} · ${isolated("Rose\u202E")}`;
  assert.equal(isolated(line), FSI + line + PDI);
});

test("A sentence has the direction of its own words, not of an isolated name (UAX #9, P2)", () => {
  assert.equal(direction("مرحبا Ann"), "rtl");
  assert.equal(direction(`${FSI}محمد${PDI} follows`), "ltr");
  assert.equal(direction(`${FSI}محمد follows`), "ltr");
  assert.equal(withoutIsolates(`a${FSI}b${FSI}c${PDI}d${PDI}e${PDI}f`), "aef");
});
