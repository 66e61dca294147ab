// @ts-check
/**
 * Draws a cut diamond of 57 facets, each shaded by the light that it turns to, and the shards that it breaks into, for the
 * film `diamond`.
 */

import { TAU, clamp, hash } from "../show/ease.js";
import { glint } from "../show/lights.js";
import { MOST_PARTICLES } from "../show/pen.js";
import { mix } from "../show/tone.js";

/** @typedef {[x: number, y: number, z: number]} Corner */

/**
 * @param {number} n @param {number} i @param {number} turn @param {number} r @param {number} y @returns {Corner}
 */
function corner(n, i, turn, r, y) {
  const a = ((i + turn) / n) * TAU;
  return [Math.cos(a) * r, y, Math.sin(a) * r];
}

/**
 * The corners of table, crown, girdle and pavilion, and the culet.
 * @type {Corner[]}
 */
const CORNERS = [
  ...Array.from({ length: 8 }, (_, i) => corner(8, i, 0, 0.56, -0.4)),
  ...Array.from({ length: 8 }, (_, i) => corner(8, i, 0.5, 0.8, -0.22)),
  ...Array.from({ length: 16 }, (_, i) => corner(16, i, 0, 1, 0)),
  ...Array.from({ length: 8 }, (_, i) => corner(8, i, 0.5, 0.5, 0.46)),
  [0, 0.92, 0],
];
const CULET = 40;

/** The facets, by their corners. */
const FACETS = [[0, 1, 2, 3, 4, 5, 6, 7], ...Array.from({ length: 8 }, (_, i) => facetsAt(i)).flat()];

/** @param {number} i an eighth of the stone */
function facetsAt(i) {
  const [j, before] = [(i + 1) % 8, 8 + ((i + 7) % 8)];
  const [b, g, p] = [8 + i, 16 + 2 * i, 32 + i];
  const [middle, next, back] = [g + 1, 16 + ((2 * i + 2) % 16), 32 + ((i + 7) % 8)];
  return [[i, j, b], [i, b, g, before], [b, g, middle], [b, middle, next], [g, middle, p], [middle, next, p], [g, p, CULET, back]];
}

/**
 * Each facet's outward normal.
 * @type {Corner[]}
 */
const NORMALS = FACETS.map((facet) => {
  const [a, b, c] = facet.map((index) => CORNERS[index]);
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const middle = [0, 1, 2].map((axis) =>
    facet.reduce((sum, index) => sum + CORNERS[index][axis] - (axis === 1 ? 0.1 : 0), 0));
  const outward = Math.sign(n[0] * middle[0] + n[1] * middle[1] + n[2] * middle[2] || 1);
  const long = Math.hypot(n[0], n[1], n[2]) * outward;
  return [n[0] / long, n[1] / long, n[2] / long];
});

const SHADES = 64;

/** @param {string[]} stops */
function ramp(stops) {
  return Array.from({ length: SHADES }, (_, i) => {
    const p = (i / (SHADES - 1)) * (stops.length - 1);
    const j = Math.min(stops.length - 2, Math.floor(p));
    return mix(stops[j], stops[j + 1], p - j);
  });
}

const ICE = ramp(["#06235e", "#0c4db0", "#2088e6", "#5fc4fa", "#bdeeff", "#ffffff"]);
const FIRE = ramp(["#2a1468", "#8a3fe0", "#ff6fc8", "#ffd0a0", "#ffffff", "#ffffff"]);
const shown = { x: new Float32Array(CORNERS.length), y: new Float32Array(CORNERS.length) };

/**
 * Puts the corners where a turned stone shows them.
 * @param {number} spin @param {number} tilt
 */
function project(spin, tilt) {
  const cs = Math.cos(spin);
  const sn = Math.sin(spin);
  const ct = Math.cos(tilt);
  const st = Math.sin(tilt);
  for (let i = 0; i < CORNERS.length; i++) {
    const at = CORNERS[i];
    shown.x[i] = at[0] * cs + at[2] * sn;
    shown.y[i] = at[1] * ct - (at[2] * cs - at[0] * sn) * st;
  }
}

/**
 * Draws the stone.
 * @param {import("../show/pen.js").Pen} pen @param {number} x @param {number} y @param {number} size its radius
 * @param {number} spin in radians @param {number} tilt in radians @param {number} alpha
 */
export function brilliant(pen, x, y, size, spin, tilt, alpha) {
  project(spin, tilt);
  const cs = Math.cos(spin);
  const sn = Math.sin(spin);
  const ct = Math.cos(tilt);
  const st = Math.sin(tilt);
  const ctx = pen.at(x, y, size);
  ctx.lineWidth = 0.008;
  ctx.strokeStyle = "rgba(255,255,255,.55)";
  for (let side = 0; side < 2; side++) {
    const isFront = side === 1;
    ctx.globalAlpha = alpha * pen.fade * (isFront ? 0.78 : 0.9);
    for (let f = 0; f < FACETS.length; f++) {
      const n = NORMALS[f];
      const nx = n[0] * cs + n[2] * sn;
      const z = n[2] * cs - n[0] * sn;
      const ny = n[1] * ct - z * st;
      const nz = n[1] * st + z * ct;
      if (nz > 0 !== isFront) continue;
      ctx.fillStyle = shadeOf(f, nx, ny, nz, spin);
      trace(ctx, FACETS[f]);
      ctx.fill();
      if (isFront) ctx.stroke();
    }
  }
}

/** @param {number} f @param {number} nx @param {number} ny @param {number} nz @param {number} spin */
function shadeOf(f, nx, ny, nz, spin) {
  const spark = 0.5 + 0.5 * Math.sin(nx * 7.3 + ny * 5.1 + nz * 3 + f * 2.4 + spin * 1.6);
  const lit = clamp(0.35 * spark + 0.3 * (-ny * 0.7 - nx * 0.5 + nz * 0.4) + 0.34 + (spark > 0.93 ? 0.4 : 0));
  return ((f * 5) % 7 === 3 ? FIRE : ICE)[Math.floor(clamp((lit - 0.5) * 1.7 + 0.38) * (SHADES - 1))];
}

/** @param {CanvasRenderingContext2D} ctx @param {number[]} facet */
function trace(ctx, facet) {
  ctx.beginPath();
  for (let i = 0; i < facet.length; i++) ctx.lineTo(shown.x[facet[i]], shown.y[facet[i]]);
  ctx.closePath();
}

/** The corners of the triangles that the stone breaks into: its facets, and the parts of the large facets. */
const SHARDS = FACETS.flatMap((facet) => facet.slice(2).map((last, i) => [facet[0], facet[i + 1], last]));
/** Speeds in points per second, and the gravity. */
const APART = { x: 330, y: 210, up: 130, stray: 150, drag: 2.4, g: 660 };
/** The durations of a shard, in milliseconds. */
const SHORT = 640;
const LONGER = 290;
/** A shard whose light is stronger glints. */
const GLINTS = 0.9;

const shard = { x: 0, y: 0, turn: 0, flip: 0, lit: 0, alpha: 0 };

/**
 * Puts `shard` where one is. It starts in its place in the stone.
 * @param {number} i which it is @param {number} size the stone's radius @param {number} since it broke, in milliseconds
 * @param {number} seed
 */
function fly(i, size, since, seed) {
  const corners = SHARDS[i];
  const a = corners[0];
  const b = corners[1];
  const c = corners[2];
  const x = (shown.x[a] + shown.x[b] + shown.x[c]) / 3;
  const y = (shown.y[a] + shown.y[b] + shown.y[c]) / 3;
  const s = since / 1000;
  const p = since / (SHORT + LONGER * hash(seed, i));
  const far = (1 - Math.exp(-APART.drag * s)) / APART.drag;
  const h = hash(seed, i + 100);
  shard.x = x * size + (x * APART.x * (0.6 + h) + (hash(seed, i + 200) - 0.5) * APART.stray) * far;
  shard.y = y * size + (y * APART.y - APART.up * h * 2 + (hash(seed, i + 300) - 0.5) * APART.stray) * far + (APART.g * s * s) / 2;
  shard.turn = (hash(seed, i + 400) - 0.5) * 12 * s;
  shard.flip = Math.cos(s * (3 + 9 * hash(seed, i + 500)));
  shard.lit = 0.5 + 0.5 * Math.sin(i * 2.4 + s * (9 + 12 * h));
  shard.alpha = p >= 1 ? 0 : 1 - p ** 4;
}

/**
 * Draws the shards of a broken stone, which fall, tumble and glint.
 * @param {import("../show/pen.js").Pen} pen @param {number} x @param {number} y @param {number} size the stone's radius
 * @param {number} spin when it broke @param {number} tilt @param {number} since it broke, in milliseconds
 * @param {number} seed
 */
export function shards(pen, x, y, size, spin, tilt, since, seed) {
  if (pen.isCalm || since < 0 || since > SHORT + LONGER) return;
  project(spin, tilt);
  pen.ctx.lineWidth = 0.01;
  pen.ctx.strokeStyle = "rgba(255,255,255,.7)";
  const step = pen.thrift > 0 ? 2 : 1;
  for (let i = 0; i < SHARDS.length && pen.live < MOST_PARTICLES; i += step, pen.live++) {
    fly(i, size, since, seed);
    if (shard.alpha > 0) drawShard(pen, x, y, size, i);
  }
  const picture = glint(pen, "#dff6ff", 4, 24);
  pen.light(true);
  for (let i = 0; i < SHARDS.length; i += 2) {
    fly(i, size, since, seed);
    const on = (clamp(shard.lit - GLINTS) / (1 - GLINTS)) * shard.alpha;
    pen.put(picture, x + shard.x, y + shard.y, 0.4 + on, undefined, shard.turn, on);
  }
  pen.light(false);
}

/** @param {import("../show/pen.js").Pen} pen @param {number} x @param {number} y @param {number} size @param {number} i */
function drawShard(pen, x, y, size, i) {
  const corners = SHARDS[i];
  const a = corners[0];
  const b = corners[1];
  const c = corners[2];
  const left = (shown.x[a] + shown.x[b] + shown.x[c]) / 3;
  const top = (shown.y[a] + shown.y[b] + shown.y[c]) / 3;
  const ctx = pen.at(x + shard.x, y + shard.y, size * shard.flip, size, shard.turn);
  ctx.globalAlpha = shard.alpha * pen.fade * 0.92;
  ctx.fillStyle = (i % 5 === 3 ? FIRE : ICE)[Math.floor(clamp(0.18 + 0.78 * shard.lit ** 1.4) * (SHADES - 1))];
  ctx.beginPath();
  ctx.moveTo(shown.x[a] - left, shown.y[a] - top);
  ctx.lineTo(shown.x[b] - left, shown.y[b] - top);
  ctx.lineTo(shown.x[c] - left, shown.y[c] - top);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}
