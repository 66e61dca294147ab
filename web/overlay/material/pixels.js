// @ts-check
/** Paints a widget's plate in pixels of 2 points, with stepped corners, light above and shade below. */

import { tint } from "../show/tone.js";
import { stairs } from "./form.js";

const U = 2;
const DARK = "#0b0d1e";

/** @type {import("./form.js").Material} */
export function pixels(ctx, w, h, { tier, one, two, isCalm }) {
  const fill = tier === 0 ? "#2a2f58" : one;
  const rim = tier >= 3 ? 2 * U : 0;
  const layer = (/** @type {string} */ c, /** @type {number} */ inset, /** @type {number} */ top, /** @type {number} */ low) => {
    ctx.fillStyle = c;
    stairs(ctx, inset, inset + top, w - 2 * inset, h - 2 * inset - top - low, U);
  };
  layer(DARK, -U, 0, 0);
  if (tier >= 3) {
    layer(tier === 4 ? "#ffe14a" : "#ffffff", 0, 0, 0);
    layer(DARK, U, 0, 0);
  }
  layer(tint(fill, -0.42), rim, 0, 0);
  layer(tint(fill, 0.45), rim, 0, U);
  layer(fill, rim, U, U);
  if (isCalm) return;
  ctx.fillStyle = tier >= 2 ? tint(two, -0.1) : tint(fill, -0.14);
  for (let y = rim + U * 2; y < h - rim - U * 2; y += U) {
    for (let x = rim + 2 * U; x < w - rim - 2 * U; x += U) {
      const p = (x / w - 0.35) * 1.5;
      if (((x / U + y / U) & 1) === 0 ? p > 0.25 : p > 0.75) ctx.fillRect(x, y, U, U);
    }
  }
}
