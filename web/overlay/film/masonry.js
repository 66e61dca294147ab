// @ts-check
/** Paints the towers, walls, windows and gates of the castle, for the film `castle`. */

import { tint } from "../show/tone.js";
import { box, disc, linear, radial } from "../show/trace.js";
import { turned } from "./toys.js";

/** @typedef {CanvasRenderingContext2D} Context */

/**
 * A round tower with a conical roof; its windows are dark.
 * @param {Context} ctx @param {number} x of its middle @param {number} base @param {number} w @param {number} h
 * @param {number} roof its height @param {string} wall @param {string} tile @param {number} rows of windows
 * @param {number} [pitch] from window to window, in widths of the tower
 */
export function tower(ctx, x, base, w, h, roof, wall, tile, rows, pitch = 1.15) {
  const top = base - h;
  ctx.fillStyle = turned(ctx, x - w / 2, w, wall);
  ctx.fillRect(x - w / 2, top, w, h);
  ctx.fillStyle = turned(ctx, x - w * 0.6, w * 1.2, tint(wall, -0.12));
  box(ctx, x - w * 0.6, top - 1, w * 1.2, w * 0.2, 1);
  ctx.fill();
  ctx.fillStyle = "rgba(40,16,90,.35)";
  ctx.fillRect(x - w / 2, top + w * 0.19, w, w * 0.1);
  ctx.fillStyle = turned(ctx, x - w * 0.68, w * 1.36, tile);
  ctx.beginPath();
  ctx.moveTo(x, top - roof);
  ctx.quadraticCurveTo(x + w * 0.2, top - roof * 0.35, x + w * 0.68, top);
  ctx.quadraticCurveTo(x, top + w * 0.2, x - w * 0.68, top);
  ctx.quadraticCurveTo(x - w * 0.2, top - roof * 0.35, x, top - roof);
  ctx.fill();
  ctx.fillStyle = "#ffd766";
  disc(ctx, x, top - roof, w * 0.07);
  ctx.fill();
  for (let i = 0; i < rows; i++) pane(ctx, x, top + w * 0.62 + i * w * pitch, w * 0.24, false);
}

/**
 * A window.
 * @param {Context} ctx @param {number} x @param {number} y @param {number} w @param {boolean} isLit
 */
export function pane(ctx, x, y, w, isLit) {
  ctx.fillStyle = "rgba(60,20,90,.8)";
  box(ctx, x - w / 2 - 0.7, y - w * 0.7 - 0.7, w + 1.4, w * 1.7 + 1.4, [w, w, 1, 1]);
  ctx.fill();
  ctx.fillStyle = isLit ? radial(ctx, x, y + w * 0.3, w * 1.2, ["#fffbe0", "#ffc94f", "#ff8a2a"]) : "#2c1650";
  box(ctx, x - w / 2, y - w * 0.7, w, w * 1.7, [w * 0.5, w * 0.5, 0.5, 0.5]);
  ctx.fill();
}

/**
 * A wall with battlements.
 * @param {Context} ctx @param {number} x @param {number} y @param {number} w @param {number} h @param {string} c
 */
export function wall(ctx, x, y, w, h, c) {
  ctx.fillStyle = linear(ctx, x, y, x + w, y + h, [tint(c, 0.3), c, tint(c, -0.35)]);
  ctx.fillRect(x, y, w, h);
  const n = Math.max(3, Math.round(w / 7));
  const s = w / (2 * n - 1);
  for (let i = 0; i < n; i++) {
    ctx.fillStyle = tint(c, 0.2 - (0.45 * i) / n);
    ctx.fillRect(x + i * 2 * s, y - s * 0.9, s, s);
  }
  ctx.fillStyle = "rgba(70,30,110,.16)";
  for (let row = 0; row * 5 < h - 3; row++) {
    for (let i = (row % 2) * 4; i < w - 5; i += 9) ctx.fillRect(x + i + 1, y + row * 5 + 3, 5, 1);
  }
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} w @param {number} h */
export function gate(ctx, x, y, w, h) {
  ctx.fillStyle = "#4a2470";
  box(ctx, x - w / 2 - 1.4, y - h - 1.4, w + 2.8, h + 1.4, [w, w, 0, 0]);
  ctx.fill();
  ctx.fillStyle = radial(ctx, x, y, h * 1.1, ["#ffe39a", "#ff9a3c", "#8a2a5a"]);
  box(ctx, x - w / 2, y - h, w, h, [w / 2, w / 2, 0, 0]);
  ctx.fill();
}
