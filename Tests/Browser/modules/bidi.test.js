/** Names within sentences: what turns is isolated, everything else stays as it is. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isolated, withoutIsolates } from "../web/shared/bidi.js";
import { direction, drawable, phrase } from "../web/shared/text.js";

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

// Left-to-right and right-to-left marks, embeddings and their end, and isolates.
const [LRM, RLM, LRE, RLE, PDF, LRI, RLI] = ["\u200E", "\u200F", "\u202A", "\u202B", "\u202C", "\u2066", "\u2067"];

for (const [way, text, drawn] of [
  ["ltr", `sent ${FSI}פרח 12${PDI}`, `sent ${LRM}${RLE}פרח 12${PDF}${LRM}`],
  ["ltr", `${RLI}12 %${PDI} of פרח`, `${LRM}${RLE}12 %${PDF}${LRM} of פרח`],
  ["rtl", `${FSI}Ann 1!${PDI} مرحبا`, `${RLM}${LRE}Ann 1!${PDF}${RLM} مرحبا`],
  ["rtl", `${LRI}פרח${PDI}`, `${RLM}${LRE}פרח${PDF}${RLM}`],
  // The inner name does not count for the direction of the outer one (UAX #9, P2), and the marks follow the outer one.
  ["ltr", `a ${FSI}${FSI}Ann${PDI} פרח${PDI} b`, `a ${LRM}${RLE}${RLM}${LRE}Ann${PDF}${RLM} פרח${PDF}${LRM} b`],
  ["ltr", `${FSI}12${PDI} פרח`, `${LRM}${LRE}12${PDF}${LRM} פרח`],
  ["ltr", `a${PDI} ${FSI}פרח…`, `a ${LRM}${RLE}פרח…`],
  ["ltr", `sent ${FSI}Ann${PDI}`, `sent ${FSI}Ann${PDI}`], ["rtl", "פרח 12", "פרח 12"],
]) {
  test(`A canvas draws ${JSON.stringify(text)} (${way}) with embeddings where letters turn`, () => {
    assert.equal(drawable(text, way), drawn);
    assert.equal(drawable(text, way), drawn);
  });
}
