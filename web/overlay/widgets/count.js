// @ts-check
/**
 * The popping counts of rows and cards: how far each may grow, and whereto, so that none covers
 * another one or is cut by the stage's edge.
 */

import { digit } from "./digit.js";
import { drop, grouped, width } from "../../shared/text.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Count Where a node's count stands at rest, in points of the stage.
 * @property {import("./digit.js").Look} look
 * @property {number} y of its centre
 * @property {number} [scale] how large it is; absent: as the node says
 * @property {number} [left] its left edge; absent: it stands about `centre`
 * @property {number} [centre]
 * @property {number} [room] how wide it may be at rest; absent: any width
 * @property {number} [reach] how wide it may be as it pops; absent: any width
 * @property {number} [least] how far to the left it may grow; absent: to the stage's edge
 *
 * @typedef {object} Place Where a count is drawn.
 * @property {import("./digit.js").Look} look
 * @property {string} text
 * @property {number} x of its centre
 * @property {number} y
 * @property {number} scale
 * @property {number} halfWidth at scale 1, with its outline
 * @property {number} halfHeight
 */

/** Points between a count and the stage's edge. */
const EDGE = 4;
/** The largest scale of a long count. */
const LEAST_POP = 1.4;
/** Points between two counts; a round figure reaches a little over its line, too. */
const AIR = 6;

/** @type {WeakMap<Node, Place>} */
const places = new WeakMap();

/**
 * Finds each count's place, for `drawCount`.
 * @param {Brush} brush
 * @param {Node[]} nodes all that may be in each other's way
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
 * How wide a count is at rest, in points.
 * @param {Count} count @param {Node} node
 */
export function widthOf({ look }, node) {
  return width(look.font, textOf(node));
}

/** @param {Node} node */
function textOf({ count = 1 }) {
  return `×${grouped(count)}`;
}

/** @param {Brush} brush @param {Node} node as it was arranged */
export function drawCount(brush, node) {
  const place = places.get(node);
  if (place === undefined) return;
  const { look, text, x, y, scale } = place;
  digit(brush, node, look, text, x, y, scale);
}

/**
 * A count as large as it is to be, and away from the stage's edges. A node that is itself beyond an
 * edge has its count as far beyond: both slide in and out together.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Count} count
 * @param {number} [most] how large it may be
 * @returns {Place}
 */
function grown(brush, node, { look, scale: popped = node.digitScale ?? 1, left = 0, centre, y, room = Infinity, reach = Infinity, least = -Infinity }, most = Infinity) {
  const text = textOf(node);
  const wide = width(look.font, text);
  const halfWidth = (wide + look.line) / 2;
  const halfHeight = drop(look.font) + look.line / 2;
  const edges = {
    left: EDGE - Math.max(0, -node.x),
    right: brush.width - EDGE + Math.max(0, node.x + node.width - brush.width),
    top: EDGE - Math.max(0, -node.y),
    bottom: brush.height - EDGE + Math.max(0, node.y + node.height - brush.height),
  };
  const fitted = Math.min(1, room / wide);
  const scale = Math.min(
    popped * fitted, Math.max(LEAST_POP * fitted, reach / wide), most,
    (edges.right - edges.left) / (2 * halfWidth), (edges.bottom - edges.top) / (2 * halfHeight));
  const rest = centre ?? left + wide / 2;
  const from = Math.max(edges.left, Math.min(least, rest - halfWidth * fitted));
  return {
    look, text, scale, halfWidth, halfHeight,
    x: between(rest, from + halfWidth * scale, edges.right - halfWidth * scale),
    y: between(y, edges.top + halfHeight * scale, edges.bottom - halfHeight * scale),
  };
}

/**
 * The value in its bounds; the upper one holds if both can't.
 * @param {number} value @param {number} least @param {number} most
 */
function between(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/**
 * How much of their pops two counts may have so that they do not meet: 0 to 1, or more.
 * @param {Place} one @param {Place} other
 */
function shareOf(one, other) {
  const rest = one.halfHeight * Math.min(one.scale, 1) + other.halfHeight * Math.min(other.scale, 1);
  const pops = one.halfHeight * excess(one.scale) + other.halfHeight * excess(other.scale);
  if (pops === 0) return 1;
  return Math.max(0, (Math.abs(one.y - other.y) - AIR - rest) / pops);
}

/**
 * By how much a count is larger than at rest.
 * @param {number} scale
 */
function excess(scale) {
  return Math.max(0, scale - 1);
}
