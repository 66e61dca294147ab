// @ts-check
/**
 * Paints a widget's plate as bent tubes of light over a black board, with a bright core and two halos. Each tube has a
 * gap where it ends, and clips that hold it.
 */

import { rgba, tint } from "../show/tone.js";
import { box, linear, radial } from "../show/trace.js";

/** @type {import("./form.js").Material} */
export function tubes(ctx, w, h, { tier, one, two, r, k, isCalm }) {
  const board = tier >= 4 ? ["rgba(58,8,46,.95)", "rgba(28,4,24,.92)"] : ["rgba(10,5,24,.9)", "rgba(6,3,16,.82)"];
  ctx.fillStyle = linear(ctx, 0, 0, 0, h, board);
  box(ctx, 0, 0, w, h, r);
  ctx.fill();
  if (tier >= 2) {
    ctx.fillStyle = radial(ctx, w * 0.8, h / 2, w * 0.7, [rgba(tier >= 4 ? two : one, 0.3), rgba(one, 0)]);
    box(ctx, 0, 0, w, h, r);
    ctx.fill();
  }
  const tube = (/** @type {number} */ inset, /** @type {string} */ c, /** @type {number} */ wide, /** @type {number} */ from) => {
    ctx.save();
    ctx.lineCap = "round";
    box(ctx, inset, inset, w - 2 * inset, h - 2 * inset, Math.max(0, r - inset));
    const length = 2 * (w + h) - 1.72 * r;
    ctx.setLineDash([length - 26, 26]);
    ctx.lineDashOffset = from;
    for (const [share, blur, alpha] of [[2.4, 12, 0.5], [1, 6, 1], [0.42, 0, 1]]) {
      Object.assign(ctx, {
        lineWidth: wide * share, strokeStyle: blur === 0 ? tint(c, 0.82) : c, shadowColor: c, shadowBlur: blur * k,
        globalAlpha: alpha });
      ctx.stroke();
    }
    ctx.restore();
  };
  tube(1.6, one, tier === 0 ? 1.3 : 2.1, 0);
  // Words leave no room for a second tube within the first.
  if (tier >= 2) tube(-2.8, two, 1.4, 60);
  if (tier >= 4 && !isCalm) tube(-6.6, "#fff2b0", 1.2, 130);
  ctx.fillStyle = "#3b3550";
  for (const x of [w * 0.28, w * 0.7]) {
    box(ctx, x, -0.4, 5, 4, 1);
    ctx.fill();
    box(ctx, x, h - 3.6, 5, 4, 1);
    ctx.fill();
  }
}
