// @ts-check
/**
 * Places and draws the popping counts (×n) of rows and cards. Limits the growth of each, so that counts do not
 * cover each other and the stage's edge does not cut them.
 */

import { digit } from "./digit.js";
import { HALF_HEIGHT, drawFigures, textOf, widthOf as widthOfFigures } from "../show/figure.js";
import { drop, width } from "../../shared/text.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Count The position of a node's count at rest, in points of the stage.
 * @property {import("./digit.js").Look} [look] set if the count is painted as one text
 * @property {Figures} [figures] set if each figure is a picture
 * @property {number} [unit] points of the stage per point of the figures' design; absent: 1
 * @property {number} y of its center
 * @property {number} [scale] its scale; absent: the node's `digitScale`
 * @property {number} [left] its left edge; absent: `centre` or `right` is set
 * @property {number} [right] its right edge; the count grows to the left
 * @property {number} [centre]
 * @property {number} [room] the largest width at rest; absent: any width
 * @property {number} [reach] the largest width during a pop; absent: any width
 * @property {number} [largest] the largest scale; absent: any scale
 * @property {number} [least] the leftmost edge during a pop; absent: the stage's edge
 *
 * @typedef {import("../show/figure.js").Figures} Figures
 *
 * @typedef {object} Place The drawn position of a count.
 * @property {Count} count
 * @property {string} text
 * @property {number} x of its center
 * @property {number} y
 * @property {number} scale
 * @property {number} halfWidth at scale 1, with its outline
 * @property {number} halfHeight
 */

/** Points between a count and the stage's edge. */
const EDGE = 4;
/** A long count may always pop to this scale. */
const LEAST_POP = 1.4;
/** Points between two counts. Round figures extend a little beyond their line. */
const AIR = 6;

/** @type {WeakMap<Node, Place>} */
const places = new WeakMap();

/**
 * Computes the position of each count, for `drawCount`.
 * @param {Brush} brush
 * @param {Node[]} nodes all nodes whose counts could meet
 * @param {(node: Node) => Count} countOf
 */
export function arrangeCounts(brush, nodes, countOf) {
  const found = nodes.map((node) => {
    const place = grown(brush, node, countOf(node));
    places.set(node, place);
    return place;
  });
  const shares = found.map((one) =>
    Math.min(1, ...found.map((other) => one === other ? 1 : shareOf(one, other))));
  nodes.forEach((node, index) => {
    if (shares[index] === 1) return;
    const { scale } = found[index];
    const less = Math.min(scale, 1) + excess(scale) * shares[index];
    places.set(node, grown(brush, node, countOf(node), less));
  });
}

/**
 * Returns the width of a count at rest, in points.
 * @param {Count} count @param {Node} node
 */
export function widthOf({ look, figures, unit = 1 }, { count = 1 }) {
  if (figures !== undefined) return widthOfFigures(figures, textOf(count)) * unit;
  return look === undefined ? 0 : width(look.font, textOf(count));
}

/**
 * The width of a count's outline, half of it outside the figures.
 * @param {Count} count
 */
function lineOf({ look, figures, unit = 1 }) {
  return figures === undefined ? look?.line ?? 0 : figures.line * unit;
}

/** @param {Brush} brush @param {Node} node placed by `arrangeCounts` */
export function drawCount(brush, node) {
  const place = places.get(node);
  if (place?.count.look === undefined) return;
  digit(brush, node, place.count.look, place.text, place.x, place.y, place.scale);
}

/**
 * Draws a count of figures. The pen's origin must be the node's corner.
 * @param {Brush} brush @param {Node} node as it was arranged @param {number | undefined} roll the count before
 * @param {number} pop the pop's age in milliseconds; negative: no pop
 */
export function rollCount(brush, node, roll, pop) {
  const place = places.get(node);
  if (place?.count.figures === undefined) return;
  const { count: { figures, unit = 1 }, text, x, y, scale } = place;
  const left = (x - node.x) / unit - (widthOfFigures(figures, text) * scale) / 2;
  drawFigures(brush.pen, figures, node.count ?? 1, roll, pop, left, (y - node.y) / unit, scale, node.alpha);
}

/**
 * The middle of a node's count, as it was arranged.
 * @param {Node} node
 */
export function placeOf(node) {
  return places.get(node);
}

/**
 * Computes the scale and position of a count within the stage's edges. If the node itself is partly outside, its
 * count may be outside by the same distance: both slide in and out together.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Count} count
 * @param {number} [most] the largest scale
 * @returns {Place}
 */
function grown(brush, node, count, most = Infinity) {
  const {
    scale: popped = node.digitScale ?? 1, left = 0, right, centre, y, room = Infinity, reach = Infinity, least = -Infinity,
    largest = Infinity } = count;
  const wide = widthOf(count, node);
  const halfWidth = (wide + lineOf(count)) / 2;
  const halfHeight = heightOf(count);
  const edges = {
    left: EDGE - Math.max(0, -node.x),
    right: brush.width - EDGE + Math.max(0, node.x + node.width - brush.width),
    top: EDGE - Math.max(0, -node.y),
    bottom: brush.height - EDGE + Math.max(0, node.y + node.height - brush.height),
  };
  const fitted = Math.min(1, room / wide);
  const scale = Math.min(
    popped * fitted, Math.max(LEAST_POP * fitted, reach / wide), most, largest,
    (edges.right - edges.left) / (2 * halfWidth), (edges.bottom - edges.top) / (2 * halfHeight));
  const rest = right !== undefined ? right - (wide / 2) * scale : centre ?? left + wide / 2;
  const from = Math.max(edges.left, Math.min(least, rest - halfWidth * fitted));
  return {
    count, text: textOf(node.count ?? 1), scale, halfWidth, halfHeight,
    x: between(rest, from + halfWidth * scale, edges.right - halfWidth * scale),
    y: between(y, edges.top + halfHeight * scale, edges.bottom - halfHeight * scale),
  };
}

/**
 * Half the height of a count with its outline, at scale 1.
 * @param {Count} count
 */
function heightOf({ look, figures, unit = 1 }) {
  if (figures !== undefined || look === undefined) return HALF_HEIGHT * unit;
  return drop(look.font) + look.line / 2;
}

/**
 * Clamps the value. The upper bound wins if both bounds cannot hold.
 * @param {number} value @param {number} least @param {number} most
 */
function between(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/**
 * Returns the share of their pops at which two counts just touch, at least 0. From 1 up they do not meet.
 * @param {Place} one @param {Place} other
 */
function shareOf(one, other) {
  const rest = one.halfHeight * Math.min(one.scale, 1) + other.halfHeight * Math.min(other.scale, 1);
  const pops = one.halfHeight * excess(one.scale) + other.halfHeight * excess(other.scale);
  if (pops === 0) return 1;
  return Math.max(0, (Math.abs(one.y - other.y) - AIR - rest) / pops);
}

/**
 * Returns the scale beyond that at rest.
 * @param {number} scale
 */
function excess(scale) {
  return Math.max(0, scale - 1);
}
