// @ts-check
/**
 * Places and draws the popping counts (×n) of rows and cards. Limits the growth of each, so that counts do not
 * cover each other and the stage's edge does not cut them.
 */

import { digit } from "./digit.js";
import { drawFigures, textOf, widthOf as widthOfFigures } from "../show/figure.js";
import { isMilestone } from "../show/kit.js";
import { drop, width } from "../../shared/text.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Count The position of a node's count at rest, in points of the stage.
 * @property {import("./digit.js").Look | null} look set if the count is painted as one text
 * @property {Figures | null} figures set if each figure is a picture
 * @property {number} unit points of the stage per point of the figures' design
 * @property {number} y of its center
 * @property {number} scale its scale; NaN: the node's `digitScale`
 * @property {number} base the figures' scale at rest
 * @property {number} left its left edge, unless `centre` or `right` is set
 * @property {number} right its right edge: the count grows to the left; NaN: `left` or `centre` is set
 * @property {number} centre NaN: `left` or `right` is set
 * @property {number} room the largest width at rest
 * @property {number} reach the largest width during a pop
 * @property {number} largest the largest scale
 * @property {number} least the leftmost edge during a pop; -Infinity: the stage's edge
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
 * @property {number} share of its pop that leaves room for the other counts, 0 to 1
 *
 * @typedef {(brush: Brush, node: Node, count: Count) => void} Measure Writes a node's count into an empty `count`.
 */

/** Points between a count and the stage's edge. */
const EDGE = 4;
/** A long count may always pop to this scale. */
const LEAST_POP = 1.4;
/** Points between two counts. Round figures extend a little beyond their line. */
const AIR = 6;

/**
 * The shares of the server's growth at which figures grow in the tiers 0 to 4, and at a milestone. The server's digit grows
 * to three times its size, so that the figures grow to 1.45, 1.6, 1.8, 2, 2.3 and 2.6 times theirs.
 */
const GROWTHS = [0.225, 0.3, 0.4, 0.5, 0.65];
const MILESTONE = 0.8;

/** @type {WeakMap<Node, Place>} */
const places = new WeakMap();

/** @returns {Count} */
export function emptyCount() {
  return {
    look: null, figures: null, unit: 1, y: 0, scale: NaN, base: 1, left: 0, right: NaN, centre: NaN, room: Infinity, reach: Infinity,
    largest: Infinity, least: -Infinity };
}

/** @param {Count} count */
export function clearCount(count) {
  count.look = count.figures = null;
  count.unit = count.base = 1;
  count.y = count.left = 0;
  count.scale = count.right = count.centre = NaN;
  count.room = count.reach = count.largest = Infinity;
  count.least = -Infinity;
}

/**
 * Computes the position of each count, for `drawCount`. It writes into objects that it keeps for each node, so that a
 * drawing makes none.
 * @param {Brush} brush
 * @param {Node[]} nodes all nodes whose counts could meet
 * @param {Measure} measure
 */
export function arrangeCounts(brush, nodes, measure) {
  for (let i = 0; i < nodes.length; i++) {
    const place = keptPlace(nodes[i]);
    clearCount(place.count);
    measure(brush, nodes[i], place.count);
    grow(brush, nodes[i], place, Infinity);
  }
  for (let i = 0; i < nodes.length; i++) keptPlace(nodes[i]).share = smallestShare(nodes, i);
  for (let i = 0; i < nodes.length; i++) {
    const place = keptPlace(nodes[i]);
    const { scale, share } = place;
    if (share < 1) grow(brush, nodes[i], place, Math.min(scale, 1) + excess(scale) * share);
  }
}

/** @param {Node} node */
function keptPlace(node) {
  let place = places.get(node);
  if (place === undefined) {
    place = { count: emptyCount(), text: "", x: 0, y: 0, scale: 1, halfWidth: 0, halfHeight: 0, share: 1 };
    places.set(node, place);
  }
  return place;
}

/**
 * Returns the smallest share of a count's pop that any other count leaves to it.
 * @param {Node[]} nodes @param {number} index
 */
function smallestShare(nodes, index) {
  const own = keptPlace(nodes[index]);
  let share = 1;
  for (let i = 0; i < nodes.length; i++) if (i !== index) share = Math.min(share, shareOf(own, keptPlace(nodes[i])));
  return share;
}

/**
 * Returns the width of a count at rest, in points.
 * @param {Count} count @param {Node} node
 */
export function widthOf(count, node) {
  const text = textOf(node.count ?? 1);
  if (count.figures !== null) return widthOfFigures(count.figures, text) * count.unit;
  return count.look === null ? 0 : width(count.look.font, text);
}

/**
 * The width of a count's outline, half of it outside the figures.
 * @param {Count} count
 */
function lineOf({ look, figures, unit }) {
  return figures === null ? look?.line ?? 0 : figures.line * unit;
}

/** @param {Brush} brush @param {Node} node placed by `arrangeCounts` */
export function drawCount(brush, node) {
  const place = places.get(node);
  if (place === undefined || place.count.look === null) return;
  digit(brush, node, place.count.look, place.text, place.x, place.y, place.scale);
}

/**
 * Draws a count of figures, which no film fades. The pen's origin must be the node's corner.
 * @param {Brush} brush @param {Node} node as it was arranged @param {number | undefined} roll the count before
 * @param {number} pop the pop's age in milliseconds; negative: no pop
 */
export function rollCount(brush, node, roll, pop) {
  const place = places.get(node);
  if (place === undefined || place.count.figures === null) return;
  const { count: { figures, unit }, text, x, y, scale } = place;
  const left = (x - node.x) / unit - (widthOfFigures(figures, text) * scale) / 2;
  drawFigures(brush.pen, figures, node.count ?? 1, roll, pop, left, (y - node.y) / unit, scale, node.alpha / (1 - brush.veil.fade));
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
 * @param {Place} place
 * @param {number} most the largest scale
 */
function grow(brush, node, place, most) {
  const { count } = place;
  const wide = widthOf(count, node);
  const halfWidth = (wide + lineOf(count)) / 2;
  const halfHeight = heightOf(count);
  const leftEdge = EDGE - Math.max(0, -node.x);
  const rightEdge = brush.width - EDGE + Math.max(0, node.x + node.width - brush.width);
  const topEdge = EDGE - Math.max(0, -node.y);
  const lowEdge = brush.height - EDGE + Math.max(0, node.y + node.height - brush.height);
  const popped = poppedOf(count, node);
  const fitted = Math.min(1, count.room / wide);
  const scale = Math.min(
    popped * fitted, Math.max(LEAST_POP * fitted, count.reach / wide), most, count.largest,
    (rightEdge - leftEdge) / (2 * halfWidth), (lowEdge - topEdge) / (2 * halfHeight));
  const rest = restOf(count, wide, scale);
  const from = Math.max(leftEdge, Number.isNaN(count.right) ? Math.min(count.least, rest - halfWidth * fitted) : count.least);
  place.text = textOf(node.count ?? 1);
  place.scale = scale;
  place.halfWidth = halfWidth;
  place.halfHeight = halfHeight;
  place.x = between(rest, from + halfWidth * scale, rightEdge - halfWidth * scale);
  place.y = between(count.y, topEdge + halfHeight * scale, lowEdge - halfHeight * scale);
}

/**
 * Returns the scale of a count's pop. The server's digit dips before it settles; figures do not, because they look weak
 * below their final size. A pop is larger in a higher tier, and largest at a milestone, so that many cheap gifts do not
 * outshine an expensive one, and a milestone stands out of a fast combo.
 * @param {Count} count @param {Node} node
 */
function poppedOf({ scale, figures, base }, { digitScale = 1, count = 1, flourish }) {
  const popped = Number.isNaN(scale) ? digitScale : scale;
  if (figures === null) return popped;
  const share = isMilestone(flourish?.roll, count) ? MILESTONE : GROWTHS[flourish?.tier ?? 0];
  return (1 + excess(popped) * share) * base;
}

/**
 * Returns the x of a count's middle at a scale, before the edges move it.
 * @param {Count} count @param {number} wide its width at scale 1 @param {number} scale
 */
function restOf(count, wide, scale) {
  if (!Number.isNaN(count.right)) return count.right - (wide / 2) * scale;
  return Number.isNaN(count.centre) ? count.left + wide / 2 : count.centre;
}

/**
 * Half the height of a count with its outline, at scale 1.
 * @param {Count} count
 */
function heightOf({ look, figures, unit }) {
  if (figures !== null) return figures.half * unit;
  if (look === null) return 0;
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
  const aside = one.halfWidth * Math.max(1, one.scale) + other.halfWidth * Math.max(1, other.scale);
  if (Math.abs(one.x - other.x) > aside) return 1;
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
