// @ts-check
/** Lays out captions of several lines, and places all captions so that they do not cover each other or other rows. */

import { width } from "../../shared/text.js";
import { faceOf, glyphsOf, lineOf } from "./line.js";
import { isBreak, wrap } from "./wrap.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("../extent.js").Rect} Rect */

/**
 * @typedef {object} Block
 * @property {number} epoch the brush's epoch when it was laid out
 * @property {number} room the available width
 * @property {import("./line.js").Line[]} lines from the first to the last
 * @property {number} width of the widest line, in points
 * @property {number} height from the top of the first line to the bottom of the last
 * @property {number} top of the first line, relative to the top of the node's row
 */

/** @type {WeakMap<Node, Block>} */
const blocks = new WeakMap();

/**
 * The widths of captions that stand beside rows. A caption never widens again: its lines
 * must not jump whenever a row leaves.
 * @type {WeakMap<Node, number>}
 */
const limits = new WeakMap();

/**
 * The spans of captions that stand aside because rows leave too little room at their own place. A caption stays
 * in its span: it must not jump back whenever a row leaves.
 * @type {WeakMap<Node, {left: number, right: number}>}
 */
const spans = new WeakMap();

const MARGIN = 8;
/** The smallest width. Less would hold one word per line or less. */
const LEAST_ROOM = 200;
/** The distance between two lines, as a share of a line's height. */
const PITCH = 0.85;

/**
 * Returns the block of a caption: one line if that fits, otherwise up to three.
 * @param {Brush} brush
 * @param {Node} node
 * @returns {Block}
 */
export function blockOf(brush, node) {
  const room = roomOf(brush, node);
  let block = blocks.get(node);
  if (block === undefined || block.epoch !== brush.epoch || block.room !== room) {
    blocks.set(node, (block = layOut(brush, node, room)));
  }
  return block;
}

/** @param {Brush} brush @param {Node} node @param {number} room @returns {Block} */
function layOut(brush, node, room) {
  const glyphs = glyphsOf(node);
  const face = faceOf(node.height);
  const fits = !glyphs.some(isBreak) && width(face, glyphs.join("")) <= room;
  const { share, lines: parts } = fits
    ? { share: 1, lines: [{ from: 0, to: glyphs.length }] } : wrap(face, glyphs, room);
  const high = node.height * share;
  const lines = parts.map(({ from, to }, index) => lineOf(brush, node, index, from, to, high));
  const height = high * (1 + PITCH * (lines.length - 1));
  return { epoch: brush.epoch, room, lines, width: Math.max(0, ...lines.map((line) => line.width)), height, top: 0 };
}

/**
 * Places the captions. Each one ends where its row does, and rises by the extra height of the captions below it; no
 * caption of several lines rises over the stage's upper edge. A caption beside rows of other widgets gets
 * narrower lines or stands aside, so that it does not cover them.
 * @param {Brush} brush
 * @param {Node[]} nodes
 * @param {Rect[]} [others] the rows of other widgets
 */
export function arrangeBlocks(brush, nodes, others = NONE) {
  let risen = 0;
  sortUpwards(nodes);
  for (let i = 0; i < nodes.length; i++) {
    const node = sorted[i];
    let block = place(blockOf(brush, node), node, risen);
    // A narrower block is higher, and may reach more rows.
    while (isCovering(block, node, others) && makeWay(brush, block, node, others)) {
      block = place(blockOf(brush, node), node, risen);
    }
    risen += Math.max(0, block.height - node.height);
    for (let index = 0; index < block.lines.length; index++) {
      const line = block.lines[index];
      line.y = block.top + index * PITCH * line.height;
    }
  }
}

/** @type {Rect[]} */
const NONE = [];

/**
 * The captions that were sorted last, the lowest first. The list is kept, so that a drawing makes no array.
 * @type {Node[]}
 */
const sorted = [];

/** @param {Node[]} nodes */
function sortUpwards(nodes) {
  for (let i = 0; i < nodes.length; i++) {
    let at = i;
    for (; at > 0 && sorted[at - 1].y < nodes[i].y; at--) sorted[at] = sorted[at - 1];
    sorted[at] = nodes[i];
  }
  sorted.length = nodes.length;
}

/**
 * Tells if a caption covers a row, or almost touches it.
 * @param {Block} block @param {Node} node @param {Rect[]} others
 */
function isCovering(block, node, others) {
  for (let i = 0; i < others.length; i++) if (covers(block, node, others[i])) return true;
  return false;
}

/** @param {Block} block @param {Node} node @param {Rect} row */
function covers(block, node, row) {
  return isOver(row.y, row.height, node.y + block.top, block.height)
    && isOver(row.x, row.width, leftOf(node, block.width) - MARGIN, block.width + 2 * MARGIN);
}

/**
 * Sets the top of a block.
 * @param {Block} block @param {Node} node @param {number} risen the extra height of the captions below it
 */
function place(block, node, risen) {
  const more = block.height - node.height;
  block.top = block.lines.length === 1 ? -risen : Math.max(-more - risen, Math.min(0, -node.y));
  return block;
}

/**
 * Narrows a caption that covers rows, or moves it aside. Rows that leave too little room for words on either side
 * stay covered.
 * @param {Brush} brush @param {Block} block @param {Node} node @param {Rect[]} others
 * @returns {boolean} whether its lines change
 */
function makeWay(brush, block, node, others) {
  const level = others.filter(({ y, height }) => isOver(y, height, node.y + block.top, block.height));
  const covered = level.filter((row) => covers(block, node, row));
  const rooms = covered.map((row) => roomBeside(node, row));
  if (!spans.has(node) && rooms.every((room) => room >= LEAST_ROOM)) return narrow(block, node, rooms);
  const span = spanBeside(brush, node, level);
  if (span.right - span.left < LEAST_ROOM) {
    return !spans.has(node) && narrow(block, node, rooms.filter((room) => room >= LEAST_ROOM));
  }
  const known = spans.get(node);
  spans.set(node, span);
  return known === undefined || known.left < span.left || known.right > span.right;
}

/**
 * Tells if two ranges have points in common.
 * @param {number} from @param {number} length
 * @param {number} other the start of the other range @param {number} otherLength
 */
function isOver(from, length, other, otherLength) {
  return from < other + otherLength && from + length > other;
}

/**
 * Limits the width of a caption to the smallest room.
 * @param {Block} block @param {Node} node @param {number[]} rooms
 * @returns {boolean} whether its lines change
 */
function narrow(block, node, rooms) {
  const room = Math.min(...rooms);
  if (room >= block.room) return false;
  limits.set(node, room);
  return true;
}

/**
 * Returns how wide a caption at its own place may be beside a row.
 * @param {Node} node @param {Rect} row
 */
function roomBeside(node, { x, width }) {
  const isBefore = x + width / 2 < node.x;
  const side = isBefore ? node.x - x - width : x - node.x;
  const share = node.align === "center" ? 2 : (node.align === "right") === isBefore ? 1 : 0;
  return share * (side - MARGIN);
}

/**
 * Returns the span between rows in the left half of the stage and rows in the right half.
 * @param {Brush} brush @param {Node} node @param {Rect[]} rows
 */
function spanBeside(brush, node, rows) {
  let { left, right } = spans.get(node) ?? { left: MARGIN, right: brush.width - MARGIN };
  for (const { x, width } of rows) {
    if (x + width / 2 < brush.width / 2) left = Math.max(left, x + width + MARGIN);
    else right = Math.min(right, x - MARGIN);
  }
  return { left, right };
}

/**
 * Returns the left edge of a line of this width.
 * @param {Node} node
 * @param {number} wide
 */
export function leftOf(node, wide) {
  const share = node.align === "left" ? 0 : node.align === "right" ? 1 : 0.5;
  const span = spans.get(node);
  return span === undefined ? node.x - wide * share : span.left + (span.right - span.left - wide) * share;
}

/**
 * Returns the largest width of a line, in points, that stays on the stage and within the caption's limit.
 * @param {Brush} brush
 * @param {Node} node
 */
function roomOf(brush, node) {
  const span = spans.get(node);
  if (span !== undefined) return span.right - span.left;
  const before = node.x - MARGIN;
  const behind = brush.width - node.x - MARGIN;
  const room = node.align === "left"
    ? behind
    : node.align === "right" ? before : 2 * Math.min(before, behind);
  return Math.max(Math.min(room, limits.get(node) ?? Infinity), 40);
}
