// @ts-check
/** Puts painted pictures on the canvas, moved, turned, faded, or added as light. */

import { Art } from "./art.js";

/** @typedef {import("./art.js").Picture} Picture */

/** The limit of particles in one drawing. A drawing skips further particles. */
export const MOST_PARTICLES = 150;
/** The pen skips pictures with a lower opacity. */
const FAINT = 0.004;

export class Pen {
  /** @param {CanvasRenderingContext2D} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.art = new Art();
    /** Device pixels a point. */
    this.k = 1;
    /** Device pixels a point of nodes' sprites: `k` without a zoom. */
    this.density = 1;
    /** The origin, in device pixels. */
    this.x = 0;
    this.y = 0;
    /** All that is put is multiplied with it. */
    this.fade = 1;
    /** The number of particles in this drawing. */
    this.live = 0;
    /** True if the room or the viewer's system asks for less motion: no particles, rays, comets and sheen. */
    this.isCalm = false;
    /** True if the room asks for no motion: decorations are drawn at rest, and of a film only the sender's name. */
    this.isStill = false;
    /** The reduction of the decoration: 0 none, 1 half of the particles, 2 also no embers, comets and trails. */
    this.thrift = 0;
    /** @private */
    this.isLight = false;
  }

  /** @param {number} scale device pixels a point */
  begin(scale) {
    this.art.prepare(scale);
    this.live = 0;
    this.fade = 1;
    this.over(0, 0, 1);
  }

  /**
   * Puts the origin on the whole device pixel that is nearest to a point of the stage.
   * @param {number} x @param {number} y @param {number} unit points of the stage that are one from here on
   */
  over(x, y, unit) {
    const { k } = this.art;
    this.x = Math.round(x * k);
    this.y = Math.round(y * k);
    this.k = this.density = k * unit;
  }

  /**
   * Zooms everything that is put later about a point.
   * @param {number} x @param {number} y @param {number} scale @param {number} [down] moves everything down, in points
   */
  zoom(x, y, scale, down = 0) {
    if (scale === 1 && down === 0) return;
    this.x += x * (1 - scale) * this.k;
    this.y += (y * (1 - scale) + down) * this.k;
    this.k *= scale;
  }

  /**
   * Turns and scales the canvas about a point.
   * @param {number} x @param {number} y @param {number} [sx] @param {number} [sy] @param {number} [turn] in radians
   */
  at(x, y, sx = 1, sy = sx, turn = 0) {
    const { ctx, k } = this;
    const c = turn === 0 ? k : Math.cos(turn) * k;
    const s = turn === 0 ? 0 : Math.sin(turn) * k;
    ctx.setTransform(c * sx, s * sx, -s * sy, c * sy, this.x + x * k, this.y + y * k);
    return ctx;
  }

  /**
   * Draws a picture at a point.
   * @param {Picture} picture @param {number} x @param {number} y
   * @param {number} [sx] @param {number} [sy] @param {number} [turn] in radians @param {number} [alpha]
   */
  put(picture, x, y, sx = 1, sy = sx, turn = 0, alpha = 1) {
    const shown = (alpha > 1 ? 1 : alpha) * this.fade;
    if (!(shown > FAINT) || sx === 0) return;
    const ctx = this.at(x, y, sx, sy, turn);
    ctx.globalAlpha = shown;
    ctx.drawImage(picture.canvas, -picture.ax, -picture.ay, picture.w, picture.h);
  }

  /**
   * Draws a node's own sprite at a point.
   * @param {import("../paint/sprite.js").Sprite} sprite
   * @param {number} ax the point of it that is placed, without its room @param {number} ay
   * @param {number} x @param {number} y @param {number} sx @param {number} sy @param {number} turn @param {number} alpha
   */
  show(sprite, ax, ay, x, y, sx, sy, turn, alpha) {
    const shown = (alpha > 1 ? 1 : alpha) * this.fade;
    if (!(shown > FAINT) || sx === 0) return;
    const ctx = this.at(x, y, sx, sy, turn);
    const { density } = this;
    const pad = sprite.pad / density;
    ctx.globalAlpha = shown;
    ctx.drawImage(sprite.canvas, -ax - pad, -ay - pad, sprite.canvas.width / density, sprite.canvas.height / density);
  }

  /** @param {boolean} isLight true: later pictures add light; false: they cover the canvas */
  light(isLight) {
    if (isLight === this.isLight) return;
    this.isLight = isLight;
    this.ctx.globalCompositeOperation = isLight ? "lighter" : "source-over";
  }

  /**
   * Draws a picture below everything that was drawn before.
   * @param {Picture} picture @param {number} x @param {number} y @param {number} sx @param {number} sy @param {number} alpha
   */
  under(picture, x, y, sx, sy, alpha) {
    this.light(false);
    this.ctx.globalCompositeOperation = "destination-over";
    this.put(picture, x, y, sx, sy, 0, alpha);
    this.ctx.globalCompositeOperation = "source-over";
  }

  /** Resets the canvas state that this pen has changed. */
  end() {
    this.light(false);
    this.ctx.globalAlpha = 1;
    this.fade = 1;
  }
}
