// @ts-check
/**
 * The built-in film of a big gift in which nine shells of fireworks rise and open. They open as peonies, rings, a heart
 * and willows.
 */

import { TAU, arch, clamp, ease, hash, span } from "../show/ease.js";
import { glint, glow, smoke, streak } from "../show/lights.js";
import { MOST_PARTICLES } from "../show/pen.js";
import { rgba, tint } from "../show/tone.js";
import { disc, linear, radial } from "../show/trace.js";
import { aim, approach, dim, nameplate } from "./scene.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {"peony" | "ring" | "willow" | "heart"} Kind */

/**
 * @typedef {object} Shell
 * @property {number} at when it is launched
 * @property {number} x where it opens: at 1 its rightmost star is at the edge of `MIDST`
 * @property {number} y in halves of the stage
 * @property {number} size
 * @property {Kind} kind
 * @property {string} one its colors
 * @property {string} two
 */

/** @type {Shell[]} */
const SHELLS = [
  { at: 200, x: -1, y: -0.42, size: 150, kind: "peony", one: "#ff4f8f", two: "#ffd0e0" },
  { at: 900, x: 1, y: -0.46, size: 150, kind: "ring", one: "#37c8ff", two: "#ffffff" },
  { at: 1500, x: -0.1, y: -0.6, size: 160, kind: "willow", one: "#ffb52e", two: "#fff0b8" },
  { at: 2300, x: 1, y: -0.24, size: 150, kind: "peony", one: "#8f6bff", two: "#7df0ff" },
  { at: 2700, x: -1, y: -0.24, size: 150, kind: "ring", one: "#3df29a", two: "#fff6a8" },
  { at: 3300, x: 0.05, y: -0.4, size: 165, kind: "heart", one: "#ff2d5e", two: "#ff9ab8" },
  { at: 4150, x: -0.9, y: -0.44, size: 150, kind: "peony", one: "#ff8a1f", two: "#ffe08a" },
  { at: 4350, x: 0.9, y: -0.44, size: 150, kind: "peony", one: "#29d6ff", two: "#d0fbff" },
  { at: 4700, x: 0, y: -0.56, size: 185, kind: "willow", one: "#ffc93d", two: "#fff6d0" },
];
/**
 * Shells stay within this share of the stage's width, between the widgets at its sides. Stages that are higher than wide
 * have widgets above and below.
 */
const MIDST = 0.62;
const TALL_MIDST = 0.92;
/** On such a stage shells open lower, in points, and nearer to each other: goals are above, and the sender's name is below. */
const TALL_DROP = 96;
const TALL_SPREAD = 0.76;
const RISE = 620;
/** The number of single stars of a shell, and of trails in its picture. */
const STARS = { peony: 26, ring: 20, willow: 26, heart: 26 };
const TRAILS = { peony: 170, ring: 90, willow: 120, heart: 110 };
/** Shells are smaller on narrower stages. */
const NARROW = 700;
/** Half the width of a shell's picture. */
const REACH = 132;
/** How far the trails of willows hang, of others, and how much longer willows become a second. */
const SAG = 34;
const LITTLE = 8;
const LONGER = 0.26;
/** The dark's middle and half width: shells open above the middle of the stage. */
const SKY_Y = -70;
const SKY_WIDE = 330;

const way = { x: 0, y: 0 };

/**
 * Puts `way` where a star flies, as a share of the shell's size.
 * @param {Kind} kind @param {number} i @param {number} n
 */
function find(kind, i, n) {
  const a = (i / n) * TAU;
  if (kind === "heart") {
    way.x = Math.sin(a) ** 3;
    way.y = -(13 * Math.cos(a) - 5 * Math.cos(2 * a) - 2 * Math.cos(3 * a) - Math.cos(4 * a)) / 16;
  } else if (kind === "ring") {
    const share = i % 4 === 0 ? 0.52 : 1;
    way.x = Math.cos(a) * share;
    way.y = Math.sin(a) * share * 0.44 + Math.cos(a) * share * 0.22;
  } else {
    const b = hash(41, i) * TAU;
    const z = hash(42, i) * 1.8 - 0.9;
    const d = Math.sqrt(1 - z * z) * (0.8 + 0.2 * hash(43, i));
    way.x = Math.cos(b) * d;
    way.y = Math.sin(b) * d;
  }
}

/**
 * All trails of a shell as one picture, which is shown larger as the shell opens.
 * @param {Art} art @param {Kind} kind @param {string} one @param {string} two
 */
function paintBloom(art, kind, one, two) {
  const n = TRAILS[kind];
  const sag = kind === "willow" ? SAG : LITTLE;
  const isFull = kind === "peony" || kind === "willow";
  return art.paint(300, 300, (ctx) => {
    ctx.translate(150, 140);
    ctx.globalCompositeOperation = "lighter";
    ctx.lineCap = "round";
    for (let i = 0; i < n; i++) {
      find(kind, i, n);
      const far = REACH * (isFull ? 0.55 + 0.45 * hash(44, i) ** 0.5 : 0.97 + 0.06 * hash(44, i));
      const [x, y, c] = [way.x * far, way.y * far, i % 3 === 0 ? two : one];
      const from = isFull ? 0.12 : 0.72;
      ctx.strokeStyle = linear(ctx, x * from, y * from, x, y + sag, [[0, rgba(c, 0)], [0.6, rgba(c, 0.4)], [1, rgba(tint(c, 0.35), 0.95)]]);
      ctx.lineWidth = 0.9 + 0.8 * hash(45, i);
      ctx.beginPath();
      ctx.moveTo(x * from, y * from);
      ctx.quadraticCurveTo(x * 0.75, y * 0.75, x, y + sag);
      ctx.stroke();
      ctx.fillStyle = radial(ctx, x, y + sag, 4, ["#ffffff", rgba(c, 0.55), rgba(c, 0)]);
      disc(ctx, x, y + sag, 4);
      ctx.fill();
    }
  }, { ay: 140 });
}

/**
 * @param {Pen} pen @param {number} x @param {number} y where it opens @param {number} h @param {number} p the share of its way
 * @param {number} seed @param {string} c
 */
function climb(pen, x, y, h, p, seed, c) {
  const from = h / 2 + 20;
  const now = from + (y - from) * ease.out(p);
  const drift = Math.sin(p * 9 + seed) * 4 * (1 - p);
  pen.light(true);
  pen.put(streak(pen, c, 90), x + drift, now, 1.3 - 0.7 * p, 1.1, -TAU / 4, 1 - p * 0.5);
  pen.put(glow(pen, c, 14), x + drift, now, 1.1, undefined, 0, 0.9);
  for (let i = 0; i < 8; i++) {
    const back = i * 0.035;
    const then = from + (y - from) * ease.out(clamp(p - back)) + 30 * back;
    pen.put(glow(pen, "#ffb46a", 14), x + (hash(seed, i) - 0.5) * 12 * back * 9, then, 0.34 * (1 - i / 9), undefined, 0, 0.7);
  }
  pen.light(false);
}

/**
 * Returns the share of its size that a shell has.
 * @param {number} drag @param {number} since it opened, in milliseconds
 */
function opened(drag, since) {
  return 1 - Math.exp((-drag * Math.max(0, since)) / 1000);
}

/**
 * @param {Pen} pen @param {Shell} shell @param {number} x @param {number} y @param {number} t since it opened
 * @param {number} seed @param {number} size @param {Scene} scene
 */
function open(pen, { kind, one, two }, x, y, t, seed, size, { h }) {
  const isWillow = kind === "willow";
  const long = isWillow ? 2200 : 1900;
  const drag = isWillow ? 2.1 : 3.4;
  const p = t / long;
  if (p > 1) return;
  const s = t / 1000;
  const reach = opened(drag, t);
  const fall = (isWillow ? 30 : 26) * s * s;
  const fade = clamp((1 - p) * 1.5) ** 1.2;
  for (let i = 0; i < 4; i++) {
    const dx = (hash(seed, i) - 0.5) * size * reach;
    const dy = (hash(seed, i + 5) - 0.5) * size * reach;
    const alpha = 0.26 * arch(t, 150, 500, 700, long);
    pen.put(smoke(pen, "#6a5a8a", 1 + (i % 3)), x + dx, y + dy + fall * 0.3, (size / 90) * (0.5 + reach), undefined, 0, alpha);
  }
  const hit = 1 - span(t, 0, 420, ease.out);
  const z = size / REACH;
  const turn = kind === "heart" || kind === "ring" ? 0 : hash(seed, 3) * 0.5 - 0.25;
  const tall = isWillow ? 1 + LONGER * s : 1;
  pen.light(true);
  pen.put(glow(pen, one, 48), x, y, (size / 48) * (1.1 + reach), undefined, 0, 0.34 * fade + 0.6 * hit);
  pen.put(glow(pen, one, 48), x * 0.6, h / 2, 9, 2, 0, 0.3 * hit);
  pen.put(glow(pen, "#ffffff", 48), x, y, (size / 48) * 0.8, undefined, 0, hit);
  const picture = pen.art.keep(paintBloom, kind, one, two);
  const late = opened(drag, t - 90) * 0.97;
  pen.put(picture, x, y + fall, z * reach, z * reach * tall, turn, fade);
  pen.put(picture, x, y + fall * 0.8, z * late, z * late * tall, turn, fade * 0.45);
  if (kind === "peony" || isWillow) pen.put(picture, x, y + fall, z * reach * 0.62, z * reach * 0.62 * tall, turn + 1.9, fade * 0.7);
  const speed = Math.exp(-drag * s) * drag * size;
  for (let i = 0; i < STARS[kind] && pen.live < MOST_PARTICLES && !pen.isCalm; i++, pen.live++) {
    find(kind, i, STARS[kind]);
    const px = x + way.x * size * reach;
    const py = y + way.y * size * reach * tall + fall + (isWillow ? SAG : LITTLE) * z * reach;
    if (p < 0.55) {
      const angle = Math.atan2(way.y * speed + fall, way.x * speed);
      pen.put(streak(pen, i % 3 === 0 ? two : one, 30), px, py, clamp(speed / 150, 0.3, 1.6), 1.1, angle, fade);
    }
    if (p > 0.3) {
      const on = clamp((p - 0.3) * 5) * fade;
      pen.put(glint(pen, tint(two, 0.4), 4, 12), px, py, Math.abs(Math.sin(t / 60 + i * 2.4)) * 1.1, undefined, 0.4, on);
    }
  }
  pen.light(false);
}

/** @param {Pen} pen @param {number} t @param {Scene} scene */
function draw(pen, t, scene) {
  const { w, h, seed } = scene;
  const isTall = h > w;
  const midst = isTall ? TALL_MIDST : MIDST;
  dim(pen, scene, "#060616", SKY_Y, Math.min(SKY_WIDE, w * 0.5));
  approach(pen, t, fireworks.duration, SKY_Y);
  for (let i = 0; i < SHELLS.length; i++) {
    const shell = SHELLS[i];
    const size = shell.size * Math.min(1, w / NARROW);
    const x = shell.x * Math.max(0, (w * midst) / 2 - size);
    const y = ((shell.y * h) / 2) * (isTall ? TALL_SPREAD : 1) + (isTall ? TALL_DROP : 0);
    const p = (t - shell.at) / RISE;
    const since = t - shell.at - RISE;
    if (p > 0 && p < 1) climb(pen, x, y, h, p, seed + i, shell.two);
    if (since >= 0 && since < 2600) open(pen, shell, x, y, since, seed + i * 31, size, scene);
  }
  aim(pen, scene);
  nameplate(pen, scene, t, 1500, 6800, "#ffb52e");
}

/** @type {import("./scene.js").Film} */
export const fireworks = { duration: 7600, ends: [6700, 7500], draw };
