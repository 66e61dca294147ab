// @ts-check
/** The part of a node that stays the same from frame to frame, painted once at device pixels. */

import { precise } from "../../shared/text.js";

/**
 * @typedef {object} Sprite
 * @property {HTMLCanvasElement} canvas
 * @property {unknown} key what it shows
 * @property {number} epoch of the brush it was painted in
 * @property {number} pad device pixels around what it shows
 * @property {boolean} used since the last sweep
 */

/** So many canvases that nothing uses are kept for others. */
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
   * The sprite of a node, painted anew if it is stale.
   * @param {{id: string}} node
   * @param {unknown} key another key, another picture
   * @param {number} width in points
   * @param {number} height in points
   * @param {number} pad points around it
   * @param {(ctx: CanvasRenderingContext2D) => void} paint in points, from the top left corner
   */
  get(node, key, width, height, pad, paint) {
    const { scale, epoch } = this.brush;
    let sprite = this.sprites.get(node.id);
    if (sprite !== undefined) {
      sprite.used = true;
      if (sprite.key === key && sprite.epoch === epoch) return sprite;
    }
    const room = Math.ceil(pad * scale);
    const wide = Math.ceil(width * scale) + 2 * room;
    const high = Math.ceil(height * scale) + 2 * room;
    if (sprite === undefined) this.sprites.set(node.id, (sprite = this.unused(wide, high)));
    sprite.key = key;
    sprite.epoch = epoch;
    sprite.pad = room;
    // A browser clears a canvas that is set to the size it has, and finds memory for any other.
    sprite.canvas.width = wide;
    sprite.canvas.height = high;
    const ctx = /** @type {CanvasRenderingContext2D} */ (sprite.canvas.getContext("2d"));
    precise(ctx);
    ctx.imageSmoothingQuality = "high";
    ctx.setTransform(scale, 0, 0, scale, room, room);
    paint(ctx);
    return sprite;
  }

  /**
   * A sprite nobody has: of this size in device pixels, or that which was let go of first.
   * @private @param {number} wide @param {number} high @returns {Sprite}
   */
  unused(wide, high) {
    const fits = this.spare.findIndex(({ canvas }) => {
      return canvas.width === wide && canvas.height === high;
    });
    const [sprite] = this.spare.splice(Math.max(fits, 0), 1);
    if (sprite === undefined) {
      return { canvas: document.createElement("canvas"), key: null, epoch: 0, pad: 0, used: true };
    }
    sprite.used = true;
    return sprite;
  }

  /** Lets go of the sprites that were not asked for since the last time. */
  sweep() {
    for (const [id, sprite] of this.sprites) {
      if (!sprite.used) {
        this.sprites.delete(id);
        sprite.key = null;
        if (this.spare.length === SPARE) this.spare.shift();
        this.spare.push(sprite);
      }
      sprite.used = false;
    }
  }
}
