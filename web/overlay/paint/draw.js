// @ts-check
/** Draws all nodes of the stage on the canvas in order, each with its widget. */

import { ABOVE, AMONG, BELOW, arrange, depthOf, isSeen, widgetOf } from "../widgets/widgets.js";

/** @typedef {import("./brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("../stage/stage.js").Stage} Stage */

/**
 * Draws the stage: films, the particles that alerts throw, the widgets, and alerts. Films and particles are below
 * the widgets, so that they cover neither names nor counts.
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
  drawNodes(brush, stage.order, BELOW);
  scatter(brush, stage.order);
  fade(stage.order, 1 - brush.veil.fade);
  drawNodes(brush, stage.order, AMONG);
  restore(stage.order);
  drawNodes(brush, stage.order, ABOVE);
  brush.pen.end();
  brush.sweep();
}

/**
 * Draws the nodes of a depth.
 * @param {Brush} brush @param {Node[]} nodes @param {number} depth
 */
function drawNodes(brush, nodes, depth) {
  let kind = "";
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (!isSeen(node) || depthOf(node) !== depth) continue;
    const widget = widgetOf(node.kind);
    if (node.kind !== kind) widget?.lay?.(brush, nodes);
    kind = node.kind;
    widget?.draw(brush, node);
  }
}

/**
 * Finds how much films fade the widgets above them. Several films fade them no more than the strongest.
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
    if (depthOf(node) === ABOVE) brush.veil.above = node;
  }
}

/** @param {Brush} brush @param {Node[]} nodes */
function scatter(brush, nodes) {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (isSeen(node)) widgetOf(node.kind)?.scatter?.(brush, node);
  }
}

/**
 * The opacities of the nodes without a film's fade. The list is kept, so that a drawing makes no array.
 * @type {number[]}
 */
const alphas = [];

/**
 * Fades the widgets that are drawn above films, until `restore`.
 * @param {Node[]} nodes @param {number} share the share of their opacity that they keep
 */
function fade(nodes, share) {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    alphas[i] = node.alpha;
    if (share < 1 && depthOf(node) === AMONG) node.alpha *= share;
  }
}

/** @param {Node[]} nodes */
function restore(nodes) {
  for (let i = 0; i < nodes.length; i++) nodes[i].alpha = alphas[i];
}
