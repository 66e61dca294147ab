// @ts-check
/**
 * Draws an incoming call's card in a theme with a material, with two rings around the caller, and a handset that
 * shakes.
 */

import { color, display, font, style } from "../../shared/palette.js";
import { cross } from "../paint/shape.js";
import { REST, since } from "./ages.js";
import { TAU, ease, span } from "./ease.js";
import { ring } from "./lights.js";
import { PLATE_ROOM, layPlate } from "./plate.js";
import { portrait } from "./portrait.js";
import { inkOf } from "./row.js";
import { rgba, tint } from "./tone.js";
import { box, disc, radial } from "./trace.js";
import { cased, writeWithin } from "./words.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

const HEIGHT = 48;
/** Calls look as gifts of this tier do. */
const TIER = 1;
/** One round of ringing, in milliseconds; two are rung. */
const ROUND = 1600;
const ROUNDS = 2;
/** When a round's rings begin, and how long each takes. */
const RINGS = [0, 420];
const RING = 820;
/**
 * The rings' scales at their beginning and their end. The rings behind the card spread beyond it. The rings on it end before the name.
 */
const WIDE = { from: 0.44, to: 0.94 };
const NARROW = { from: 0.42, to: 0.64 };
/**
 * The sizes of the caller's name and of the words below it.
 * @type {import("./words.js").Sizes}
 */
const NAMES = [14, 11.5];
/** @type {import("./words.js").Sizes} */
const WORDS = [11.5, 10];
/** The middle of the picture. */
const PICTURE = 24;

/**
 * Returns the sprite of a card.
 * @param {Brush} brush @param {Node} node
 */
export function spriteOf(brush, node) {
  return brush.plates[TIER].held(node, node) ?? plateOf(brush, node, node.height / HEIGHT);
}

/** @param {Brush} brush @param {Node} node */
export function drawCall(brush, node) {
  const plate = spriteOf(brush, node);
  const beat = ringBehind(brush, node);
  brush.stamp(plate, node.x, node.y, node.alpha);
  ringOn(brush, node, beat);
  if (!brush.takesTaps) drawHandset(brush, node, beat);
}

/**
 * Draws the handset at a card's right end, which shakes as the call rings.
 * @param {Brush} brush @param {Node} node @param {number} beat the time in the round, in milliseconds
 */
export function drawHandset({ pen }, node, beat) {
  const unit = node.height / HEIGHT;
  const shakes = beat < 0 || pen.isCalm ? 0 : 0.3 * Math.sin(beat / 34) * (1 - span(beat, 600, 900));
  const size = 1 + (beat < 0 || pen.isCalm ? 0 : 0.08 * Math.sin((Math.min(beat, 900) / 900) * Math.PI));
  pen.over(node.x, node.y, unit);
  pen.put(
    pen.art.keep(paintHandset, color.callRing), node.width / unit - 26, HEIGHT / 2, size, undefined, shakes, node.alpha);
  pen.end();
}

/** @param {Brush} brush @param {Node} node @param {number} unit */
function plateOf(brush, node, unit) {
  return brush.plates[TIER].get(node, node, node.width, node.height, PLATE_ROOM * unit, (ctx) => {
    layPlate(ctx, brush, node, unit, TIER, "call");
    ctx.scale(unit, unit);
    paintCaller(ctx, brush, node, node.width / unit);
  });
}

/**
 * Draws the rings that spread behind a card.
 * @param {Brush} brush @param {Node} node
 * @returns {number} the time in the round, in milliseconds; negative: the call no longer rings
 */
export function ringBehind(brush, node) {
  const beat = beatOf(brush, node);
  drawRings(brush, node, beat, WIDE);
  return beat;
}

/**
 * Draws the rings on a card, around the caller's picture.
 * @param {Brush} brush @param {Node} node @param {number} beat the time in the round, in milliseconds
 */
export function ringOn(brush, node, beat) {
  drawRings(brush, node, beat, NARROW);
}

/**
 * Returns the time in the round, in milliseconds; negative: the call no longer rings.
 * @param {Brush} brush @param {Node} node
 */
function beatOf(brush, node) {
  const age = since(brush.time, node.born);
  if (node.born === undefined || age < 0 || brush.pen.isStill) return -1;
  brush.keepMoving(node.born / 1000 + REST);
  return age < ROUND * ROUNDS ? age % ROUND : -1;
}

/**
 * @param {Brush} brush @param {Node} node @param {number} beat the time in the round @param {typeof WIDE} scales
 */
function drawRings({ pen }, node, beat, { from, to }) {
  if (beat < 0 || pen.isCalm) return;
  pen.over(node.x, node.y, node.height / HEIGHT);
  const picture = ring(pen, color.callRing, 40);
  for (let i = 0; i < RINGS.length; i++) {
    const share = span(beat, RINGS[i], RINGS[i] + RING);
    if (beat < RINGS[i] || share >= 1) continue;
    pen.put(picture, PICTURE, HEIGHT / 2, from + (to - from) * ease.out(share), undefined, 0, node.alpha * (1 - share));
  }
  pen.end();
}

/** @param {CanvasRenderingContext2D} ctx @param {Brush} brush @param {Node} node @param {number} w */
function paintCaller(ctx, brush, node, w) {
  const name = node.name ?? "";
  portrait(ctx, brush.pictures.get(node.avatar), name, 6, 6, HEIGHT - 12, color.callRing, 2);
  const room = w - HEIGHT - 44;
  writeWithin(ctx, cased(name), HEIGHT + 3, 21, display, NAMES, room, inkOf("callName", TIER));
  writeWithin(ctx, brush.words.calling, HEIGHT + 3, 36, (size) => font(size, 600), WORDS, room, color.callText);
  if (!brush.takesTaps) return;
  ctx.fillStyle = style.isLight === true ? "rgba(0,0,0,.1)" : "rgba(255,255,255,.16)";
  disc(ctx, w - 23, HEIGHT / 2, 11);
  ctx.fill();
  cross(ctx, w - 27, HEIGHT / 2 - 4, 8, 2, color.callClose);
}

/** @param {import("./art.js").Art} art @param {string} c */
function paintHandset(art, c) {
  return art.paint(30, 30, (ctx, k) => {
    ctx.translate(15, 15);
    Object.assign(ctx, { shadowColor: rgba(tint(c, -0.5), 0.7), shadowBlur: 5 * k });
    ctx.fillStyle = radial(ctx, 0, 0, 15, [tint(c, 0.5), c, tint(c, -0.35)], -4, -6);
    disc(ctx, 0, 0, 14);
    ctx.fill();
    ctx.shadowBlur = 0;
    ctx.rotate(-0.375 * TAU);
    Object.assign(ctx, { strokeStyle: "#ffffff", fillStyle: "#ffffff", lineWidth: 3.2 });
    ctx.beginPath();
    ctx.moveTo(-5.4, 1.4);
    ctx.bezierCurveTo(-4, -3.4, 4, -3.4, 5.4, 1.4);
    ctx.stroke();
    for (const side of [-1, 1]) {
      box(ctx, side * 5.2 - 2.5, -0.4, 5, 4.6, 1.6);
      ctx.fill();
    }
  }, { pad: 8 });
}

