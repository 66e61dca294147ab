// @ts-check
/**
 * Paints a widget's plate as a tube screen, with scan lines, angle brackets in the corners, and a frame that is dashed,
 * single or double by tier.
 */

import { rgba } from "../show/tone.js";
import { radial } from "../show/trace.js";

/** @type {import("./form.js").Material} */
export function screen(ctx, w, h, { tier, one, k }) {
  ctx.fillStyle = "rgba(2,10,6,.9)";
  ctx.fillRect(0, 0, w, h);
  ctx.fillStyle = radial(ctx, w * 0.35, h / 2, w * 0.7, [rgba(one, 0.1 + 0.07 * tier), rgba(one, 0.02)]);
  ctx.fillRect(0, 0, w, h);
  if (tier >= 3) {
    ctx.fillStyle = rgba(one, 0.9);
    ctx.fillRect(0, 0, 4, h);
    ctx.fillRect(w - 4, 0, 4, h);
  }
  ctx.fillStyle = "rgba(0,0,0,.28)";
  for (let y = 0; y < h; y += 2) ctx.fillRect(0, y, w, 0.9);
  Object.assign(ctx, { strokeStyle: one, lineWidth: 1.2, shadowColor: one, shadowBlur: (2 + 2 * tier) * k });
  if (tier === 0) {
    ctx.globalAlpha = 0.6;
    ctx.setLineDash([3, 2]);
  }
  ctx.strokeRect(1, 1, w - 2, h - 2);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
  if (tier >= 2) ctx.strokeRect(3.6, 3.6, w - 7.2, h - 7.2);
  if (tier === 0) return;
  ctx.lineWidth = 2.4;
  for (const [x, y, right, down] of [[0, 0, 1, 1], [w, 0, -1, 1], [0, h, 1, -1], [w, h, -1, -1]]) {
    ctx.beginPath();
    ctx.moveTo(x + right * 10, y);
    ctx.lineTo(x, y);
    ctx.lineTo(x, y + down * 10);
    ctx.stroke();
  }
}
