// @ts-check
/** What every widget draws with: the canvas, its scale, the pictures, the painted sprites. */

import { Sprites } from "./sprite.js";

/** @typedef {import("./sprite.js").Sprite} Sprite */

export class Brush {
  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {import("./pictures.js").Pictures} pictures
   */
  constructor(ctx, pictures) {
    this.ctx = ctx;
    this.pictures = pictures;
    /** Device pixels a point. */
    this.scale = 1;
    /** The stage's width in points. */
    this.width = 0;
    /** Grows whenever what was painted or laid out before is stale. */
    this.epoch = 0;
    this.sprites = new Sprites(this);
    /** A second picture of the same node, as the filled letters of a wave. */
    this.fills = new Sprites(this);
    /** Counts that fade. */
    this.counts = new Sprites(this);
    /** A caption's characters, each for itself, in each way they are painted. */
    this.letters = new Sprites(this);
  }

  /** Makes stale what was painted or laid out before. */
  forget() {
    this.epoch++;
  }

  /** Lets go of the sprites that this drawing did without. */
  sweep() {
    this.sprites.sweep();
    this.fills.sweep();
    this.counts.sweep();
    this.letters.sweep();
  }

  /**
   * Draws a sprite as one, with one alpha, on whole device pixels: as crisp as it was painted.
   * @param {Sprite} sprite
   * @param {number} x of the node, in points
   * @param {number} y
   * @param {number} alpha
   */
  stamp(sprite, x, y, alpha) {
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = alpha;
    ctx.drawImage(
      sprite.canvas,
      Math.round(x * this.scale) - sprite.pad,
      Math.round(y * this.scale) - sprite.pad,
    );
    ctx.globalAlpha = 1;
  }
}
