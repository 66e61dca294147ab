// @ts-check
/**
 * Paints a golden crown, for expensive gifts and the film `crown`, whole or in halves between which a picture may
 * stand.
 */

import { TAU } from "./ease.js";
import { tint } from "./tone.js";
import { disc, linear, polygon, radial } from "./trace.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("./trace.js").Point} Point */

/** The size of the crown on a sender's picture. */
const CREST = 28;
/** @type {Point[]} */
const TIPS = [[10, 30], [30, 17], [50, 10], [70, 17], [90, 30]];
/** @type {Point[]} */
const POINTS = [[10, 33], [29, 57], [30, 22], [43, 53], [50, 14], [57, 53], [70, 22], [71, 57], [90, 33], [85, 74]];

/** @param {Context} ctx @param {number} x0 @param {number} x1 */
function gold(ctx, x0, x1) {
  return linear(ctx, x0, 0, x1, 0, [
    [0, "#7a3c04"], [0.12, "#f0a92c"], [0.3, "#fff3c0"], [0.42, "#ffd25a"], [0.7, "#b96f10"], [0.86, "#f6bd45"], [1, "#6e3503"]]);
}

/**
 * Paints a crown, 100 wide.
 * @param {Context} ctx @param {"all" | "back" | "front"} [part]
 */
export function crown(ctx, part = "all") {
  if (part !== "front") lining(ctx);
  if (part === "back") return;
  ctx.fillStyle = gold(ctx, 8, 92);
  ctx.beginPath();
  ctx.moveTo(15, 74);
  for (const [x, y] of POINTS) ctx.lineTo(x, y);
  ctx.quadraticCurveTo(50, 86, 15, 74);
  ctx.fill();
  ctx.strokeStyle = "rgba(255,246,205,.85)";
  ctx.lineWidth = 1.1;
  ctx.beginPath();
  for (const [x, y] of POINTS.slice(0, 5)) ctx.lineTo(x, y);
  ctx.stroke();
  band(ctx);
  gem(ctx, 50, 84, 5.6, 4.6, "#ff2a55");
  for (const x of [33, 67]) gem(ctx, x, 82, 3.8, 3.6, "#27c6ff");
  for (const x of [20, 80]) gem(ctx, x, 77.5, 2.4, 3, "#39e28a");
  gem(ctx, 50, 56, 4.2, 6.4, "#b14bff");
  for (const [x, y] of TIPS) {
    ctx.fillStyle = radial(ctx, x, y, 6, ["#fffbe6", "#ffd257", "#8d4a06"], x - 2, y - 2);
    disc(ctx, x, y, 4.8);
    ctx.fill();
  }
}

/** @param {Context} ctx */
function lining(ctx) {
  ctx.fillStyle = linear(ctx, 0, 30, 0, 66, ["#b8750f", "#4d2402"]);
  polygon(ctx, [[16, 68], [20, 38], [32, 56], [40, 32], [50, 54], [60, 32], [68, 56], [80, 38], [84, 68]]);
  ctx.fill();
  ctx.fillStyle = radial(ctx, 50, 66, 36, ["#c01848", "#5d0624"]);
  ctx.beginPath();
  ctx.ellipse(50, 68, 34, 9, 0, 0, TAU);
  ctx.fill();
}

/** @param {Context} ctx */
function band(ctx) {
  ctx.fillStyle = gold(ctx, 12, 88);
  ctx.beginPath();
  ctx.moveTo(13, 69);
  ctx.quadraticCurveTo(50, 83, 87, 69);
  ctx.lineTo(86, 82);
  ctx.quadraticCurveTo(50, 97, 14, 82);
  ctx.fill();
  for (const [color, line, x, y, low] of /** @type {[string, number, number, number, number][]} */ ([
    ["#fff0b0", 1.3, 13, 69.5, 83.5], ["rgba(80,34,0,.7)", 1.3, 14.4, 81.5, 96.5]])) {
    Object.assign(ctx, { strokeStyle: color, lineWidth: line });
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.quadraticCurveTo(50, low, 100 - x, y);
    ctx.stroke();
  }
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} rx @param {number} ry @param {string} c */
function gem(ctx, x, y, rx, ry, c) {
  const oval = (/** @type {number} */ a, /** @type {number} */ b) => {
    ctx.beginPath();
    ctx.ellipse(x, y, a, b, 0, 0, TAU);
    ctx.fill();
  };
  ctx.fillStyle = "#5a2900";
  oval(rx + 1.6, ry + 1.6);
  ctx.fillStyle = radial(ctx, x, y, rx * 1.3, [tint(c, 0.85), c, tint(c, -0.5)], x - rx * 0.4, y - ry * 0.5);
  oval(rx, ry);
  ctx.fillStyle = "rgba(255,255,255,.95)";
  ctx.beginPath();
  ctx.ellipse(x - rx * 0.35, y - ry * 0.42, rx * 0.32, ry * 0.2, -0.4, 0, TAU);
  ctx.fill();
}

/** @param {import("./art.js").Art} art @param {number} size @param {"all" | "back" | "front"} part @param {number} low the foot */
function paintCrown(art, size, part, low) {
  return art.paint(size, size, (ctx) => {
    ctx.scale(size / 100, size / 100);
    crown(ctx, part);
  }, { ay: low });
}

/**
 * The crown as a picture.
 * @param {import("./pen.js").Pen} pen @param {number} size @param {"all" | "back" | "front"} [part]
 * @param {number} [low] the point of it that is placed, from its top; absent: the middle
 */
export function crownOf(pen, size, part = "all", low = size / 2) {
  return pen.art.keep(paintCrown, size, part, low);
}

/**
 * The crown that leans on the left upper edge of a picture.
 * @param {import("./pen.js").Pen} pen @param {number} x of its middle @param {number} y @param {number} alpha @param {number} scale
 */
export function crest(pen, x, y, alpha, scale) {
  pen.put(crownOf(pen, CREST), x, y, scale, undefined, -0.42, alpha);
}
