// @ts-check
/** The drawing context that all widgets share, with the canvas, its scale, pictures, films and cached sprites. */

import { Pen } from "../show/pen.js";
import { Sprites } from "./sprite.js";

/** @typedef {import("./sprite.js").Sprite} Sprite */

/** @typedef {{sent: string, give: string, calling: string}} Words */

/**
 * The default words, for servers that send none.
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
    /** The room time in milliseconds until which the picture moves without new frames. */
    this.movesUntil = -Infinity;
    /** The room time in milliseconds at which the picture moves again without a new frame; Infinity: not at all. */
    this.movesFrom = Infinity;
    /** Device pixels per point. */
    this.scale = 1;
    /** The stage's width in points. */
    this.width = 0;
    /** Its height. */
    this.height = 0;
    /** The words beside names, as configured in the room. */
    this.words = WORDS;
    /**
     * The effect of films on the widgets above them in this drawing. All widgets fade by the share `fade`. Captions in the
     * rectangle first fade by the share `hides`, because the film's picture or name crosses them. `above` is the alert, which
     * the page draws over films.
     */
    this.veil = {
      fade: 0, hides: 0, left: 0, right: 0, top: 0, bottom: 0,
      above: /** @type {import("../stage/stage.js").Node | null} */ (null),
    };
    /** The opacity of everything that is stamped. */
    this.opacity = 1;
    /** Draws light, particles and figures. */
    this.pen = new Pen(ctx);
    /** True if call cards show a ✕. In OBS viewers cannot click it. */
    this.takesTaps = true;
    /** The version of all cached sprites and layouts. An increase makes them stale. */
    this.epoch = 0;
    this.sprites = new Sprites(this);
    /** Second sprites for nodes that need two, such as the filled letters of a wave. */
    this.fills = new Sprites(this);
    /** Sprites of the words on plates, and of plates with words, by tier. */
    this.plates = [0, 1, 2, 3, 4].map(() => new Sprites(this));
    /** Sprites of gifts' pictures, which move on their plates. */
    this.presents = new Sprites(this);
    /** Sprites of fading counts. */
    this.counts = new Sprites(this);
    /** Sheets with the separate characters of captions, painted in several ways. */
    this.letters = new Sprites(this);
  }

  /** @param {number} time the room time in milliseconds until which the picture moves without new frames */
  keepMoving(time) {
    this.movesUntil = Math.max(this.movesUntil, time);
  }

  /**
   * Asks for drawings within a period, which may lie ahead.
   * @param {number} from room time in milliseconds @param {number} to
   */
  moveWithin(from, to) {
    if (this.time >= from) this.keepMoving(to);
    else this.movesFrom = Math.min(this.movesFrom, from);
  }

  /** Makes all sprites and layouts stale, so that they are made again when next needed. */
  forget() {
    this.epoch++;
  }

  /** Drops the sprites that were not used since the last sweep. */
  sweep() {
    this.sprites.sweep();
    this.fills.sweep();
    for (let tier = 0; tier < this.plates.length; tier++) this.plates[tier].sweep();
    this.presents.sweep();
    this.counts.sweep();
    this.letters.sweep();
    this.media.sweep();
  }

  /**
   * Draws a sprite on whole device pixels, which keeps it crisp.
   * @param {Sprite} sprite
   * @param {number} x of the top left corner in points, without the sprite's padding
   * @param {number} y
   * @param {number} alpha
   */
  stamp(sprite, x, y, alpha) {
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = alpha * this.opacity;
    ctx.drawImage(
      sprite.canvas,
      Math.round(x * this.scale) - sprite.pad,
      Math.round(y * this.scale) - sprite.pad,
    );
    ctx.globalAlpha = 1;
  }
}
