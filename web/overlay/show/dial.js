// @ts-check
/**
 * Draws a clock: its plate, a stopwatch that shows the minute that runs, and digits of equal width. Added time flies into the
 * plate, and the sender's name follows beside it. The last ten seconds are hot, and a clock that has ended is gold.
 */

import { color, display, font, isOwn, rung, style } from "../../shared/palette.js";
import { fit, grouped, width } from "../../shared/text.js";
import { lineOf, narrowing, writeLine } from "../widgets/cells.js";
import { movesSince } from "./ages.js";
import { draw as burst } from "./burst.js";
import { TAU, arch, ease, span } from "./ease.js";
import { confettiOf, kitOf } from "./kit.js";
import { PLATE_ROOM, cornerOf, endRoom, halo, layPlate } from "./plate.js";
import { inkOf } from "./row.js";
import { disc } from "./trace.js";
import { write } from "./words.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("../extent.js").Rect} Rect */

/** The height that a clock is designed at. Other heights scale all of it. */
const HEIGHT = 36;
const SIZE = 22;
/** The stopwatch: its ring, the radius of the filled part, and the half width and height of the crown on top. */
const DIAL = { x: 21, y: HEIGHT / 2 + 1, r: 8.6, filled: 5.4, crown: 2.2, high: 2.2 };
/** The seconds that fill it. */
const MINUTE = 60;
/** The place of the text. */
const TEXT = { left: 38, right: 14 };
/** A clock is hot from this value on, in seconds. */
const HOT = 10;
/** The time that the plate is tinted after an addition, and that all of its motion takes, in milliseconds. */
const TINTED = 1400;
const ADDING = 2100;
/** The time that confetti flies, in milliseconds. */
const ENDING = 2200;
/** Additions of this many seconds or more are written in minutes. */
const MINUTES = 120;
/** The flying time: its size in points, and its start beyond the plate. */
const FLY = { width: 96, height: 34, aside: 66 };
/** The name of the sender who added the time: its size in points, and its distance from the plate. */
const NAME = { width: 150, height: 26, size: 16, aside: 10 };

/**
 * @typedef {object} Words The words of a clock, painted once for each text and tier.
 * @property {string} text
 * @property {number} tier
 */

/** @type {WeakMap<Node, Words>} */
const words = new WeakMap();

/** @param {Brush} brush @param {Node} node */
export function drawClock(brush, node) {
  const { pen } = brush;
  const line = lineOf(brush, node, display(SIZE));
  const w = wideOf(line);
  const unit = unitOf(brush, node, w);
  const added = movesSince(brush, node.addedAt);
  const ended = node.ended === true ? movesSince(brush, node.endedAt) : -1;
  watch(brush, node);
  const tier = tierOf(node, added);
  const x = w / 2;
  const y = HEIGHT / 2;
  pen.over(node.x, node.y + (node.height - HEIGHT * unit) / 2, unit);
  pen.fade = node.alpha;
  if (added >= 0) burst(pen, kitOf(pen.art, 1).rise, x, y, added - 700, 3);
  if (ended >= 0) burst(pen, confettiOf(pen.art), x, y, ended, 12);
  const light = added < 0 ? 0 : arch(added, 660, 760, 820, TINTED);
  if (light > 0) pen.put(halo(pen, w, HEIGHT, 1, cornerOf("counter", HEIGHT)), 0, 0, 1, 1, 0, light);
  pen.zoom(x, y, 1 + 0.1 * (added < 0 || pen.isCalm ? 0 : arch(added, 640, 760, 800, 1300)));
  if (tier >= 3) pen.put(halo(pen, w, HEIGHT, tier, cornerOf("counter", HEIGHT)), 0, 0, 1, 1, 0, 0.7);
  pen.show(plateOf(brush, node, tier, w, unit), 0, 0, 0, 0, 1, 1, 0, 1);
  pen.show(wordsOf(brush, node, tier, line, unit), 0, 0, 0, 0, 1, 1, 0, 1);
  if (added >= 0 && added < TINTED) drawAdded(brush, node, w, unit, added);
  if (added >= 0 && added < ADDING) drawName(brush, node, w, unit, added);
  pen.end();
}

/**
 * Returns the rectangle of a clock's plate.
 * @param {Brush} brush @param {Node} node @param {Rect} into receives it; contains the node's rectangle
 */
export function boxOf(brush, node, into) {
  const w = wideOf(lineOf(brush, node, display(SIZE)));
  into.width = w * unitOf(brush, node, w);
  return into;
}

/** @param {import("../widgets/cells.js").Line} line */
function wideOf(line) {
  return Math.ceil(line.width) + TEXT.left + TEXT.right + endRoom();
}

/**
 * Returns the points of the stage per point of the design.
 * @param {Brush} brush @param {Node} node @param {number} w
 */
function unitOf(brush, node, w) {
  const unit = node.height / HEIGHT;
  return unit * narrowing(brush, node, w * unit, true);
}

/**
 * @param {Node} node @param {number} added the addition's age in milliseconds
 */
function tierOf({ ended, value = 0 }, added) {
  if (ended === true) return 4;
  if (added >= 0 && added < TINTED) return 1;
  return value <= HOT ? 3 : 0;
}

/**
 * Asks for drawings while something moves.
 * @param {Brush} brush @param {Node} node
 */
function watch(brush, { addedAt, ended, endedAt }) {
  if (brush.pen.isStill) return;
  if (addedAt !== undefined) brush.moveWithin(addedAt / 1000, addedAt / 1000 + ADDING);
  if (ended === true && endedAt !== undefined) brush.moveWithin(endedAt / 1000, endedAt / 1000 + ENDING);
}

/** @param {Brush} brush @param {Node} node @param {number} tier @param {number} w @param {number} unit */
function plateOf(brush, node, tier, w, unit) {
  return brush.plates[tier].held(node, w * unit) ?? paintPlateOf(brush, node, tier, w * unit, unit);
}

/** @param {Brush} brush @param {Node} node @param {number} tier @param {number} width @param {number} unit */
function paintPlateOf(brush, node, tier, width, unit) {
  const height = HEIGHT * unit;
  return brush.plates[tier].get(node, width, width, height, PLATE_ROOM * unit, (ctx) => {
    layPlate(ctx, brush, { width, height }, unit, tier, "counter");
  });
}

/**
 * @param {Brush} brush @param {Node} node @param {number} tier @param {import("../widgets/cells.js").Line} line
 * @param {number} unit
 */
function wordsOf(brush, node, tier, line, unit) {
  let key = words.get(node);
  if (key?.text !== line.text || key.tier !== tier) words.set(node, (key = { text: line.text, tier }));
  return brush.sprites.held(node, key) ?? paintWords(brush, node, key, line, unit);
}

/**
 * @param {Brush} brush @param {Node} node @param {Words} key @param {import("../widgets/cells.js").Line} line
 * @param {number} unit
 */
function paintWords(brush, node, key, line, unit) {
  return brush.sprites.get(node, key, wideOf(line) * unit, HEIGHT * unit, 2 * unit, (ctx) => {
    ctx.scale(unit, unit);
    paintDial(ctx, key.tier, node.value ?? 0);
    ctx.translate(TEXT.left, HEIGHT / 2);
    const edge = isOwn("counterEdge") ? color.counterEdge : "rgba(0,0,0,0)";
    writeLine(ctx, line, inkIn(key.tier), 3, edge);
  });
}

/** @param {number} tier */
function inkIn(tier) {
  return tier === 0 || isOwn("counterText") ? color.counterText : inkOf("giftName", tier);
}

/**
 * Paints the stopwatch. Its filled part is the share of the running minute that is left: hands would read as a slash
 * whenever they lie in one line.
 * @param {CanvasRenderingContext2D} ctx @param {number} tier @param {number} seconds
 */
function paintDial(ctx, tier, seconds) {
  const { x, y, r, filled, crown, high } = DIAL;
  const ink = dialInk(tier);
  Object.assign(ctx, { strokeStyle: ink, fillStyle: ink, lineWidth: 1.8 });
  disc(ctx, x, y, r);
  ctx.stroke();
  ctx.fillRect(x - crown, y - r - high - 1.2, 2 * crown, high);
  if (seconds <= 0) return;
  const left = seconds % MINUTE || MINUTE;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.arc(x, y, filled, -TAU / 4, -TAU / 4 + (left / MINUTE) * TAU);
  ctx.fill();
}

/** @param {number} tier */
function dialInk(tier) {
  const isDull = style.isLight === true || tier >= 2;
  return isDull || isOwn("counterText") ? inkIn(tier) : rung(tier)[1];
}

/**
 * Draws the added time, which appears beside the plate and flies into it.
 * @param {Brush} brush @param {Node} node @param {number} w @param {number} unit @param {number} age in milliseconds
 */
function drawAdded(brush, node, w, unit, age) {
  const { pen } = brush;
  const x = w / 2;
  const y = HEIGHT / 2;
  const right = node.x + (w + FLY.aside + FLY.width / 2) * unit;
  const from = right <= brush.width ? w + FLY.aside : -FLY.aside;
  const p = pen.isCalm ? 0 : span(age, 280, 720, ease.in);
  const shown = pen.isCalm ? arch(age, 0, 200, 1000, 1200) : arch(age, 0, 160, 660, 740);
  const label = brush.fills.held(node, node.added) ?? paintLabel(brush, node, unit);
  pen.show(
    label, FLY.width / 2, FLY.height / 2, from + (x - from) * p, y - 16 * Math.sin(p * Math.PI), 1.25 - 0.55 * p,
    1.25 - 0.55 * p, 0, shown);
}

/**
 * Draws the name of the sender, which stands beside the plate after the added time has left that place.
 * @param {Brush} brush @param {Node} node @param {number} w @param {number} unit @param {number} age in milliseconds
 */
function drawName(brush, node, w, unit, age) {
  const { pen } = brush;
  const name = node.addedBy ?? "";
  const shown = pen.isCalm ? arch(age, 1150, 1300, 1900, ADDING) : arch(age, 560, 720, 1900, ADDING);
  if (name === "" || shown <= 0) return;
  const isRight = node.x + (w + NAME.aside + NAME.width) * unit <= brush.width;
  const wide = Math.min(width(font(NAME.size, 700), name), NAME.width);
  const label = brush.presents.held(node, name) ?? paintName(brush, node, name, unit);
  const x = isRight ? w + NAME.aside : -NAME.aside - wide;
  pen.show(label, 0, NAME.height / 2, x, HEIGHT / 2, 1, 1, 0, shown);
}

/** @param {Brush} brush @param {Node} node @param {string} name @param {number} unit */
function paintName(brush, node, name, unit) {
  return brush.presents.get(node, name, NAME.width * unit, NAME.height * unit, 6 * unit, (ctx) => {
    ctx.scale(unit, unit);
    const face = font(NAME.size, 700);
    write(ctx, fit(face, name, NAME.width), 0, NAME.height / 2 + 0.36 * NAME.size, face, "#d6fff0", 4, "#04503a");
  });
}

/** @param {Brush} brush @param {Node} node @param {number} unit */
function paintLabel(brush, node, unit) {
  return brush.fills.get(node, node.added, FLY.width * unit, FLY.height * unit, 6 * unit, (ctx) => {
    ctx.scale(unit, unit);
    const face = display(21);
    const text = addition(node.added ?? 0);
    const wide = width(face, text);
    const less = Math.min(1, FLY.width / wide);
    ctx.translate(FLY.width / 2, FLY.height / 2);
    ctx.scale(less, less);
    write(ctx, text, -wide / 2, 8, face, "#d6fff0", 5, "#04503a");
  });
}

/**
 * Formats added seconds: `+60 s`, `+0.25 s`, `+5:00` or `+1:00:00`.
 * @param {number} seconds
 */
export function addition(seconds) {
  if (seconds < MINUTES) return `+${Number(seconds.toFixed(2))} s`;
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours === 0 ? `+${minutes}:${two(whole % 60)}` : `+${grouped(hours)}:${two(minutes)}:${two(whole % 60)}`;
}
