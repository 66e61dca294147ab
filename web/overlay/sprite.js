// @ts-check
/** The part of a node that stays the same from frame to frame, painted once at device pixels. */

import { precise } from "./text.js";

/** @typedef {import("./stage.js").Node} Node */

/**
 * @typedef {object} Sprite
 * @property {HTMLCanvasElement} canvas
 * @property {Node | null} node what it shows
 * @property {number} epoch
 * @property {number} pad device pixels around the node
 */

const SPARE = 8;

export class Sprites {
  constructor() {
    /** @private @type {Map<string, Sprite>} */
    this.sprites = new Map();
    /** @private @type {Sprite[]} */
    this.spare = [];
    /** @private */
    this.epoch = 0;
  }

  /** Makes every sprite stale: the scale, a picture or a font changed. */
  forget() {
    this.epoch++;
  }

  /**
   * The sprite of a node, painted anew where it is stale.
   * @param {Node} node
   * @param {number} scale device pixels a point
   * @param {number} width in points
   * @param {number} pad points around it
   * @param {(ctx: CanvasRenderingContext2D, node: Node) => void} paint
   *   in points, from the node's corner
   */
  get(node, scale, width, pad, paint) {
    let sprite = this.sprites.get(node.id);
    if (sprite !== undefined && sprite.node === node && sprite.epoch === this.epoch) return sprite;
    if (sprite === undefined) {
      sprite = this.spare.pop() ??
        { canvas: document.createElement("canvas"), node: null, epoch: 0, pad: 0 };
      this.sprites.set(node.id, sprite);
    }
    sprite.node = node;
    sprite.epoch = this.epoch;
    sprite.pad = Math.ceil(pad * scale);
    sprite.canvas.width = Math.ceil(width * scale) + 2 * sprite.pad;
    sprite.canvas.height = Math.ceil(node.height * scale) + 2 * sprite.pad;
    const ctx = /** @type {CanvasRenderingContext2D} */ (sprite.canvas.getContext("2d"));
    precise(ctx);
    ctx.imageSmoothingQuality = "high";
    ctx.setTransform(scale, 0, 0, scale, sprite.pad, sprite.pad);
    paint(ctx, node);
    return sprite;
  }

  /**
   * Lets go of the sprites of nodes that have left.
   * @param {Node[]} nodes those that stay
   */
  sweep(nodes) {
    if (this.sprites.size <= nodes.length) return;
    const ids = new Set(nodes.map((node) => node.id));
    for (const [id, sprite] of this.sprites) {
      if (ids.has(id)) continue;
      this.sprites.delete(id);
      sprite.node = null;
      if (this.spare.length < SPARE) this.spare.push(sprite);
    }
  }
}
