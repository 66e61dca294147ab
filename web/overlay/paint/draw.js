// @ts-check
/** Draws all nodes of the stage on the canvas in order, each with its widget. */

import { arrange, isSeen, widgetOf } from "../widgets/widgets.js";

/** @typedef {import("./brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Stage} Stage */

/** @param {Brush} brush @param {Stage} stage */
export function draw(brush, stage) {
  const { ctx } = brush;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  brush.movesUntil = -Infinity;
  brush.movesFrom = Infinity;
  brush.pen.begin(brush.scale);
  arrange(brush, stage.order);
  let kind = "";
  for (let i = 0; i < stage.order.length; i++) {
    const node = stage.order[i];
    if (!isSeen(node)) continue;
    const widget = widgetOf(node.kind);
    if (node.kind !== kind) widget?.lay?.(brush, stage.order);
    kind = node.kind;
    widget?.draw(brush, node);
  }
  brush.pen.end();
  brush.sweep();
}
