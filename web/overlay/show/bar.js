// @ts-check
/**
 * Draws a goal in a theme with a material, with words above and the bar below, so that they never meet, and its
 * celebration.
 */

import { color, display, isOwn, rung, style } from "../../shared/palette.js";
import { drop, fit } from "../../shared/text.js";
import { CLEAR, lineOf, putLine } from "../widgets/cells.js";
import { REST, movesSince, since } from "./ages.js";
import { draw as burst } from "./burst.js";
import { arch, clamp, ease, span } from "./ease.js";
import { confettiOf, kitOf } from "./kit.js";
import { glow } from "./lights.js";
import { PLATE_ROOM, cornerOf, halo, layPlate, sheen } from "./plate.js";
import { inkOf } from "./row.js";
import { box, linear } from "./trace.js";
import { fontWithin, write } from "./words.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("./art.js").Art} Art */

const HEIGHT = 32;
/** The bar within its plate. */
const BAR = { inset: 10, height: 8, low: 4 };
const GOLD = 4;
/** The words: their size, baseline, distance from the plate's sides, and the width of their outline. */
const SIZE = 12;
/**
 * The sizes of titles.
 * @type {import("./words.js").Sizes}
 */
const TITLES = [SIZE, 9.5];
/** The size of amounts on a bar that is narrower than this, so that its title has room. */
const SMALL = 10.5;
const NARROW = 200;
const BASELINE = 15.4;
const END = 11;
const EDGE = 2.2;
/** The least distance from the title to the amounts. */
const APART = 10;
/** The time in which light runs from the middle of a reached goal to its ends, in milliseconds. */
const FRONT = 620;

/**
 * @param {Brush} brush @param {Node} node @param {string} amounts as they are written
 * @param {boolean} isFull whether the goal is reached and the bar shows it
 */
export function drawGoal(brush, node, amounts, isFull) {
  const { pen } = brush;
  const unit = node.height / HEIGHT;
  const w = node.width / unit;
  const age = isFull ? movesSince(brush, node.reachedAt) : -1;
  const line = lineOf(brush, node, amountsFont(w), amounts);
  const key = plateKey(brush, node, line.width, isFull);
  brush.stamp(plateOf(brush, node, key, isFull ? GOLD : 0, unit), node.x, node.y, node.alpha);
  drawAmounts(brush, node, line, w, unit, isFull);
  pen.over(node.x, node.y, unit);
  pen.fade = node.alpha;
  drawBar(brush, node, w, isFull);
  pen.light(true);
  if (age >= 0) pen.put(glow(pen, "#fff0b0", 48), w / 2, HEIGHT / 2, w / 60, 1, 0, 0.9 * (1 - span(age, 0, 420, ease.out)));
  pen.light(false);
  const r = cornerOf("goal", HEIGHT);
  for (let i = 0; i < SHEENS.length; i++) sheen(pen, w, HEIGHT, r, age - SHEENS[i], "#fff6c8");
  pen.end();
}

/**
 * Draws the amounts, which may change in each frame, from pictures of their characters.
 * @param {Brush} brush @param {Node} node @param {import("../widgets/cells.js").Line} line @param {number} w
 * @param {number} unit @param {boolean} isFull
 */
function drawAmounts({ pen }, node, line, w, unit, isFull) {
  pen.over(node.x + (w - END - line.width) * unit, node.y + (BASELINE - drop(line.font)) * unit, unit);
  pen.fade = node.alpha;
  putLine(pen, line, inkOn(isFull), EDGE, isOwn("goalEdge") ? color.goalEdge : CLEAR);
}

/** @param {boolean} isFull */
function inkOn(isFull) {
  return isFull && !isOwn("goalText") ? inkOf("giftName", GOLD) : color.goalText;
}

/** @param {Brush} brush @param {Node} node @param {Key} key @param {number} tier @param {number} unit */
function plateOf(brush, node, key, tier, unit) {
  return brush.plates[tier].held(node, key) ?? paintPlate(brush, node, key, tier, unit);
}

/** @param {Brush} brush @param {Node} node @param {Key} key @param {number} tier @param {number} unit */
function paintPlate(brush, node, key, tier, unit) {
  return brush.plates[tier].get(node, key, node.width, node.height, PLATE_ROOM * unit, (ctx) => {
    layPlate(ctx, brush, node, unit, tier, "goal");
    ctx.scale(unit, unit);
    paintTitle(ctx, key);
  });
}

/** When light crosses a reached goal. */
const SHEENS = [300, 1500];

/**
 * @typedef {object} Key The words on a plate.
 * @property {number} beside the width of the amounts beside the title
 * @property {boolean} isFull
 * @property {string} face the title's font
 * @property {string} title as it fits; empty: there is no room
 * @property {number} epoch the brush's epoch when it was fitted
 */

/**
 * The sprite keys of plates, by node. A changed title, target or state makes a new node.
 * @type {WeakMap<Node, Key>}
 */
const keys = new WeakMap();

/**
 * Returns the key of a plate's sprite. It stays the same while wider amounts leave the title as it is.
 * @param {Brush} brush @param {Node} node @param {number} beside @param {boolean} isFull
 */
function plateKey({ epoch }, node, beside, isFull) {
  const key = keys.get(node);
  if (key !== undefined && key.beside === beside && key.isFull === isFull && key.epoch === epoch) return key;
  const fresh = fitted(node, beside, isFull, epoch);
  if (key !== undefined && key.isFull === isFull && key.face === fresh.face && key.title === fresh.title) return Object.assign(key, fresh);
  keys.set(node, fresh);
  return fresh;
}

/**
 * Fits a title into the room beside the amounts.
 * @param {Node} node @param {number} beside @param {boolean} isFull @param {number} epoch
 * @returns {Key}
 */
function fitted(node, beside, isFull, epoch) {
  const title = (isFull ? "✓ " : "") + (node.title ?? "");
  const room = node.width / (node.height / HEIGHT) - beside - 2 * END - APART;
  const face = fontWithin(title, display, TITLES, room);
  return { beside, isFull, face, title: room > 0 ? fit(face, title, room) : "", epoch };
}

/**
 * Paints the golden plate of a goal that will be reached. One gift can reach several goals, and golden plates
 * take the longest time to paint.
 * @param {Brush} brush @param {Node} node @param {string} amounts those of the reached goal
 */
export function prepareGold(brush, node, amounts) {
  const unit = node.height / HEIGHT;
  const line = lineOf(brush, node, amountsFont(node.width / unit), amounts);
  plateOf(brush, node, plateKey(brush, node, line.width, true), GOLD, unit);
}

/** @param {number} w the goal's width */
function amountsFont(w) {
  return display(w < NARROW ? SMALL : SIZE);
}

/** @param {CanvasRenderingContext2D} ctx @param {Key} key */
function paintTitle(ctx, { isFull, face, title }) {
  const edge = isOwn("goalEdge") ? color.goalEdge : undefined;
  if (title !== "") write(ctx, title, END, BASELINE, face, inkOn(isFull), EDGE, edge);
}

/** @param {Brush} brush @param {Node} node @param {number} w @param {boolean} isFull */
function drawBar({ pen }, node, w, isFull) {
  const long = w - 2 * BAR.inset;
  const y = HEIGHT - BAR.low - BAR.height;
  const level = clamp(node.level ?? 0);
  pen.put(pen.art.keep(paintBar, long, "empty"), BAR.inset, y);
  const fill = pen.art.keep(paintBar, long, isFull ? "reached" : "full");
  if (level > 0.004) {
    const ctx = pen.at(BAR.inset, y);
    const { canvas, h } = fill;
    const r = endOf(h);
    ctx.globalAlpha = pen.fade;
    ctx.save();
    // The fill ends as round as its bar.
    if (r > 0 && level < 1) {
      box(ctx, 0, 0, Math.max(h, fill.w * level), h, r);
      ctx.clip();
    }
    ctx.drawImage(canvas, 0, 0, Math.max(1, canvas.width * level), canvas.height, 0, 0, fill.w * level, h);
    ctx.restore();
  }
  if (isFull || level <= 0) return;
  const swing = node.amplitude ?? 0;
  const x = BAR.inset + long * level + swing * Math.sin(node.phase ?? 0) * 0.6;
  pen.light(true);
  pen.put(glow(pen, rung(2)[1], 20), x, y + BAR.height / 2, 0.5 + 0.15 * swing, 0.9, 0, style.isLight === true ? 0.5 : 0.9);
  pen.light(false);
}

/**
 * The radius of a bar's ends.
 * @param {number} h its height
 */
function endOf(h) {
  return style.material === "pixels" || cornerOf("goal", HEIGHT) === 0 ? 0 : h / 2;
}

/** @param {Art} art @param {number} w @param {"empty" | "full" | "reached"} state */
function paintBar(art, w, state) {
  const h = BAR.height;
  return art.paint(w, h, (ctx) => {
    box(ctx, 0, 0, w, h, endOf(h));
    if (state === "empty") {
      ctx.fillStyle = linear(ctx, 0, 0, 0, h, ["rgba(0,0,0,.62)", "rgba(20,14,40,.42)"]);
      ctx.fill();
      Object.assign(ctx, { strokeStyle: "rgba(255,255,255,.2)", lineWidth: 0.7 });
      ctx.stroke();
      return;
    }
    ctx.fillStyle = linear(ctx, 0, 0, w, 0, state === "full" ? fullStops() : reachedStops());
    ctx.fill();
    ctx.fillStyle = linear(ctx, 0, 0, 0, h, ["rgba(255,255,255,.7)", "rgba(255,255,255,.08)", "rgba(0,0,0,.22)"]);
    ctx.fill();
  }, { ax: 0, ay: 0 });
}

function fullStops() {
  if (isOwn("goalFill") || isOwn("goalFillEnd")) return [color.goalFill, color.goalFillEnd];
  return [rung(1)[0], color.goalFill, color.goalFillEnd];
}

function reachedStops() {
  if (isOwn("goalReached") || isOwn("goalReachedEnd")) return [color.goalReached, color.goalReachedEnd];
  return ["#f09a1a", "#fff0b0", "#ffc23d", "#fff6d0", "#f2a52a"];
}

/**
 * Draws the celebrations of reached goals behind all goals, so that they never cover words.
 * @param {Brush} brush @param {Node[]} nodes
 */
export function drawCelebrations(brush, nodes) {
  if (brush.pen.isStill) return;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node.kind !== "goal" || node.reachedAt === undefined || node.alpha <= 0) continue;
    const age = since(brush.time, node.reachedAt);
    brush.keepMoving(node.reachedAt / 1000 + REST);
    if (age >= 0 && age < REST) celebrate(brush, node, age);
  }
}

/** @param {Brush} brush @param {Node} node @param {number} age */
function celebrate({ pen }, node, age) {
  const unit = node.height / HEIGHT;
  const w = node.width / unit;
  const x = w / 2;
  const y = HEIGHT / 2;
  pen.over(node.x, node.y, unit);
  pen.fade = node.alpha;
  pen.put(halo(pen, w, HEIGHT, GOLD, cornerOf("goal", HEIGHT)), 0, 0, 1, 1, 0, 0.9 * arch(age, 0, 120, 2600, 3900));
  if (!pen.isCalm) drawFront(pen, w, y, age);
  for (let side = -1; side <= 1; side += 2) burst(pen, confettiOf(pen.art), x + (side * w) / 2, y, age - 80, 31 + side);
  burst(pen, kitOf(pen.art, GOLD).rise, x, y, age - 60, 7, w / 2, HEIGHT / 2);
  pen.end();
}

/**
 * Draws a front of light that runs along the bar to both ends, and spills out above and below the plate.
 * @param {import("./pen.js").Pen} pen @param {number} w @param {number} y @param {number} age in milliseconds
 */
function drawFront(pen, w, y, age) {
  const way = (w / 2) * span(age, 0, FRONT, ease.inOut);
  const shown = arch(age, 0, 80, FRONT, FRONT + 420);
  const light = glow(pen, "#ffdf7a", 48);
  pen.light(true);
  for (let side = -1; side <= 1; side += 2) {
    for (let i = 0; i < 3; i++) {
      const less = 1 - 0.2 * i;
      pen.put(light, w / 2 + side * Math.max(0, way - 11 * i), y, 0.5 * less, 1.1 * less, 0, shown * (1 - 0.3 * i));
    }
  }
  pen.light(false);
}
