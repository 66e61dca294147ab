// @ts-check
/**
 * Paints a widget's plate as black lacquer with gold leaf, with a hairline, fans in the corners, and a frame that
 * is heavier in higher tiers.
 */

import { mix } from "../show/tone.js";
import { linear, polygon, shadowed } from "../show/trace.js";
import { GOLD, PLUM, cut } from "./form.js";

/** @typedef {CanvasRenderingContext2D} Context */

/** @type {import("./form.js").Material} */
export function lacquer(ctx, w, h, { tier, one, k, isCalm }) {
  const gold = linear(ctx, 0, 0, w, h * 1.5, GOLD);
  const corner = Math.min(10, h * 0.22);
  // Gold on black would look brown.
  const hue = tier >= 4 ? PLUM[0] : one;
  ctx.fillStyle = linear(ctx, 0, 0, w, h, [mix("#15110d", hue, tier ? 0.28 : 0), "#0a0807", mix("#201a12", hue, tier ? 0.4 : 0)]);
  shadowed(ctx, "rgba(0,0,0,.6)", 6, 2, k, () => {
    cut(ctx, 0, 0, w, h, corner);
    ctx.fill();
  });
  ctx.strokeStyle = gold;
  if (!isCalm) fans(ctx, w, h, tier, corner);
  ctx.lineWidth = tier >= 4 ? 2.6 : tier >= 3 ? 2.2 : 1.1;
  cut(ctx, 1, 1, w - 2, h - 2, corner);
  ctx.stroke();
  if (tier >= 1) {
    ctx.lineWidth = 0.6;
    cut(ctx, 4, 4, w - 8, h - 8, corner * 0.8);
    ctx.stroke();
  }
  if (tier < 4) return;
  ctx.fillStyle = gold;
  for (const x of [0, w]) {
    polygon(ctx, [[x, h / 2 - 7], [x + 5, h / 2], [x, h / 2 + 7], [x - 5, h / 2]]);
    ctx.fill();
  }
}

/** @param {Context} ctx @param {number} w @param {number} h @param {number} tier @param {number} corner */
function fans(ctx, w, h, tier, corner) {
  ctx.save();
  cut(ctx, 0, 0, w, h, corner);
  ctx.clip();
  ctx.lineWidth = 0.6;
  ctx.globalAlpha = 0.26 + 0.05 * tier;
  const places = [[w, h, Math.PI], [w, 0, Math.PI / 2], [0, h, -Math.PI / 2]];
  for (const [x, y, from] of places.slice(0, tier >= 2 ? 3 : 1)) {
    for (let i = 0; i <= 9; i++) {
      const a = from + (i / 9) * (Math.PI / 2);
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x + Math.cos(a) * h * 0.62, y + Math.sin(a) * h * 0.62);
      ctx.stroke();
      if (i % 3 !== 0) continue;
      ctx.beginPath();
      ctx.arc(x, y, h * (0.2 + i * 0.046), from, from + Math.PI / 2);
      ctx.stroke();
    }
  }
  ctx.restore();
}
