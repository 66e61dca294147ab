// @ts-check
/** A caption's line as it lies on this canvas: laid out, cut into characters, painted once. */

import { clusters } from "./cluster.js";
import { direction, drop, isApart, turns, width } from "../../shared/text.js";
import { colour, font } from "../../shared/palette.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Line
 * @property {number} epoch of the brush it was laid out in
 * @property {string} font
 * @property {number} room the width it had to fit in
 * @property {number} size of the font, in points
 * @property {number} width in points
 * @property {Float64Array} places of the characters' left edges, in points
 * @property {Int32Array} left edges of the characters in device pixels from the line's left
 * @property {Int32Array} right
 * @property {boolean[]} apart which characters look alone as they do in the line
 */

/**
 * @typedef {(ctx: CanvasRenderingContext2D, text: string, baseline: number, size: number,
 *   height: number) => void} Paint
 */

/** @type {WeakMap<Node, Line>} */
const lines = new WeakMap();

const SIZE_SHARE = 0.68;
const MARGIN = 8;
/** The room around a line for what hangs over, as a share of its height. */
export const PAD_SHARE = 0.35;
/** The room around a letter, as a share of the font's size. */
export const OVERHANG = 0.35;
const OUTLINE = 0.17;

/**
 * The caption's line; what is too wide is set smaller.
 * @param {Brush} brush
 * @param {Node} node
 * @returns {Line}
 */
export function lineOf(brush, node) {
  const room = roomOf(brush, node);
  let line = lines.get(node);
  if (line !== undefined && line.epoch === brush.epoch && line.room === room) return line;
  const text = node.text ?? "";
  const glyphs = node.glyphs ?? [];
  let size = node.height * SIZE_SHARE;
  size *= Math.min(1, room / width(font(size, 700), text));
  const face = font(size, 700);
  const cut = clusters(face, glyphs);
  const pixel = (/** @type {number} */ edge) => Math.round(edge * brush.scale);
  line = {
    epoch: brush.epoch,
    font: face,
    room,
    size,
    width: cut.width,
    places: cut.left,
    left: Int32Array.from(cut.left, pixel),
    right: Int32Array.from(cut.right, pixel),
    apart: glyphs.map((glyph) => isApart(glyph, turns(text))),
  };
  spread(line, glyphs, pixel(cut.width), brush.scale);
  lines.set(node, line);
  return line;
}

/**
 * Gives what is cut out of the line room for its outline if nothing stands beside it.
 * @param {Line} line
 * @param {string[]} glyphs
 * @param {number} end of the line in device pixels
 * @param {number} scale
 */
function spread({ left, right, size, apart }, glyphs, end, scale) {
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

/**
 * How wide the line may be, in points, to stay on the stage.
 * @param {Brush} brush
 * @param {Node} node
 */
function roomOf(brush, node) {
  const before = node.x - MARGIN;
  const behind = brush.width - node.x - MARGIN;
  const room = node.align === "left"
    ? behind
    : node.align === "right" ? before : 2 * Math.min(before, behind);
  return Math.max(room, 40);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} face @param {"ltr" | "rtl"} way */
export function setFont(ctx, face, way) {
  ctx.font = face;
  ctx.direction = way;
  ctx.textAlign = "left";
  ctx.lineJoin = "round";
}

/**
 * The line painted as a whole.
 * @param {Node} node
 * @param {Line} line
 * @param {import("../paint/sprite.js").Sprites} sprites
 * @param {Paint} paint
 */
export function spriteOf(node, line, sprites, paint) {
  const pad = node.height * PAD_SHARE;
  return sprites.get(node, node, line.width, node.height, pad, (ctx) => {
    const text = node.text ?? "";
    setFont(ctx, line.font, direction(text));
    paint(ctx, text, node.height / 2 + drop(line.font), line.size, node.height);
  });
}

/** @type {Paint} */
export function paintPlain(ctx, text, baseline, size) {
  paintOutline(ctx, text, baseline, size);
  paintFigure(ctx, text, baseline);
}

/** @type {Paint} */
export function paintOutline(ctx, text, baseline, size) {
  ctx.lineWidth = size * OUTLINE;
  ctx.strokeStyle = colour.ink;
  ctx.strokeText(text, 0, baseline);
}

/** @type {Paint} */
export function paintFigure(ctx, text, baseline) {
  ctx.fillStyle = colour.white;
  ctx.fillText(text, 0, baseline);
}
