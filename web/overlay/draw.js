// @ts-check
/** One picture of the stage: every node, in order, by the drawing of its kind. */

import { drawCall } from "./call.js";
import { drawCaption } from "./caption.js";
import { drawCounter } from "./counter.js";
import { drawGift } from "./gift.js";
import { drawTicker } from "./ticker.js";

/** @typedef {import("./brush.js").Brush} Brush */
/** @typedef {import("./stage.js").Stage} Stage */

/** @param {Brush} brush @param {Stage} stage */
export function draw(brush, stage) {
  const { ctx } = brush;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  for (const node of stage.order) {
    if (node.alpha <= 0) continue;
    switch (node.kind) {
      case "ticker":
        drawTicker(brush, node);
        break;
      case "gift":
        drawGift(brush, node);
        break;
      case "counter":
        drawCounter(brush, node);
        break;
      case "caption":
        drawCaption(brush, node);
        break;
      case "call":
        drawCall(brush, node);
        break;
    }
  }
  brush.sweep();
}
