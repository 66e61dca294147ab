// @ts-check
/** Draws how the rocket leaves the stage, for the film `rocket`: a streak of light, a flash, and a rain of stars. */

import { bit } from "../show/bits.js";
import { TAU, arch, clamp, ease, hash, span } from "../show/ease.js";
import { glint, glow, ring, streak } from "../show/lights.js";
import { MOST_PARTICLES } from "../show/pen.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("./scene.js").Scene} Scene */

/** When the rocket has left the stage, and how many stars rain after it over the whole width. */
const GONE = 5280;
const RAIN = 54;
/** On a stage that is higher, stars fall faster, in points. */
const TALL = 600;
const RAINS = ["#ffd75e", "#7df0ff", "#ff7aa8", "#fff2c0"];

/**
 * The streak that the rocket leaves. Its end follows the rocket, so that no line stands on the stage after it.
 * @param {Pen} pen @param {number} t @param {number} x @param {number} y of the rocket @param {number} h
 * @param {number} foot where its end is at first
 */
export function trail(pen, t, x, y, h, foot) {
  const on = arch(t, GONE - 530, GONE - 310, GONE + 30, GONE + 310);
  if (on <= 0) return;
  const head = Math.max(y + 70, -h / 2 - 40);
  const thin = 1 - 0.5 * span(t, GONE - 30, GONE + 310);
  const end = foot + (-h / 2 + 26 - foot) * span(t, GONE - 150, GONE + 230, ease.inOut);
  const high = Math.max(0, end - head);
  pen.light(true);
  pen.put(glow(pen, "#ff7a2e", 48), x, head + high / 2, 1.1 * thin, high / 80, 0, 0.5 * on);
  pen.put(streak(pen, "#ffb04a", 90), x, head, high / 90, 3.4 * thin, -TAU / 4, 0.9 * on);
  pen.put(streak(pen, "#fff2c8", 90), x, head, (high / 90) * 0.8, 1.7 * thin, -TAU / 4, on);
  pen.light(false);
}

/**
 * The flash at the upper edge of the stage, where the rocket is gone.
 * @param {Pen} pen @param {number} t @param {number} x @param {number} w @param {number} h
 */
export function flare(pen, t, x, w, h) {
  const since = t - GONE;
  if (since < -60 || since > 1100) return;
  const top = -h / 2 + 26;
  const hit = arch(since, -60, 30, 90, 700);
  const wide = span(since, 0, 1000, ease.out);
  const faint = since < 0 ? 0 : 0.8 * (1 - span(since, 0, 1000));
  pen.put(ring(pen, "#ffd08a", 60), x, top, 0.5 + 7.5 * wide, 0.3 + 4 * wide, 0, faint);
  pen.light(true);
  pen.put(glow(pen, "#ff9a3c", 48), x, top, w / 130, 3.2, 0, 0.75 * hit);
  pen.put(glow(pen, "#fff0c8", 48), x, top, w / 70, 0.5, 0, 0.9 * hit);
  pen.put(glow(pen, "#ffffff", 48), x, top, 2, undefined, 0, arch(since, -60, 20, 60, 380));
  pen.put(glint(pen, "#ffe6b0", 6, 48), x, top, 4.6 * arch(since, -60, 40, 80, 620), undefined, 0.26 + since / 3000, hit);
  pen.light(false);
}

/**
 * Stars that rain from the flash over the whole width, the far ones later: first their tails, then themselves.
 * @param {Pen} pen @param {number} t @param {Scene} scene
 */
export function rain(pen, t, { w, h, seed }) {
  if (pen.isCalm || t < GONE) return;
  const n = Math.min(pen.thrift > 0 ? RAIN / 2 : RAIN, MOST_PARTICLES - pen.live);
  pen.live += n;
  pen.light(true);
  for (let i = 0; i < n; i++) {
    if (!fall(i, n, t, w, h, seed)) continue;
    const { x, y, depth, alpha, lean } = star;
    const c = RAINS[i % RAINS.length];
    pen.put(streak(pen, c, 90), x, y, 0.5 + 0.9 * depth, 0.5 + 0.8 * depth, lean, alpha * 0.75);
    // Only the near ones shine.
    if (depth > 0.6) pen.put(glow(pen, c, 14), x, y, 1.2 * depth, undefined, 0, alpha * 0.7);
  }
  pen.light(false);
  for (let i = 0; i < n; i++) {
    if (!fall(i, n, t, w, h, seed)) continue;
    const { x, y, age, depth, alpha } = star;
    const size = (0.6 + 1.5 * depth) * (0.85 + 0.15 * Math.sin(age / 70 + i));
    pen.put(bit(pen.art, "star", RAINS[i % RAINS.length]), x, y, size, undefined, i + (age / 333) * (i % 2 ? 1 : -1), alpha);
  }
}

/** The star that fell last. */
const star = { x: 0, y: 0, age: 0, depth: 0, alpha: 0, lean: 0 };

/**
 * Puts `star` where one is. Returns false if it is not on its way.
 * @param {number} i which it is @param {number} n of how many @param {number} t @param {number} w @param {number} h
 * @param {number} seed
 */
function fall(i, n, t, w, h, seed) {
  const at = ((i + hash(seed, i + 10)) / n - 0.5) * w;
  const age = t - GONE - 260 * hash(seed, i + 130) - Math.abs(at) * 0.16;
  const p = age / (600 + 200 * hash(seed, i + 50));
  if (age <= 0 || p >= 1) return false;
  const s = age / 1000;
  const depth = 0.3 + 0.7 * hash(seed, i + 20) ** 1.5;
  star.x = at * (0.7 + 0.3 * span(t, GONE, GONE + 700, ease.out));
  star.y = -h / 2 - 10 + ((280 + 440 * depth) * s + 160 * depth * s * s) * Math.max(1, h / TALL);
  star.age = age;
  star.depth = depth;
  star.alpha = clamp(p * 8) * (1 - p ** 3);
  star.lean = TAU / 4 - (at / w) * 0.2;
  return true;
}
