// @ts-check
/** Paints pictures of light, such as glow, glints, streaks, rings, rays and smoke. */

import { TAU, hash } from "./ease.js";
import { rgba, tint } from "./tone.js";
import { disc, linear, radial } from "./trace.js";

/** @typedef {import("./art.js").Art} Art @typedef {import("./art.js").Picture} Picture */
/** @typedef {import("./pen.js").Pen} Pen */

/**
 * Soft light.
 * @param {Pen} pen @param {string} color @param {number} [r] its radius
 */
export function glow(pen, color, r = 48) {
  return pen.art.keep(paintGlow, color, r);
}

/** @param {Art} art @param {string} c @param {number} r */
function paintGlow(art, c, r) {
  return art.paint(r * 2, r * 2, (ctx) => {
    ctx.fillStyle = radial(ctx, r, r, r, [
      [0, rgba(c, 1)], [0.12, rgba(c, 0.72)], [0.3, rgba(c, 0.32)], [0.6, rgba(c, 0.09)], [1, rgba(c, 0)]]);
    ctx.fillRect(0, 0, r * 2, r * 2);
  });
}

/**
 * A hot core with thin rays.
 * @param {Pen} pen @param {string} color @param {number} [rays] @param {number} [r]
 */
export function glint(pen, color, rays = 4, r = 24) {
  return pen.art.keep(paintGlint, color, rays, r);
}

/** @param {Art} art @param {string} c @param {number} rays @param {number} r */
function paintGlint(art, c, rays, r) {
  return art.paint(r * 2, r * 2, (ctx) => {
    ctx.translate(r, r);
    ctx.globalCompositeOperation = "lighter";
    ctx.fillStyle = radial(ctx, 0, 0, r * 0.55, [[0, rgba(c, 0.85)], [0.25, rgba(c, 0.3)], [1, rgba(c, 0)]]);
    ctx.fillRect(-r, -r, r * 2, r * 2);
    for (let i = 0; i < rays; i++) {
      const long = i % 2 === 0 ? r : r * (rays > 4 ? 0.5 : 0.62);
      const half = r * 0.045;
      ctx.fillStyle = linear(ctx, 0, 0, long, 0, ["#ffffff", rgba(tint(c, 0.5), 0.75), rgba(c, 0)]);
      ctx.beginPath();
      ctx.moveTo(-half, -half);
      ctx.quadraticCurveTo(long * 0.16, -half * 0.6, long, 0);
      ctx.quadraticCurveTo(long * 0.16, half * 0.6, -half, half);
      ctx.fill();
      ctx.rotate(TAU / rays);
    }
    ctx.fillStyle = radial(ctx, 0, 0, r * 0.14, ["#ffffff", "#ffffff", rgba(c, 0)]);
    ctx.fillRect(-r, -r, r * 2, r * 2);
  });
}

/**
 * A soft line, bright in its middle.
 * @param {Pen} pen @param {string} color @param {number} [long]
 */
export function line(pen, color, long = 80) {
  return pen.art.keep(paintLine, color, long);
}

/** @param {Art} art @param {string} c @param {number} long */
function paintLine(art, c, long) {
  return art.paint(long, 4, (ctx) => {
    ctx.fillStyle = linear(ctx, 0, 0, long, 0,
      [rgba(c, 0), rgba(c, 0.6), rgba(tint(c, 0.5), 0.9), rgba(c, 0.6), rgba(c, 0)]);
    ctx.beginPath();
    ctx.ellipse(long / 2, 2, long / 2, 0.9, 0, 0, TAU);
    ctx.fill();
  });
}

/**
 * A spark with a tail to the left.
 * @param {Pen} pen @param {string} color @param {number} [long]
 */
export function streak(pen, color, long = 30) {
  return pen.art.keep(paintStreak, color, long);
}

/** @param {Art} art @param {string} c @param {number} w */
export function paintStreak(art, c, w) {
  return art.paint(w, 8, (ctx) => {
    ctx.fillStyle = linear(ctx, 0, 0, w, 0, [[0, rgba(c, 0)], [0.7, rgba(c, 0.7)], [1, rgba(tint(c, 0.7), 1)]]);
    ctx.beginPath();
    ctx.moveTo(0, 4);
    ctx.quadraticCurveTo(w * 0.8, 3.2, w - 3, 2.2);
    ctx.arc(w - 2.6, 4, 1.9, -1.8, 1.8);
    ctx.quadraticCurveTo(w * 0.8, 4.8, 0, 4);
    ctx.fill();
  }, { ax: w - 3 });
}

/**
 * A shock that spreads: bright outside, fading inwards.
 * @param {Pen} pen @param {string} color @param {number} [r]
 */
export function ring(pen, color, r = 60) {
  return pen.art.keep(paintRing, color, r);
}

/** @param {Art} art @param {string} c @param {number} r */
function paintRing(art, c, r) {
  return art.paint(r * 2, r * 2, (ctx) => {
    ctx.fillStyle = radial(ctx, r, r, r, [
      [0, rgba(c, 0)], [0.7, rgba(c, 0.02)], [0.88, rgba(c, 0.28)], [0.94, rgba(tint(c, 0.6), 0.95)],
      [0.965, rgba(c, 0.5)], [1, rgba(c, 0)]]);
    ctx.fillRect(0, 0, r * 2, r * 2);
  });
}

/**
 * A fan of beams.
 * @param {Pen} pen @param {string} color @param {number} [r] @param {number} [n] how many @param {number} [seed]
 */
export function rays(pen, color, r = 120, n = 14, seed = 5) {
  return pen.art.keep(paintRays, color, r, n, seed);
}

/** @param {Art} art @param {string} c @param {number} r @param {number} n @param {number} seed */
function paintRays(art, c, r, n, seed) {
  return art.paint(r * 2, r * 2, (ctx) => {
    ctx.translate(r, r);
    for (let i = 0; i < n; i++) {
      const a = (i / n) * TAU + (hash(seed, i) - 0.5) * 0.22;
      const half = 0.05 + hash(seed, i + 50) * 0.09;
      ctx.fillStyle = radial(ctx, 0, 0, r * (0.65 + 0.35 * hash(seed, i + 99)), [
        [0, rgba(c, 0.75)], [0.25, rgba(c, 0.4)], [1, rgba(c, 0)]]);
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.arc(0, 0, r, a - half, a + half);
      ctx.fill();
    }
  });
}

/**
 * Several soft puffs, lit from above.
 * @param {Pen} pen @param {string} color @param {number} [seed]
 */
export function smoke(pen, color, seed = 1) {
  return pen.art.keep(paintSmoke, color, seed);
}

/** @param {Art} art @param {string} c @param {number} seed */
export function paintSmoke(art, c, seed) {
  return art.paint(90, 90, (ctx) => {
    for (let i = 0; i < 16; i++) {
      const a = hash(seed, i) * TAU;
      const d = 19 * Math.sqrt(hash(seed, i + 20));
      const [x, y] = [45 + Math.cos(a) * d, 45 + Math.sin(a) * d];
      const r = 14 + 9 * hash(seed, i + 40);
      ctx.fillStyle = radial(ctx, x, y, r, [[0, rgba(tint(c, y < 45 ? 0.3 : -0.2), 0.3)], [1, rgba(c, 0)]]);
      disc(ctx, x, y, r);
      ctx.fill();
    }
  });
}
