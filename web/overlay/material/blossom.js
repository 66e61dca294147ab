// @ts-check
/** Paints a widget's plate as milk glass cut like a petal, with a branch in bloom that grows richer in higher tiers. */

import { TAU, hash } from "../show/ease.js";
import { mix, rgba, tint } from "../show/tone.js";
import { box, disc, linear, radial, shadowed } from "../show/trace.js";
import { GOLD } from "./form.js";

/** @typedef {CanvasRenderingContext2D} Context */

/** @type {import("./form.js").Material} */
export function blossom(ctx, w, h, { tier, one, two, k, r, role, isCalm }) {
  const corners = [r * 1.1, r * 0.25, r * 1.1, r * 0.25];
  ctx.fillStyle = linear(ctx, 0, 0, w, h, [
    "rgba(255,252,253,.96)", mix("#fff0f5", one, 0.12 + 0.1 * tier), mix("#ffdbe8", two, 0.14 * tier)]);
  shadowed(ctx, "rgba(140,40,90,.42)", 6, 2, k, () => {
    box(ctx, 0, 0, w, h, corners);
    ctx.fill();
  });
  ctx.save();
  box(ctx, 0, 0, w, h, corners);
  ctx.clip();
  // On a card names and the count reach the right edge: the branch grows below them.
  if (role === "ticker") ctx.translate(0, h * 0.78);
  // On other plates it ends before the words.
  const twig = role === "ticker" ? 0.6 : 0.75;
  // On an alert the amount is at the right: the branch grows behind the picture.
  if (role === "alert") ctx.transform(-1, 0, 0, 1, w, 0);
  if (!isCalm) branch(ctx, w, h * (role === "ticker" ? 0.6 : 1), twig + 0.05);
  // Words cover a calm plate: one flower is in its corner.
  if (isCalm) bloom(ctx, w - 4, 3.5, 5.5, one);
  for (let i = 0; i < (isCalm ? 0 : 2 + 2 * tier); i++) {
    const low = role === "ticker" ? 0.12 : 0.24;
    bloom(ctx, w * (0.98 - (0.98 - twig) * hash(8, i)), h * (0.02 + low * hash(9, i)), 4.5 + 3.5 * hash(7, i), one);
  }
  ctx.restore();
  box(ctx, 0.7, 0.7, w - 1.4, h - 1.4, corners);
  ctx.lineWidth = tier >= 4 ? 2.6 : tier >= 3 ? 2 : 1.2;
  ctx.strokeStyle = tier >= 4 ? linear(ctx, 0, 0, w, h, GOLD) : rgba(one, Math.min(1, 0.35 + 0.2 * tier));
  ctx.stroke();
}

/** @param {Context} ctx @param {number} w @param {number} h @param {number} tip the tip's share of the width */
function branch(ctx, w, h, tip) {
  Object.assign(ctx, { strokeStyle: "rgba(112,58,62,.75)", lineCap: "round", lineWidth: 2 });
  ctx.beginPath();
  ctx.moveTo(w + 4, h * 0.1);
  ctx.bezierCurveTo(w * (tip + 0.24), h * 0.2, w * (tip + 0.16), h * 0.05, w * tip, h * 0.16);
  ctx.stroke();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} s @param {string} color */
function bloom(ctx, x, y, s, color) {
  for (let i = 0; i < 5; i++) {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate((i / 5) * TAU + x);
    ctx.fillStyle = radial(ctx, 0, -s * 0.3, s, [tint(color, 0.1), tint(color, 0.72)]);
    ctx.beginPath();
    ctx.ellipse(0, -s * 0.55, s * 0.38, s * 0.52, 0, 0, TAU);
    ctx.fill();
    ctx.restore();
  }
  ctx.fillStyle = "#ffdf7a";
  disc(ctx, x, y, s * 0.2);
  ctx.fill();
}
