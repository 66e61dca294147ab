// @ts-check
/** Paints a widget's plate as sheets of card, cut and laid over one another, each with a soft shadow on the next. */

import { TAU } from "../show/ease.js";
import { rgba, tint } from "../show/tone.js";
import { box, shadowed } from "../show/trace.js";
import { rough } from "./form.js";

const SEED = 3;

/** @type {import("./form.js").Material} */
export function card(ctx, w, h, { tier, one, two, k, isCalm, role }) {
  // The words of an alert reach the colored corner.
  const isFaint = isCalm || role === "alert";
  const sheet = (/** @type {number} */ d, /** @type {string} */ c, /** @type {number} */ seed) => {
    shadowed(ctx, "rgba(60,30,10,.42)", 3.5, 1.6, k, () => {
      ctx.fillStyle = c;
      rough(ctx, -d, -d * 0.3, w + 2 * d, h + d * 0.7, 1.8, 11, seed);
      ctx.fill();
    });
  };
  if (tier >= 3) sheet(5.5, tint(two, -0.12), SEED + 3);
  if (tier >= 2) sheet(3.6, two, SEED + 2);
  if (tier >= 1) sheet(2, one, SEED + 1);
  sheet(0, "#fff8ea", SEED);
  ctx.save();
  box(ctx, 0, 0, w, h, 2);
  ctx.clip();
  ctx.fillStyle = rgba(one, tier === 0 || isFaint ? 0.1 : 0.2);
  ctx.beginPath();
  ctx.moveTo(w, 0);
  ctx.bezierCurveTo(w * 0.72, h * 0.1, w * 0.86, h * 0.75, w * 0.55, h);
  ctx.lineTo(w, h);
  ctx.fill();
  ctx.fillStyle = rgba(one, isFaint ? 0.14 : tier === 0 ? 0.16 : 0.85);
  ctx.beginPath();
  ctx.moveTo(w, h * 0.28);
  ctx.bezierCurveTo(w * 0.84, h * 0.34, w * 0.94, h * 0.84, w * 0.72, h);
  ctx.lineTo(w, h);
  ctx.fill();
  for (let i = 0; i < 12 && tier >= 4 && !isCalm; i++) {
    ctx.fillStyle = i % 2 ? "#f2b531" : "#fff8ea";
    ctx.beginPath();
    ctx.arc((i + 0.5) * (w / 12), h, w / 24, Math.PI, TAU);
    ctx.fill();
  }
  ctx.restore();
}
