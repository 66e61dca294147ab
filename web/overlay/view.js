// @ts-check
/** The canvas: as large as the browser source, drawn once an animation frame, if asked to. */

import { Brush } from "./paint/brush.js";
import { draw } from "./paint/draw.js";
import { Pictures } from "./paint/pictures.js";
import { forget } from "../shared/text.js";

/** @typedef {import("./stage/stage.js").Stage} Stage */

export class View {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Stage} stage
   */
  constructor(canvas, stage) {
    this.canvas = canvas;
    this.stage = stage;
    /** How often the canvas was drawn. */
    this.drawn = 0;
    /** CSS pixels a point. */
    this.zoom = 1;
    /**
     * Called behind each drawing.
     * @type {() => void}
     */
    this.ondraw = () => {};
    /**
     * Called with the time of each animation frame before it is drawn; says whether another one is
     * wanted.
     * @type {(milliseconds: number) => boolean}
     */
    this.onrefresh = () => false;
    this.pictures = new Pictures(() => this.repaint());
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.brush = new Brush(ctx, this.pictures);
    /** @private */
    this.onsize = () => {};
    /**
     * Fulfilled when the canvas has its size.
     * @type {Promise<void>}
     */
    this.sized = new Promise((resolve) => (this.onsize = resolve));
    /** Whether something else is to be shown than was drawn last. */
    this.stale = false;
    /** @private whether an animation frame is on its way */
    this.asked = false;
    /** @private */
    this.tick = (/** @type {number} */ milliseconds) => {
      this.asked = false;
      if (this.onrefresh(milliseconds)) this.ask();
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

  /** Asks for a drawing in which nothing painted before is used again. */
  repaint() {
    this.brush.forget();
    this.invalidate();
  }

  /** Draws at once. */
  draw() {
    this.stale = false;
    this.drawn++;
    draw(this.brush, this.stage);
    this.ondraw();
  }

  /** Fits the stage into the canvas: whole, as large as can be, at the top left. */
  fit() {
    const { canvas, stage } = this;
    const scale = Math.min(canvas.width / stage.width, canvas.height / stage.height);
    this.zoom = scale * (canvas.clientWidth / canvas.width);
    if (scale !== this.brush.scale) this.brush.forget();
    this.brush.scale = scale;
    this.brush.width = stage.width;
    this.invalidate();
  }

  /** @private */
  watch() {
    const observer = new ResizeObserver((entries) => {
      const size = entries[entries.length - 1].devicePixelContentBoxSize[0];
      this.resize(size.inlineSize, size.blockSize);
    });
    observer.observe(this.canvas, { box: "device-pixel-content-box" });
    const refont = () => {
      forget();
      this.repaint();
    };
    document.fonts.addEventListener("loadingdone", refont);
    this.canvas.addEventListener("contextrestored", () => this.repaint());
  }

  /**
   * A canvas loses its picture with its size, so it is drawn again before it is shown.
   * @private @param {number} width in device pixels @param {number} height
   */
  resize(width, height) {
    this.canvas.width = Math.max(1, width);
    this.canvas.height = Math.max(1, height);
    this.fit();
    this.draw();
    this.onsize();
  }
}
