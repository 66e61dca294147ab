// @ts-check
/** The counter widget, which draws a number as text. `widgets/clock.js` draws the counters that are clocks. */

import { colour, display, font, isOwn, style } from "../../shared/palette.js";
import { TALLY_MARGIN, TALLY_SIZE, drawTally } from "../show/tally.js";
import { boxOf, drawClock } from "../show/dial.js";
import { lineOf, narrowing, writeLine } from "./cells.js";
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

/** @type {import("./widgets.js").Widget} */
export const counter = {
  name: "counters",
  kind: "counter",
  layer: 30,
  fields: [
    ["text", "text"],
    ["value", "hundredths"],
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
  if (isClock(node)) return drawClock(brush, node);
  const size = sizeOf(node);
  const line = lineOf(brush, node, faceOf(node));
  const margin = marginOf(node);
  const wide = line.width + 2 * margin;
  const less = narrowing(brush, node, wide, isPlated());
  const s = brush.scale * less;
  if (isPlated()) drawTally(brush, node, wide * less, node.height * less);
  const { ctx } = brush;
  const left = Math.round((node.x + margin * less) * brush.scale);
  ctx.setTransform(s, 0, 0, s, isPlated() ? left : node.x * brush.scale, (node.y + node.height / 2) * brush.scale);
  ctx.globalAlpha = node.alpha;
  const edge = isPlated() && !isOwn("counterEdge") ? "rgba(0,0,0,0)" : colour.counterEdge;
  writeLine(ctx, line, colour.counterText, isPlated() ? 3 : size * 0.17, edge);
  ctx.globalAlpha = 1;
}
