// @ts-check
/** Paints a widget's plate as jelly with a die-cut border, like a sticker. */

import { TAU, hash } from "../show/ease.js";
import { apart, tint } from "../show/tone.js";
import { box, linear, shadowed } from "../show/trace.js";
import { GOLD } from "./form.js";

/** The color of words on jelly, and their contrast with it. */
const INK = "#3a1064";
const CLEAR = 5;

/** @type {import("./form.js").Material} */
export function jelly(ctx, w, h, { tier, one, two, r, k, isCalm }) {
  // Rows of calm plates are near to each other.
  const edge = isCalm ? 1.6 : 2.6;
  ctx.fillStyle = tier >= 4 ? linear(ctx, 0, 0, w, h, GOLD) : "#ffffff";
  shadowed(ctx, "rgba(80,30,110,.4)", 5, 2.4, k, () => {
    box(ctx, -edge, -edge, w + 2 * edge, h + 2 * edge, r + edge);
    ctx.fill();
  });
  ctx.fillStyle = linear(ctx, 0, 0, 0, h, [tint(one, 0.42), apart(one, INK, CLEAR), apart(tint(two, 0.12), INK, CLEAR)]);
  box(ctx, 0.6, 0.6, w - 1.2, h - 1.2, r);
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = "rgba(255,255,255,.2)";
  for (let i = 0; i < 16 && tier >= 2; i++) {
    ctx.beginPath();
    ctx.arc(w * (0.3 + 0.7 * hash(2, i)), h * hash(3, i), 1.5 + 5 * hash(4, i), 0, TAU);
    ctx.fill();
  }
  ctx.fillStyle = linear(ctx, 0, h * 0.6, 0, h, ["rgba(255,255,255,0)", "rgba(255,255,255,.38)"]);
  ctx.fillRect(0, 0, w, h);
  ctx.restore();
  ctx.fillStyle = linear(ctx, 0, 2, 0, h * 0.42, ["rgba(255,255,255,.85)", "rgba(255,255,255,.12)"]);
  box(ctx, r * 0.35, 2.6, w - r * 0.7, h * 0.32, h * 0.16);
  ctx.fill();
}
