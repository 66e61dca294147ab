// @ts-check
/**
 * The built-in film of a big gift in which a castle stands up out of the clouds, lights its windows under the moon, and
 * sinks again.
 */

import { bit } from "../show/bits.js";
import { draw as burst } from "../show/burst.js";
import { arch, clamp, ease, hash, span } from "../show/ease.js";
import { glint, glow, paintStreak, smoke, streak } from "../show/lights.js";
import { disc, linear, radial } from "../show/trace.js";
import { gate, pane, tower, wall } from "./masonry.js";
import { aim, approach, breath, dim, flash, nameplate, twinkles } from "./scene.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */
/** @typedef {import("../show/burst.js").Burst} Burst */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @typedef {object} Part
 * @property {number} x of its middle
 * @property {number} at when it stands up
 * @property {number} w of its picture
 * @property {number} h
 * @property {(ctx: Context) => void} paint
 */

/** @typedef {{at: number, x: number, y: number, color: string, burst: Burst}} Shell */

/** The cloud's middle line. The castle stands in the cloud, and no part shows below this line. */
const LINE = 114;
/** The foot of all parts, so far below the line that no part shows its foot while it bounces. */
const FOOT = 130;
/**
 * From the back to the front.
 * @type {Part[]}
 */
const PARTS = [
  { x: -64, at: 700, w: 60, h: 320, paint: (ctx) => tower(ctx, 30, 320, 34, 210, 62, "#8f7cc8", "#8a3a86", 2) },
  { x: 66, at: 820, w: 60, h: 300, paint: (ctx) => tower(ctx, 30, 300, 34, 192, 58, "#8672c0", "#8a3a86", 1) },
  { x: 0, at: 1000, w: 100, h: 366, paint: (ctx) => tower(ctx, 50, 366, 58, 244, 96, "#c9b6f2", "#e0457f", 2, 0.88) },
  { x: 0, at: 1350, w: 240, h: 140, paint: (ctx) => {
    wall(ctx, 20, 14, 200, 126, "#bda8ea");
    gate(ctx, 120, 126, 46, 82);
  } },
  { x: -104, at: 1600, w: 80, h: 266, paint: (ctx) => tower(ctx, 40, 266, 50, 160, 76, "#dccdf8", "#e0457f", 2) },
  { x: 104, at: 1750, w: 80, h: 266, paint: (ctx) => tower(ctx, 40, 266, 50, 160, 76, "#c3b0ee", "#e0457f", 2) },
];
/** How much brighter the walls are while the windows are lit: the moon must not outshine them. */
const LIFT = 0.22;
/** When the last part is below the line, and when the cloud is gone. */
const SUNK = 6600;
const GONE = 6960;
/**
 * The x, y and width of the windows, in the order of their lights. The last entry is the gate. The rear towers' windows are
 * above the battlements.
 */
const LIGHTS = [
  [-104, 1, 12], [-104, 58, 12], [104, 1, 12], [104, 58, 12], [0, -78, 14], [0, -27, 14], [-64, -59, 8], [66, -41, 8],
  [-64, -20, 8], [0, 72, 0]];
const LIT = { from: 2500, step: 130 };
/**
 * The size of the castle, which keeps its flag below cards at the upper edge, its size on a stage that is higher than wide,
 * where goals are above it, and the point that it grows from.
 */
const SIZE = 0.88;
const SIZE_TALL = 0.73;
const GROUND = 100;
/** When, where and how large gleams on roofs and knobs are. */
const GLEAMS = [
  [2950, 0, -210, 0.8], [3550, -104, -106, 0.6], [4150, 104, -106, 0.7], [4800, 0, -210, 0.9], [5350, -64, -142, 0.5]];
/** When stars fall, and where from. */
const FALLING = [[2600, -250, -170], [4850, -80, -230]];
/** x, top and time of flags. */
const FLAGS = [[0, -210, 2200], [-104, -106, 2300], [104, -106, 2400]];

/** The width of the stage that the shells are placed for. */
const FULL = 960;

/** @param {Art} art @returns {{gold: Burst, shells: Shell[]}} */
function makeBursts(art) {
  const shell = (/** @type {string} */ a, /** @type {string} */ b) => /** @type {Burst} */ ({
    pictures: [art.keep(paintStreak, a, 44), art.keep(paintStreak, b, 44)], n: 42, life: [900, 1500], speed: [240, 500], drag: 3,
    g: 80, size: [1.1, 1.9], stretch: 1.3, isLight: true });
  return {
    gold: {
      pictures: [bit(art, "spark", "#ffe9a8"), bit(art, "star", "#ffd75e"), bit(art, "flake", "#ffc23d")], n: 46,
      life: [450, 800], speed: [40, 230], spread: 3, drag: 1.8, g: -30, size: [0.35, 0.9], delay: 200, spin: 4,
      area: [300, 180] },
    shells: [
      { at: 3200, x: -132, y: -150, color: "#ff4f9a", burst: shell("#ff4f9a", "#ff9ac8") },
      { at: 3850, x: 186, y: -84, color: "#2fb8ff", burst: shell("#2fb8ff", "#8fe4ff") },
      { at: 4500, x: -62, y: -172, color: "#ffb020", burst: shell("#ffb020", "#ffe08a") },
      { at: 5120, x: -142, y: -128, color: "#9a6bff", burst: shell("#9a6bff", "#d0b4ff") }],
  };
}

/** @param {Art} art @param {number} index @param {number} fine */
function paintPart(art, index, fine) {
  const { w, h, paint } = PARTS[index];
  return art.paint(w, h, (ctx) => {
    ctx.save();
    paint(ctx);
    ctx.restore();
    paintNight(ctx, w, h);
  }, { pad: 4, ax: w / 2, ay: h, fine });
}

/**
 * The night on a part: its left and lower side lie in shadow, and the moon lights its right edge.
 * @param {Context} ctx @param {number} w @param {number} h
 */
function paintNight(ctx, w, h) {
  ctx.globalCompositeOperation = "source-atop";
  ctx.fillStyle = linear(ctx, 0, 0, w, 0, [
    [0, "rgba(34,14,96,.5)"], [0.55, "rgba(40,18,110,.26)"], [0.78, "rgba(60,30,140,.06)"], [1, "rgba(255,226,255,.16)"]]);
  ctx.fillRect(-4, -4, w + 8, h + 8);
  ctx.fillStyle = linear(ctx, 0, 0, 0, h, ["rgba(30,12,90,0)", "rgba(30,12,90,.06)", "rgba(26,10,84,.4)"]);
  ctx.fillRect(-4, -4, w + 8, h + 8);
}

/** @param {Art} art @param {number} w @param {number} fine */
function paintPane(art, w, fine) {
  return art.paint(w + 4, w * 2 + 4, (ctx) => pane(ctx, w / 2 + 2, w * 0.7 + 2, w, true), { ay: w * 0.7 + 2, fine });
}

/** @param {Art} art @param {number} fine */
function paintMoon(art, fine) {
  return art.paint(84, 84, (ctx) => {
    ctx.fillStyle = radial(ctx, 42, 42, 41, [[0, "#ffffff"], [0.36, "#fdeef8"], [0.72, "#d8b8e8"], [1, "#a98acb"]], 34, 32);
    disc(ctx, 42, 42, 40);
    ctx.fill();
    ctx.fillStyle = "rgba(150,110,190,.22)";
    for (let i = 0; i < 7; i++) {
      disc(ctx, 20 + 46 * hash(3, i), 20 + 46 * hash(4, i), 3 + 6 * hash(5, i));
      ctx.fill();
    }
  }, { fine });
}

/** @param {Art} art */
function paintBeam(art) {
  return art.paint(60, 300, (ctx) => {
    ctx.fillStyle = linear(ctx, 0, 300, 0, 0, ["rgba(255,240,200,.75)", "rgba(255,220,255,0)"]);
    ctx.beginPath();
    ctx.moveTo(27, 300);
    ctx.lineTo(0, 0);
    ctx.lineTo(60, 0);
    ctx.lineTo(33, 300);
    ctx.fill();
  }, { ay: 300 });
}

/** @param {Art} art @param {number} wave which of the cloth's seven shapes */
function paintCloth(art, wave) {
  return art.paint(30, 20, (ctx) => {
    const y = (/** @type {number} */ x) => Math.sin(x / 5 - wave) * 2 * (x / 28);
    ctx.fillStyle = linear(ctx, 0, 0, 30, 0, ["#ff3d86", "#ff8fc0", "#d81f6a", "#ff6fae"]);
    ctx.beginPath();
    ctx.moveTo(0, 2);
    for (let x = 0; x <= 28; x += 2) ctx.lineTo(x, 2 + x * 0.2 + y(x));
    for (let x = 28; x >= 0; x -= 2) ctx.lineTo(x, 17 - x * 0.2 + y(x));
    ctx.fill();
  }, { ax: 0, ay: 2 });
}

/** @param {Art} art */
function paintPole(art) {
  return art.paint(2, 26, (ctx) => {
    ctx.fillStyle = "#ffe9a8";
    ctx.fillRect(0, 0, 2, 26);
  }, { ay: 24 });
}

/** @param {Pen} pen @param {number} x @param {number} top @param {number} t @param {number} alpha */
function drawFlag(pen, x, top, t, alpha) {
  if (t < 0) return;
  pen.put(pen.art.keep(paintPole), x, top, 1, span(t, 0, 300, ease.out), 0, alpha);
  const cloth = pen.art.keep(paintCloth, pen.isCalm ? 0 : Math.floor(t / 90) % 7);
  pen.put(cloth, x + 1, top - 22, span(t, 200, 700, ease.back), 1, 0, alpha * clamp((t - 200) / 100));
}

/**
 * A bank of puffs that drift.
 * @param {Pen} pen @param {number} t @param {number} seed @param {number} y @param {number} alpha @param {number} size
 * @param {string} c @param {number} n @param {number} half its half width
 */
function drawCloud(pen, t, seed, y, alpha, size, c, n, half) {
  for (let i = 0; i < n; i++) {
    const x = (i / (n - 1) - 0.5) * 2;
    const drift = (t / 1000) * (4 + 9 * hash(seed, i)) * (hash(seed, i + 3) > 0.5 ? 1 : -1);
    const sx = size * (0.9 + 0.7 * hash(seed, i + 6));
    const sy = size * (0.55 + 0.35 * hash(seed, i + 2));
    const edge = 1 - Math.abs(x) ** 3;
    pen.put(smoke(pen, c, 1 + (i % 3)), x * half + drift, y + 12 * hash(seed, i + 9) + 10 * x * x, sx, sy, 0, alpha * edge);
  }
}

/** The half width and the half height of the mist in front of the line at which the walls end. */
const MIST = 170;
const MIST_HIGH = 34;

/** @param {Art} art */
function paintMist(art) {
  return art.paint(MIST * 2, MIST_HIGH * 2, (ctx) => {
    ctx.translate(MIST, MIST_HIGH);
    ctx.scale(MIST / MIST_HIGH, 1);
    ctx.fillStyle = radial(ctx, 0, 0, MIST_HIGH, [
      [0, "rgba(205,188,242,1)"], [0.45, "rgba(205,188,242,.96)"], [0.7, "rgba(205,188,242,.6)"], [1, "rgba(205,188,242,0)"]]);
    ctx.fillRect(-MIST_HIGH, -MIST_HIGH, MIST_HIGH * 2, MIST_HIGH * 2);
  });
}

/**
 * Returns how far a part has sunk, 0 to 1. The front parts sink first.
 * @param {number} t @param {number} at when it stood up
 */
function sunk(t, at) {
  const late = (1750 - at) * 0.18;
  return span(t, 5960 + late, SUNK - 190 + late, ease.in);
}

/**
 * The moon climbs slowly behind the castle.
 * @param {Pen} pen @param {number} t @param {Scene} scene @param {number} all @param {number} rise
 */
function drawMoon(pen, t, scene, all, rise) {
  const far = pen.isCalm ? 0.5 : t / 7000;
  const x = 92 + 26 * far;
  const y = -118 - 22 * far + rise;
  pen.light(true);
  pen.put(glow(pen, "#6a4bff", 48), 0, -40, 6.4, 4.4, 0, 0.5 * all);
  pen.put(glow(pen, "#ffb0e0", 48), x, y, 3.4 * breath(t, 0.07), undefined, 0, 0.6 * all);
  pen.light(false);
  pen.put(pen.art.keep(paintMoon, scene.unit), x, y, 1, undefined, 0, 0.95 * all);
}

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function drawSky(pen, t, scene) {
  const { shells } = pen.art.keep(makeBursts);
  pen.light(true);
  for (let i = 0; i < FALLING.length && !pen.isCalm; i++) {
    const p = (t - FALLING[i][0]) / 700;
    if (p <= 0 || p >= 1) continue;
    const way = 190 * ease.out(p);
    pen.put(streak(pen, "#dff0ff", 90), FALLING[i][1] + way, FALLING[i][2] + way * 0.36, 0.9 - 0.5 * p, 0.8, 0.35, 1 - p);
  }
  for (let i = 0; i < 4; i++) {
    const turn = (i - 1.5) * 0.2 + (pen.isCalm ? 0 : Math.sin(t / 620 + i * 1.7) * 0.26);
    pen.put(pen.art.keep(paintBeam), (i - 1.5) * 92, LINE, 1 + 0.2 * i, 1.12, turn, 0.44 * arch(t, 2600, 3300, 5600, 6100));
  }
  pen.light(false);
  // On narrower stages the rows' counts are nearer.
  const near = scene.h > scene.w ? 1 : Math.min(1, scene.w / FULL) ** 3;
  for (let i = 0; i < shells.length; i++) {
    const shell = shells[i];
    const x = shell.x * near;
    const light = arch(t, shell.at, shell.at + 120, shell.at + 200, shell.at + 1200);
    pen.light(true);
    pen.put(glow(pen, shell.color, 48), x, shell.y, 3.4, undefined, 0, 0.55 * light);
    pen.light(false);
    flash(pen, x, shell.y, t, shell.at, shell.color, 2.6, 300);
    burst(pen, shell.burst, x, shell.y, t - shell.at, scene.seed + shell.at);
  }
}

/** @param {Pen} pen @param {number} t @param {number} unit */
function drawLights(pen, t, unit) {
  for (let i = 0; i < LIGHTS.length; i++) {
    const light = LIGHTS[i];
    const x = light[0];
    const y = light[1];
    const w = light[2];
    const at = LIT.from + i * LIT.step;
    const on = clamp((t - at) / 90) * (1 - span(t, 5850, 6050));
    if (on <= 0) continue;
    const over = (1 + 0.9 * (1 - span(t, at, at + 420))) * (w === 0 ? 2.6 : 1);
    if (w > 0) pen.put(pen.art.keep(paintPane, w, unit), x, y, 1, undefined, 0, on);
    pen.light(true);
    pen.put(glow(pen, "#ffb84a", 48), x, y + 3, (0.3 + w * 0.016 + 0.05 * Math.sin(t / 170 + x)) * over, undefined, 0, on * 0.75);
    pen.light(false);
  }
  const warm = arch(t, LIT.from + 900, 4200, 5700, 6050) * breath(t, 0.14);
  pen.light(true);
  pen.put(glow(pen, "#ff9a3c", 48), 0, 92, 3.6, 0.9, 0, 0.5 * warm);
  pen.put(glow(pen, "#ffc46a", 48), 0, 74, 1.5, 1.1, 0, 0.35 * warm);
  pen.light(false);
}

const TWINKLES = { n: 9, y: -30, rx: 220, ry: 150, from: 2600, to: 6300, color: "#fff2c8" };

/** @param {Pen} pen @param {number} t */
function drawGleams(pen, t) {
  const picture = glint(pen, "#fff2c8", 6, 48);
  pen.light(true);
  for (let i = 0; i < GLEAMS.length; i++) {
    const gleam = GLEAMS[i];
    const at = gleam[0];
    const on = arch(t, at, at + 120, at + 170, at + 560);
    pen.put(picture, gleam[1], gleam[2], gleam[3] * on, undefined, t / 1600, on);
  }
  pen.light(false);
}

/**
 * The parts above the cloud's middle line. A part overshoots when it rises; later it sinks as it is.
 * @param {Pen} pen @param {number} t @param {number} unit
 */
function drawParts(pen, t, unit) {
  const { ctx } = pen;
  const lift = LIFT * arch(t, LIT.from, 3700, 5750, 6050);
  ctx.save();
  pen.at(0, LINE);
  ctx.beginPath();
  ctx.rect(-300, -500, 600, 500);
  ctx.clip();
  for (let i = 0; i < PARTS.length; i++) {
    const { x, at, h } = PARTS[i];
    const up = span(t, at, at + 700, ease.back);
    const down = sunk(t, at);
    if (up <= 0.01 || down >= 1) continue;
    const low = 1 - clamp(up);
    const picture = pen.art.keep(paintPart, i, unit);
    const y = FOOT + low * 30 + down * h;
    pen.put(picture, x, y, 1 + 0.08 * low, up, 0, clamp((t - at) / 120));
    pen.light(true);
    pen.put(picture, x, y, 1, up, 0, lift);
    pen.light(false);
  }
  ctx.restore();
}

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function draw(pen, t, scene) {
  const { w, h, seed, unit } = scene;
  const all = arch(t, 0, 500, 6200, 6950);
  const cloud = arch(t, 150, 650, SUNK, GONE);
  const rise = (1 - span(t, 0, 1200, ease.out)) * 40;
  const half = Math.min(240, w * 0.4);
  dim(pen, scene, "#150a3c");
  pen.zoom(0, GROUND, h > w ? SIZE_TALL : SIZE);
  drawMoon(pen, t, scene, all, rise);
  approach(pen, t, castle.duration, GROUND);
  drawSky(pen, t, scene);
  drawCloud(pen, t, seed, 92 + rise, 0.72 * cloud, 1, "#7d6bc0", 18, half);
  drawParts(pen, t, unit);
  drawLights(pen, t, unit);
  for (let i = 0; i < FLAGS.length; i++) {
    drawFlag(pen, FLAGS[i][0], FLAGS[i][1], t - FLAGS[i][2], 1 - span(t, 5700, 5950));
  }
  drawGleams(pen, t);
  approach(pen, t, castle.duration, GROUND);
  pen.put(pen.art.keep(paintMist), 0, LINE + 6 + rise, 1, undefined, 0, cloud);
  drawCloud(pen, t, seed + 5, LINE + rise, cloud, 1.25, "#cdbcf2", 24, half);
  burst(pen, pen.art.keep(makeBursts).gold, 0, 20, t - 6050, seed + 3);
  twinkles(pen, TWINKLES, t, seed);
  aim(pen, scene);
  nameplate(pen, scene, t, 2000, 6300, "#ff8fd0");
}

/** @type {import("./scene.js").Film} */
export const castle = { duration: 7000, ends: [6450, 6960], draw };
