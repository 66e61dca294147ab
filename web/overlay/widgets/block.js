// @ts-check
/** A caption's lines, one above the other, and where captions stand that need more room than one line. */

import { width } from "../../shared/text.js";
import { font } from "../../shared/palette.js";
import { lineOf, sizeOf } from "./line.js";
import { isBreak, wrap } from "./wrap.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("../extent.js").Rect} Rect */

/**
 * @typedef {object} Block
 * @property {number} epoch of the brush it was laid out in
 * @property {number} room the width it had to fit in
 * @property {import("./line.js").Line[]} lines from the first to the last
 * @property {number} width of the widest, in points
 * @property {number} height from the first one's top to the last one's bottom
 * @property {number} top the first one's top, from the top of the node's row
 */

/** @type {WeakMap<Node, Block>} */
const blocks = new WeakMap();

/**
 * How wide captions may be that stand beside rows. A caption does not widen again while it stands: its lines
 * must not jump whenever a row leaves.
 * @type {WeakMap<Node, number>}
 */
const limits = new WeakMap();

const MARGIN = 8;
/** A narrower caption would have a word or less in a line. */
const LEAST_ROOM = 200;
/** From one line to the next, as a share of a line's height. */
const PITCH = 0.85;

/**
 * The caption's block: one line if that fits, else up to three.
 * @param {Brush} brush
 * @param {Node} node
 * @returns {Block}
 */
export function blockOf(brush, node) {
  const room = roomOf(brush, node);
  let block = blocks.get(node);
  if (block !== undefined && block.epoch === brush.epoch && block.room === room) return block;
  const glyphs = node.glyphs ?? [];
  const face = font(sizeOf(node.height), 700);
  const fits = !glyphs.some(isBreak) && width(face, node.text ?? "") <= room;
  const { share, lines: parts } = fits
    ? { share: 1, lines: [{ from: 0, to: glyphs.length }] } : wrap(face, glyphs, room);
  const high = node.height * share;
  const lines = parts.map(({ from, to }, index) => lineOf(brush, node, index, from, to, high));
  const height = high * (1 + PITCH * (lines.length - 1));
  block = { epoch: brush.epoch, room, lines, width: Math.max(0, ...lines.map((line) => line.width)), height, top: 0 };
  blocks.set(node, block);
  return block;
}

/**
 * Places the captions. Each one ends where its row does, and rises by the extra height of the captions below it; no
 * caption of several lines rises over the stage's upper edge. A caption beside rows of other widgets gets
 * narrower lines, so that it covers none of them.
 * @param {Brush} brush
 * @param {Node[]} nodes
 * @param {Rect[]} [others] where other widgets have rows
 */
export function arrangeBlocks(brush, nodes, others = []) {
  let risen = 0;
  for (const node of [...nodes].sort((one, other) => other.y - one.y)) {
    let block = place(blockOf(brush, node), node, risen);
    // A narrower block is higher, and may come beside more rows.
    for (let room = roomBeside(block, node, others); room < block.room; room = roomBeside(block, node, others)) {
      limits.set(node, room);
      block = place(blockOf(brush, node), node, risen);
    }
    risen += Math.max(0, block.height - node.height);
    block.lines.forEach((line, index) => {
      line.y = block.top + index * PITCH * line.height;
    });
  }
}

/**
 * Gives a block its top.
 * @param {Block} block @param {Node} node @param {number} risen by how much the captions below it are higher
 */
function place(block, node, risen) {
  const more = block.height - node.height;
  block.top = block.lines.length === 1 ? -risen : Math.max(-more - risen, Math.min(0, -node.y));
  return block;
}

/**
 * How wide a caption may be so that it covers no rows beside it. Rows that leave too little room for words are
 * covered: then a caption over them is the lesser evil.
 * @param {Block} block @param {Node} node @param {Rect[]} others
 */
function roomBeside(block, node, others) {
  const top = node.y + block.top;
  const left = leftOf(node, block.width);
  let room = block.room;
  for (const { x, y, width, height } of others) {
    if (y >= top + block.height || y + height <= top) continue;
    if (x >= left + block.width + MARGIN || x + width <= left - MARGIN) continue;
    const isBefore = x + width / 2 < node.x;
    const side = isBefore ? node.x - x - width : x - node.x;
    const share = node.align === "center" ? 2 : (node.align === "right") === isBefore ? 1 : 0;
    const beside = share * (side - MARGIN);
    if (beside >= LEAST_ROOM) room = Math.min(room, beside);
  }
  return room;
}

/**
 * The left edge of a line, or of the widest.
 * @param {Node} node
 * @param {number} wide
 */
export function leftOf(node, wide) {
  return node.x - wide * (node.align === "left" ? 0 : node.align === "right" ? 1 : 0.5);
}

/**
 * How wide a line may be, in points, to stay on the stage.
 * @param {Brush} brush
 * @param {Node} node
 */
function roomOf(brush, node) {
  const before = node.x - MARGIN;
  const behind = brush.width - node.x - MARGIN;
  const room = node.align === "left"
    ? behind
    : node.align === "right" ? before : 2 * Math.min(before, behind);
  return Math.max(Math.min(room, limits.get(node) ?? Infinity), 40);
}
