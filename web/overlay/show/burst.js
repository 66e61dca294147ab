// @ts-check
/** Draws bursts of particles, whose positions depend only on the burst's age and a seed. */

import { TAU, clamp, hash, lerp } from "./ease.js";
import { MOST_PARTICLES } from "./pen.js";

/**
 * @typedef {object} Burst Ages and lives are milliseconds, lengths are points.
 * @property {import("./art.js").Picture[]} pictures of the particles, in turn
 * @property {import("./art.js").Picture[]} [backs] the other faces of the pictures, which show while particles turn
 * @property {number} n the number of particles
 * @property {[least: number, most: number]} life
 * @property {[least: number, most: number]} speed points per second
 * @property {number} [angle] the direction in radians; absent: upwards
 * @property {number} [spread] the width of the angle in radians; absent: all directions
 * @property {number} [drag] per second
 * @property {number} [g] the gravity in points per second squared
 * @property {[least: number, most: number]} [size]
 * @property {number} [spin] radians per second
 * @property {number} [flutter] the sway to the sides
 * @property {number} [stretch] the stretch along the direction of flight; 0: particles turn instead
 * @property {number} [delay] the period in which particles start
 * @property {boolean} [isLight]
 * @property {number} [snap] the grid of positions; 0: no grid
 * @property {[width: number, height: number]} [area] the area of the starts; absent: a point
 */

/** @type {[number, number]} */
const ONE = [1, 1];

/**
 * Draws a burst: a particle has come v·(1 − e^(−drag·s))/drag along its angle, and fallen by g·s²/2.
 * @param {import("./pen.js").Pen} pen @param {Burst} burst @param {number} x @param {number} y
 * Particles start on an ellipse around the point, so that they never cross what stands there.
 * @param {number} time since it began, in milliseconds @param {number} seed
 * @param {number} [rx] the ellipse's half width @param {number} [ry] its half height
 */
export function draw(pen, burst, x, y, time, seed, rx = 0, ry = 0) {
  const { life, delay = 0, isLight = false } = burst;
  if (pen.isCalm || !(time >= 0) || time > life[1] + delay) return;
  const n = pen.thrift > 0 ? Math.ceil(burst.n / 2) : burst.n;
  pen.light(isLight);
  for (let i = 0; i < n && pen.live < MOST_PARTICLES; i++) {
    const base = i * 8;
    const age = time - delay * hash(seed, base + 7);
    const end = lerp(life[0], life[1], hash(seed, base));
    if (age < 0 || age >= end) continue;
    pen.live++;
    particle(pen, burst, x, y, age, end, seed, i, rx, ry);
  }
  pen.light(false);
}

/**
 * @param {import("./pen.js").Pen} pen @param {Burst} burst @param {number} x @param {number} y
 * @param {number} age @param {number} end of its life @param {number} seed @param {number} i which it is
 * @param {number} rx @param {number} ry
 */
function particle(pen, burst, x, y, age, end, seed, i, rx, ry) {
  const {
    pictures, backs = pictures, speed, angle = -TAU / 4, spread = TAU, drag = 2.4, g = 0, size = ONE, spin = 0, flutter = 0,
    stretch = 0, snap = 0, area } = burst;
  const base = i * 8;
  const s = age / 1000;
  const p = age / end;
  const v = lerp(speed[0], speed[1], hash(seed, base + 1));
  const a = angle + (hash(seed, base + 2) - 0.5) * spread;
  const far = (v * (1 - Math.exp(-drag * s))) / drag;
  let px = x + Math.cos(a) * (far + rx);
  let py = y + Math.sin(a) * (far + ry) + (g * s * s) / 2;
  if (area !== undefined) {
    px += (hash(seed, base + 5) - 0.5) * area[0];
    py += (hash(seed, base + 6) - 0.5) * area[1];
  }
  if (flutter > 0) px += Math.sin(s * 4 + i) * flutter * p;
  if (snap > 0) {
    px = Math.round(px / snap) * snap;
    py = Math.round(py / snap) * snap;
  }
  const alpha = clamp(p * 12) * (1 - p * p * p);
  const z = lerp(size[0], size[1], hash(seed, base + 3)) * (1 - 0.35 * p);
  let turn = spin * s * (hash(seed, base + 4) - 0.5) * 2 + (spin > 0 ? i : 0);
  let sx = z;
  if (stretch > 0) {
    const e = Math.exp(-drag * s);
    const vx = Math.cos(a) * v * e;
    const vy = Math.sin(a) * v * e + g * s;
    turn = Math.atan2(vy, vx);
    sx = z * clamp((Math.sqrt(vx * vx + vy * vy) / 160) * stretch, 0.25, 2.2);
  } else if (spin > 0) {
    sx = z * Math.cos(s * spin * (0.7 + hash(seed, base + 6)) + i);
  }
  pen.put((sx < 0 ? backs : pictures)[i % pictures.length], px, py, sx, z, turn, alpha);
}
