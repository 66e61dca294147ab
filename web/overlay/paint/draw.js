// @ts-check
/** Draws all nodes of the stage on the canvas in order, each with its widget. */

import { arrange, isOver, isSeen, outranks, widgetOf } from "../widgets/widgets.js";

/** @typedef {import("./brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("../stage/stage.js").Stage} Stage */

/**
 * Draws the stage. Films are drawn over all other nodes except alerts; films whose light spreads over the stage are drawn first.
 * @param {Brush} brush @param {Stage} stage
 */
export function draw(brush, stage) {
  const { ctx } = brush;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  brush.movesUntil = -Infinity;
  brush.movesFrom = Infinity;
  brush.pen.begin(brush.scale);
  arrange(brush, stage.order);
  veil(brush, stage.order);
  drawNodes(brush, stage.order, false);
  if (brush.veil.fade > 0) brush.pen.wane(brush.veil.fade);
  drawOver(brush, stage.order);
  drawNodes(brush, stage.order, true);
  brush.pen.end();
  brush.sweep();
}

/**
 * Draws the nodes that are below films, or those above them.
 * @param {Brush} brush @param {Node[]} nodes @param {boolean} isAbove
 */
function drawNodes(brush, nodes, isAbove) {
  let kind = "";
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (!isSeen(node) || isOver(node) || outranks(node) !== isAbove) continue;
    const widget = widgetOf(node.kind);
    if (node.kind !== kind) widget?.lay?.(brush, nodes);
    kind = node.kind;
    widget?.draw(brush, node);
  }
}

/**
 * Finds how much films fade the widgets below them. Several films fade them no more than the strongest.
 * @param {Brush} brush @param {Node[]} nodes
 */
function veil(brush, nodes) {
  brush.veil.fade = 0;
  brush.veil.hides = 0;
  brush.veil.above = null;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (!isSeen(node)) continue;
    widgetOf(node.kind)?.veil?.(brush, node);
    if (outranks(node)) brush.veil.above = node;
  }
}

/** @param {Brush} brush @param {Node[]} nodes */
function drawOver(brush, nodes) {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (isSeen(node) && isOver(node)) widgetOf(node.kind)?.draw(brush, node);
  }
}
