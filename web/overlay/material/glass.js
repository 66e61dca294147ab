// @ts-check
/**
 * Paints a widget's plate as smoked glass, which is colored throughout from tier 2 on, and framed in gold in tier 4.
 */

import { apart, mix, rgba, tint } from "../show/tone.js";
import { box, linear, polygon, shadowed } from "../show/trace.js";
import { PLUM, frame, goldFrame, lattice, spread } from "./form.js";

/** @typedef {CanvasRenderingContext2D} Context */

/** The contrast of white words with a row of tier 3. The gloss takes some of it. */
const CLEAR = 5.15;

/** @type {import("./form.js").Material} */
export function glass(ctx, w, h, { tier, one, two, r, k, role }) {
  ctx.fillStyle = bodyOf(ctx, w, h, tier, one, two, role);
  shadowed(ctx, "rgba(4,2,16,.5)", 7, 2, k, () => {
    box(ctx, 0, 0, w, h, r);
    ctx.fill();
  });
  ctx.save();
  box(ctx, 0, 0, w, h, r);
  ctx.clip();
  if (tier === 1) {
    ctx.fillStyle = linear(ctx, 0, 0, w * 0.8, 0, [rgba(one, 0.5), rgba(one, 0)]);
    ctx.fillRect(0, 0, w, h);
  }
  if (tier === 3) bars(ctx, w, h, role === "gift" ? tint(two, 0.5) : two, 0.6, role === "gift" ? 0.62 : 0.3);
  if (tier >= 4) lattice(ctx, w, h);
  // Gloss lies over names.
  const gloss = tier === 3 && role === "gift" ? 0.08 : tier < 2 || role !== "gift" ? 0.15 : 0.24;
  ctx.fillStyle = linear(ctx, 0, 0, 0, h * 0.52, [rgba("#ffffff", gloss), "rgba(255,255,255,.02)"]);
  box(ctx, 1, 1, w - 2, h * 0.5, [r, r, h, h]);
  ctx.fill();
  ctx.restore();
  rim(ctx, w, h, r, tier, one, two);
}

/**
 * @param {Context} ctx @param {number} w @param {number} h @param {number} tier @param {string} one @param {string} two
 * @param {import("./form.js").Form["role"]} role
 */
function bodyOf(ctx, w, h, tier, one, two, role) {
  const isLong = role === "gift";
  if (tier >= 4) return linear(ctx, 0, 0, w, h, PLUM);
  if (tier < 2) return linear(ctx, 0, 0, w, 0, ["rgba(17,14,34,.86)", isLong ? "rgba(17,14,34,.6)" : "rgba(17,14,34,.82)"]);
  if (tier === 3 && isLong) return linear(ctx, 0, 0, w, 0, blaze(one, two));
  const [x, y] = role === "ticker" ? [0, h] : [w, 0];
  return linear(ctx, 0, 0, x, y, spread(role, one, two, 0.96, isLong ? 0.8 : 0.94));
}

/**
 * The colors of a row of tier 3, which keep their brightness: its words stand on the first one, and only the gift's picture on
 * the second one.
 * @param {string} one @param {string} two @returns {import("../show/trace.js").Stop[]}
 */
function blaze(one, two) {
  const deep = apart(one, "#ffffff", CLEAR);
  const middle = apart(mix(one, two, 0.1), "#ffffff", CLEAR);
  return [[0, rgba(deep, 0.97)], [0.6, rgba(middle, 0.97)], [0.82, rgba(mix(one, two, 0.5), 0.97)], [1, rgba(two, 0.95)]];
}

/** @param {Context} ctx @param {number} w @param {number} h @param {string} c @param {number} light how bright they are @param {number} from the share of the width at which they begin */
function bars(ctx, w, h, c, light, from) {
  for (let i = 0; i < 9; i++) {
    ctx.fillStyle = rgba(c, light * (0.08 + 0.08 * (i % 3)));
    const at = w * (from + i * 0.09);
    polygon(ctx, [[at, 0], [at + w * 0.06, 0], [at - w * 0.04, h], [at - w * 0.1, h]]);
    ctx.fill();
  }
}

/**
 * @param {Context} ctx @param {number} w @param {number} h @param {number} r @param {number} tier
 * @param {string} one @param {string} two
 */
function rim(ctx, w, h, r, tier, one, two) {
  if (tier >= 4) {
    goldFrame(ctx, w, h, r);
  } else if (tier === 0) {
    frame(ctx, w, h, r, 1, linear(ctx, 0, 0, 0, h, ["rgba(255,255,255,.34)", "rgba(255,255,255,.07)"]));
  } else {
    frame(ctx, w, h, r, 1.4, linear(ctx, 0, 0, w, h, [tint(two, 0.65), rgba(tint(one, 0.2), 0.55), tint(one, 0.55)]));
  }
}
