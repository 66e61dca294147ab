/** Measuring, fitting and formatting of texts, with a canvas on which each character is ten points wide. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as text from "../web/shared/text.js";

const FONT = "bold 20px sans-serif";
/** @type {{ font: string, direction: string, text: string }[]} */
const measured = [];
const context = {
  font: "",
  direction: "",
  textRendering: "auto",
  /** @param {string} words */
  measureText(words) {
    measured.push({ font: this.font, direction: this.direction, text: words });
    return { width: 10 * text.graphemes(words).length, actualBoundingBoxAscent: 14, actualBoundingBoxDescent: 0 };
  },
};
globalThis.document = /** @type {any} */ ({ createElement: () => ({ getContext: () => context }) });

beforeEach(() => {
  text.forget();
  measured.length = 0;
});

test("Thousands have commas, and decimals have none", () => {
  for (const [amount, shown] of [
    [0, "0"], [999, "999"], [1000, "1,000"], [1234567, "1,234,567"], [-123456, "-123,456"], [1234.56789, "1,234.56789"],
    [0.1234, "0.1234"],
  ]) assert.equal(text.grouped(amount), shown);
});

test("A word and a name have a space between them if neither is empty", () => {
  assert.equal(text.phrase("sent", "Rose"), "sent Rose");
  assert.equal(text.phrase("", "Rose"), "Rose");
  assert.equal(text.phrase("sent", ""), "sent");
});

test("A character is a grapheme cluster", () => {
  assert.deepEqual(text.graphemes("a👨‍👩‍👧e\u0301"), ["a", "👨‍👩‍👧", "e\u0301"]);
  assert.equal(text.firstGrapheme("🇫🇷🇩🇪"), "🇫🇷");
  assert.equal(text.firstGrapheme(""), undefined);
});

test("A text is measured once for each font, and again after a font has loaded", () => {
  assert.equal(text.width(FONT, "Rose"), 40);
  assert.equal(text.width(FONT, "Rose"), 40);
  assert.equal(text.width("10px serif", "وردة"), 40);
  assert.deepEqual(measured, [
    { font: FONT, direction: "ltr", text: "Rose" }, { font: "10px serif", direction: "rtl", text: "وردة" }]);
  text.forget();
  text.width(FONT, "Rose");
  assert.equal(measured.length, 3);
});

test("At most 2,000 widths are kept", () => {
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 2000; number++) text.width(FONT, `${number}`);
    assert.equal(measured.length, 2000);
  }
  text.width(FONT, "one more");
  text.width(FONT, "0");
  assert.equal(measured.length, 2002);
  // The limit counts from then on.
  for (let number = 0; number < 1998; number++) text.width(FONT, `${number}`);
  for (let number = 0; number < 1998; number++) text.width(FONT, `${number}`);
  assert.equal(measured.length, 3999);
});

test("A baseline lies half a digit's height below the line's center, measured once until a font has loaded", () => {
  assert.equal(text.drop(FONT), 7);
  assert.equal(text.drop(FONT), 7);
  assert.deepEqual(measured.map((one) => [one.font, one.text]), [[FONT, "0"]]);
  text.forget();
  text.drop(FONT);
  assert.equal(measured.length, 2);
});

test("A text that is too long ends with an ellipsis after the last whole character that fits", () => {
  assert.equal(text.fit(FONT, "Rose garden", 110), "Rose garden");
  assert.equal(text.fit(FONT, "Rose garden", 109), "Rose gard…");
  // No space stands before the ellipsis.
  assert.equal(text.fit(FONT, "Rose garden", 60), "Rose…");
  assert.equal(text.fit(FONT, "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 20), "👨‍👩‍👧…");
  assert.equal(text.fit(FONT, "Rose", 5), "…");
  // Another font and direction were measured last.
  text.width("10px serif", "وردة وردة");
  text.width(FONT, "Lily");
  measured.length = 0;
  text.fit("10px serif", "وردة وردة", 50);
  assert.ok(measured.length > 0 && measured.every((one) => one.font === "10px serif" && one.direction === "rtl"));
});

test("Glyphs are placed at fractions of a pixel", () => {
  text.width(FONT, "a");
  assert.equal(context.textRendering, "geometricPrecision");
});

test("A text is drawn from its left edge in its own direction", () => {
  for (const [words, direction] of [["Rose", "ltr"], ["שושנה", "rtl"], ["", "ltr"], ["12 שושנה", "rtl"]]) {
    const drawn = [];
    const ctx = {
      ...context, direction: "", textAlign: "", fillText: (...all) => drawn.push([ctx.direction, ctx.textAlign, ...all]) };
    text.put(/** @type {any} */ (ctx), words, 3, 4);
    assert.deepEqual(drawn, [[direction, "left", words, 3, 4]]);
  }
});

test("A text is cut to the height of a line only if it is taller", () => {
  // The size of the font is 2 * 7 / 0.72 = 19.4 points.
  for (const [rise, fall, isCut] of /** @type {const} */ ([[29, 17, false], [30, 17, true], [29, 18, true]])) {
    /** @type {any[]} */
    const calls = [];
    const ctx = /** @type {any} */ ({
      font: FONT, save() {}, beginPath() {}, clip: () => calls.push("cut"),
      measureText: () => (calls.push("measured"), { actualBoundingBoxAscent: rise, actualBoundingBoxDescent: fall }),
      rect: (/** @type {number} */ _, /** @type {number} */ top, /** @type {number} */ __, /** @type {number} */ height) => calls.push([top, height]) });
    for (let round = 0; round < 2; round++) assert.equal(text.cutToLine(ctx, `ж${rise}${fall}`, 100), isCut);
    const box = [100 - 1.5 * 14 / 0.72, 2.4 * 14 / 0.72];
    assert.deepEqual(calls, isCut ? ["measured", box, "cut", box, "cut"] : ["measured"]);
  }
});

test("Texts of ASCII characters are as tall as all of these, which are measured once for a font", () => {
  /** @type {string[]} */
  const boxes = [];
  const ctx = /** @type {any} */ ({
    font: FONT,
    measureText: (/** @type {string} */ words) => (boxes.push(words), { actualBoundingBoxAscent: 14, actualBoundingBoxDescent: 4 }) });
  for (const words of ["Rose", "Caller 7", "~ !"]) assert.equal(text.cutToLine(ctx, words, 100), false);
  assert.equal(boxes.length, 1);
  for (const letter of " aZ09~") assert.ok(boxes[0].includes(letter));
  assert.equal(text.cutToLine(ctx, "Żaneta", 100), false);
  assert.equal(boxes[1], "Żaneta");
});

test("The first character of a text has its marks", () => {
  for (const [words, first] of [
    ["Ann", "A"], ["7", "7"], ["e\u0301a", "e\u0301"], ["👨‍👩‍👧 x", "👨‍👩‍👧"], ["1\uFE0F\u20E3", "1\uFE0F\u20E3"], ["\r\n", "\r\n"], ["", undefined]]) {
    assert.equal(text.firstGrapheme(/** @type {string} */ (words)), first);
  }
});

test("A character can be drawn alone if it is neither joined nor mirrored", () => {
  for (const glyph of ["a", "é", "王", "ん", "한", "ש", "7", "(", "🎂"]) assert.ok(text.isApart(glyph, false), glyph);
  // Arabic letters and Arabic's stroke between letters join; Devanagari letters do, too.
  for (const glyph of ["و", "\u0640", "क"]) assert.ok(!text.isApart(glyph, false), glyph);
  assert.ok(!text.isApart("(", true));
  assert.ok(text.isApart("a", true));
});

test("A text turns if any of its letters runs from the right", () => {
  assert.ok(text.turns("Rose وردة") && text.turns("א"));
  assert.ok(!text.turns("Rose 王 12"));
});
