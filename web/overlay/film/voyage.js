// @ts-check
/**
 * Draws the sky that the rocket flies through, for the film `rocket`: stars that become lines, a planet with a ring that
 * passes, falling stars, and the edge of the world.
 */

import { TAU, arch, ease, hash, span, track } from "../show/ease.js";
import { glint, glow, line, streak } from "../show/lights.js";
import { disc, linear, radial } from "../show/trace.js";
import { breath } from "./scene.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */
/** @typedef {import("../show/ease.js").Key} Key */
/** @typedef {import("./scene.js").Scene} Scene */

/** @type {Key[]} */
const CAMERA = [[1400, 0], [2300, 420, "in"], [3100, 1080, "linear"], [3650, 1740, "linear"], [4750, 2620, "linear"], [5650, 4220, "linear"]];
const STARS = 44;
/** The edge of the world, above the lower edge of the stage. */
const EDGE = 120;
/** When stars fall, and where from. */
const FALLING = [[2550, -330, -150], [3450, -180, -235], [4250, -360, -90]];

/**
 * Returns how far the camera has come, in points.
 * @param {number} t
 */
export function cameraAt(t) {
  return track(CAMERA, t);
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

/** The half width of the ring of the planet that passes, its flatness, and the planet's radius. */
const RING = 62;
const FLAT = 0.24;
const ORB = 34;

/**
 * @param {CanvasRenderingContext2D} ctx @param {number} from in radians @param {number} to
 */
function paintRing(ctx, from, to) {
  for (const [share, wide, color] of /** @type {[number, number, string][]} */ ([
    [1, 5, "rgba(255,214,170,.55)"], [0.87, 7, "rgba(255,190,150,.8)"], [0.74, 3, "rgba(220,160,190,.5)"]])) {
    ctx.strokeStyle = color;
    ctx.lineWidth = wide;
    ctx.beginPath();
    ctx.ellipse(0, 0, RING * share, RING * share * FLAT, 0, from, to);
    ctx.stroke();
  }
}

/**
 * A planet with bands and a ring, lit from the upper left.
 * @param {Art} art @param {number} fine
 */
function paintOrb(art, fine) {
  return art.paint(150, 110, (ctx) => {
    ctx.translate(75, 55);
    ctx.rotate(-0.36);
    paintRing(ctx, Math.PI, TAU);
    ctx.save();
    disc(ctx, 0, 0, ORB);
    ctx.clip();
    ctx.fillStyle = linear(ctx, 0, -ORB, 0, ORB, [
      [0, "#ffd9a0"], [0.24, "#f7a877"], [0.38, "#ffc793"], [0.5, "#e57f78"], [0.62, "#f3a58a"], [0.8, "#b9598a"], [1, "#7a3a86"]]);
    ctx.fillRect(-ORB, -ORB, ORB * 2, ORB * 2);
    ctx.fillStyle = radial(ctx, 0, 0, ORB * 1.7, [
      [0, "rgba(255,250,235,.55)"], [0.3, "rgba(255,240,220,.05)"], [0.62, "rgba(30,8,70,.45)"], [1, "rgba(10,2,40,.92)"]], -15, -15);
    ctx.fillRect(-ORB, -ORB, ORB * 2, ORB * 2);
    ctx.restore();
    paintRing(ctx, 0, Math.PI);
  }, { fine });
}

/** The way of the planet, and on a stage that is higher than wide, where cards are above it. */
const WAY = { x: 156, from: -226, to: 74 };
const TALL_WAY = { x: 150, from: -104, to: 84 };

/**
 * The planet comes nearer as it passes on the right of the rocket.
 * @param {Pen} pen @param {number} t @param {Scene} scene
 */
function drawOrb(pen, t, { w, h, unit }) {
  const on = arch(t, 2150, 2700, 4500, 5200);
  if (on <= 0) return;
  const p = pen.isCalm ? 0.5 : span(t, 2150, 5200);
  const way = h > w ? TALL_WAY : WAY;
  const x = way.x * (0.92 + 0.2 * p);
  const y = way.from + (way.to - way.from) * p;
  const size = 0.82 + 0.5 * p;
  pen.light(true);
  pen.put(glow(pen, "#ff9a8a", 48), x, y, 1.9 * size, undefined, 0, 0.4 * on);
  pen.light(false);
  pen.put(pen.art.keep(paintOrb, unit), x, y, size, undefined, 0.16 * p, on);
}

/** @param {Pen} pen @param {number} t @param {Scene} scene */
export function drawSky(pen, t, scene) {
  const { w, h, seed } = scene;
  const camera = cameraAt(t);
  const speed = (cameraAt(t + 16) - camera) / 16;
  pen.light(true);
  for (let i = 0; i < STARS; i++) {
    const depth = 0.35 + 0.65 * hash(seed, i) ** 2;
    const x = (hash(seed, i + 60) - 0.5) * w;
    const y = ((((hash(seed, i + 120) * h + camera * depth) % h) + h) % h) - h / 2;
    const shown = arch(t, 200, 900, 5150, 5800) * depth * (1 - (x / w) ** 2 * 2.2);
    if (speed > 0.25) {
      pen.put(line(pen, "#9fd0ff", 80), x, y, Math.max(0.1, speed * depth * 0.9), 0.5 + depth * 0.5, TAU / 4, shown * 0.7);
    } else {
      pen.put(glow(pen, "#cfe6ff", 14), x, y, 0.22 * depth, undefined, 0, shown);
    }
  }
  pen.put(glow(pen, "#5a4bff", 48), 0, 10, 7, 5, 0, 0.28 * arch(t, 300, 1200, 5000, 5750));
  for (let i = 0; i < FALLING.length && !pen.isCalm; i++) {
    const p = (t - FALLING[i][0]) / 620;
    if (p <= 0 || p >= 1) continue;
    const way = 210 * ease.out(p);
    const x = Math.max(FALLING[i][1], -w * 0.42) + way * 0.7;
    pen.put(streak(pen, "#dff0ff", 90), x, FALLING[i][2] + way, 1.1 - 0.6 * p, 1, 0.96, 1 - p);
  }
  pen.light(false);
  drawOrb(pen, t, scene);
  const low = h / 2 - EDGE + camera * 0.026 + 130 * (1 - span(t, 1900, 3000, ease.out));
  pen.put(pen.art.keep(paintPlanet), 0, low, Math.max(1.45, (w / 640) * 0.97), 1.45, 0, arch(t, 1900, 2700, 4950, 5600));
  drawDawn(pen, t, low);
}

/**
 * The sun's light, which moves along the edge of the world.
 * @param {Pen} pen @param {number} t @param {number} low
 */
function drawDawn(pen, t, low) {
  const on = arch(t, 2300, 3000, 4800, 5350);
  if (on <= 0) return;
  const p = pen.isCalm ? 0.5 : span(t, 2300, 5350);
  const x = -230 + 420 * p;
  // The edge is a circle of 1,000 points, shown at 1.45.
  const y = low + (x * x) / 2900 + 2;
  pen.light(true);
  pen.put(glow(pen, "#bfeaff", 48), x, y, 2.6, 0.7, x / 1450, 0.7 * on);
  pen.put(glint(pen, "#ffffff", 6, 48), x, y, 0.9 * breath(t, 0.16), undefined, t / 3000, 0.9 * on);
  pen.light(false);
}
