// @ts-check
/** The built-in film of a big gift in which a diamond drops, turns in the light, and shatters. */

import { bit } from "../show/bits.js";
import { draw as burst } from "../show/burst.js";
import { TAU, arch, clamp, ease, hash, span, track } from "../show/ease.js";
import { glint, glow, rays, ring } from "../show/lights.js";
import { rgba } from "../show/tone.js";
import { linear } from "../show/trace.js";
import { brilliant, shards } from "./brilliant.js";
import { aim, approach, breath, dim, flash, nameplate, twinkles } from "./scene.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/ease.js").Key} Key */

/** @type {Key[]} */
const Y = [
  [500, -420], [1050, -34, "in"], [1250, -8, "out"], [1500, -28, "inOut"], [2600, -34, "inOut"], [3700, -24, "inOut"],
  [4400, -38, "inOut"], [4560, -44, "out"]];
/** @type {Key[]} */
const SIZE = [
  [500, 96], [1050, 118, "linear"], [1120, 108, "out"], [1600, 120, "spring"], [4050, 136, "linear"], [4420, 112, "inOut"],
  [4560, 130, "in"]];
/** @type {Key[]} */
const SPIN = [[500, 0], [1050, 7, "linear"], [2200, 9.4, "out"], [4400, 12.8, "linear"], [4560, 14, "in"]];
const SHATTERS = 4560;
const TILT = -0.42;
/** Where the stone is when it breaks, and how. */
const LAST = { y: -44, size: 130, spin: 14 };
/** When the stone breaks a beam of light into colors, and the beam's and the colors' direction, in radians. */
const REFRACTS = { from: 1500, whole: 2100, fades: 4000, gone: 4450 };
const COMES = 3.55;
const LEAVES = 0.35;
/** The colors, and the angle between the first and the last. */
const SPECTRUM = ["#ff5a6e", "#ffb04a", "#fff08a", "#6affa8", "#5ac8ff", "#a07bff"];
const FAN = 0.62;
const LONG = 340;
/** Flecks of colored light that the stone throws about itself. */
const FLECKS = ["#8fe0ff", "#ff9ad8", "#ffe08a", "#b8a0ff", "#9affd8"];
const FLECKED = 15;
/** When, where and how large gleams are. */
const GLEAMS = [[1300, -66, -34, 1.5], [2050, 72, -14, 1.1], [2700, -20, -50, 1.3], [3400, 48, 30, 1], [3950, -80, 0, 1.4]];

/**
 * The dust of the broken stone.
 * @param {import("../show/art.js").Art} art @returns {import("../show/burst.js").Burst}
 */
function makeDust(art) {
  return {
    pictures: [bit(art, "spark", "#dff6ff"), bit(art, "spark", "#8fe0ff"), bit(art, "spark", "#c8b0ff")],
    n: 26, isLight: true, life: [420, 900], speed: [120, 560], drag: 3, g: 320, size: [0.3, 0.8], area: [150, 90] };
}

/** @param {Pen} pen @param {number} t @param {import("./scene.js").Scene} scene @param {number} y */
function drawLight(pen, t, { h }, y) {
  const all = arch(t, 0, 500, 4700, 5450);
  const shaft = pen.isCalm ? 0 : arch(t, 1050, 1500, 4300, 4700);
  pen.light(true);
  pen.put(glow(pen, "#2f8cff", 48), 0, y, 7, 4.6 * breath(t), 0, 0.42 * all * clamp((t - 700) / 500));
  pen.put(rays(pen, "#9fdcff", 120, 14), 0, y + 6, 2.7 * breath(t, 0.06), undefined, t / 1900, 0.55 * shaft);
  pen.put(rays(pen, "#d8b8ff", 120, 10, 8), 0, y + 6, 2.1 * breath(t + 700, 0.08), undefined, -t / 1500, 0.4 * shaft);
  const far = 1.8 * arch(t, 100, 420, 440, 760);
  pen.put(glint(pen, "#dff6ff", 6, 48), 0, -h * 0.34, far, undefined, t / 800, arch(t, 100, 400, 480, 760));
  for (let i = 1; i < 6 && t > 500 && t < 1050; i++) {
    pen.put(glow(pen, "#6fc8ff", 48), 0, y - i * 34, 1.3 - i * 0.16, 1.6, 0, 0.4 - i * 0.06);
  }
  pen.light(false);
}

/**
 * A beam that becomes wider and fades with its length.
 * @param {import("../show/art.js").Art} art @param {string} color @param {number} near its half width @param {number} far
 */
function paintRay(art, color, near, far) {
  return art.paint(LONG, far * 2, (ctx, k) => {
    ctx.filter = `blur(${2 * k}px)`;
    ctx.fillStyle = linear(ctx, 0, 0, LONG, 0, [[0, rgba(color, 0.9)], [0.35, rgba(color, 0.5)], [1, rgba(color, 0)]]);
    ctx.beginPath();
    ctx.moveTo(0, far - near);
    ctx.lineTo(LONG, 0);
    ctx.lineTo(LONG, far * 2);
    ctx.lineTo(0, far + near);
    ctx.fill();
  }, { ax: 0, ay: far, pad: 6 });
}

/**
 * The light that the stone breaks into colors. Its directions turn slowly, and the colors fan out and in with the facets.
 * @param {Pen} pen @param {number} t @param {number} y
 */
function drawSpectrum(pen, t, y) {
  const on = pen.isCalm ? 0 : arch(t, REFRACTS.from, REFRACTS.whole, REFRACTS.fades, REFRACTS.gone);
  if (on <= 0) return;
  const swing = Math.sin((t - REFRACTS.from) / 640);
  const wide = FAN * (0.8 + 0.3 * Math.sin((t - REFRACTS.from) / 370));
  const shown = span(t, REFRACTS.from + 150, REFRACTS.whole + 200, ease.out);
  pen.light(true);
  pen.put(pen.art.keep(paintRay, "#ffffff", 3, 9), 0, y + 4, span(t, REFRACTS.from, REFRACTS.whole, ease.out), 1, COMES + 0.1 * swing, 0.8 * on);
  for (let i = 0; i < SPECTRUM.length; i++) {
    const turn = LEAVES + 0.22 * swing + (i / (SPECTRUM.length - 1) - 0.5) * wide;
    const bright = 0.75 + 0.25 * Math.sin(t / 210 + i * 1.3);
    pen.put(pen.art.keep(paintRay, SPECTRUM[i], 5, 30), 0, y + 8, shown, 1, turn, 0.62 * on * bright);
  }
  pen.light(false);
}

/**
 * Flecks of light that turn with the stone.
 * @param {Pen} pen @param {number} t @param {number} y @param {number} seed
 */
function drawFlecks(pen, t, y, seed) {
  const all = pen.isCalm ? 0 : arch(t, 1250, 1800, 4300, SHATTERS);
  if (all <= 0) return;
  const spin = track(SPIN, t);
  pen.light(true);
  for (let i = 0; i < FLECKED; i++) {
    const a = (i / FLECKED) * TAU + spin * 0.8 + hash(seed, i);
    const far = 1 + 0.5 * hash(seed, i + 30);
    const on = (0.5 + 0.5 * Math.sin(spin * 5 + i * 2.1)) ** 2;
    const x = Math.cos(a) * 165 * far;
    const low = Math.sin(a) * 62 * far;
    const wide = 0.5 + 0.9 * on;
    pen.put(glow(pen, FLECKS[i % FLECKS.length], 14), x, y + 30 + low, wide, wide * 0.6, 0, on * all * 0.9);
  }
  pen.light(false);
}

/** @param {Pen} pen @param {number} t @param {number} y */
function drawGleams(pen, t, y) {
  pen.light(true);
  for (let i = 0; i < GLEAMS.length; i++) {
    const gleam = GLEAMS[i];
    const at = gleam[0];
    const size = gleam[3] * arch(t, at, at + 130, at + 160, at + 520);
    const on = arch(t, at, at + 100, at + 160, at + 520);
    pen.put(glint(pen, "#ffffff", 6, 48), gleam[1], y + gleam[2], size, undefined, t / 1500, on);
  }
  pen.light(false);
}

/**
 * The stone breaks: a star of light, a ring, and shards that fall.
 * @param {Pen} pen @param {number} t @param {number} seed
 */
function drawEnd(pen, t, seed) {
  const since = t - SHATTERS;
  if (since < -60) return;
  const wide = span(since, 0, 620, ease.out);
  const faint = since < 0 ? 0 : 0.8 * (1 - span(since, 60, 620));
  pen.put(ring(pen, "#8fe0ff", 60), 0, LAST.y, 1.2 + 3.4 * wide, 0.8 + 2 * wide, 0, faint);
  pen.light(true);
  pen.put(glow(pen, "#57b4ff", 48), 0, LAST.y, 4.6, 3.6, 0, 0.6 * arch(since, -60, 30, 60, 620));
  const far = 3.4 * arch(since, -60, 20, 60, 340);
  pen.put(glint(pen, "#dff6ff", 6, 48), 0, LAST.y, far, undefined, 0.3 + since / 2400, arch(since, -60, 0, 60, 340));
  pen.light(false);
  if (pen.isCalm) brilliant(pen, 0, LAST.y, LAST.size, LAST.spin, TILT, since < 0 ? 0 : 1 - span(since, 0, 500));
  shards(pen, 0, LAST.y, LAST.size, LAST.spin, TILT, since, seed);
  burst(pen, pen.art.keep(makeDust), 0, LAST.y, since, seed);
}

const TWINKLES = { n: 12, y: -20, rx: 210, ry: 140, from: 1300, to: 5300, color: "#dff6ff", size: 0.9 };

/** @param {Pen} pen @param {number} t @param {import("./scene.js").Scene} scene */
function draw(pen, t, scene) {
  const { seed } = scene;
  const y = track(Y, t);
  const whole = t < SHATTERS ? clamp((t - 500) / 60) : 0;
  const rocks = pen.isCalm ? 0 : 0.13 * Math.sin((t - 1500) / 520) * arch(t, 1500, 2000, 4000, 4450);
  dim(pen, scene, "#04122e");
  approach(pen, t, diamond.duration, -30);
  drawLight(pen, t, scene, y);
  const shock = span(t, 1050, 1700, ease.out);
  pen.put(ring(pen, "#8fe0ff", 60), 0, 84, 0.5 + 4.6 * shock, 0.1 + 0.8 * shock, 0, t < 1050 ? 0 : 1 - span(t, 1050, 1700));
  pen.light(true);
  pen.put(glow(pen, "#57b4ff", 48), 0, 92, 2.6 * breath(t), 0.5, 0, 0.7 * whole * clamp((y + 300) / 260));
  pen.light(false);
  drawSpectrum(pen, t, y);
  drawFlecks(pen, t, y, seed);
  if (whole > 0) brilliant(pen, 0, y, track(SIZE, t), track(SPIN, t), TILT + rocks, whole);
  drawGleams(pen, t, y);
  flash(pen, 0, y, t, 1050, "#9fe4ff", 4.2, 360);
  drawEnd(pen, t, seed);
  twinkles(pen, TWINKLES, t, seed);
  aim(pen, scene);
  nameplate(pen, scene, t, 1400, 4750, "#57b4ff");
}

/** @type {import("./scene.js").Film} */
export const diamond = { duration: 5500, ends: [4900, 5480], draw };
