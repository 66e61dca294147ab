// @ts-check
/** The counter widget, which draws a number as text. `show/dial.js` draws the counters that are clocks. */

import { color, display, font, isOwn, style } from "../../shared/palette.js";
import { TALLY_MARGIN, TALLY_SIZE, drawTally } from "../show/tally.js";
import { boxOf, drawClock } from "../show/dial.js";
import { CLEAR, lineOf, narrowing, putLine, writeLine } from "./cells.js";
import { isClock } from "./clock.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {string} [text]
 * @property {number} [value]
 * @property {number} [added] seconds that were last added to a clock
 * @property {string} [addedBy] the name of the sender whose gift added them
 * @property {number} [addedAt] the instant of the addition, room time in microseconds
 * @property {boolean} [ended] true while a clock is at 0
 * @property {number} [endedAt] the instant at which it came to 0, room time in microseconds
 */

/** The width of the outline of a text on a plate. */
const EDGE = 3;

/** @type {import("./widgets.js").Widget} */
export const counter = {
  name: "counters",
  kind: "counter",
  layer: 30,
  fields: [
    ["text", "text"],
    ["value", "hundredths"],
    ["added", "seconds?"],
    ["addedBy", "name"],
    ["addedAt", "integer?"],
    ["ended", "flag"],
    ["endedAt", "integer?"],
  ],
  content: [],
  steps: ["value"],
  part: { name: "clocks", has: isClock },
  draw: drawCounter,
  extent: (brush, node, into) => {
    if (isClock(node)) return boxOf(brush, node, into);
    const wide = lineOf(brush, node, faceOf(node)).width + 2 * marginOf(node);
    into.width = wide * narrowing(brush, node, wide, isPlated());
    return into;
  },
};

function isPlated() {
  return style.material !== "plain";
}

/**
 * The size of the text, in points.
 * @param {Node} node
 */
function sizeOf(node) {
  return node.height * (isPlated() ? TALLY_SIZE : 0.75);
}

/** @param {Node} node */
function faceOf(node) {
  return isPlated() ? display(sizeOf(node)) : font(sizeOf(node), 700);
}

/**
 * Between the plate's edge and the text, in points.
 * @param {Node} node
 */
function marginOf(node) {
  return isPlated() ? (TALLY_MARGIN * node.height) / 36 : 0;
}

/** @param {Brush} brush @param {Node} node */
function drawCounter(brush, node) {
  if (isClock(node)) drawClock(brush, node);
  else if (isPlated()) drawPlated(brush, node);
  else drawPlain(brush, node);
}

/** @param {Brush} brush @param {Node} node */
function drawPlated(brush, node) {
  const { pen } = brush;
  const line = lineOf(brush, node, faceOf(node));
  const margin = marginOf(node);
  const wide = line.width + 2 * margin;
  const less = narrowing(brush, node, wide, true);
  const edge = isOwn("counterEdge") ? color.counterEdge : CLEAR;
  drawTally(brush, node, wide * less, node.height * less);
  pen.over(node.x + margin * less, node.y + node.height / 2, less);
  pen.fade = node.alpha;
  if (line.way === "ltr") putLine(pen, line, color.counterText, EDGE, edge);
  else writeWhole(brush, line, node, edge);
  pen.end();
}

/**
 * Writes a right-to-left text, which the browser must order as a whole.
 * @param {Brush} brush @param {import("./cells.js").Line} line @param {Node} node @param {string} edge
 */
function writeWhole({ pen }, line, node, edge) {
  const ctx = pen.at(0, 0);
  ctx.globalAlpha = node.alpha;
  writeLine(ctx, line, color.counterText, EDGE, edge);
}

/** @param {Brush} brush @param {Node} node */
function drawPlain(brush, node) {
  const { ctx } = brush;
  const line = lineOf(brush, node, faceOf(node));
  const s = brush.scale * narrowing(brush, node, line.width, false);
  ctx.setTransform(s, 0, 0, s, node.x * brush.scale, (node.y + node.height / 2) * brush.scale);
  ctx.globalAlpha = node.alpha;
  writeLine(ctx, line, color.counterText, sizeOf(node) * 0.17, color.counterEdge);
  ctx.globalAlpha = 1;
}
