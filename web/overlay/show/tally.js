// @ts-check
/** Draws the plate behind a counter's words, in a theme with a material. */

import { PLATE_ROOM, paintPlate } from "./plate.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The height the plate is designed at. */
const HEIGHT = 36;
/** Between the plate's edge and its words, in points of that height. */
export const TALLY_MARGIN = 14;
/** The size of the words, as a share of the height. */
export const TALLY_SIZE = 22 / HEIGHT;

/** @type {WeakMap<Node, {width: number}>} */
const keys = new WeakMap();

/**
 * Draws a counter's plate.
 * @param {Brush} brush @param {Node} node @param {number} width in points @param {number} height
 */
export function drawTally(brush, node, width, height) {
  let key = keys.get(node);
  if (key?.width !== width) keys.set(node, (key = { width }));
  const plate = brush.sprites.held(node, key) ?? paint(brush, node, key, height);
  brush.stamp(plate, node.x, node.y + (node.height - height) / 2, node.alpha);
}

/** @param {Brush} brush @param {Node} node @param {{width: number}} key @param {number} height */
function paint(brush, node, key, height) {
  const unit = height / HEIGHT;
  return brush.sprites.get(node, key, key.width, height, PLATE_ROOM * unit, (ctx) => {
    ctx.scale(unit, unit);
    paintPlate(ctx, key.width / unit, HEIGHT, 0, "counter", brush.scale * unit);
  });
}
