// @ts-check
/** Paints a widget's plate as one sweep of a wet brush that runs dry in tongues. */

import { hash } from "../show/ease.js";
import { rgba } from "../show/tone.js";
import { linear } from "../show/trace.js";

/** @typedef {CanvasRenderingContext2D} Context */

const SEED = 11;

/** @type {import("./form.js").Material} */
export function stroke(ctx, w, h, { tier, one, isCalm }) {
  if (tier >= 1) sweep(ctx, w, rgba(one, 0.92), -1 - tier * 0.8, h + 0.5 + tier * 0.9, SEED + 5, 26);
  sweep(ctx, w, "rgba(20,18,22,.93)", 1.5, h - 1.5, SEED, 18);
  ctx.globalCompositeOperation = "destination-out";
  for (let i = 0; i < 16; i++) {
    const x = w * (0.5 + 0.45 * hash(SEED, i + 200));
    const long = 20 + 60 * hash(SEED, i + 400);
    ctx.fillStyle = linear(ctx, x, 0, x + long, 0, ["rgba(0,0,0,0)", "rgba(0,0,0,.5)", "rgba(0,0,0,0)"]);
    ctx.fillRect(x, h * hash(SEED, i + 300), long, 0.5 + 0.6 * hash(SEED, i));
  }
  ctx.globalCompositeOperation = "source-over";
  for (let i = 0; i < 46 && tier >= 4 && !isCalm; i++) {
    ctx.fillStyle = hash(4, i) > 0.5 ? "#f3cf6b" : "#b98420";
    ctx.fillRect(w * hash(1, i), h * hash(2, i), 0.6 + 2 * hash(3, i), 0.6 + 1.2 * hash(5, i));
  }
}

/**
 * @param {Context} ctx @param {number} w @param {string} color @param {number} top @param {number} low
 * @param {number} seed @param {number} long how far the tongues reach
 */
function sweep(ctx, w, color, top, low, seed, long) {
  const wave = (/** @type {number} */ s, /** @type {number} */ x) => {
    return (Math.sin(x / 23 + s) + Math.sin(x / 9.5 + s * 2.3) * 0.4) * 1.1;
  };
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.moveTo(-7, (top + low) / 2);
  ctx.quadraticCurveTo(-10, top + 2, 2, top + 1);
  for (let x = 6; x <= w * 0.94; x += 5) ctx.lineTo(x, top + wave(seed, x));
  const n = Math.max(4, Math.round((low - top) / 7));
  for (let i = 0; i < n; i++) {
    const y0 = top + ((low - top) * i) / n;
    const y1 = top + ((low - top) * (i + 1)) / n;
    ctx.quadraticCurveTo(w, y0 + 0.6, w * 0.97 + long * (0.25 + 0.75 * hash(seed, i)), y0 + (y1 - y0) * 0.4);
    ctx.quadraticCurveTo(w, y1 - 0.8, w * (0.93 + 0.05 * hash(seed, i + 9)), y1);
  }
  for (let x = w * 0.93; x >= 2; x -= 5) ctx.lineTo(x, low + wave(seed + 4, x));
  ctx.quadraticCurveTo(-11, low - 1, -7, (top + low) / 2);
  ctx.fill();
}
