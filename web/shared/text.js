// @ts-check
/** Measures, fits and draws text on a canvas. Each text is measured once per font. */

import { isolated, withoutIsolates } from "./bidi.js";

/** @type {CanvasRenderingContext2D | null} */
let context = null;

/** Returns the context that measures text. It is created on first use, so that importing this needs no page. */
function ruler() {
  if (context === null) {
    const canvas = document.createElement("canvas");
    context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    precise(context);
  }
  return context;
}

const LIMIT = 2000;
const ELLIPSIS = "…";
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** @type {Map<string, Map<string, number>>} */
const widths = new Map();
let kept = 0;

/** Forgets all measurements, for example after a font has loaded. */
export function forget() {
  widths.clear();
  rises.clear();
  heights.clear();
  measured = 0;
  kept = 0;
}

/**
 * Returns the advance width of a text, in points.
 * @param {string} font
 * @param {string} text
 */
export function width(font, text) {
  let known = widths.get(font);
  if (known === undefined) widths.set(font, (known = new Map()));
  let value = known.get(text);
  if (value === undefined) {
    if (++kept > LIMIT) {
      forget();
      widths.set(font, (known = new Map()));
    }
    const ctx = ruler();
    ctx.font = font;
    ctx.direction = direction(text);
    value = ctx.measureText(text).width;
    known.set(text, value);
  }
  return value;
}

/**
 * Formats a number with commas between its thousands.
 * @param {number | string} amount
 */
export function grouped(amount) {
  const [whole, ...share] = String(amount).split(".");
  return [whole.replace(/(?<=\d)(?=(\d{3})+$)/g, ","), ...share].join(".");
}

/**
 * Joins a word and a name; either may be empty.
 * @param {string} word @param {string} name
 */
export function phrase(word, name) {
  return word === "" || name === "" ? word + name : `${word} ${isolated(name)}`;
}

/** @type {Map<string, number>} */
const rises = new Map();

/**
 * Returns half the height of a digit, in points: the distance from a center line down to the baseline.
 * @param {string} font
 */
export function drop(font) {
  let value = rises.get(font);
  if (value === undefined) {
    const ctx = ruler();
    ctx.font = font;
    value = ctx.measureText("0").actualBoundingBoxAscent / 2;
    rises.set(font, value);
  }
  return value;
}

/**
 * Turns on glyph positions at fractions of a pixel, so that a text has the same shape at every scale.
 * @param {CanvasRenderingContext2D} ctx
 */
export function precise(ctx) {
  // Chromium has this property since version 99, but TypeScript declares it only since 5.
  /** @type {any} */ (ctx).textRendering = "geometricPrecision";
}

/** @param {string} text */
export function graphemes(text) {
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** A printable ASCII character before another one or the end is a grapheme of its own. */
const SIMPLE = /^[\x20-\x7E](?![^\x20-\x7E])/;

/** @param {string} text @returns {string | undefined} undefined for an empty text */
export function firstGrapheme(text) {
  // The segmenter takes longer than the rest of a portrait.
  return SIMPLE.test(text) ? text[0] : segmenter.segment(text).containing(0)?.segment;
}

/**
 * Returns the text, or as many of its first grapheme clusters as fit with an ellipsis after them.
 * @param {string} font
 * @param {string} text
 * @param {number} room in points
 */
export function fit(font, text, room) {
  if (width(font, text) <= room) return text;
  const parts = graphemes(text);
  const ctx = ruler();
  ctx.font = font;
  ctx.direction = direction(text);
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const tried = parts.slice(0, middle).join("").trimEnd() + ELLIPSIS;
    if (ctx.measureText(tried).width <= room) low = middle;
    else high = middle - 1;
  }
  return parts.slice(0, low).join("").trimEnd() + ELLIPSIS;
}

const LETTER = /\p{L}/u;
const ISOLATE = /[\u2066-\u2068]/;
const RIGHT_TO_LEFT = new RegExp(
  "[\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}" +
    "\\p{Script=Samaritan}\\p{Script=Mandaic}\\p{Script=Adlam}\\p{Script=Mende_Kikakui}]",
  "u",
);

/**
 * Returns the direction of a text: that of its first letter (UAX #9, rules P2 and P3).
 * @param {string} text
 * @returns {"ltr" | "rtl"}
 */
export function direction(text) {
  const letter = LETTER.exec(ISOLATE.test(text) ? withoutIsolates(text) : text);
  return letter !== null && RIGHT_TO_LEFT.test(letter[0]) ? "rtl" : "ltr";
}

const APART = new RegExp(
  "^[\\p{Script=Common}\\p{Script=Inherited}\\p{Script=Latin}\\p{Script=Greek}" +
    "\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Georgian}\\p{Script=Hebrew}" +
    "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Han}\\p{Script=Hiragana}" +
    "\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Hangul}]*$",
  "u",
);
/** Tatweel, the Arabic stroke that lengthens joins between letters. Its script is Common, so `APART` allows it. */
const JOINING = /\u0640/;
const MIRRORED = /\p{Bidi_Mirrored}/u;

/**
 * Tells if a character looks the same alone as within text: it joins no neighbors and is not mirrored.
 * @param {string} glyph
 * @param {boolean} mirrors true if a part of the text runs from right to left
 */
export function isApart(glyph, mirrors) {
  return APART.test(glyph) && !JOINING.test(glyph) && !(mirrors && MIRRORED.test(glyph));
}

/**
 * Tells if a part of a text runs from right to left.
 * @param {string} text
 */
export function turns(text) {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * Texts with embeddings for a canvas, by the text's direction and the text.
 * @type {Record<"ltr" | "rtl", Map<string, string>>}
 */
const embedded = { ltr: new Map(), rtl: new Map() };
const CONTROL = /[\u2066-\u2069]/g;
const POP_ISOLATE = "\u2069";
/** @type {Record<string, "ltr" | "rtl">} */
const WAYS = { "\u2066": "ltr", "\u2067": "rtl" };
const MARKS = { ltr: "\u200E", rtl: "\u200F" };
const EMBEDDINGS = { ltr: "\u202A", rtl: "\u202B" };
const POP_EMBEDDING = "\u202C";

/**
 * Returns a text for a canvas: embeddings between direction marks replace its isolates. The canvas of Chromium 108
 * draws a text that has isolates and letters from right to left in a wrong order.
 * @param {string} text
 * @param {"ltr" | "rtl"} way the direction of the text
 */
export function drawable(text, way) {
  if (!ISOLATE.test(text) || way === "ltr" && !turns(text)) return text;
  const known = embedded[way];
  let value = known.get(text);
  if (value === undefined) {
    if (known.size >= LIMIT) known.clear();
    known.set(text, (value = embed(text, way)));
  }
  return value;
}

/** @param {string} text @param {"ltr" | "rtl"} way */
function embed(text, way) {
  /** @type {("ltr" | "rtl")[]} */
  const outer = [];
  let now = way;
  return text.replace(CONTROL, (control, /** @type {number} */ at) => {
    if (control !== POP_ISOLATE) {
      outer.push(now);
      now = WAYS[control] ?? direction(content(text.slice(at + 1)));
      return MARKS[outer[outer.length - 1]] + EMBEDDINGS[now];
    }
    const before = outer.pop();
    if (before === undefined) return "";
    now = before;
    return POP_EMBEDDING + MARKS[now];
  });
}

/**
 * Returns a text up to the end of the isolate that begins before it.
 * @param {string} text
 */
function content(text) {
  let depth = 1;
  for (const { 0: control, index } of text.matchAll(CONTROL)) {
    depth += control === POP_ISOLATE ? -1 : 1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

/** The height of capitals in the size of a font, about. */
const CAPITALS = 0.72;
/** Above and below a baseline, in sizes of the font: nearly all writing has its marks within this. */
const ABOVE = 1.5;
const BELOW = 0.9;
/** Wider than every canvas, in points. */
const FAR = 1e5;

/**
 * Tells if texts are too tall for their lines, by font and text.
 * @type {Map<string, Map<string, boolean>>}
 */
const heights = new Map();
let measured = 0;
/** All printable ASCII characters, and the texts that have no others. */
const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32));
const PLAIN = /^[\x20-\x7E]*$/;

/**
 * ASCII characters do not stack, so that a text of them is as tall as they are. They are measured once for a font, because
 * the box of a text takes longer than its drawing.
 * @param {CanvasRenderingContext2D} ctx @param {string} face @param {string} own @param {number} size
 */
function isTall(ctx, face, own, size) {
  const text = PLAIN.test(own) ? ASCII : own;
  let known = heights.get(face);
  if (known === undefined) heights.set(face, (known = new Map()));
  let value = known.get(text);
  if (value === undefined) {
    if (++measured > LIMIT) {
      heights.clear();
      measured = 1;
      heights.set(face, (known = new Map()));
    }
    const { actualBoundingBoxAscent: rise, actualBoundingBoxDescent: fall } = ctx.measureText(text);
    known.set(text, (value = rise > ABOVE * size || fall > BELOW * size));
  }
  return value;
}

/**
 * Cuts the drawing of a text in the context's font to the height of its line if its stacks of marks or letters are taller, so
 * that it does not cover other lines and rows.
 * @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} baseline
 * @param {string} [face] the context's font, for callers that know it: a context takes long to write it out
 * @returns {boolean} true if the context was saved and cut; the caller restores it
 */
export function cutToLine(ctx, text, baseline, face = ctx.font) {
  const size = (2 * drop(face)) / CAPITALS;
  if (!isTall(ctx, face, text, size)) return false;
  ctx.save();
  ctx.beginPath();
  ctx.rect(-FAR, baseline - ABOVE * size, 2 * FAR, (ABOVE + BELOW) * size);
  ctx.clip();
  return true;
}

/**
 * Draws a text from its left edge, in either direction.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} text
 * @param {number} x
 * @param {number} baseline
 */
export function put(ctx, text, x, baseline) {
  const way = direction(text);
  ctx.direction = way;
  ctx.textAlign = "left";
  const drawn = drawable(text, way);
  const isCut = cutToLine(ctx, drawn, baseline);
  ctx.fillText(drawn, x, baseline);
  if (isCut) ctx.restore();
}
