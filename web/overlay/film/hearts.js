// @ts-check
/**
 * The built-in film of a big gift in which hearts spiral in to one of glass, which beats three times, swells, and comes
 * apart into hearts that stream up and away.
 */

import { bit } from "../show/bits.js";
import { draw as burst } from "../show/burst.js";
import { TAU, arch, clamp, ease, hash, span, track } from "../show/ease.js";
import { glow, rays, ring } from "../show/lights.js";
import { MOST_PARTICLES } from "../show/pen.js";
import { aim, approach, breath, dim, flash, nameplate, twinkles } from "./scene.js";
import { toy } from "./toys.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */
/** @typedef {import("../show/burst.js").Burst} Burst */
/** @typedef {import("./scene.js").Scene} Scene */

const BEATS = [1900, 2700, 3500];
const COLORS = ["#ff2d5e", "#ff6fa5", "#ff4f8f", "#ffa0c0", "#d8246a"];
const SPIRALS = 34;
/** The heart comes apart from here on, and is gone after a while. */
const PARTS = 4760;
const PARTED = 230;
const STREAM = 70;
/** @type {import("../show/ease.js").Key[]} */
const SIZE = [
  [1000, 0], [1260, 1.16, "out"], [1700, 1, "spring"], [4250, 1.06, "linear"], [4520, 0.92, "inOut"], [4800, 1.22, "inOut"],
  [5100, 1.3, "out"]];
/** Hearts that circle the large one: how many, the half axes of their way, its tilt, and radians per second. */
const ORBIT = { n: 12, rx: 186, ry: 46, tilt: -0.2, speed: 1.5 };
/** Hearts at three depths: how many, how large, how fast, and how opaque. */
const DEPTHS = [
  { n: 20, size: 0.9, speed: 0.5, alpha: 0.5 }, { n: 14, size: 1.9, speed: 0.85, alpha: 0.95 }, { n: 5, size: 2, speed: 1.4, alpha: 0.75 }];
const NEAREST = 2;

/** @param {Art} art @returns {Burst} */
function makePuff(art) {
  return {
    pictures: [bit(art, "heart", "#ff8fb4"), bit(art, "spark", "#ffd0e0")], n: 12, life: [500, 900], speed: [170, 330], drag: 3,
    g: -30, size: [0.5, 1.1], flutter: 6 };
}

/**
 * A heart near the lens, out of focus.
 * @param {Art} art
 */
function paintSoft(art) {
  return art.paint(60, 60, (ctx, k) => {
    ctx.filter = `blur(${4.5 * k}px)`;
    ctx.translate(30, 30);
    ctx.scale(2.9, 2.9);
    ctx.drawImage(bit(art, "heart", "#ff3d78").canvas, -11, -11, 22, 22);
  }, { pad: 16 });
}

/** @param {number} since a beat */
function pulse(since) {
  if (since < 0 || since > 420) return 0;
  return since < 90 ? ease.out(since / 90) : 1 - ease.inOut((since - 90) / 330);
}

/**
 * Returns the size of the heart in a double beat.
 * @param {number} since the first of the two
 */
function pulses(since) {
  return 1 + 0.13 * pulse(since) + 0.08 * pulse(since - 190);
}

/**
 * Hearts that rise and sway.
 * @param {Pen} pen @param {number} t @param {number} seed @param {Scene} scene @param {number} depth @param {number} shown
 */
function drift(pen, t, seed, { w, h }, depth, shown) {
  const { n, size, speed, alpha } = DEPTHS[depth];
  for (let i = 0; i < n && !pen.isCalm; i++) {
    const life = 2600 + 1400 * hash(seed, i);
    const turns = (t + life * hash(seed, i + 30)) / life;
    const p = turns % 1;
    const x = (hash(seed, i + Math.floor(turns) * 61) - 0.5) * w + Math.sin(p * 7 + i) * 16 * speed;
    const y = h * 0.56 - p * h * 1.12 * (0.7 + 0.3 * speed);
    const on = Math.sin(p * Math.PI) ** 0.6 * shown * clamp((t - 200 - i * 40) / 400);
    const picture = depth === NEAREST ? pen.art.keep(paintSoft) : bit(pen.art, "heart", COLORS[(i + depth) % 5]);
    pen.put(picture, x, y, size * (0.6 + 0.7 * hash(seed, i + 9)), undefined, Math.sin(p * 6 + i) * 0.3, on * alpha);
  }
}

/** @param {Pen} pen @param {number} t @param {number} seed @param {number} y */
function drawSpiral(pen, t, seed, y) {
  for (let i = 0; i < SPIRALS && t < 1150; i++) {
    const p = span(t, i * 9, 760 + i * 11, ease.in);
    const a = hash(seed, i) * TAU + p * 4.4;
    const d = (150 + 330 * hash(seed, i + 40)) * (1 - p);
    const on = clamp(t / 200 - i * 0.04) * (1 - span(t, 950, 1100));
    const picture = bit(pen.art, "heart", COLORS[i % 5]);
    pen.put(picture, Math.cos(a) * d, y + Math.sin(a) * d * 0.62, 1.7 * (1 - 0.5 * p), undefined, Math.sin(a) * 0.5, on);
  }
}

/**
 * The half of the circling hearts that is behind the large one, or the half before it.
 * @param {Pen} pen @param {number} t @param {number} y @param {boolean} isFront
 */
function drawOrbit(pen, t, y, isFront) {
  const all = pen.isCalm ? 0 : arch(t, 1350, 1900, 4400, PARTS);
  if (all <= 0) return;
  const wide = span(t, 1350, 2100, ease.back) + 0.5 * span(t, 4450, PARTS, ease.in);
  for (let i = 0; i < ORBIT.n; i++) {
    const a = (i / ORBIT.n) * TAU + (t / 1000) * ORBIT.speed;
    const near = Math.sin(a);
    if (near > 0 !== isFront) continue;
    const x = Math.cos(a) * ORBIT.rx * wide;
    const low = near * ORBIT.ry * wide;
    const px = x * Math.cos(ORBIT.tilt) - low * Math.sin(ORBIT.tilt);
    const py = x * Math.sin(ORBIT.tilt) + low * Math.cos(ORBIT.tilt);
    const size = (1.8 + 0.7 * near) * (1 + 0.14 * Math.sin(t / 150 + i * 1.9));
    pen.put(bit(pen.art, "heart", COLORS[i % 5]), px, y + 8 + py, size, undefined, 0.3 * Math.sin(t / 400 + i), all * (0.78 + 0.22 * near));
  }
}

/** @param {Pen} pen @param {number} t @param {number} y @param {number} s */
function drawHeart(pen, t, y, s) {
  const whole = 1 - span(t, PARTS, PARTS + PARTED, ease.inOut);
  if (s <= 0 || whole <= 0) return;
  const slide = pen.isCalm ? 0 : Math.sin(t / 900);
  pen.light(true);
  pen.put(glow(pen, "#ff4f8a", 48), 0, y + 6, 3.6 * s * breath(t, 0.05), undefined, 0, 0.8 * whole);
  pen.light(false);
  pen.put(toy(pen, "heart", 260), 0, y, s, s * (1 - 0.03 * Math.sin(t / 280)), Math.sin(t / 620) * 0.07, whole);
  pen.light(true);
  const bright = (0.5 + 0.3 * pulse((t % 800) - 100)) * whole;
  pen.put(glow(pen, "#ffd0e0", 48), (-44 + 10 * slide) * s, y - (46 + 4 * slide) * s, 0.9 * s, 0.6 * s, -0.6, bright);
  pen.put(glow(pen, "#ff8fc0", 48), (58 - 16 * slide) * s, 22 * s + y, 0.5 * s, 1.2 * s, 0.7, 0.5 * whole);
  pen.light(false);
}

/**
 * The hearts that the large one comes apart into. They start all over its shape and stream up.
 * @param {Pen} pen @param {number} t @param {Scene} scene @param {number} y
 */
function drawStream(pen, t, { h, seed }, y) {
  if (pen.isCalm || t < PARTS) return;
  const n = pen.thrift > 0 ? STREAM / 2 : STREAM;
  for (let i = 0; i < n && pen.live < MOST_PARTICLES; i++) {
    const p = (t - PARTS - 260 * hash(seed, i + 20)) / (640 + 320 * hash(seed, i + 40));
    if (p <= 0 || p >= 1) continue;
    pen.live++;
    const a = hash(seed, i) * TAU;
    const far = Math.sqrt(hash(seed, i + 60)) * 112;
    const x = Math.sin(a) * far * 1.15;
    const from = (-13 * Math.cos(a) + 5 * Math.cos(2 * a) + 2 * Math.cos(3 * a) + Math.cos(4 * a)) / 16;
    const rise = (0.5 * h + 130 * hash(seed, i + 80)) * p ** 1.6;
    const px = x * (1 + 1.3 * p * p) + Math.sin(p * 5 + i) * 26 * p;
    const size = (1.3 + 2.3 * hash(seed, i + 100) ** 2) * clamp(p * 6) * (1 - 0.4 * p);
    const picture = bit(pen.art, "heart", COLORS[i % 5]);
    pen.put(picture, px, y + from * far - rise, size, undefined, Math.sin(p * 6 + i) * 0.4, clamp(p * 12) * (1 - p ** 4));
  }
}

/**
 * The light of the end, which rises with the hearts.
 * @param {Pen} pen @param {number} t @param {number} y
 */
function drawRising(pen, t, y) {
  const on = arch(t, PARTS - 120, PARTS + 120, PARTS + 200, PARTS + 900);
  if (on <= 0) return;
  const up = 150 * span(t, PARTS, PARTS + 900, ease.in);
  pen.light(true);
  pen.put(glow(pen, "#ff5a9a", 48), 0, y - up, 4.4, 4.4 + up / 60, 0, 0.7 * on);
  pen.put(glow(pen, "#ff9ac0", 48), 0, y - up * 1.2, 2.4, 2.6 + up / 30, 0, 0.3 * on);
  pen.light(false);
}

/** @param {Pen} pen @param {number} t @param {number} y @param {number} seed */
function drawBeats(pen, t, y, seed) {
  for (let i = 0; i < BEATS.length; i++) {
    const at = BEATS[i];
    const faint = t < at ? 0 : 0.9 * (1 - span(t, at, at + 700));
    pen.put(ring(pen, "#ff6fa0", 60), 0, y, 1.3 + 2.8 * span(t, at, at + 700, ease.out), undefined, 0, faint);
    burst(pen, pen.art.keep(makePuff), 0, y, t - at - 60, seed + at);
  }
}

/** Their place is about the heart. */
const TWINKLES = { n: 8, y: 0, rx: 200, ry: 130, from: 1300, to: 5600, color: "#ffe0ec", size: 0.8 };

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function draw(pen, t, scene) {
  const { seed } = scene;
  const all = arch(t, 0, 500, 5200, 5950);
  const y = -34 + Math.sin(t / 560) * 5 - 18 * span(t, 4520, 5100, ease.inOut);
  let s = track(SIZE, t);
  for (let i = 0; i < BEATS.length; i++) s *= pulses(t - BEATS[i]);
  dim(pen, scene, "#2a0420");
  drift(pen, t, seed, scene, 0, all);
  approach(pen, t, hearts.duration, -34);
  pen.light(true);
  pen.put(glow(pen, "#ff2d6e", 48), 0, y, 7 * (0.9 + 0.1 * s), 5 * breath(t), 0, 0.5 * all * clamp((t - 500) / 700));
  const fan = pen.isCalm ? 0 : 0.5 * arch(t, 1100, 1600, 4400, PARTS);
  pen.put(rays(pen, "#ff8fb8", 120, 16), 0, y, 2.4, undefined, t / 2300, fan);
  pen.put(rays(pen, "#ffc0d8", 120, 9, 3), 0, y, 2 * breath(t, 0.1), undefined, -t / 1800, fan * 0.7);
  pen.light(false);
  drift(pen, t, seed + 3, scene, 1, all);
  drawSpiral(pen, t, seed, y);
  drawBeats(pen, t, y, seed);
  drawOrbit(pen, t, y, false);
  drawHeart(pen, t, y, s);
  drawOrbit(pen, t, y, true);
  flash(pen, 0, y, t, 1080, "#ff8fb4", 4.6, 420);
  drawRising(pen, t, y);
  drawStream(pen, t, scene, y);
  approach(pen, t, hearts.duration, -34);
  drift(pen, t, seed + 7, scene, NEAREST, all);
  twinkles(pen, TWINKLES, t, seed, y);
  aim(pen, scene);
  nameplate(pen, scene, t, 1500, 5200, "#ff5a92");
}

/** @type {import("./scene.js").Film} */
export const hearts = { duration: 6000, ends: [5200, 5950], draw };
