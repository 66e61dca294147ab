// @ts-check
/**
 * The built-in film of a big gift in which a crown comes down in a shaft of light on a medal with the sender's picture.
 */

import { bit } from "../show/bits.js";
import { draw as burst } from "../show/burst.js";
import { crownOf } from "../show/crown.js";
import { TAU, arch, clamp, ease, hash, span, track } from "../show/ease.js";
import { glint, glow, rays, ring } from "../show/lights.js";
import { portrait } from "../show/portrait.js";
import { disc, linear, radial } from "../show/trace.js";
import { aim, approach, breath, dim, flash, nameplate, twinkles } from "./scene.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */
/** @typedef {import("../show/ease.js").Key} Key */
/** @typedef {import("../show/burst.js").Burst} Burst */
/** @typedef {import("./scene.js").Scene} Scene */

/** @type {Key[]} */
const CROWN_Y = [
  [900, -400], [1900, -112, "out"], [2350, -130, "inOut"], [2600, -56, "in"], [2680, -46, "linear"], [3000, -54, "spring"]];
/** @type {Key[]} */
const MEDAL_Y = [[300, 110], [900, 44, "back"], [2600, 44], [2690, 58, "out"], [3150, 44, "spring"]];
/** @type {Key[]} */
const SQUASH = [[2590, -0.06], [2680, 0.14, "out"], [3100, 0, "spring"]];
const LANDS = 2600;
/** When the crown flares once more. */
const AGAIN = 4150;
/** When, where and how large gleams are. */
const GLEAMS = [
  [2000, -60, -96, 0.9], [3000, 0, 18, 1.5], [3500, -80, -86, 1.2], [3950, 78, -88, 1.2], [4400, 34, 14, 1], [4850, 0, -128, 1.4]];
const MEDAL = 150;
/** The room around a medal for its light. */
const MEDAL_ROOM = 22;
const CROWN = 200;

/** @param {Art} art @returns {{flakes: Burst, flare: Burst, last: Burst}} */
function makeBursts(art) {
  /** @type {Burst} */
  const flakes = {
    pictures: ["#ffd75e", "#ffb52e", "#fff0b0", "#e08a1a"].map((color) => bit(art, "flake", color)), n: 54,
    life: [900, 2000], speed: [140, 560], spread: 4.2, drag: 2.8, g: 230, size: [0.4, 1.2], spin: 9 };
  return {
    flakes, flare: { ...flakes, n: 24, life: [700, 1300], speed: [110, 400] },
    last: { ...flakes, n: 40, life: [300, 520], speed: [120, 480] } };
}

/** @param {Art} art */
function paintShaft(art) {
  return art.paint(200, 420, (ctx, k) => {
    ctx.filter = `blur(${7 * k}px)`;
    ctx.fillStyle = linear(ctx, 0, 0, 0, 420, ["rgba(255,240,190,.85)", "rgba(255,214,110,.3)", "rgba(255,200,90,0)"]);
    ctx.globalAlpha = 0.3;
    for (let i = 0; i < 5; i++) {
      ctx.beginPath();
      ctx.moveTo(86 - i * 7, 0);
      ctx.lineTo(114 + i * 7, 0);
      ctx.lineTo(170 + i * 6, 420);
      ctx.lineTo(30 - i * 6, 420);
      ctx.fill();
    }
  }, { ay: 0 });
}

/**
 * Paints the metal of a medal, which all medals share, because its shadow takes long.
 * @param {Art} art @param {number} unit
 */
function makeMetal(art, unit) {
  const canvas = document.createElement("canvas");
  const room = Math.ceil(MEDAL_ROOM * unit * art.k);
  canvas.width = canvas.height = Math.ceil(MEDAL * unit * art.k) + 2 * room;
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.setTransform(art.k, 0, 0, art.k, room, room);
  ctx.scale(unit, unit);
  Object.assign(ctx, { shadowColor: "#ffb52e", shadowBlur: 18 * art.k * unit });
  ctx.fillStyle = linear(ctx, 10, 10, 140, 140, ["#fff6cf", "#e0a02e", "#7a3f06", "#ffd766", "#a8650f"]);
  disc(ctx, 75, 75, 68);
  ctx.fill();
  ctx.shadowBlur = 0;
  ctx.fillStyle = linear(ctx, 140, 140, 10, 10, ["#fff6cf", "#c98418", "#6a3404"]);
  disc(ctx, 75, 75, 61);
  ctx.fill();
  for (let i = 0; i < 48; i++) {
    const a = (i / 48) * TAU;
    ctx.fillStyle = i % 2 ? "#fff3c0" : "#8a4f0c";
    disc(ctx, 75 + Math.cos(a) * 64.5, 75 + Math.sin(a) * 64.5, 1.5);
    ctx.fill();
  }
  return canvas;
}

/** @param {CanvasRenderingContext2D} ctx @param {Scene} scene */
function paintMedal(ctx, { brush, node, unit }) {
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(brush.pen.art.keep(makeMetal, unit), 0, 0);
  ctx.restore();
  ctx.scale(unit, unit);
  portrait(ctx, brush.pictures.get(node.avatar), node.sender ?? "", 18, 18, 114, "#3a1704", 2.5, "circle");
  ctx.fillStyle = radial(ctx, 60, 46, 70, ["rgba(255,255,255,.45)", "rgba(255,255,255,0)"]);
  ctx.beginPath();
  ctx.ellipse(68, 48, 42, 28, -0.4, 0, TAU);
  ctx.fill();
}

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function drawLight(pen, t, { h }) {
  const all = arch(t, 0, 500, 5700, 6400);
  const fan = pen.isCalm ? 0 : arch(t, LANDS, LANDS + 160, 5300, 5900);
  const again = pen.isCalm ? 0 : arch(t, AGAIN, AGAIN + 180, AGAIN + 240, AGAIN + 1100);
  pen.light(true);
  pen.put(glow(pen, "#ff9a1f", 48), 0, 0, 6.6, 4.6 * breath(t), 0, 0.42 * all);
  const shaft = 0.8 * arch(t, 700, 1500, 5000, 5800);
  pen.put(pen.art.keep(paintShaft), 0, -h / 2 - 20, 1.4, (h / 2 + 220) / 420, Math.sin(t / 620) * 0.11, shaft * breath(t, 0.1));
  pen.put(rays(pen, "#ffd36a", 120, 18), 0, -10, (2.2 + 0.5 * span(t, LANDS, 3000, ease.out) + 0.5 * again) * breath(t, 0.05), undefined, t / 2000, 0.75 * fan);
  pen.put(rays(pen, "#fff0c0", 120, 9, 3), 0, -10, 1.8 + 0.4 * again, undefined, -t / 1500, 0.5 * fan);
  pen.light(false);
}

/**
 * Gold that rains slowly.
 * @param {Pen} pen @param {number} t @param {Scene} scene
 */
function drawRain(pen, t, { w, h, seed }) {
  const all = arch(t, 0, 500, 5700, 6400);
  for (let i = 0; i < 30 && !pen.isCalm; i++) {
    const p = (t - 2700 - i * 70) / (2300 + 900 * hash(seed, i));
    if (p < 0 || p > 1) continue;
    const x = (hash(seed, i + 20) - 0.5) * w * 0.7 + Math.sin(p * 9 + i) * 18;
    const picture = bit(pen.art, "flake", i % 3 ? "#ffd75e" : "#fff0b0");
    pen.put(picture, x, -h * 0.54 + p * h, Math.cos(p * 26 + i) * 0.8, 0.8, p * 5 + i, Math.sin(p * Math.PI) * all * 0.95);
  }
}

const MOTES = 16;

/**
 * Motes that rise in the light.
 * @param {Pen} pen @param {number} t @param {Scene} scene
 */
function drawMotes(pen, t, { h, seed }) {
  const all = pen.isCalm ? 0 : arch(t, 800, 1600, 5200, 5900);
  if (all <= 0) return;
  const mote = glow(pen, "#ffe6a0", 14);
  pen.light(true);
  for (let i = 0; i < MOTES; i++) {
    const turns = t / (2400 + 1800 * hash(seed, i + 300)) + hash(seed, i + 320);
    const p = turns % 1;
    const x = (hash(seed, i + 340 + 17 * Math.floor(turns)) - 0.5) * 240 + 14 * Math.sin(p * 6 + i);
    const on = Math.sin(p * Math.PI) * (0.6 + 0.4 * Math.sin(t / 160 + i * 2)) * all;
    pen.put(mote, x, h * (0.3 - 0.62 * p), 0.24 + 0.3 * hash(seed, i + 360), undefined, 0, on);
  }
  pen.light(false);
}

/**
 * A gleam that runs along the crown's rim, and light that breathes on the medal.
 * @param {Pen} pen @param {number} t @param {number} low the medal's middle
 */
function drawRim(pen, t, low) {
  const all = pen.isCalm ? 0 : arch(t, 2900, 3200, 5300, 5600);
  if (all <= 0) return;
  const p = ((t - 2900) % 1300) / 1300;
  const on = Math.sin(p * Math.PI) * all;
  pen.light(true);
  const under = top.y + 32 + 16 * Math.sin(p * Math.PI);
  pen.put(glint(pen, "#fff6d8", 4, 24), top.x - 84 + 168 * p, under, 0.9 * on, undefined, 0.3, on);
  const a = -2.6 + 2.1 * p;
  pen.put(glow(pen, "#fff0c0", 14), 66 * Math.cos(a), low + 66 * Math.sin(a), 1.5, undefined, 0, on * 0.9);
  pen.put(glow(pen, "#fff0c0", 14), -66 * Math.cos(a), low - 66 * Math.sin(a), 1.1, undefined, 0, on * 0.6);
  pen.light(false);
}

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function drawCoronation(pen, t, scene) {
  const { brush, node } = scene;
  const rests = pen.isCalm ? 0 : arch(t, 3100, 3600, 5200, 5600);
  const floats = 6 * Math.sin((t - 3150) / 460) * rests;
  const y = track(CROWN_Y, t) + floats;
  const low = track(MEDAL_Y, t) + floats;
  const q = track(SQUASH, t);
  const gone = 1 - span(t, 5850, 6250);
  const up = -60 * span(t, 5600, 6250, ease.wind);
  const less = 1 - 0.75 * span(t, 5800, 6250, ease.in);
  const still = 1 - span(t, 2300, LANDS);
  const x = Math.sin(t / 520) * 10 * still;
  const rocks = t > 2680 ? 0.05 * Math.exp(-(t - 2680) / 160) * Math.sin((t - 2680) / 60) : 0;
  const lean = Math.sin(t / 470) * 0.07 * still + rocks + 0.05 * Math.sin((t - 3100) / 520) * rests;
  const shown = clamp((t - 900) / 300) * gone;
  pen.light(true);
  pen.put(glow(pen, "#ffc24a", 48), x, y - 20 + up, 2.7, 2, 0, 0.6 * shown);
  pen.light(false);
  pen.put(crownOf(pen, CROWN, "back", 150), x, y + up, (1 + q) * less, (1 - q) * less, lean, shown);
  const medal = brush.presents.held(node, node) ?? medalOf(scene);
  const scale = span(t, 300, 900, ease.back) * less;
  pen.show(medal, MEDAL / 2, MEDAL / 2, 0, low + up - 70 * (1 - less), scale, scale, 0, clamp((t - 300) / 250) * gone);
  pen.put(crownOf(pen, CROWN, "front", 150), x, y + up, (1 + q) * less, (1 - q) * less, lean, shown);
  top.x = x;
  top.y = y + up;
  drawRim(pen, t, low + up);
}

/**
 * The flare of the resting crown: a ring and flakes.
 * @param {Pen} pen @param {number} t @param {Burst} flakes @param {number} seed
 */
function drawFlare(pen, t, flakes, seed) {
  const p = span(t, AGAIN, AGAIN + 700, ease.out);
  if (pen.isCalm || t < AGAIN) return;
  pen.put(ring(pen, "#ffd36a", 60), top.x, top.y + 10, 0.8 + 3.4 * p, 0.6 + 2.2 * p, 0, 0.8 * (1 - p));
  flash(pen, top.x, top.y - 12, t, AGAIN, "#ffe6a8", 3, 420);
  burst(pen, flakes, top.x, top.y - 20, t - AGAIN, seed + 17);
}

/** Where the crown was drawn last. */
const top = { x: 0, y: 0 };

/** @param {Scene} scene */
function medalOf(scene) {
  const { brush, node, unit } = scene;
  return brush.presents.get(node, node, MEDAL * unit, MEDAL * unit, MEDAL_ROOM * unit, (ctx) => paintMedal(ctx, scene));
}

const TWINKLES = { n: 9, y: -20, rx: 230, ry: 150, from: 2700, to: 6100, color: "#fff2c8", size: 0.9 };

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function draw(pen, t, scene) {
  const { seed } = scene;
  const { flakes, flare, last } = pen.art.keep(makeBursts);
  dim(pen, scene, "#1e0d04");
  approach(pen, t, crown.duration, 0);
  drawLight(pen, t, scene);
  drawMotes(pen, t, scene);
  drawRain(pen, t, scene);
  drawCoronation(pen, t, scene);
  const shock = span(t, 2620, 3350, ease.out);
  pen.put(ring(pen, "#ffd36a", 60), 0, -30, 0.6 + 4.8 * shock, 0.4 + 2.6 * shock, 0, t < 2620 ? 0 : 1 - span(t, 2620, 3350));
  flash(pen, 0, -50, t, LANDS, "#ffd98a", 4.2, 380);
  drawFlare(pen, t, flare, seed);
  burst(pen, flakes, 0, -40, t - 2630, seed);
  pen.light(true);
  for (let i = 0; i < GLEAMS.length; i++) {
    const gleam = GLEAMS[i];
    const at = gleam[0];
    const size = gleam[3];
    const on = arch(t, at, at + 90, at + 150, at + 500);
    pen.put(glint(pen, "#fff6d8", 6, 48), top.x + gleam[1], top.y + gleam[2], size * arch(t, at, at + 120, at + 150, at + 500), undefined, 0.3 + t / 2000, on);
  }
  pen.light(false);
  burst(pen, last, 0, -90, t - 5960, seed + 8);
  twinkles(pen, TWINKLES, t, seed);
  aim(pen, scene);
  nameplate(pen, scene, t, 3050, 5700, "#ffc23d");
}

/** @type {import("./scene.js").Film} */
export const crown = { duration: 6500, ends: [5700, 6400], draw };
