// @ts-check
/** Shapes and colors that several plate materials share, such as gold, frames, and cut or rough outlines. */

import { hash } from "../show/ease.js";
import { box, polygon } from "../show/trace.js";

/** @typedef {CanvasRenderingContext2D} Context */

/**
 * @typedef {object} Form The properties of a plate; lengths are points.
 * @property {number} tier 0 to 4
 * @property {"gift" | "ticker" | "call" | "goal" | "counter" | "alert" | "leader"} role
 * @property {boolean} isCalm true if words cover the plate, so that it has no ornaments
 * @property {string} one the tier's colour
 * @property {string} two its second colour
 * @property {number} r the radius of corners
 * @property {number} k device pixels a point
 *
 * @typedef {(ctx: Context, w: number, h: number, form: Form) => void} Material paints a plate
 */

/** @type {import("../show/trace.js").Stop[]} */
export const GOLD = [
  [0, "#8a5a12"], [0.2, "#fff3b8"], [0.38, "#e0a83a"], [0.55, "#fff8d8"], [0.75, "#b67a1c"], [1, "#ffe9a0"]];

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
