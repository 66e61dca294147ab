// @ts-check
/**
 * Draws the plates behind the content of widgets, the light behind them, and the decorations that run over or around
 * them.
 */

import { radius, rung, style } from "../../shared/palette.js";
import { precise } from "../../shared/text.js";
import { frame } from "../material/form.js";
import { RADII, materialOf } from "../material/material.js";
import { ownRim } from "../material/plain.js";
import { arch, clamp, ease, hash } from "./ease.js";
import { glow, streak } from "./lights.js";
import { rgba, tint } from "./tone.js";
import { box, linear } from "./trace.js";

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("../material/form.js").Form["role"]} Role */

/** Room around a plate for its ornaments and its shadow, in points. */
export const PLATE_ROOM = 16;
const HALO_ROOM = 34;
/** The room that the right ends of some materials take from words: a slanted bar, or the tongues of a stroke. */
const ENDS = new Map([["panels", 6], ["stroke", 5]]);
/** The duration of a sheen, in milliseconds. */
const SHEEN = 520;

/**
 * The radius of a plate's corners.
 * @param {Role} role @param {number} h the plate's height
 */
export function cornerOf(role, h) {
  return Math.min(radius[RADII[role]], h / 2);
}

/** The room that the plate's right end takes from words, in points. */
export function endRoom() {
  return ENDS.get(style.material) ?? 0;
}

/**
 * Paints a plate.
 * @param {CanvasRenderingContext2D} ctx @param {number} w @param {number} h @param {number} tier @param {Role} role
 * @param {number} k device pixels a point
 */
export function paintPlate(ctx, w, h, tier, role, k) {
  const [one, two] = rung(tier);
  const isCalm = role === "goal" || role === "counter" || role === "leader";
  ctx.save();
  ctx.lineJoin = "round";
  const r = cornerOf(role, h);
  materialOf(style.material, role)(ctx, w, h, { tier, role, isCalm, one, two, r, k });
  const rim = ownRim(role);
  if (rim !== null) frame(ctx, w, h, r, 1.2, rim);
  ctx.restore();
}

/**
 * Paints a plate at the upper left corner of a node's sprite with `PLATE_ROOM` around it. The plate is a picture that is
 * painted once for its size and tier, because shadows and gradients take long.
 * @param {CanvasRenderingContext2D} ctx of the sprite @param {import("../paint/brush.js").Brush} brush
 * @param {{width: number, height: number}} node @param {number} unit points of the stage per point of the design
 * @param {number} tier @param {Role} role
 */
export function layPlate(ctx, brush, node, unit, tier, role) {
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(plateIn(brush, node, unit, tier, role), 0, 0);
  ctx.restore();
}

/**
 * Returns the picture of a node's plate. Nodes of the same size and tier share it.
 * @param {import("../paint/brush.js").Brush} brush @param {{width: number, height: number}} node
 * @param {number} unit points of the stage per point of the design @param {number} tier @param {Role} role
 */
export function plateIn({ pen: { art } }, { width, height }, unit, tier, role) {
  return art.keep(makers[role], width, height, unit, tier);
}

/**
 * Draws a node's plate on whole device pixels. Its words are a sprite of their own, so that light can run below them.
 * @param {import("../paint/brush.js").Brush} brush @param {import("../stage/stage.js").Node} node
 * @param {number} unit points of the stage per point of the design @param {number} tier @param {Role} role
 */
export function stampPlate(brush, node, unit, tier, role) {
  const { ctx, scale } = brush;
  const room = Math.ceil(PLATE_ROOM * unit * scale);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = node.alpha * brush.opacity;
  ctx.drawImage(plateIn(brush, node, unit, tier, role), Math.round(node.x * scale) - room, Math.round(node.y * scale) - room);
  ctx.globalAlpha = 1;
}

/**
 * Makes a function that paints the plates of a role.
 * @param {Role} role
 */
function makerOf(role) {
  return (
    /** @type {import("./art.js").Art} */ art, /** @type {number} */ width, /** @type {number} */ height,
    /** @type {number} */ unit, /** @type {number} */ tier) => {
    const room = Math.ceil(PLATE_ROOM * unit * art.k);
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * art.k) + 2 * room;
    canvas.height = Math.ceil(height * art.k) + 2 * room;
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    precise(ctx);
    ctx.setTransform(art.k, 0, 0, art.k, room, room);
    ctx.scale(unit, unit);
    paintPlate(ctx, width / unit, height / unit, tier, role, art.k * unit);
    return canvas;
  };
}

/** @type {Record<Role, ReturnType<typeof makerOf>>} */
const makers = {
  gift: makerOf("gift"), ticker: makerOf("ticker"), call: makerOf("call"), goal: makerOf("goal"), counter: makerOf("counter"),
  alert: makerOf("alert"), leader: makerOf("leader") };

/**
 * Light that spills out behind a plate.
 * @param {Pen} pen @param {number} w @param {number} h @param {number} tier @param {number} r the plate's corners
 */
export function halo(pen, w, h, tier, r) {
  return pen.art.keep(paintHalo, w, h, tier, r);
}

/**
 * @param {import("./art.js").Art} art @param {number} w @param {number} h @param {number} tier @param {number} r
 */
function paintHalo(art, w, h, tier, r) {
  const [one, two] = rung(tier);
  return art.paint(w, h, (ctx, k) => {
    // The box itself lies beside the picture: only its shadow is seen.
    const aside = (w + 4 * HALO_ROOM) * k;
    for (const [color, blur] of /** @type {[string, number][]} */ ([[two, 12], [one, 26]])) {
      Object.assign(ctx, { shadowColor: color, shadowBlur: blur * k, shadowOffsetX: aside, fillStyle: "#000" });
      box(ctx, -aside / k, 0, w, h, r);
      ctx.fill();
    }
  }, { pad: HALO_ROOM, ax: 0, ay: 0 });
}

/** @param {import("./art.js").Art} art @param {string} c */
function paintBand(art, c) {
  // The slant needs the room beside the band: a narrower picture would cut it off with a hard edge.
  return art.paint(60 + 27, 60, (ctx) => {
    ctx.transform(1, 0, -0.45, 1, 27, 0);
    ctx.fillStyle = linear(ctx, 0, 0, 60, 0, [
      [0, rgba(c, 0)], [0.45, rgba(c, 0.25)], [0.62, rgba(c, 0.9)], [0.7, rgba(c, 0.2)], [1, rgba(c, 0)]]);
    ctx.fillRect(0, 0, 60, 60);
  });
}

/**
 * A band of light crosses a plate once.
 * @param {Pen} pen @param {number} w @param {number} h @param {number} r @param {number} time since it began
 * @param {string} color @param {number} [alpha]
 */
export function sheen(pen, w, h, r, time, color, alpha = 1) {
  if (pen.isCalm || !(time > 0) || time >= SHEEN) return;
  const ctx = pen.at(0, 0);
  ctx.save();
  box(ctx, 0, 0, w, h, r);
  ctx.clip();
  pen.light(true);
  const x = (w + 80) * ease.inOut(time / SHEEN) - 40;
  pen.put(pen.art.keep(paintBand, color), x, h / 2, 1, h / 48, 0, 0.75 * alpha);
  pen.light(false);
  ctx.restore();
}

const spot = { x: 0, y: 0 };

/**
 * Puts `spot` at a share of a box's rim, from its upper left corner clockwise.
 * @param {number} w @param {number} h @param {number} share
 */
function onRim(w, h, share) {
  let way = (((share % 1) + 1) % 1) * 2 * (w + h);
  if (way < w) return place(way, 0);
  way -= w;
  if (way < h) return place(w, way);
  way -= h;
  if (way < w) return place(w - way, h);
  place(0, h - (way - w));
}

/** @param {number} x @param {number} y */
function place(x, y) {
  spot.x = x;
  spot.y = y;
}

/**
 * Draws two comets on a rim.
 * @param {Pen} pen @param {number} w @param {number} h @param {number} tier @param {number} age in milliseconds
 * @param {number} shown their opacity, 0 to 1
 */
export function comets(pen, w, h, tier, age, shown) {
  if (pen.isCalm || pen.thrift > 1 || shown <= 0) return;
  const head = glow(pen, tint(rung(tier)[1], 0.3), 14);
  pen.light(true);
  for (let i = 0; i < 2; i++) {
    for (let j = 0; j < 7; j++) {
      onRim(w, h, age / 2400 + i / 2 - j * 0.006);
      pen.put(head, spot.x, spot.y, (1 - j * 0.09) * (j > 0 ? 0.7 : 1), undefined, 0, shown * (1 - j / 7) * 0.8);
    }
  }
  pen.light(false);
}

/**
 * Lines of speed behind what slides in.
 * @param {Pen} pen @param {number} h @param {number} tier @param {number} age @param {number} seed
 */
export function wake(pen, h, tier, age, seed) {
  const shown = arch(age, 0, 60, 200, 420);
  if (pen.isCalm || pen.thrift > 1 || shown <= 0) return;
  const colors = rung(tier);
  pen.light(true);
  for (let i = 0; i < 7; i++) {
    const y = h * (0.08 + 0.84 * hash(seed, i + 9));
    pen.put(streak(pen, colors[i % 2], 90), -10 - 50 * hash(seed, i) + age * 0.06, y, 0.6 + hash(seed, i + 3), 0.7, 0, shown * 0.8);
  }
  pen.light(false);
}

/**
 * Returns the opacity of comets after an entrance or a rise.
 * @param {number} age in milliseconds @param {number} motion the amplitude of loops
 */
export function lit(age, motion) {
  return motion * clamp(age / 300);
}

