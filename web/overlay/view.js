// @ts-check
/** Draws the stage on a canvas of the overlay page's size, at most once per animation frame. */

import { Brush, WORDS } from "./paint/brush.js";
import { Coming } from "./paint/coming.js";
import { draw } from "./paint/draw.js";
import { Media } from "./paint/media.js";
import { Pictures } from "./paint/pictures.js";
import { forgetLetters } from "./paint/shape.js";
import { Thrift } from "./show/thrift.js";
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
    /** The number of drawings so far. */
    this.drawn = 0;
    /** Reduces the decoration while drawings are slow. */
    this.thrift = new Thrift();
    /** @private the room time that was drawn last, in milliseconds */
    this.drawnAt = Infinity;
    /** CSS pixels per point. */
    this.zoom = 1;
    /**
     * Called after each drawing. `Overlay.connectView` sets this and the next three functions.
     * @type {() => void}
     */
    this.ondraw = () => {};
    /**
     * Called when the reduction of the decoration has changed.
     * @type {(level: number) => void}
     */
    this.onreduce = () => {};
    /**
     * Called in each animation frame with its time, before the drawing, to advance the reel (`Reel.advance`). Returns
     * true to get another animation frame.
     * @type {(milliseconds: number) => boolean}
     */
    this.onrefresh = () => false;
    /**
     * Converts a time of the page's clock to the room time that is shown then; both are in milliseconds.
     * @type {(milliseconds: number) => number}
     */
    this.timeAt = () => this.brush.time;
    this.pictures = new Pictures(() => this.repaint());
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.media = new Media(this.pictures, () => this.invalidate());
    this.brush = new Brush(ctx, this.pictures, this.media);
    /** The nodes that will be shown soon. */
    this.coming = new Coming(this.brush, stage);
    /** @private */
    this.onsize = () => {};
    /**
     * Fulfilled when the canvas first has its size.
     * @type {Promise<void>}
     */
    this.sized = new Promise((resolve) => (this.onsize = resolve));
    /** @private how much the room lets move @type {"full" | "calm" | "none"} */
    this.motion = "full";
    /** @private */
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** True if the picture has changed since the last drawing. */
    this.stale = false;
    /** @private true if an animation frame was requested */
    this.asked = false;
    /** @private the room time of the next wake, in milliseconds; Infinity: there is none */
    this.wakesAt = Infinity;
    /** @private its timer */
    this.waking = 0;
    /** @private */
    this.rise = () => {
      this.wakesAt = Infinity;
      this.ask();
    };
    /** @private */
    this.tick = (/** @type {number} */ milliseconds) => {
      this.asked = false;
      if (this.onrefresh(milliseconds)) this.ask();
      const time = (this.brush.time = this.timeAt(milliseconds));
      if (this.media.isDue(time)) this.stale = true;
      if (this.media.isPlaying(time)) this.ask();
      // One more drawing after the end of a motion shows the state at rest.
      if (this.drawnAt <= this.brush.movesUntil) this.invalidate();
      if (time >= this.brush.movesFrom) this.stale = true;
      this.brush.pen.art.hasPainted = false;
      if (this.stale) this.draw();
      else this.wake();
      this.coming.paint();
      if (this.drawnAt <= this.brush.movesUntil) this.ask();
    };
    this.watch();
  }

  /** Requests a drawing in the next animation frame. */
  invalidate() {
    this.stale = true;
    this.ask();
  }

  /** Requests an animation frame. */
  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(this.tick);
  }

  /** Requests an animation frame at the instant at which the picture moves again by itself. @private */
  wake() {
    const { time, movesFrom } = this.brush;
    if (movesFrom === this.wakesAt) return;
    clearTimeout(this.waking);
    this.wakesAt = movesFrom;
    if (movesFrom !== Infinity) this.waking = setTimeout(this.rise, movesFrom - time);
  }

  /** Requests a drawing in which every cached picture is painted again. */
  repaint() {
    this.brush.forget();
    this.invalidate();
  }

  /**
   * Replaces the words in the widgets' texts, and repaints if they differ.
   * @param {Partial<import("./paint/brush.js").Words>} words non-texts are ignored; missing words stay the same
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

  /** Requests a drawing in which everything is measured and painted again, after fonts or colors have changed. */
  reface() {
    forget();
    forgetLetters();
    this.brush.pen.art.clear();
    this.repaint();
  }

  /** Draws at once. */
  draw() {
    this.stale = false;
    this.drawn++;
    this.drawnAt = this.brush.time;
    const { pen } = this.brush;
    const began = performance.now();
    pen.art.hasPainted = false;
    draw(this.brush, this.stage);
    if (!pen.art.hasPainted) this.thrift.note(performance.now() - began);
    const { level } = this.thrift;
    if (level !== pen.thrift) this.onreduce(level);
    pen.thrift = level;
    this.wake();
    this.ondraw();
  }

  /** Scales the stage to the largest size that fits into the canvas, at the top left. */
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
   * Follows the canvas's size, and repaints when fonts have loaded or the canvas context was restored.
   * @private
   */
  watch() {
    const observer = new ResizeObserver((entries) => {
      const size = entries[entries.length - 1].devicePixelContentBoxSize[0];
      this.resize(size.inlineSize, size.blockSize);
    });
    observer.observe(this.canvas, { box: "device-pixel-content-box" });
    document.fonts.addEventListener("loadingdone", () => this.reface());
    this.canvas.addEventListener("contextrestored", () => this.reface());
    this.calm.addEventListener("change", () => this.settle());
    this.settle();
  }

  /**
   * Sets how much moves. A system that asks for reduced motion counts as `calm` at least.
   * @param {unknown} [motion] `full`, `calm` or `none`; otherwise as before
   */
  settle(motion) {
    if (motion === "full" || motion === "calm" || motion === "none") this.motion = motion;
    const { pen } = this.brush;
    const isStill = this.motion === "none";
    const isCalm = isStill || this.motion === "calm" || this.calm.matches;
    if (isCalm === pen.isCalm && isStill === pen.isStill) return;
    Object.assign(pen, { isCalm, isStill });
    this.invalidate();
  }

  /**
   * Sets the canvas's size. That clears the canvas, so it is redrawn at once, before the browser shows it.
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
