// @ts-check
/** Paints a widget's plate as slanted panels with a team's bar, as on a match day. */

import { apart, tint } from "../show/tone.js";
import { linear, polygon, shadowed } from "../show/trace.js";
import { GOLD } from "./form.js";

/** The contrast of white words with their plate, without its gloss. */
const CLEAR = 6.4;

/** @type {import("./form.js").Material} */
export function panels(ctx, w, h, { tier, one, two, k, role }) {
  const s = Math.min(12, h * 0.24);
  const slab = (/** @type {number} */ x, /** @type {number} */ wide, /** @type {string} */ c) => {
    ctx.fillStyle = c;
    polygon(ctx, [[x + s, 0], [x + wide + s, 0], [x + wide, h], [x, h]]);
    ctx.fill();
  };
  shadowed(ctx, "rgba(0,0,0,.5)", 5, 2, k, () => slab(-s / 2, w - s / 2, "#0d1526"));
  ctx.save();
  polygon(ctx, [[s / 2, 0], [w, 0], [w - s, h], [-s / 2, h]]);
  ctx.clip();
  const [light, dark] = tier < 2 ? ["#24324f", "#0d1526"] : [one, tint(one, -0.35)].map((c) => apart(c, "#ffffff", CLEAR));
  ctx.fillStyle = linear(ctx, 0, 0, 0, h, [light, dark]);
  ctx.fillRect(-s, 0, w + 2 * s, h);
  const isRow = role === "gift";
  const at = isRow ? w * 0.74 : w - 16;
  slab(at, w, tier >= 1 ? two : "#33466e");
  if (isRow) slab(at - 5, 2.4, "#ffffff");
  ctx.fillStyle = linear(ctx, 0, 0, 0, h / 2, ["rgba(255,255,255,.2)", "rgba(255,255,255,.03)"]);
  ctx.fillRect(-s, 0, w + 2 * s, h * 0.48);
  for (let x = 0; x < w && tier >= 3; x += 10) slab(x, 4, "rgba(255,255,255,.09)");
  ctx.fillStyle = tier >= 4 ? linear(ctx, 0, 0, w, 0, GOLD) : tier >= 1 ? two : "#5b73a8";
  ctx.fillRect(-s, h - 3.4, w + s, 3.4);
  if (tier >= 4) ctx.fillRect(-s, 0, w + 2 * s, 2.4);
  ctx.restore();
}
