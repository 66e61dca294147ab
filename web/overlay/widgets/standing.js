// @ts-check
/** Finds the rows and cards that captions must not cover. */

import { gift } from "./gift.js";
import { ticker } from "./ticker.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** Captions avoid these widgets. Other widgets are at the upper edge of the stage or in the background. */
const KEPT_CLEAR = [gift, ticker];

/**
 * The position of each node at the last drawing.
 * @type {WeakMap<Node, string>}
 */
const places = new WeakMap();

/**
 * Returns the areas of the rows and cards that are fully visible and do not move. A row that slides in or out is
 * elsewhere in the next frame.
 * @param {Brush} brush
 * @param {Node[]} nodes
 * @returns {import("../extent.js").Rect[]}
 */
export function standing(brush, nodes) {
  return nodes.flatMap((node) => {
    const widget = KEPT_CLEAR.find(({ kind }) => kind === node.kind);
    if (widget === undefined) return [];
    const { x, y, width, height, alpha } = node;
    const place = `${x} ${y}`;
    const moves = alpha < 1 || (places.get(node) ?? place) !== place;
    places.set(node, place);
    return moves ? [] : [widget.extent?.(brush, node) ?? { x, y, width, height }];
  });
}
