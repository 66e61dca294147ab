// @ts-check
/** A line of a caption, laid out for this canvas, divided into characters, and painted once. */

import { clusters } from "./cluster.js";
import { isBreak } from "./wrap.js";
import { direction, drop, isApart, turns } from "../../shared/text.js";
import { color, display, isOwn, rung, style } from "../../shared/palette.js";
import { light } from "../show/tone.js";
import { limitedGlyphs } from "../stage/texts.js";
import { linear } from "../show/trace.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Line
 * @property {{id: string}} owner of its sprites
 * @property {string[]} glyphs its characters
 * @property {string} text
 * @property {"ltr" | "rtl"} way the direction of the whole caption
 * @property {number} from the index of its first character in the caption
 * @property {string} font
 * @property {number} size of the font, in points
 * @property {number} height in points
 * @property {number} y of its top, relative to the top of the node's row, in points
 * @property {number} width in points
 * @property {Float64Array} places of the characters' left edges, in points
 * @property {Int32Array} left edges of the characters in device pixels from the line's left
 * @property {Int32Array} right
 * @property {boolean[]} apart true for each character that looks the same alone as in the line
 */

/**
 * @typedef {(ctx: CanvasRenderingContext2D, text: string, baseline: number, size: number,
 *   height: number) => void} Paint
 */

const SIZE_SHARE = 0.68;
/** The padding of a line for parts that extend beyond it, as a share of its height. */
export const PAD_SHARE = 0.35;
/** The padding of a letter, as a share of the font size. */
export const OVERHANG = 0.35;
const OUTLINE = 0.17;

/** The lightness of the color at the bottom of letters. */
const LIGHT = 0.8;
const MARK = /^\p{Punctuation}+$/u;
/** The height of capitals, as a share of the font size. */
const CAPITALS = 0.72;

/**
 * Returns the font size for a line height.
 * @param {number} height
 */
function sizeOf(height) {
  return height * SIZE_SHARE;
}

/**
 * Returns the font for a line height: the theme's own.
 * @param {number} height
 */
export function faceOf(height) {
  return display(sizeOf(height));
}

/**
 * The characters of captions whose texts exceed the limits, with their indices and the newest values; null: no limit applies.
 * @type {WeakMap<string[], {glyphs: string[], from: number[], values: number[]} | null>}
 */
const limits = new WeakMap();

/** @param {Node} node */
function limitsOf({ glyphs }) {
  if (glyphs === undefined) return null;
  let known = limits.get(glyphs);
  if (known === undefined) {
    const kept = limitedGlyphs(glyphs);
    limits.set(glyphs, (known = kept && { ...kept, values: [] }));
  }
  return known;
}

/**
 * Returns the characters of a caption in the theme's case.
 * @param {Node} node
 */
export function glyphsOf(node) {
  const { glyphs } = limitsOf(node) ?? node;
  return style.isUpper === true ? (glyphs ?? []).map((glyph) => glyph.toLocaleUpperCase()) : glyphs ?? [];
}

/**
 * Returns the values of the characters that are drawn.
 * @param {Node} node @param {number[]} all the values of all characters
 */
export function valuesOf(node, all) {
  const kept = limitsOf(node);
  if (kept === null || all.length === 0) return all;
  for (let i = 0; i < kept.from.length; i++) kept.values[i] = all[kept.from[i]];
  return kept.values;
}

/**
 * Lays out a line.
 * @param {Brush} brush
 * @param {Node} node the caption
 * @param {number} index of the line in the caption
 * @param {number} from the index of its first character
 * @param {number} to the index after its last character
 * @param {number} height in points
 * @returns {Line}
 */
export function lineOf(brush, node, index, from, to, height) {
  // A break inside a line is beyond the limit of lines, and becomes a space.
  const glyphs = glyphsOf(node).slice(from, to).map((glyph) => isBreak(glyph) ? " " : glyph);
  const text = glyphs.join("");
  const way = direction(node.text ?? "");
  const size = sizeOf(height);
  const face = faceOf(height);
  const cut = clusters(face, glyphs, way);
  const pixel = (/** @type {number} */ edge) => Math.round(edge * brush.scale);
  const mirrors = turns(text);
  /** @type {Line} */
  const line = {
    // The IDs of nodes contain no line break.
    owner: { id: index === 0 ? node.id : `${node.id}\n${index}` },
    glyphs, text, way, from,
    font: face,
    size,
    height,
    y: 0,
    width: cut.width,
    places: cut.left,
    left: Int32Array.from(cut.left, pixel),
    right: Int32Array.from(cut.right, pixel),
    apart: partsOf(glyphs, mirrors),
  };
  spread(line, pixel(cut.width), brush.scale);
  return line;
}

/**
 * Tells for each character if it looks the same alone as in the line. A mark of punctuation behind joined letters belongs to their
 * word, because a cut between them would show.
 * @param {string[]} glyphs @param {boolean} mirrors
 */
function partsOf(glyphs, mirrors) {
  const apart = glyphs.map((glyph) => isApart(glyph, mirrors));
  for (let i = 1; i < glyphs.length; i++) if (!apart[i - 1] && MARK.test(glyphs[i])) apart[i] = false;
  return apart;
}

/**
 * Widens the cutouts of connected characters at spaces and at the line's ends, for their outlines.
 * @param {Line} line
 * @param {number} end of the line in device pixels
 * @param {number} scale
 */
function spread({ glyphs, left, right, size, apart }, end, scale) {
  const overhang = Math.ceil(OVERHANG * size * scale);
  const outline = Math.ceil((OUTLINE / 2) * size * scale);
  const starts = new Set();
  const ends = new Set();
  for (let i = 0; i < glyphs.length; i++) {
    if (glyphs[i].trim() !== "") continue;
    starts.add(left[i]);
    ends.add(right[i]);
  }
  for (let i = 0; i < glyphs.length; i++) {
    if (apart[i]) continue;
    const [from, to] = [left[i], right[i]];
    left[i] -= from <= 0 ? overhang : ends.has(from) ? outline : 0;
    right[i] += to >= end ? overhang : starts.has(to) ? outline : 0;
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {string} face @param {"ltr" | "rtl"} way */
export function setFont(ctx, face, way) {
  ctx.font = face;
  ctx.direction = way;
  ctx.textAlign = "left";
  ctx.lineJoin = "round";
}

/**
 * Returns a sprite of the whole line.
 * @param {Line} line
 * @param {import("../paint/sprite.js").Sprites} sprites
 * @param {Paint} paint
 */
export function spriteOf(line, sprites, paint) {
  return sprites.held(line.owner, line) ?? paintedOf(line, sprites, paint);
}

/**
 * @param {Line} line
 * @param {import("../paint/sprite.js").Sprites} sprites
 * @param {Paint} paint
 */
function paintedOf(line, sprites, paint) {
  const { owner, text, width, height } = line;
  return sprites.get(owner, line, width, height, height * PAD_SHARE, (ctx) => {
    setFont(ctx, line.font, line.way);
    paint(ctx, text, height / 2 + drop(line.font), line.size, height);
  });
}

/** @type {Paint} */
export function paintPlain(ctx, text, baseline, size) {
  paintOutline(ctx, text, baseline, size);
  paintFigure(ctx, text, baseline, size);
}

/** @type {Paint} */
export function paintOutline(ctx, text, baseline, size) {
  ctx.lineWidth = size * OUTLINE;
  ctx.strokeStyle = color.captionEdge;
  ctx.strokeText(text, 0, baseline);
}

/** @type {Paint} */
export function paintFigure(ctx, text, baseline, size) {
  const isFlat = style.hasFlatCaptions === true || isOwn("captionText");
  ctx.fillStyle = isFlat ? color.captionText : downwards(ctx, baseline, size, ["#ffffff", light(rung(1)[1], LIGHT)]);
  ctx.fillText(text, 0, baseline);
}

/**
 * Returns colors from the top of capitals to the line.
 * @param {CanvasRenderingContext2D} ctx @param {number} baseline @param {number} size @param {string[]} colors
 */
export function downwards(ctx, baseline, size, colors) {
  return linear(ctx, 0, baseline - CAPITALS * size, 0, baseline, colors);
}
