// @ts-check
/** Paints a widget's plate in pixels of 2 points, with stepped corners, light above and shade below. */

import { isOwn } from "../../shared/palette.js";
import { apart, tint } from "../show/tone.js";
import { stairs } from "./form.js";

const U = 2;
const DARK = "#0b0d1e";
const PLUM = "#5a1444";
/** The contrast of white words with their plate. */
const CLEAR = 5.6;

/** @type {import("./form.js").Material} */
export function pixels(ctx, w, h, { tier, one, two, isCalm, role }) {
  const fill = fillOf(tier, one);
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
      const p = ditherAt(role, x / w, y / h);
      if (((x / U + y / U) & 1) === 0 ? p > 0.25 : p > 0.75) ctx.fillRect(x, y, U, U);
    }
  }
}

/** @param {number} tier @param {string} one */
function fillOf(tier, one) {
  if (tier === 0) return "#2a2f58";
  return tier >= 4 && !isOwn("tierFour") ? PLUM : apart(one, "#ffffff", CLEAR);
}

/**
 * Returns how many pixels of a place have the second color: from 0.25 on every second one, from 0.75 on all. It lies at the
 * gift's picture, clear of words.
 * @param {import("./form.js").Form["role"]} role @param {number} x as a share of the plate @param {number} y
 */
function ditherAt(role, x, y) {
  if (role === "alert") return 1.1 - 2.6 * x;
  if (role === "ticker") return 1.9 * y - 0.7;
  return role === "gift" ? 3 * x - 2 : 0;
}
