// @ts-check
/** The canvas: as large as the browser source, drawn at most once per animation frame if asked. */

import { Brush, WORDS } from "./paint/brush.js";
import { draw } from "./paint/draw.js";
import { Media } from "./paint/media.js";
import { Pictures } from "./paint/pictures.js";
import { forget } from "../shared/text.js";

/** @typedef {import("./stage/stage.js").Stage} Stage */

/** The default of earlier versions. Stored configurations still have it, but it is bad grammar after a name. */
const EARLIER_GIVE = "Give";

export class View {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Stage} stage
   */
  constructor(canvas, stage) {
    this.canvas = canvas;
    this.stage = stage;
    /** How many times the canvas was drawn. */
    this.drawn = 0;
    /** CSS pixels per point. */
    this.zoom = 1;
    /**
     * Called after each drawing.
     * @type {() => void}
     */
    this.ondraw = () => {};
    /**
     * Called in each animation frame, before it is drawn, with its time. Returns whether it wants
     * another one.
     * @type {(milliseconds: number) => boolean}
     */
    this.onrefresh = () => false;
    /**
     * The room time that is shown at a time of the page's clock; both in milliseconds.
     * @type {(milliseconds: number) => number}
     */
    this.timeAt = () => this.brush.time;
    this.pictures = new Pictures(() => this.repaint());
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.media = new Media(this.pictures, () => this.invalidate());
    this.brush = new Brush(ctx, this.pictures, this.media);
    /** @private */
    this.onsize = () => {};
    /**
     * Fulfilled when the canvas has its size.
     * @type {Promise<void>}
     */
    this.sized = new Promise((resolve) => (this.onsize = resolve));
    /** Whether what is to be shown has changed since the last drawing. */
    this.stale = false;
    /** @private whether an animation frame is on its way */
    this.asked = false;
    /** @private */
    this.tick = (/** @type {number} */ milliseconds) => {
      this.asked = false;
      if (this.onrefresh(milliseconds)) this.ask();
      const time = (this.brush.time = this.timeAt(milliseconds));
      if (this.media.isDue(time)) this.stale = true;
      if (this.media.isPlaying(time)) this.ask();
      if (time <= this.brush.movesUntil) this.invalidate();
      if (this.stale) this.draw();
    };
    this.watch();
  }

  /** Asks for a drawing with the next animation frame. */
  invalidate() {
    this.stale = true;
    this.ask();
  }

  /** Asks for an animation frame. */
  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(this.tick);
  }

  /** Asks for a drawing for which everything is painted anew. */
  repaint() {
    this.brush.forget();
    this.invalidate();
  }

  /**
   * Paints with other words from now on.
   * @param {Partial<import("./paint/brush.js").Words>} words those that are texts; what is left out stays
   */
  rephrase(words) {
    const { brush } = this;
    const texts = Object.entries(words).filter(([, word]) => typeof word === "string");
    const next = { ...brush.words, ...Object.fromEntries(texts) };
    if (next.give === EARLIER_GIVE) next.give = WORDS.give;
    if (JSON.stringify(next) === JSON.stringify(brush.words)) return;
    brush.words = next;
    this.repaint();
  }

  /** Asks for a drawing for which everything is measured and painted anew, in other fonts and colours. */
  reface() {
    forget();
    this.repaint();
  }

  /** Draws at once. */
  draw() {
    this.stale = false;
    this.drawn++;
    draw(this.brush, this.stage);
    this.ondraw();
  }

  /** Fits the whole stage into the canvas, as large as it can be, at the top left. */
  fit() {
    const { canvas, stage } = this;
    const scale = Math.min(canvas.width / stage.width, canvas.height / stage.height);
    this.zoom = scale * (canvas.clientWidth / canvas.width);
    if (scale !== this.brush.scale) this.brush.forget();
    this.brush.scale = scale;
    this.brush.width = stage.width;
    this.brush.height = stage.height;
    this.invalidate();
  }

  /**
   * Follows the canvas's size, and paints anew when fonts have loaded or the canvas was lost.
   * @private
   */
  watch() {
    const observer = new ResizeObserver((entries) => {
      const size = entries[entries.length - 1].devicePixelContentBoxSize[0];
      this.resize(size.inlineSize, size.blockSize);
    });
    observer.observe(this.canvas, { box: "device-pixel-content-box" });
    document.fonts.addEventListener("loadingdone", () => this.reface());
    this.canvas.addEventListener("contextrestored", () => this.repaint());
  }

  /**
   * Sets the canvas's size. That clears it, so it is drawn at once, before it is shown.
   * @private @param {number} width in device pixels @param {number} height
   */
  resize(width, height) {
    this.canvas.width = Math.max(1, width);
    this.canvas.height = Math.max(1, height);
    this.fit();
    this.brush.time = this.timeAt(performance.now());
    this.draw();
    this.onsize();
  }
}
