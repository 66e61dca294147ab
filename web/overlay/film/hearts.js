// @ts-check
/** The built-in film of a big gift in which hearts spiral in to one of glass, which beats three times and bursts. */

import { bit } from "../show/bits.js";
import { draw as burst } from "../show/burst.js";
import { TAU, arch, clamp, ease, hash, span, track } from "../show/ease.js";
import { glow, rays, ring } from "../show/lights.js";
import { dim, flash, nameplate, twinkles } from "./scene.js";
import { toy } from "./toys.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */
/** @typedef {import("../show/burst.js").Burst} Burst */
/** @typedef {import("./scene.js").Scene} Scene */

const BEATS = [1900, 2700, 3500];
const COLOURS = ["#ff2d5e", "#ff6fa5", "#ff4f8f", "#ffa0c0", "#d8246a"];
const SPIRALS = 34;
const BURSTS = 4760;
/** @type {import("../show/ease.js").Key[]} */
const SIZE = [[1000, 0], [1260, 1.16, "out"], [1700, 1, "spring"], [4300, 1], [4600, 0.84, "inOut"], [BURSTS, 1.42, "in"]];
/** Hearts at three depths: how many, how large, how fast, and how opaque. */
const DEPTHS = [
  { n: 20, size: 0.9, speed: 0.5, alpha: 0.5 }, { n: 14, size: 1.9, speed: 0.85, alpha: 0.95 }, { n: 5, size: 2, speed: 1.4, alpha: 0.75 }];
const NEAREST = 2;

/** @param {Art} art @returns {{last: Burst, puff: Burst}} */
function makeBursts(art) {
  return {
    last: {
      pictures: COLOURS.map((colour) => bit(art, "heart", colour)), n: 70, life: [700, 1150], speed: [120, 640], drag: 2.6,
      g: -40, size: [0.7, 2.3], flutter: 14 },
    puff: {
      pictures: [bit(art, "heart", "#ff8fb4"), bit(art, "spark", "#ffd0e0")], n: 12, life: [500, 900], speed: [170, 330],
      drag: 3, g: -30, size: [0.5, 1.1], flutter: 6 },
  };
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
    const picture = depth === NEAREST ? pen.art.keep(paintSoft) : bit(pen.art, "heart", COLOURS[(i + depth) % 5]);
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
    const picture = bit(pen.art, "heart", COLOURS[i % 5]);
    pen.put(picture, Math.cos(a) * d, y + Math.sin(a) * d * 0.62, 1.7 * (1 - 0.5 * p), undefined, Math.sin(a) * 0.5, on);
  }
}

/** @param {Pen} pen @param {number} t @param {number} y @param {number} s */
function drawHeart(pen, t, y, s) {
  if (s <= 0 || t >= BURSTS) return;
  pen.light(true);
  pen.put(glow(pen, "#ff4f8a", 48), 0, y + 6, 3.6 * s, undefined, 0, 0.8);
  pen.light(false);
  pen.put(toy(pen, "heart", 260), 0, y, s, s * (1 - 0.03 * Math.sin(t / 280)), Math.sin(t / 700) * 0.04);
  pen.light(true);
  pen.put(glow(pen, "#ffd0e0", 48), -44 * s, y - 46 * s, 0.9 * s, 0.6 * s, -0.6, 0.5 + 0.3 * pulse((t % 800) - 100));
  pen.light(false);
}

/** Their place is about the heart. */
const TWINKLES = { n: 8, y: 0, rx: 200, ry: 130, from: 1300, to: 5600, colour: "#ffe0ec", size: 0.8 };

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function draw(pen, t, scene) {
  const { seed } = scene;
  const { last, puff } = pen.art.keep(makeBursts);
  const all = arch(t, 0, 500, 5100, 5900);
  const y = -34 + Math.sin(t / 560) * 5;
  let s = track(SIZE, t);
  for (let i = 0; i < BEATS.length; i++) s *= pulses(t - BEATS[i]);
  dim(pen, "#2a0420", all);
  pen.light(true);
  pen.put(glow(pen, "#ff2d6e", 48), 0, y, 7 * (0.9 + 0.1 * s), 5, 0, 0.5 * all * clamp((t - 500) / 700));
  const fan = pen.isCalm ? 0 : 0.5 * arch(t, 1100, 1600, 4300, BURSTS);
  pen.put(rays(pen, "#ff8fb8", 120, 16), 0, y, 2.4, undefined, t / 4200, fan);
  pen.light(false);
  drift(pen, t, seed, scene, 0, all);
  drift(pen, t, seed + 3, scene, 1, all);
  drawSpiral(pen, t, seed, y);
  for (let i = 0; i < BEATS.length; i++) {
    const at = BEATS[i];
    const faint = t < at ? 0 : 0.9 * (1 - span(t, at, at + 700));
    pen.put(ring(pen, "#ff6fa0", 60), 0, y, 1.3 + 2.8 * span(t, at, at + 700, ease.out), undefined, 0, faint);
    burst(pen, puff, 0, y, t - at - 60, seed + at);
  }
  drawHeart(pen, t, y, s);
  flash(pen, 0, y, t, 1080, "#ff8fb4", 4.6, 420);
  flash(pen, 0, y, t, BURSTS - 20, "#ffb0cc", 9, 520);
  burst(pen, last, 0, y, t - BURSTS, seed + 9);
  drift(pen, t, seed + 7, scene, NEAREST, all);
  twinkles(pen, TWINKLES, t, seed, y);
  nameplate(pen, scene, t, 1500, 5200, "#ff5a92");
}

/** @type {import("./scene.js").Film} */
export const hearts = { duration: 6000, draw };
