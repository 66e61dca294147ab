// @ts-check
/**
 * The built-in film of a big gift in which a rocket rises, squats, ignites, flies among the stars, and is gone in a
 * rain of them.
 */

import { draw as burst } from "../show/burst.js";
import { TAU, arch, clamp, ease, hash, span, track } from "../show/ease.js";
import { glow, paintSmoke, paintStreak, ring, streak } from "../show/lights.js";
import { MOST_PARTICLES } from "../show/pen.js";
import { rgba } from "../show/tone.js";
import { linear } from "../show/trace.js";
import { flare, rain, trail } from "./departure.js";
import { aim, approach, dim, nameplate, twinkles } from "./scene.js";
import { toy } from "./toys.js";
import { cameraAt, drawSky } from "./voyage.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */
/** @typedef {import("../show/ease.js").Key} Key */
/** @typedef {import("../show/burst.js").Burst} Burst */
/** @typedef {import("./scene.js").Scene} Scene */

/** @type {Key[]} */
const Y = [
  [200, 430], [860, 132, "out"], [1350, 150, "inOut"], [2100, -40, "out"], [3050, -8, "inOut"], [3450, -64, "out"], [4250, -22, "inOut"],
  [4700, 8, "inOut"], [5500, -800, "in"]];
/** The rocket sways from side to side between two instants. Halfway the engine burns harder, and the rocket darts up. */
const SWAYS = { from: 2000, to: 4700, way: 27, lean: 0.1, slow: 430 };
const DARTS = 3080;
/**
 * On a stage that is higher than wide rows of gifts are below the film. There the rocket stands so much higher before it
 * starts, and its flame ends at the sender's name.
 */
const RAISED = 62;
const FLAME_ENDS = 196;
/** @type {Key[]} */
const FLAME = [
  [700, 0], [1150, 0.35, "out"], [1350, 0.2], [1480, 1.35, "out"], [2100, 1.05], [2950, 0.92], [3130, 1.6, "out"], [3700, 1.1],
  [4600, 0.85], [4770, 1.75, "out"], [5450, 1.95], [5550, 0]];
/** @type {Key[]} */
const SQUASH = [
  [800, 0], [1350, 0.09, "inOut"], [1520, -0.1, "out"], [2000, 0, "spring"], [2800, 0], [3050, 0.04, "inOut"],
  [3200, -0.07, "out"], [3700, 0, "spring"], [4350, 0], [4700, 0.07, "inOut"], [4900, -0.12, "out"], [5400, -0.12]];
/** Sparks that stream from the flame: how many, and their colors. */
const EMBERS = 16;
const HOT = ["#ffd98a", "#ffa04a", "#ff7a3a"];

/** @param {Art} art @returns {{smoke: Burst, sparks: Burst}} */
function makeBursts(art) {
  return {
    smoke: {
      pictures: [art.keep(paintSmoke, "#8f93b8", 1), art.keep(paintSmoke, "#b9a6b4", 2), art.keep(paintSmoke, "#6d7096", 3)],
      n: 34, life: [1300, 2300], speed: [70, 330], spread: 5.6, drag: 2.6, g: -18, size: [0.7, 1.9], delay: 1100 },
    sparks: {
      pictures: [art.keep(paintStreak, "#ffb84a", 30), art.keep(paintStreak, "#ff7a2e", 30)], n: 26, life: [400, 900],
      speed: [140, 520], angle: TAU / 4, spread: 1.5, drag: 1.8, g: 240, size: [0.6, 1.2], stretch: 0.7, delay: 900,
      isLight: true },
  };
}

/** @param {Art} art @param {string} c @param {number} w @param {number} h */
function paintPlume(art, c, w, h) {
  return art.paint(w, h, (ctx, k) => {
    ctx.filter = `blur(${w * 0.06 * k}px)`;
    for (let i = 0; i < 4; i++) {
      const q = 1 - i * 0.16;
      ctx.fillStyle = linear(ctx, 0, 0, 0, h * q, [[0, rgba(c, 0.8)], [0.35, rgba(c, 0.5)], [1, rgba(c, 0)]]);
      ctx.beginPath();
      ctx.moveTo(w / 2 - w * 0.16, 2);
      ctx.bezierCurveTo(w / 2 - w * 0.46 * q, h * 0.3, w / 2 - w * 0.12, h * 0.7 * q, w / 2, h * q);
      ctx.bezierCurveTo(w / 2 + w * 0.12, h * 0.7 * q, w / 2 + w * 0.46 * q, h * 0.3, w / 2 + w * 0.16, 2);
      ctx.fill();
    }
  }, { ax: w / 2, ay: 4, pad: 10 });
}

/**
 * The flame. Its tongues wave, and it trails behind when the rocket sways.
 * @param {Pen} pen @param {number} t @param {number} x @param {number} tail @param {number} f how strongly it burns
 * @param {number} lean @param {number} room the longest length of its tongues
 */
function drawFlame(pen, t, x, tail, f, lean, room) {
  const waves = pen.isCalm ? 0 : 1;
  const flick = 1 + waves * (0.14 * Math.sin(t / 21) + 0.1 * Math.sin(t / 13 + 1));
  const swell = 1 + waves * 0.09 * Math.sin(t / 130);
  const { art } = pen;
  const long = Math.min(f * swell, room / 220);
  pen.light(true);
  pen.put(glow(pen, "#ff5a1f", 48), x, tail + 44 * long, (1.7 + f) * swell, 2.6 * long, lean, 0.66);
  pen.put(art.keep(paintPlume, "#ff4a1c", 76, 190), x, tail, 1.1 + 0.25 * f, long * 1.15 * flick, lean + waves * 0.06 * Math.sin(t / 96), 0.95);
  pen.put(art.keep(paintPlume, "#ffb02e", 54, 150), x, tail, 1.1, long * flick, lean + waves * 0.045 * Math.sin(t / 71 + 2), 1);
  pen.put(art.keep(paintPlume, "#fff2c8", 30, 100), x, tail, 1.05, long * 0.95 * flick, lean, 1);
  pen.put(glow(pen, "#8fd8ff", 14), x, tail + 6, 1.5, 1, 0, 0.9);
  pen.light(false);
}

/**
 * Sparks that stream down from the flame while the rocket flies.
 * @param {Pen} pen @param {number} t @param {number} x @param {number} tail @param {number} lean @param {number} room
 * @param {number} seed
 */
function drawEmbers(pen, t, x, tail, lean, room, seed) {
  const all = pen.isCalm || pen.thrift > 1 ? 0 : arch(t, 1700, 2100, 5150, 5450);
  if (all <= 0) return;
  const far = Math.min(300, room - 10);
  pen.light(true);
  for (let i = 0; i < EMBERS && pen.live < MOST_PARTICLES; i++) {
    const turns = t / (360 + 300 * hash(seed, i + 700)) + hash(seed, i + 720);
    const p = turns % 1;
    const aside = (hash(seed, i + 740 + 17 * Math.floor(turns)) - 0.5) * (16 + 70 * p);
    const way = 24 + far * p;
    const size = (0.5 + 0.6 * hash(seed, i + 760)) * (1 - 0.5 * p);
    pen.live++;
    pen.put(streak(pen, HOT[i % HOT.length], 30), x + aside - lean * way, tail + way, size * 1.5, size, TAU / 4 + lean, all * Math.sin(p * Math.PI));
  }
  pen.light(false);
}

/**
 * The burst of the engine as the rocket darts up: two rings that stay behind.
 * @param {Pen} pen @param {number} t @param {number} x of the tail @param {number} tail
 */
function drawDart(pen, t, x, tail) {
  const p = span(t, DARTS, DARTS + 620, ease.out);
  if (pen.isCalm || t < DARTS || p >= 1) return;
  const left = 70 * p;
  pen.light(true);
  pen.put(ring(pen, "#ffb46a", 60), x, tail + 30 + left, 0.25 + 1.9 * p, 0.08 + 0.5 * p, 0, 0.9 * (1 - p));
  pen.put(ring(pen, "#8fd8ff", 60), x, tail + 30 + left * 1.9, 0.2 + 1.3 * p, 0.06 + 0.34 * p, 0, 0.7 * (1 - p));
  pen.light(false);
}

/** Their place and area depend on the stage. */
const TWINKLES = { n: 7, y: -40, rx: 0, ry: 0, from: 2300, to: 6000, color: "#dff0ff", size: 0.9 };

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function draw(pen, t, scene) {
  const { w, h, seed } = scene;
  const { smoke, sparks } = pen.art.keep(makeBursts);
  const raised = h > w ? RAISED * (1 - span(t, 1350, 2100, ease.out)) : 0;
  const y = track(Y, t) - raised;
  const f = track(FLAME, t);
  const q = track(SQUASH, t);
  const camera = cameraAt(t);
  const shake = f > 1.1 && !pen.isCalm ? (f - 1.1) * 5 : 0;
  const sways = pen.isCalm ? 0 : arch(t, SWAYS.from, SWAYS.from + 700, SWAYS.to - 500, SWAYS.to + 200);
  const swing = (t - SWAYS.from) / SWAYS.slow;
  const x = Math.sin(t / 19 + seed) * shake + Math.sin(swing) * SWAYS.way * sways;
  const lean = Math.cos(swing) * SWAYS.lean * sways;
  dim(pen, scene, "#060b2c");
  drawSky(pen, t, scene);
  approach(pen, t, rocket.duration, 0);
  drawGround(pen, t, smoke, camera, f, scene);
  trail(pen, t, x, y, h, h > w ? FLAME_ENDS : h / 2 + 40);
  // The hull turns about its middle.
  const foot = x - 84 * Math.sin(lean);
  const tail = y + 84 * Math.cos(lean);
  if (f > 0) {
    const room = h > w ? FLAME_ENDS - y - 84 + 50 * (1 - span(t, 1480, 2100)) : Infinity;
    drawDart(pen, t, foot, tail);
    drawEmbers(pen, t, foot, tail, lean, room, seed);
    drawFlame(pen, t, foot, tail, f, lean * 1.5, room);
    burst(pen, sparks, x, y + 124, t - 1450, seed + 4);
  }
  // On a high stage the rocket would stand over the rows before it rises.
  const shown = h > w ? clamp((t - 220) / 260) : 1;
  if (y > -h / 2 - 220) pen.put(toy(pen, "rocket", 250), x, y, 1 + q, 1 - q, lean, shown);
  drawGleam(pen, t, x, y, lean);
  flare(pen, t, x, w, h);
  rain(pen, t, scene);
  twinkles(pen, TWINKLES, t, seed, -40, w * 0.32, h * 0.34);
  aim(pen, scene);
  nameplate(pen, scene, t, 1700, 5700, "#ff9a3c");
}

/**
 * The smoke and the shock of the start.
 * @param {Pen} pen @param {number} t @param {Burst} smoke @param {number} camera @param {number} f how strongly it burns
 * @param {Scene} scene
 */
function drawGround(pen, t, smoke, camera, f, { w, h, seed }) {
  const ground = h > w ? 196 - RAISED : 196;
  const floor = ground + camera * 0.55;
  if (floor < h) {
    drawSmoke(pen, t, smoke, floor, seed);
    pen.light(true);
    pen.put(glow(pen, "#ff8a2e", 48), 0, floor - 6, 4.4, 1.5, 0, 0.75 * Math.min(1, f) * (1 - span(t, 1700, 2300)));
    pen.light(false);
  }
  const shock = span(t, 1450, 2250, ease.out);
  pen.light(true);
  pen.put(ring(pen, "#ffb46a", 60), 0, ground - 6, 0.4 + 5.6 * shock, 0.12 + 1.2 * shock, 0, t < 1450 ? 0 : 1 - span(t, 1450, 2250));
  pen.light(false);
}

/**
 * The smoke is gone before the edge of the world comes, on which it would float.
 * @param {Pen} pen @param {number} t @param {Burst} smoke @param {number} floor @param {number} seed
 */
function drawSmoke(pen, t, smoke, floor, seed) {
  const { fade } = pen;
  pen.fade = fade * (1 - span(t, 1750, 2250));
  if (pen.fade > 0) burst(pen, smoke, 0, floor, t - 900, seed);
  pen.fade = fade;
}

/**
 * Light that slides over the hull and gleams in the porthole.
 * @param {Pen} pen @param {number} t @param {number} x @param {number} y @param {number} lean
 */
function drawGleam(pen, t, x, y, lean) {
  const on = t < 5250 ? 0.7 * clamp((t - 500) / 300) : 0;
  const slide = pen.isCalm ? 0 : Math.sin(t / 620);
  pen.light(true);
  pen.put(glow(pen, "#fff0c0", 14), x - 10, y - 26, 0.5 + 0.8 * arch(t, 2600, 2800, 2840, 3200), undefined, 0, on);
  pen.put(glow(pen, "#dff0ff", 14), x - 22 + 5 * slide + 40 * lean, y - 40 + 46 * slide, 0.7, 2.2, 0.12 + lean, on * 0.7);
  pen.light(false);
}

/** @type {import("./scene.js").Film} */
export const rocket = { duration: 6500, ends: [5350, 6350], isDeep: true, draw };
