// @ts-check
/**
 * The goal widget, which draws a goal's title, its amounts and its progress bar with a wave at its end. `show/bar.js`
 * draws the goal in themes with a material.
 */

import { rounded } from "../paint/shape.js";
import { figures } from "../../shared/money.js";
import { cutToLine, direction, drawable, fit, grouped, put, width } from "../../shared/text.js";
import { color, font, radius, style } from "../../shared/palette.js";
import { linear } from "../show/trace.js";
import { drawCelebrations, drawGoal as drawPlated, prepareGold } from "../show/bar.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The design height of the bar. Other heights scale the whole bar. */
const HEIGHT = 32;
const MARGIN = 12;
/** The baseline of the texts. */
const BASE = 20.5;
/** Points between two corners of the wave. */
const STEP = 1;
/** By how much the track is smaller than the fill, on each side. */
const THIN = 0.5;
/** The share of the bar's height over which its light color goes. */
const GLOSS = 0.42;
/** The height of one radian of the wave along the bar's end, in points. */
const RADIAN = 6;

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {string} [title]
 * @property {number} [value]
 * @property {number} [target]
 * @property {number} [level]
 * @property {boolean} [reached]
 * @property {number} [amplitude]
 * @property {number} [phase]
 * @property {number} [reachedAt] when a gift brought it to its target, room time in microseconds
 * @property {string | null} [currency] set if the amounts are money, in its smallest unit
 */

/** @type {import("./widgets.js").Widget} */
export const goal = {
  name: "goals",
  kind: "goal",
  layer: 40,
  fields: [
    ["title", "text"],
    ["value", "hundredths"],
    ["target", "hundredths"],
    ["level", "thousandths"],
    ["reached", "flag"],
    ["amplitude", "thousandths?"],
    ["phase", "thousandths?"],
    ["currency", "name"],
    ["reachedAt", "integer?"],
  ],
  content: ["title", "target", "reached", "currency"],
  lay: drawCelebrations,
  renews: true,
  prepare: [prepareReached],
  draw: drawGoal,
};

/** @param {Brush} brush @param {Node} node */
function prepareReached(brush, node) {
  if (style.material !== "plain" && node.reachedAt !== undefined && isFull(node)) prepareGold(brush, node, writtenOf(node));
}

/** @param {Brush} brush @param {Node} node */
function drawGoal(brush, node) {
  if (style.material !== "plain") {
    return drawPlated(brush, node, writtenOf(node), isFull(node));
  }
  const unit = node.height / HEIGHT;
  const wide = node.width / unit;
  const { ctx } = brush;
  const s = brush.scale * unit;
  ctx.setTransform(s, 0, 0, s, node.x * brush.scale, node.y * brush.scale);
  ctx.globalAlpha = node.alpha;
  // The track is a little smaller than the fill, so that no dark line shows around the fill.
  rounded(ctx, THIN, THIN, wide - 2 * THIN, HEIGHT - 2 * THIN, radius.goalRadius - THIN);
  ctx.fillStyle = color.goalBackground;
  ctx.fill();
  ctx.save();
  rounded(ctx, 0, 0, wide, HEIGHT, radius.goalRadius);
  ctx.clip();
  fill(brush, node, wide);
  ctx.restore();
  write(ctx, node, wide);
  ctx.globalAlpha = 1;
}

/**
 * Fills the bar up to its level. Its end is as round as the track, and waves while it moves.
 * @param {Brush} brush @param {Node} node @param {number} wide
 */
function fill({ ctx, pen: { art } }, node, wide) {
  const end = (node.level ?? 0) * wide;
  if (end <= 0) return;
  const isGold = isFull(node);
  ctx.fillStyle = art.keep(makeFill, ctx, isGold);
  const round = Math.min(radius.goalRadius, HEIGHT / 2);
  ctx.beginPath();
  ctx.moveTo(0, 0);
  for (let y = 0; y <= HEIGHT; y += STEP) {
    const swing = Math.sin(y / RADIAN - (node.phase ?? 0));
    const beyond = Math.max(0, Math.abs(y - HEIGHT / 2) - HEIGHT / 2 + round);
    ctx.lineTo(end - round + Math.sqrt(round * round - beyond * beyond) + (node.amplitude ?? 0) * swing, y);
  }
  ctx.lineTo(0, HEIGHT);
  ctx.fill();
}

/** @param {import("../show/art.js").Art} _ @param {CanvasRenderingContext2D} ctx @param {boolean} isGold */
function makeFill(_, ctx, isGold) {
  const [light, deep] = isGold ? [color.goalReached, color.goalReachedEnd] : [color.goalFill, color.goalFillEnd];
  // White words are below the light.
  return linear(ctx, 0, 0, 0, HEIGHT, [[0, light], [GLOSS, deep], [1, deep]]);
}

/**
 * Tells if the goal is reached and the bar shows the target. `reached` alone can be true while
 * the bar is still filling.
 * @param {Node} node
 */
export function isFull({ reached, value = 0, target = 0 }) {
  return reached === true && value >= target;
}

/** @param {CanvasRenderingContext2D} ctx @param {Node} node @param {number} wide */
function write(ctx, node, wide) {
  const amounts = writtenOf(node);
  ctx.font = font(13, 700);
  ctx.fillStyle = color.goalText;
  ctx.strokeStyle = color.goalEdge;
  ctx.lineWidth = 3;
  ctx.lineJoin = "round";
  const right = width(ctx.font, amounts);
  edged(ctx, amounts, wide - MARGIN - right);
  const room = wide - right - 3 * MARGIN;
  if (room > 0) edged(ctx, fit(ctx.font, node.title ?? "", room), MARGIN);
}

/**
 * The amounts that were written last. Another target or currency makes a new node.
 * @type {WeakMap<Node, {whole: number, amounts: string}>}
 */
const written = new WeakMap();

/**
 * Returns a goal's amounts as they are written. They change only with the whole part of the value.
 * @param {Node} node
 */
function writtenOf(node) {
  const whole = Math.floor(node.value ?? 0);
  let last = written.get(node);
  if (last === undefined) written.set(node, (last = { whole: NaN, amounts: "" }));
  if (last.whole !== whole) {
    last.whole = whole;
    last.amounts = amountsOf(whole, node.target ?? 0, node.currency);
  }
  return last.amounts;
}

/**
 * Formats the amount and the target: `420 / 10,000`, or for money `4.20 / 100.00 EUR`.
 * @param {number} value @param {number} target @param {string | null} [currency]
 */
export function amountsOf(value, target, currency) {
  if (!currency) return `${grouped(Math.floor(value))} / ${grouped(target)}`;
  return `${figures(value, currency)} / ${figures(target, currency)} ${currency}`;
}

/**
 * Writes a text with an outline, which makes it readable over the full and the empty part of the bar.
 * @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x
 */
function edged(ctx, text, x) {
  ctx.textAlign = "left";
  const way = direction(text);
  ctx.direction = way;
  const drawn = drawable(text, way);
  const isCut = cutToLine(ctx, drawn, BASE);
  ctx.strokeText(drawn, x, BASE);
  if (isCut) ctx.restore();
  put(ctx, text, x, BASE);
}
