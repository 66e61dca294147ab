// @ts-check
/** Paints a widget's plate as a translucent plate in the theme's own colors, over which tiers lay theirs. */

import { color, isOwn } from "../../shared/palette.js";
import { apart, rgba, tint } from "../show/tone.js";
import { box, linear, polygon, shadowed } from "../show/trace.js";
import { PLUM, frame, goldFrame, lattice, spread } from "./form.js";

/** @type {Record<import("./form.js").Form["role"], [string, string, string]>} */
const PAINTS = {
  gift: ["giftBackground", "giftBackgroundEnd", "giftRim"],
  ticker: ["tickerBackground", "tickerBackgroundEnd", "tickerRim"],
  call: ["callBackground", "callBackground", "callRim"],
  goal: ["goalBackground", "goalBackground", "giftRim"],
  counter: ["giftBackground", "giftBackgroundEnd", "giftRim"],
  alert: ["giftBackground", "giftBackgroundEnd", "giftRim"],
  leader: ["giftBackground", "giftBackgroundEnd", "giftRim"],
};

/**
 * Tells if the room or the page overrides the background of plates. Such a background replaces the material.
 * @param {import("./form.js").Form["role"]} role
 */
export function isRepainted(role) {
  return role !== "counter" && (isOwn(PAINTS[role][0]) || isOwn(PAINTS[role][1]));
}

/**
 * Returns the rim color that the room or the page sets; null: the material paints the rim.
 * @param {import("./form.js").Form["role"]} role
 */
export function ownRim(role) {
  const key = PAINTS[role][2];
  return role !== "counter" && isOwn(key) ? /** @type {Record<string, string>} */ (color)[key] : null;
}

/** @type {import("./form.js").Material} */
export function plain(ctx, w, h, { tier, role, one, two, r, k }) {
  const [from, to, rim] = PAINTS[role].map((key) => /** @type {Record<string, string>} */ (color)[key]);
  const isLong = role === "gift";
  const [x, y] = isLong ? [w, 0] : [0, h];
  const body = () => {
    box(ctx, 0, 0, w, h, r);
    ctx.fill();
  };
  ctx.fillStyle = linear(ctx, 0, 0, x, y, [from, to]);
  if (tier > 1) shadowed(ctx, "rgba(4, 2, 16, 0.45)", 6, 2, k, body);
  else body();
  if (tier > 0) cover(ctx, w, h, tier, coverOf(ctx, w, h, tier, role, one, two), two, r, !isRepainted(role));
  if (tier >= 4) goldFrame(ctx, w, h, r);
  else frame(ctx, w, h, r, tier === 0 ? 1 : 1.4, tier === 0 ? rim : linear(ctx, 0, 0, w, h, [tint(two, 0.5), rgba(one, 0.6)]));
}

/**
 * Returns a tier's colors over a plate. An overridden background gets them only at its right end.
 * @param {CanvasRenderingContext2D} ctx @param {number} w @param {number} h @param {number} tier
 * @param {import("./form.js").Form["role"]} role @param {string} one @param {string} two
 */
function coverOf(ctx, w, h, tier, role, one, two) {
  if (isRepainted(role)) return linear(ctx, w * 0.45, 0, w, 0, [rgba(one, 0), rgba(one, 0.75)]);
  if (tier === 1) return linear(ctx, 0, 0, w * 0.8, 0, [rgba(apart(one, "#ffffff", 3), 0.5), rgba(one, 0)]);
  if (tier >= 4) return linear(ctx, 0, 0, w, h, isOwn("tierFour") ? [tint(one, -0.72), tint(one, -0.5)] : PLUM);
  const [x, y] = role === "ticker" ? [0, h] : [w, 0];
  return linear(ctx, 0, 0, x, y, spread(role, one, two, 0.95, 0.82));
}

/**
 * Paints a tier's colors over a plate, with slanted bars of light in tier 3 and a lattice in tier 4.
 * @param {CanvasRenderingContext2D} ctx @param {number} w @param {number} h @param {number} tier
 * @param {CanvasGradient} paint @param {string} light @param {number} r
 * @param {boolean} isOurs false: the background is overridden, so that less may lie over it
 */
function cover(ctx, w, h, tier, paint, light, r, isOurs) {
  ctx.save();
  box(ctx, 0, 0, w, h, r);
  ctx.clip();
  ctx.fillStyle = paint;
  ctx.fillRect(0, 0, w, h);
  // No gloss lies over this lattice, so that it may be wider and brighter.
  if (tier >= 4 && isOurs) lattice(ctx, w, h, 0.2, 12);
  else if (tier >= 3) {
    for (let i = 0; i < 9; i++) {
      ctx.fillStyle = rgba(light, 0.05 + 0.05 * (i % 3));
      const at = w * (0.3 + i * 0.09);
      polygon(ctx, [[at, 0], [at + w * 0.06, 0], [at - w * 0.04, h], [at - w * 0.1, h]]);
      ctx.fill();
    }
  }
  ctx.restore();
}
