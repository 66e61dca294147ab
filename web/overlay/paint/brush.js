// @ts-check
/** What every widget draws with: the canvas, its scale, the pictures, the painted sprites. */

import { Sprites } from "./sprite.js";

/** @typedef {import("./sprite.js").Sprite} Sprite */

/** @typedef {{sent: string, give: string, calling: string}} Words */

/**
 * The words of a server that tells none.
 * @type {Words}
 */
export const WORDS = { sent: "sent", give: "gave", calling: "is calling" };

export class Brush {
  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {import("./pictures.js").Pictures} pictures
   * @param {import("./media.js").Media} media
   */
  constructor(ctx, pictures, media) {
    this.ctx = ctx;
    this.pictures = pictures;
    this.media = media;
    /** The room time that is shown, in milliseconds. */
    this.time = 0;
    /** Room time in milliseconds: until then the picture moves without new frames. */
    this.movesUntil = -Infinity;
    /** Device pixels per point. */
    this.scale = 1;
    /** The stage's width in points. */
    this.width = 0;
    /** Its height. */
    this.height = 0;
    /** What stands beside names, as the room has it. */
    this.words = WORDS;
    /** Goes up when all that was painted or laid out becomes stale. */
    this.epoch = 0;
    this.sprites = new Sprites(this);
    /** Second sprites, for nodes that need two, such as the filled letters of a wave. */
    this.fills = new Sprites(this);
    /** Sprites of counts that fade. */
    this.counts = new Sprites(this);
    /** Sheets of a caption's characters, each on its own and in each way it is painted. */
    this.letters = new Sprites(this);
  }

  /** @param {number} time the picture moves until then, without new frames */
  keepMoving(time) {
    this.movesUntil = Math.max(this.movesUntil, time);
  }

  /** Makes all that was painted or laid out stale, so that it is made anew when next needed. */
  forget() {
    this.epoch++;
  }

  /** Drops the sprites that were not used since the last sweep. */
  sweep() {
    this.sprites.sweep();
    this.fills.sweep();
    this.counts.sweep();
    this.letters.sweep();
    this.media.sweep();
  }

  /**
   * Draws a sprite on whole device pixels, so that it stays as crisp as it was painted.
   * @param {Sprite} sprite
   * @param {number} x of the top left corner in points, the sprite's pad not counted
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
