// @ts-check
/**
 * Finds the rows and cards that captions must not cover. Other widgets are at the upper edge of the stage or in the
 * background.
 */

import { gift } from "./gift.js";
import { ticker } from "./ticker.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * The position of each node at the last drawing, and its area.
 * @type {WeakMap<Node, {x: number, y: number, area: import("../extent.js").Rect}>}
 */
const places = new WeakMap();

/**
 * The areas that were found last.
 * @type {import("../extent.js").Rect[]}
 */
const areas = [];

/**
 * Returns the areas of the rows and cards that are fully visible and do not move, in a list that the next call changes.
 * A row that slides in or out is elsewhere in the next frame.
 * @param {Brush} brush
 * @param {Node[]} nodes
 */
export function standing(brush, nodes) {
  let count = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node.kind !== gift.kind && node.kind !== ticker.kind) continue;
    const { x, y } = node;
    let place = places.get(node);
    if (place === undefined) places.set(node, (place = { x, y, area: { x, y, width: 0, height: 0 } }));
    const moves = node.alpha < 1 || place.x !== x || place.y !== y;
    place.x = x;
    place.y = y;
    if (!moves) areas[count++] = areaOf(brush, node, place.area);
  }
  areas.length = count;
  return areas;
}

/** @param {Brush} brush @param {Node} node @param {import("../extent.js").Rect} into */
function areaOf(brush, node, into) {
  into.x = node.x;
  into.y = node.y;
  into.width = node.width;
  into.height = node.height;
  return (node.kind === gift.kind ? gift : ticker).extent?.(brush, node, into) ?? into;
}
