// @ts-check
/** Shapes and colors that several plate materials share, such as gold, frames, and cut or rough outlines. */

import { hash } from "../show/ease.js";
import { apart, mix, rgba } from "../show/tone.js";
import { box, linear, polygon, radial } from "../show/trace.js";

/** @typedef {CanvasRenderingContext2D} Context */

/**
 * @typedef {object} Form The properties of a plate; lengths are points.
 * @property {number} tier 0 to 4
 * @property {"gift" | "ticker" | "call" | "goal" | "counter" | "alert" | "leader"} role
 * @property {boolean} isCalm true if words cover the plate, so that it has no ornaments
 * @property {string} one the tier's color
 * @property {string} two its second color
 * @property {number} r the radius of corners
 * @property {number} k device pixels a point
 *
 * @typedef {(ctx: Context, w: number, h: number, form: Form) => void} Material paints a plate
 */

/** @type {import("../show/trace.js").Stop[]} */
export const GOLD = [
  [0, "#8a5a12"], [0.2, "#fff3b8"], [0.38, "#e0a83a"], [0.55, "#fff8d8"], [0.75, "#b67a1c"], [1, "#ffe9a0"]];
/** The dark red of plates in the highest tier, on which gold stands out. */
export const PLUM = ["#4a0f38", "#1f0719", "#3c0c2b"];
/** The contrast of white with the colors under words, a little more than words need, because gloss and bars lie over them. */
const CLEAR = 6.4;

/**
 * Returns a tier's two colors across a plate. They are dark where white words stand, and bright at the gift's picture.
 * They run down a card, and from the left to the right of other plates.
 * @param {Form["role"]} role @param {string} one @param {string} two
 * @param {number} from the opacity of their beginning @param {number} to that of their end
 * @returns {import("../show/trace.js").Stop[]}
 */
export function spread(role, one, two, from, to) {
  const deep = apart(one, "#ffffff", CLEAR);
  const middle = apart(mix(one, two, 0.35), "#ffffff", CLEAR);
  if (role === "gift") return [[0, rgba(deep, from)], [0.72, rgba(middle, from)], [1, rgba(two, to)]];
  if (role === "ticker") return [[0, rgba(deep, from)], [0.5, rgba(middle, from)], [1, rgba(two, to)]];
  if (role === "alert") return [[0, rgba(mix(one, two, 0.5), to)], [0.3, rgba(middle, from)], [1, rgba(deep, from)]];
  return [[0, rgba(deep, from)], [1, rgba(middle, from)]];
}

/**
 * Draws a line within a box's edge.
 * @param {Context} ctx @param {number} w @param {number} h @param {number} r @param {number} line
 * @param {string | CanvasGradient} stroke @param {number} [inset] of the line's middle
 */
export function frame(ctx, w, h, r, line, stroke, inset = line / 2) {
  box(ctx, inset, inset, w - 2 * inset, h - 2 * inset, Math.max(0, r - inset));
  ctx.lineWidth = line;
  ctx.strokeStyle = stroke;
  ctx.stroke();
}

/**
 * Draws the golden frame of the highest tier: gold between two dark lines, and a light line within.
 * @param {Context} ctx @param {number} w @param {number} h @param {number} r
 */
export function goldFrame(ctx, w, h, r) {
  frame(ctx, w, h, r, 3.6, "rgba(52,18,2,.9)", 1.2);
  frame(ctx, w, h, r, 2.6, linear(ctx, 0, 0, w, h, BRIGHT), 1);
  frame(ctx, w, h, r, 0.6, "rgba(255,252,230,.8)", 0.5);
  frame(ctx, w, h, r, 0.7, "rgba(255,222,130,.55)", 3.55);
}

/**
 * Draws the lattice of the highest tier, with a warm light from the right.
 * @param {Context} ctx @param {number} w @param {number} h @param {number} [alpha] of its bars
 * @param {number} [pitch] from one bar to the next
 */
export function lattice(ctx, w, h, alpha = 0.13, pitch = 9) {
  ctx.fillStyle = radial(ctx, w, h * 0.4, w * 0.62, ["rgba(255,150,60,.42)", "rgba(214,40,110,.2)", "rgba(214,40,110,0)"]);
  ctx.fillRect(0, 0, w, h);
  ctx.strokeStyle = rgba("#ffd66e", alpha);
  ctx.lineWidth = 0.8;
  for (let x = -h; x < w; x += pitch) {
    for (const isDown of [true, false]) {
      ctx.beginPath();
      ctx.moveTo(x, isDown ? 0 : h);
      ctx.lineTo(x + h, isDown ? h : 0);
      ctx.stroke();
    }
  }
}

// Gold with strong lights and shades, which a narrow line needs to look like metal.
/** @type {import("../show/trace.js").Stop[]} */
const BRIGHT = [
  [0, "#fff6c4"], [0.1, "#f0b63c"], [0.22, "#9a5f10"], [0.34, "#ffe28a"], [0.46, "#fffbe2"], [0.58, "#d9941f"], [0.7, "#8a5208"],
  [0.84, "#ffd968"], [0.94, "#fff8d4"], [1, "#c47f16"]];

/**
 * Traces a box whose corners are cut by c.
 * @param {Context} ctx @param {number} x @param {number} y @param {number} w @param {number} h @param {number} c
 */
export function cut(ctx, x, y, w, h, c) {
  polygon(ctx, [
    [x + c, y], [x + w - c, y], [x + w, y + c], [x + w, y + h - c], [x + w - c, y + h], [x + c, y + h], [x, y + h - c],
    [x, y + c]]);
}

/**
 * Fills a box whose corners are steps of u.
 * @param {Context} ctx @param {number} x @param {number} y @param {number} w @param {number} h @param {number} u
 */
export function stairs(ctx, x, y, w, h, u) {
  ctx.fillRect(x + 2 * u, y, w - 4 * u, h);
  ctx.fillRect(x + u, y + u, w - 2 * u, h - 2 * u);
  ctx.fillRect(x, y + 2 * u, w, h - 4 * u);
}

/**
 * Traces a box with a rough outline.
 * @param {Context} ctx @param {number} x @param {number} y @param {number} w @param {number} h
 * @param {number} by how far off @param {number} step from one corner to the next @param {number} seed
 */
export function rough(ctx, x, y, w, h, by, step, seed) {
  /** @type {import("../show/trace.js").Point[]} */
  const points = [];
  const side = (/** @type {number[]} */ [x0, y0, x1, y1]) => {
    const n = Math.max(2, Math.round(Math.hypot(x1 - x0, y1 - y0) / step));
    for (let i = 0; i < n; i++) {
      const [dx, dy] = [hash(seed, points.length) - 0.5, hash(seed, points.length + 999) - 0.5];
      points.push([x0 + ((x1 - x0) * i) / n + dx * by, y0 + ((y1 - y0) * i) / n + dy * by]);
    }
  };
  [[x, y, x + w, y], [x + w, y, x + w, y + h], [x + w, y + h, x, y + h], [x, y + h, x, y]].forEach(side);
  polygon(ctx, points);
}
