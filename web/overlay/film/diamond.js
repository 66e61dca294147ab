// @ts-check
/** The built-in film of a big gift in which a diamond drops, turns in the light, and shatters. */

import { bit } from "../show/bits.js";
import { draw as burst } from "../show/burst.js";
import { arch, clamp, ease, span, track } from "../show/ease.js";
import { glint, glow, rays, ring } from "../show/lights.js";
import { brilliant } from "./brilliant.js";
import { dim, flash, nameplate, twinkles } from "./scene.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/ease.js").Key} Key */

/** @type {Key[]} */
const Y = [
  [500, -420], [1050, -34, "in"], [1250, -8, "out"], [1500, -28, "inOut"], [2600, -34, "inOut"], [3700, -24, "inOut"],
  [4400, -30, "inOut"]];
/** @type {Key[]} */
const SIZE = [
  [500, 96], [1050, 118, "linear"], [1120, 108, "out"], [1600, 122, "spring"], [4100, 122], [4420, 104, "inOut"],
  [4560, 150, "in"]];
/** @type {Key[]} */
const SPIN = [[500, 0], [1050, 7, "linear"], [2200, 9.2, "out"], [4400, 11.4, "linear"], [4560, 12.6, "in"]];
const SHATTERS = 4560;
const TILT = -0.42;
/** When, where and how large gleams are. */
const GLEAMS = [[1300, -66, -34, 1.5], [2050, 72, -14, 1.1], [2700, -20, -50, 1.3], [3400, 48, 30, 1], [3950, -80, 0, 1.4]];

/** @param {import("../show/art.js").Art} art @returns {import("../show/burst.js").Burst} */
function makeShards(art) {
  return {
    pictures: [bit(art, "flake", "#8fe0ff"), bit(art, "flake", "#ffffff"), bit(art, "flake", "#c8b0ff"), bit(art, "spark", "#dff6ff")],
    n: 64, isLight: true, life: [500, 900], speed: [160, 720], drag: 3, g: 220, size: [0.5, 1.7], spin: 12 };
}

/** @param {Pen} pen @param {number} t @param {import("./scene.js").Scene} scene @param {number} y */
function drawLight(pen, t, { h }, y) {
  const all = arch(t, 0, 500, 4700, 5450);
  const shaft = pen.isCalm ? 0 : arch(t, 1050, 1500, 4300, 4700);
  pen.light(true);
  pen.put(glow(pen, "#2f8cff", 48), 0, y, 7, 4.6, 0, 0.42 * all * clamp((t - 700) / 500));
  pen.put(rays(pen, "#9fdcff", 120, 14), 0, -24, 2.7, undefined, t / 3400, 0.55 * shaft);
  pen.put(rays(pen, "#d8b8ff", 120, 10, 8), 0, -24, 2.1, undefined, -t / 2600, 0.4 * shaft);
  const far = 1.8 * arch(t, 100, 420, 440, 760);
  pen.put(glint(pen, "#dff6ff", 6, 48), 0, -h * 0.34, far, undefined, t / 800, arch(t, 100, 400, 480, 760));
  for (let i = 1; i < 6 && t > 500 && t < 1050; i++) {
    pen.put(glow(pen, "#6fc8ff", 48), 0, y - i * 34, 1.3 - i * 0.16, 1.6, 0, 0.4 - i * 0.06);
  }
  pen.light(false);
}

const TWINKLES = { n: 12, y: -20, rx: 210, ry: 140, from: 1300, to: 5300, colour: "#dff6ff", size: 0.9 };

/** @param {Pen} pen @param {number} t @param {import("./scene.js").Scene} scene */
function draw(pen, t, scene) {
  const { seed } = scene;
  const y = track(Y, t);
  const whole = t < SHATTERS ? clamp((t - 500) / 60) : 0;
  dim(pen, "#04122e", arch(t, 0, 500, 4700, 5450));
  drawLight(pen, t, scene, y);
  const shock = span(t, 1050, 1700, ease.out);
  pen.put(ring(pen, "#8fe0ff", 60), 0, 84, 0.5 + 4.6 * shock, 0.1 + 0.8 * shock, 0, t < 1050 ? 0 : 1 - span(t, 1050, 1700));
  pen.light(true);
  pen.put(glow(pen, "#57b4ff", 48), 0, 92, 2.6, 0.5, 0, 0.7 * whole * clamp((y + 300) / 260));
  pen.light(false);
  if (whole > 0) brilliant(pen, 0, y, track(SIZE, t), track(SPIN, t), TILT, whole);
  pen.light(true);
  for (let i = 0; i < GLEAMS.length; i++) {
    const gleam = GLEAMS[i];
    const at = gleam[0];
    const size = gleam[3];
    const on = arch(t, at, at + 100, at + 160, at + 520);
    pen.put(glint(pen, "#ffffff", 6, 48), gleam[1], y + gleam[2], size * arch(t, at, at + 130, at + 160, at + 520), undefined, t / 1500, on);
  }
  pen.light(false);
  flash(pen, 0, y, t, 1050, "#9fe4ff", 4.2, 360);
  flash(pen, 0, -30, t, SHATTERS - 20, "#bfeaff", 9, 520);
  burst(pen, pen.art.keep(makeShards), 0, -30, t - SHATTERS, seed);
  twinkles(pen, TWINKLES, t, seed);
  nameplate(pen, scene, t, 1400, 4750, "#57b4ff");
}

/** @type {import("./scene.js").Film} */
export const diamond = { duration: 5500, draw };
