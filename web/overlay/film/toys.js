// @ts-check
/** Paints the large rocket and the large heart of the built-in films. */

import { heartPath } from "../show/bits.js";
import { rgba, tint } from "../show/tone.js";
import { disc, linear, polygon, radial } from "../show/trace.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("../show/pen.js").Pen} Pen */

/**
 * A turned body: dark edges, light left of its middle, a bounce on the right.
 * @param {Context} ctx @param {number} x @param {number} w @param {string} c
 */
export function turned(ctx, x, w, c) {
  return linear(ctx, x, 0, x + w, 0, [
    [0, tint(c, -0.5)], [0.14, tint(c, -0.1)], [0.32, tint(c, 0.55)], [0.46, c], [0.8, tint(c, -0.45)], [0.93, tint(c, -0.2)],
    [1, tint(c, -0.5)]]);
}

/**
 * @param {Context} ctx @param {number} x @param {number} y @param {number} rx @param {number} ry @param {number} turn
 * @param {number} alpha
 */
function shine(ctx, x, y, rx, ry, turn, alpha) {
  ctx.fillStyle = `rgba(255,255,255,${alpha})`;
  ctx.beginPath();
  ctx.ellipse(x, y, rx, ry, turn, 0, 7);
  ctx.fill();
}

/** @param {Context} ctx */
function paintHeart(ctx) {
  const c = "#ff2d5e";
  ctx.translate(50, 49);
  heartPath(ctx, 42);
  ctx.fillStyle = radial(ctx, 2, 4, 60, [
    [0, tint(c, 0.45)], [0.26, tint(c, 0.1)], [0.6, tint(c, -0.26)], [0.88, tint(c, -0.6)], [1, tint(c, -0.4)]], -14, -18);
  ctx.fill();
  ctx.save();
  ctx.clip();
  for (const [x, y, r, color, alpha] of /** @type {[number, number, number, string, number][]} */ ([
    [40, -10, 24, tint(c, 0.7), 0.55], [6, 38, 22, tint(c, 0.5), 0.4], [24, -34, 16, tint(c, 0.8), 0.35]])) {
    ctx.fillStyle = radial(ctx, x, y, r, [rgba(color, alpha), rgba(color, alpha * 0.5), rgba(color, 0)]);
    ctx.fillRect(-60, -60, 120, 120);
  }
  ctx.restore();
  ctx.save();
  ctx.translate(-21, -20);
  ctx.rotate(-0.62);
  ctx.scale(1, 0.62);
  ctx.fillStyle = radial(ctx, 0, 0, 17, [
    [0, "rgba(255,255,255,.98)"], [0.55, "rgba(255,255,255,.62)"], [0.85, "rgba(255,255,255,.18)"], [1, "rgba(255,255,255,0)"]],
  2, -5);
  ctx.fillRect(-18, -18, 36, 36);
  ctx.restore();
  shine(ctx, -36, -3, 2, 4.4, 0.3, 0.5);
}

/** @param {Context} ctx @param {number} side -1: left; 1: right */
function paintFin(ctx, side) {
  ctx.fillStyle = linear(ctx, 50, 0, 50 + side * 34, 0, ["#8f0d32", "#ff4a6a", "#b3123f"]);
  ctx.beginPath();
  ctx.moveTo(50 + side * 13, 50);
  ctx.bezierCurveTo(50 + side * 30, 56, 50 + side * 31, 72, 50 + side * 28, 84);
  ctx.quadraticCurveTo(50 + side * 20, 74, 50 + side * 10, 76);
  ctx.fill();
}

/** @param {Context} ctx */
function hull(ctx) {
  ctx.beginPath();
  ctx.moveTo(50, 3);
  ctx.bezierCurveTo(70, 18, 72, 50, 62, 78);
  ctx.lineTo(38, 78);
  ctx.bezierCurveTo(28, 50, 30, 18, 50, 3);
}

/** @param {Context} ctx */
function paintRocket(ctx) {
  paintFin(ctx, -1);
  paintFin(ctx, 1);
  ctx.fillStyle = turned(ctx, 39, 22, "#55607c");
  polygon(ctx, [[41, 76], [59, 76], [62, 84], [38, 84]]);
  ctx.fill();
  hull(ctx);
  ctx.fillStyle = turned(ctx, 30, 41, "#e4eaf6");
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = turned(ctx, 33, 34, "#ff3358");
  ctx.beginPath();
  ctx.rect(20, 0, 60, 23);
  ctx.ellipse(50, 23, 20, 4, 0, 0, 7);
  ctx.fill();
  ctx.fillStyle = turned(ctx, 30, 41, "#ff3358");
  ctx.fillRect(20, 66, 60, 5);
  ctx.fillStyle = "rgba(20,24,60,.25)";
  ctx.fillRect(20, 71, 60, 1.2);
  ctx.fillRect(20, 54, 60, 0.7);
  ctx.fillStyle = linear(ctx, 0, 60, 0, 80, ["rgba(255,150,40,0)", "rgba(255,140,30,.55)"]);
  ctx.fillRect(20, 55, 60, 30);
  ctx.restore();
  paintPorthole(ctx);
  ctx.fillStyle = linear(ctx, 47, 0, 53, 0, ["#ff6a85", "#9a0f38"]);
  ctx.beginPath();
  ctx.moveTo(50, 56);
  ctx.quadraticCurveTo(54.5, 68, 50, 87);
  ctx.quadraticCurveTo(45.5, 68, 50, 56);
  ctx.fill();
  shine(ctx, 40, 32, 1.6, 11, 0.12, 0.6);
}

/** @param {Context} ctx */
function paintPorthole(ctx) {
  ctx.fillStyle = linear(ctx, 40, 28, 60, 50, ["#fff3c0", "#c98a1c", "#6b3a04"]);
  disc(ctx, 50, 40, 11);
  ctx.fill();
  ctx.fillStyle = radial(ctx, 50, 40, 11, ["#d8fbff", "#35b6ff", "#0a3a9a"], 46, 35);
  disc(ctx, 50, 40, 8.2);
  ctx.fill();
  shine(ctx, 46.6, 36, 3.6, 1.8, -0.7, 0.9);
}

const toys = { heart: paintHeart, rocket: paintRocket };

/**
 * @param {import("../show/art.js").Art} art @param {keyof typeof toys} name @param {number} size @param {number} fine
 */
function paintToy(art, name, size, fine) {
  return art.paint(size, size, (ctx) => {
    ctx.scale(size / 100, size / 100);
    toys[name](ctx);
  }, { fine });
}

/**
 * @param {Pen} pen @param {keyof typeof toys} name @param {number} size in points
 */
export function toy(pen, name, size) {
  // The density does not change with the camera's zoom, which would paint another picture for each drawing.
  return pen.art.keep(paintToy, name, size, pen.density / pen.art.k);
}
