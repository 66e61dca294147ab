// @ts-check
/** A small stage, painted by the overlay's code in any look. It moves when it is asked to. */

import { Brush } from "../../overlay/paint/brush.js";
import { draw } from "../../overlay/paint/draw.js";
import { Media } from "../../overlay/paint/media.js";
import { Stage } from "../../overlay/stage/stage.js";
import { wear } from "../../shared/palette.js";

/** @typedef {Parameters<typeof wear>[0]} Look */
/** @typedef {import("./scenes.js").Scene} Scene */

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Thumbnail {
  /** @param {import("../../overlay/paint/pictures.js").Pictures} pictures @param {Scene} scene */
  constructor(pictures, scene) {
    this.canvas = document.createElement("canvas");
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    /** @private */
    this.brush = new Brush(ctx, pictures, new Media(pictures, () => {}));
    this.brush.pen.isCalm = still.matches;
    // As in OBS, where viewers can't click the cards.
    this.brush.takesTaps = false;
    /** @private */
    this.stage = new Stage();
    /** @private @type {Look | null} */
    this.look = null;
    /** @private the start of the movement, in milliseconds; null while the picture stands still */
    this.began = /** @type {number | null} */ (null);
    /** @private */
    this.scene = scene;
    this.set(scene);
  }

  /**
   * Shows another stage, at rest.
   * @param {Scene} scene
   */
  set(scene) {
    const { width, height, scale } = scene;
    this.scene = scene;
    this.began = null;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    Object.assign(this.brush, { scale, width, height, time: scene.rest * 1000 });
    Object.assign(this.stage, { width, height });
    this.stage.apply(/** @type {any} */ ({ time: 0, full: true, nodes: scene.nodes() }));
    this.repaint();
  }

  /** True if it has a look, without which nothing is painted. */
  get isShown() {
    return this.look !== null;
  }

  /** @param {Look} look @param {Record<string, string>} words */
  show(look, words) {
    this.look = look;
    this.brush.words = { ...this.brush.words, ...words };
    this.repaint();
  }

  /** Paints everything again. */
  repaint() {
    this.brush.forget();
    this.paint();
  }

  /** @private */
  paint() {
    if (this.look === null) return;
    wear(this.look);
    draw(this.brush, this.stage);
  }

  /**
   * Starts the movement, unless the person's system asks for less motion.
   * @param {boolean} [isAsked] true if the person asked for this movement
   */
  play(isAsked = false) {
    if (this.began !== null || (still.matches && !isAsked)) return;
    const began = (this.began = performance.now());
    const step = (/** @type {number} */ now) => {
      const seconds = Math.max(0, now - began) / 1000;
      const isOver = this.began !== began || seconds > this.scene.seconds || !this.canvas.isConnected;
      this.move(isOver ? null : seconds);
      if (!isOver) requestAnimationFrame(step);
      else if (this.began === began) this.began = null;
    };
    requestAnimationFrame(step);
  }

  stop() {
    this.began = null;
  }

  /** @private @param {number | null} seconds since the movement began; null: at rest */
  move(seconds) {
    this.brush.time = (seconds ?? this.scene.rest) * 1000;
    this.stage.apply(/** @type {any} */ ({ time: 0, nodes: this.scene.at(seconds ?? 0) }));
    this.paint();
  }
}
