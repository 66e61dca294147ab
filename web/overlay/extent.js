// @ts-check
/** Finds the rectangles in which the overlay's widgets draw now, for the layout editor of the studio. */

import { arrange, widgetOf } from "./widgets/widgets.js";

/** @typedef {import("./stage/stage.js").Node} Node */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect in points of the stage */

/**
 * Returns the rectangle that each widget's nodes cover, by the name of the widget.
 * @param {import("./paint/brush.js").Brush} brush
 * @param {Node[]} nodes
 * @returns {Record<string, Rect>}
 */
export function extents(brush, nodes) {
  /** @type {Record<string, Rect>} */
  const all = {};
  arrange(brush, nodes);
  for (const node of nodes) {
    const widget = widgetOf(node.kind);
    if (widget === undefined) continue;
    const { x, y, width, height } = node;
    const own = { x, y, width, height };
    const rect = widget.extent?.(brush, node, own) ?? own;
    const known = all[widget.name];
    all[widget.name] = known === undefined ? rect : both(known, rect);
  }
  return all;
}

/** @param {Rect} one @param {Rect} other @returns {Rect} */
function both(one, other) {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
