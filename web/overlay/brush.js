// @ts-check
/** What every widget draws with: the canvas, its scale, the pictures, the painted sprites. */

import { Sprites } from "./sprite.js";
import { precise } from "./text.js";

/** @typedef {import("./stage.js").Node} Node */
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
    this.sprites = new Sprites();
    /** A second picture of the same node, as the filled letters of a wave. */
    this.fills = new Sprites();
    /** @private */
    this.layer = document.createElement("canvas");
  }

  /** Makes stale what was painted or laid out before. */
  forget() {
    this.epoch++;
    this.sprites.forget();
    this.fills.forget();
  }

  /** @param {Node[]} nodes */
  sweep(nodes) {
    this.sprites.sweep(nodes);
    this.fills.sweep(nodes);
  }

  /**
   * Draws a sprite on whole device pixels, so that it stays as crisp as it was painted.
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

  /**
   * Draws what overlaps itself as one, with one alpha: strokes don't shine through fills.
   * @param {number} x of a box around all of it, in points
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {number} alpha
   * @param {(ctx: CanvasRenderingContext2D, left: number, top: number) => void} paint device
   *   pixels; left and top are to be taken from every place
   */
  group(x, y, width, height, alpha, paint) {
    if (alpha <= 0) return;
    if (alpha >= 1) return paint(this.ctx, 0, 0);
    const left = Math.max(0, Math.floor(x * this.scale));
    const top = Math.max(0, Math.floor(y * this.scale));
    const right = Math.min(this.ctx.canvas.width, Math.ceil((x + width) * this.scale));
    const bottom = Math.min(this.ctx.canvas.height, Math.ceil((y + height) * this.scale));
    if (right <= left || bottom <= top) return;
    const { layer } = this;
    if (layer.width < right - left) layer.width = right - left;
    if (layer.height < bottom - top) layer.height = bottom - top;
    const ctx = /** @type {CanvasRenderingContext2D} */ (layer.getContext("2d"));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, layer.width, layer.height);
    precise(ctx);
    paint(ctx, left, top);
    this.ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.ctx.globalAlpha = alpha;
    const w = right - left;
    const h = bottom - top;
    this.ctx.drawImage(layer, 0, 0, w, h, left, top, w, h);
    this.ctx.globalAlpha = 1;
  }
}
