// @ts-check
/**
 * The built-in film of a big gift in which a rocket rises, squats, ignites, flies among the stars, and is gone in a
 * rain of them.
 */

import { draw as burst } from "../show/burst.js";
import { TAU, arch, clamp, ease, hash, span, track } from "../show/ease.js";
import { glint, glow, line, paintSmoke, paintStreak, ring } from "../show/lights.js";
import { rgba } from "../show/tone.js";
import { linear, radial } from "../show/trace.js";
import { flare, rain, trail } from "./departure.js";
import { aim, approach, breath, dim, nameplate, twinkles } from "./scene.js";
import { toy } from "./toys.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */
/** @typedef {import("../show/ease.js").Key} Key */
/** @typedef {import("../show/burst.js").Burst} Burst */
/** @typedef {import("./scene.js").Scene} Scene */

/** @type {Key[]} */
const Y = [
  [0, 430], [800, 132, "out"], [1350, 150, "inOut"], [2100, -40, "out"], [3900, -20, "inOut"], [4350, 6, "inOut"],
  [5150, -800, "in"]];
/**
 * On a stage that is higher than wide rows of gifts are below the film. There the rocket stands so much higher before it
 * starts, and its flame ends at the sender's name.
 */
const RAISED = 62;
const FLAME_ENDS = 196;
/** @type {Key[]} */
const FLAME = [
  [700, 0], [1150, 0.35, "out"], [1350, 0.2], [1480, 1.35, "out"], [2100, 0.95], [4300, 0.8], [4420, 1.7, "out"], [5100, 1.9],
  [5200, 0]];
/** @type {Key[]} */
const SQUASH = [
  [800, 0], [1350, 0.09, "inOut"], [1520, -0.1, "out"], [2000, 0, "spring"], [4000, 0], [4350, 0.07, "inOut"],
  [4550, -0.12, "out"], [5050, -0.12]];
/** @type {Key[]} */
const CAMERA = [[1400, 0], [2300, 420, "in"], [4350, 2100, "linear"], [5300, 3700, "linear"]];
const STARS = 44;
/** The edge of the world, above the lower edge of the stage. */
const EDGE = 120;

/** @param {Art} art @returns {{smoke: Burst, sparks: Burst}} */
function makeBursts(art) {
  return {
    smoke: {
      pictures: [art.keep(paintSmoke, "#8f93b8", 1), art.keep(paintSmoke, "#b9a6b4", 2), art.keep(paintSmoke, "#6d7096", 3)],
      n: 34, life: [1300, 2300], speed: [70, 330], spread: 5.6, drag: 2.6, g: -18, size: [0.7, 1.9], delay: 1100 },
    sparks: {
      pictures: [art.keep(paintStreak, "#ffb84a", 30), art.keep(paintStreak, "#ff7a2e", 30)], n: 40, life: [400, 900],
      speed: [140, 520], angle: TAU / 4, spread: 1.5, drag: 1.8, g: 240, size: [0.6, 1.2], stretch: 0.7, delay: 2600,
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
 * The edge of the world that the rocket leaves.
 * @param {Art} art
 */
function paintPlanet(art) {
  const [r, low] = [1000, 1040];
  return art.paint(640, 380, (ctx) => {
    ctx.fillStyle = radial(ctx, 320, low, low, [
      [0, "#050a24"], [(r - 60) / low, "#0a1c52"], [(r - 8) / low, "#2a6ad8"], [r / low, "#bfeaff"],
      [(r + 6) / low, "rgba(90,170,255,.6)"], [1, "rgba(60,110,255,0)"]]);
    ctx.fillRect(0, 0, 640, 380);
    ctx.globalCompositeOperation = "destination-in";
    ctx.fillStyle = radial(ctx, 320, 60, 320, [[0, "rgba(0,0,0,1)"], [0.55, "rgba(0,0,0,.8)"], [1, "rgba(0,0,0,0)"]]);
    ctx.fillRect(0, 0, 640, 380);
  }, { ay: 40 });
}

/** @param {Pen} pen @param {number} t @param {Scene} scene @param {number} camera */
function drawSky(pen, t, { w, h, seed }, camera) {
  const speed = (track(CAMERA, t + 16) - camera) / 16;
  pen.light(true);
  for (let i = 0; i < STARS; i++) {
    const depth = 0.35 + 0.65 * hash(seed, i) ** 2;
    const x = (hash(seed, i + 60) - 0.5) * w;
    const y = ((((hash(seed, i + 120) * h + camera * depth) % h) + h) % h) - h / 2;
    const shown = arch(t, 200, 900, 5000, 5700) * depth * (1 - (x / w) ** 2 * 2.2);
    if (speed > 0.25) {
      pen.put(line(pen, "#9fd0ff", 80), x, y, Math.max(0.1, speed * depth * 0.9), 0.5 + depth * 0.5, TAU / 4, shown * 0.7);
    } else {
      pen.put(glow(pen, "#cfe6ff", 14), x, y, 0.22 * depth, undefined, 0, shown);
    }
  }
  pen.put(glow(pen, "#5a4bff", 48), 0, 10, 7, 5, 0, 0.28 * arch(t, 300, 1200, 4800, 5600));
  pen.light(false);
  const low = h / 2 - EDGE + camera * 0.03 + 130 * (1 - span(t, 1900, 3000, ease.out));
  pen.put(pen.art.keep(paintPlanet), 0, low, Math.max(1.45, (w / 640) * 0.97), 1.45, 0, arch(t, 1900, 2700, 4700, 5500));
  drawDawn(pen, t, low);
}

/**
 * The sun's light, which moves along the edge of the world.
 * @param {Pen} pen @param {number} t @param {number} low
 */
function drawDawn(pen, t, low) {
  const on = arch(t, 2300, 3000, 4500, 5100);
  if (on <= 0) return;
  const p = pen.isCalm ? 0.5 : span(t, 2300, 5100);
  const x = -230 + 380 * p;
  // The edge is a circle of 1,000 points, shown at 1.45.
  const y = low + (x * x) / 2900 + 2;
  pen.light(true);
  pen.put(glow(pen, "#bfeaff", 48), x, y, 2.6, 0.7, x / 1450, 0.7 * on);
  pen.put(glint(pen, "#ffffff", 6, 48), x, y, 0.9 * breath(t, 0.16), undefined, t / 3000, 0.9 * on);
  pen.light(false);
}

/**
 * @param {Pen} pen @param {number} t @param {number} x @param {number} tail @param {number} f how strongly it burns
 * @param {number} lean @param {number} room the longest length of its tongues
 */
function drawFlame(pen, t, x, tail, f, lean, room) {
  const flick = 1 + 0.14 * Math.sin(t / 21) + 0.1 * Math.sin(t / 13 + 1);
  const { art } = pen;
  const long = Math.min(f, room / 220);
  pen.light(true);
  pen.put(glow(pen, "#ff5a1f", 48), x, tail + 44 * long, 1.7 + f, 2.4 * long, 0, 0.6);
  pen.put(art.keep(paintPlume, "#ff4a1c", 76, 190), x, tail, 1.1 + 0.2 * f, long * 1.15 * flick, lean, 0.95);
  pen.put(art.keep(paintPlume, "#ffb02e", 54, 150), x, tail, 1, long * flick, lean, 1);
  pen.put(art.keep(paintPlume, "#fff2c8", 30, 100), x, tail, 1, long * 0.95 * flick, lean, 1);
  pen.put(glow(pen, "#8fd8ff", 14), x, tail + 6, 1.3, 0.9, 0, 0.9);
  pen.light(false);
}

/** Their place and area depend on the stage. */
const TWINKLES = { n: 7, y: -40, rx: 0, ry: 0, from: 2300, to: 6200, colour: "#dff0ff", size: 0.9 };

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function draw(pen, t, scene) {
  const { w, h, seed } = scene;
  const { smoke, sparks } = pen.art.keep(makeBursts);
  const raised = h > w ? RAISED * (1 - span(t, 1350, 2100, ease.out)) : 0;
  const y = track(Y, t) - raised;
  const f = track(FLAME, t);
  const q = track(SQUASH, t);
  const camera = track(CAMERA, t);
  const shake = f > 1 && !pen.isCalm ? (f - 0.9) * 4 : 0;
  const sways = clamp((t - 2000) / 800);
  const x = Math.sin(t / 19 + seed) * shake + Math.sin(t / 640) * 8 * sways;
  const lean = Math.sin(t / 640 + 0.9) * 0.05 * sways;
  dim(pen, scene, "#060b2c");
  drawSky(pen, t, scene, camera);
  approach(pen, t, rocket.duration, 0);
  drawGround(pen, t, smoke, camera, f, scene);
  trail(pen, t, x, y, h, h > w ? FLAME_ENDS : h / 2 + 40);
  if (f > 0) {
    const room = h > w ? FLAME_ENDS - y - 84 + 50 * (1 - span(t, 1480, 2100)) : Infinity;
    drawFlame(pen, t, x, y + 84, f, lean, room);
    burst(pen, sparks, x, y + 124, t - 1450, seed + 4);
  }
  if (y > -h / 2 - 220) pen.put(toy(pen, "rocket", 250), x, y, 1 + q, 1 - q, lean);
  drawGleam(pen, t, x, y);
  flare(pen, t, x, w, h);
  rain(pen, t, scene);
  twinkles(pen, TWINKLES, t, seed, -40, w * 0.32, h * 0.34);
  aim(pen, scene);
  nameplate(pen, scene, t, 1700, 5900, "#ff9a3c");
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
 * @param {Pen} pen @param {number} t @param {number} x @param {number} y
 */
function drawGleam(pen, t, x, y) {
  const on = t < 4900 ? 0.7 * clamp((t - 500) / 300) : 0;
  const slide = pen.isCalm ? 0 : Math.sin(t / 620);
  pen.light(true);
  pen.put(glow(pen, "#fff0c0", 14), x - 10, y - 26, 0.5 + 0.8 * arch(t, 2600, 2800, 2840, 3200), undefined, 0, on);
  pen.put(glow(pen, "#dff0ff", 14), x - 22 + 5 * slide, y - 40 + 46 * slide, 0.7, 2.2, 0.12, on * 0.7);
  pen.light(false);
}

/** @type {import("./scene.js").Film} */
export const rocket = { duration: 6500, ends: [5700, 6450], isDeep: true, draw };
