// @ts-check
/**
 * Paints the sprites of nodes before they are shown, at most one after each drawing, so that a drawing with several new
 * nodes does not paint all of their sprites.
 */

import { isSeen, widgetOf } from "../widgets/widgets.js";

/** @typedef {import("../stage/stage.js").Node} Node */

/** The number of animation frames that a node may take until it is seen. */
const PATIENCE = 30;
/** The number of nodes that wait. Sprites of further ones are painted when they are drawn. */
const MOST = 16;

export class Coming {
  /**
   * @param {import("./brush.js").Brush} brush
   * @param {import("../stage/stage.js").Stage} stage
   */
  constructor(brush, stage) {
    /** @private */
    this.brush = brush;
    /** @private */
    this.stage = stage;
    /** @private @type {{node: Node, left: number}[]} `left` is the number of animation frames after which it is given up */
    this.waiting = [];
  }

  /** @param {Node[]} nodes that are not on the stage yet, or not with this content */
  add(nodes) {
    for (let i = 0; i < nodes.length && this.waiting.length < MOST; i++) {
      const node = nodes[i];
      const hasSize = node.width > 0 && node.height > 0;
      if (hasSize && widgetOf(node.kind)?.prepare !== undefined) this.waiting.push({ node, left: PATIENCE });
    }
  }

  /** Paints a sprite, unless the newest drawing has painted one. Called after each animation frame. */
  paint() {
    const { waiting } = this;
    if (waiting.length === 0) return;
    for (let i = waiting.length - 1; i >= 0; i--) if (this.isOver(waiting[i])) waiting.splice(i, 1);
    for (let i = 0; i < waiting.length; i++) this.prepare(waiting[i].node);
  }

  /** @private @param {{node: Node, left: number}} one */
  isOver(one) {
    const { node } = one;
    const now = this.stage.shown(node.id);
    if (--one.left < 0) return true;
    return now === node ? isSeen(now) : now !== undefined && widgetOf(node.kind)?.renews !== true;
  }

  /** @private @param {Node} node */
  prepare(node) {
    const steps = widgetOf(node.kind)?.prepare ?? [];
    for (let i = 0; i < steps.length && !this.brush.pen.art.hasPainted; i++) steps[i](this.brush, node);
  }
}
