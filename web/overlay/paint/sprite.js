// @ts-check
/** A cache of sprites, which are the unchanging parts of nodes, painted once in device pixels. */

import { precise } from "../../shared/text.js";

/**
 * @typedef {object} Sprite
 * @property {HTMLCanvasElement} canvas
 * @property {unknown} key identifies the painted content
 * @property {number} epoch the brush's epoch when it was painted
 * @property {number} pad device pixels around the content
 * @property {boolean} used true if it was requested since the last sweep
 */

/** The number of unused canvases that are kept for reuse. */
const SPARE = 8;

export class Sprites {
  /** @param {import("./brush.js").Brush} brush */
  constructor(brush) {
    this.brush = brush;
    /** @private @type {Map<string, Sprite>} */
    this.sprites = new Map();
    /** @private @type {Sprite[]} */
    this.spare = [];
    /** @private */
    this.sweepOne = this.sweepOne.bind(this);
  }

  /**
   * Returns the sprite of a node; null: it is missing or stale, and `get` must paint it.
   * @param {{id: string}} node
   * @param {unknown} key
   */
  held(node, key) {
    const sprite = this.sprites.get(node.id);
    if (sprite === undefined || sprite.key !== key || sprite.epoch !== this.brush.epoch) return null;
    sprite.used = true;
    return sprite;
  }

  /**
   * Returns the sprite of a node, and paints it if it is missing or stale.
   * @param {{id: string}} node
   * @param {unknown} key identifies the content: a new key means a new painting
   * @param {number} width in points
   * @param {number} height in points
   * @param {number} pad points around it
   * @param {(ctx: CanvasRenderingContext2D) => void} paint draws in points from the top left corner
   */
  get(node, key, width, height, pad, paint) {
    const { scale, epoch } = this.brush;
    let sprite = this.sprites.get(node.id);
    if (sprite !== undefined) {
      sprite.used = true;
      if (sprite.key === key && sprite.epoch === epoch) return sprite;
    }
    this.brush.pen.art.hasPainted = true;
    const room = Math.ceil(pad * scale);
    const wide = Math.ceil(width * scale) + 2 * room;
    const high = Math.ceil(height * scale) + 2 * room;
    if (sprite === undefined) this.sprites.set(node.id, (sprite = this.unused(wide, high)));
    sprite.key = key;
    sprite.epoch = epoch;
    sprite.pad = room;
    // Setting the same size again only clears the canvas; another size allocates memory.
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
   * Returns an unused sprite: one with this size in device pixels, else the oldest, else a new one.
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

  /** Releases the sprites that were not requested since the last sweep. */
  sweep() {
    // An iterator would make an object for each sprite and frame.
    this.sprites.forEach(this.sweepOne);
  }

  /** @private @param {Sprite} sprite @param {string} id */
  sweepOne(sprite, id) {
    if (!sprite.used) {
      this.sprites.delete(id);
      sprite.key = null;
      if (this.spare.length === SPARE) this.spare.shift();
      this.spare.push(sprite);
    }
    sprite.used = false;
  }
}
