// @ts-check
/** A caption's lines, one above the other, and where captions stand that need more room than one line. */

import { width } from "../../shared/text.js";
import { font } from "../../shared/palette.js";
import { lineOf, sizeOf } from "./line.js";
import { isBreak, wrap } from "./wrap.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

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

const MARGIN = 8;
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
 * Has every caption end where its row does, and rise by what the ones below it are higher than a row; none
 * of several lines rises over the stage's upper edge.
 * @param {Brush} brush
 * @param {Node[]} nodes
 */
export function arrangeBlocks(brush, nodes) {
  let risen = 0;
  for (const node of [...nodes].sort((one, other) => other.y - one.y)) {
    const block = blockOf(brush, node);
    const more = block.height - node.height;
    block.top = block.lines.length === 1 ? -risen : Math.max(-more - risen, Math.min(0, -node.y));
    risen += Math.max(0, more);
    block.lines.forEach((line, index) => {
      line.y = block.top + index * PITCH * line.height;
    });
  }
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
  return Math.max(room, 40);
}
