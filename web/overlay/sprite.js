// @ts-check
/** The part of a node that stays the same from frame to frame, painted once at device pixels. */

import { precise } from "./text.js";

/** @typedef {import("./stage.js").Node} Node */

/**
 * @typedef {object} Sprite
 * @property {HTMLCanvasElement} canvas
 * @property {unknown} key what it shows
 * @property {number} epoch of the brush it was painted in
 * @property {number} pad device pixels around what it shows
 */

const SPARE = 8;

export class Sprites {
  /** @param {import("./brush.js").Brush} brush */
  constructor(brush) {
    this.brush = brush;
    /** @private @type {Map<string, Sprite>} */
    this.sprites = new Map();
    /** @private @type {Sprite[]} */
    this.spare = [];
  }

  /**
   * The sprite of a node, painted anew where it is stale.
   * @param {Node} node
   * @param {unknown} key another key, another picture
   * @param {number} width in points
   * @param {number} height in points
   * @param {number} pad points around it
   * @param {(ctx: CanvasRenderingContext2D) => void} paint in points, from the top left corner
   */
  get(node, key, width, height, pad, paint) {
    const { scale, epoch } = this.brush;
    let sprite = this.sprites.get(node.id);
    if (sprite !== undefined && sprite.key === key && sprite.epoch === epoch) return sprite;
    if (sprite === undefined) {
      sprite = this.spare.pop() ??
        { canvas: document.createElement("canvas"), key: null, epoch: 0, pad: 0 };
      this.sprites.set(node.id, sprite);
    }
    sprite.key = key;
    sprite.epoch = epoch;
    sprite.pad = Math.ceil(pad * scale);
    sprite.canvas.width = Math.ceil(width * scale) + 2 * sprite.pad;
    sprite.canvas.height = Math.ceil(height * scale) + 2 * sprite.pad;
    const ctx = /** @type {CanvasRenderingContext2D} */ (sprite.canvas.getContext("2d"));
    precise(ctx);
    ctx.imageSmoothingQuality = "high";
    ctx.setTransform(scale, 0, 0, scale, sprite.pad, sprite.pad);
    paint(ctx);
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
      sprite.key = null;
      if (this.spare.length < SPARE) this.spare.push(sprite);
    }
  }
}
