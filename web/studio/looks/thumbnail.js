// @ts-check
/** A small sample stage, painted by the overlay's code in any look. The pointer or focus starts its animation. */

import { Brush } from "../../overlay/paint/brush.js";
import { draw } from "../../overlay/paint/draw.js";
import { Media } from "../../overlay/paint/media.js";
import { Stage } from "../../overlay/stage/stage.js";
import { wear } from "../../shared/palette.js";
import { graphemes } from "../../shared/text.js";
import { t } from "../words.js";

/** @typedef {Parameters<typeof wear>[0]} Look */

const WIDTH = 300;
const HEIGHT = 150;
/** Device pixels per point: enough for a card of 300 pixels on a dense screen. */
const SCALE = 2;
const MOVES_SECONDS = 4;
const POP_SECONDS = 0.5;
const COMBO = 28;
/** The row's entrance was so long ago that it rests. */
const LONG_MICROSECONDS = 60_000_000;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The flourish of the row, which pops each second.
 * @param {number} seconds since the picture began to move; 0: it stands
 */
function flourishAt(seconds) {
  const pops = Math.floor(seconds);
  const flourish = { tier: 2, seed: 7, born: -LONG_MICROSECONDS };
  return pops === 0 ? flourish : { ...flourish, popped: pops * 1_000_000, roll: COMBO + pops - 1 };
}

function nodes() {
  const text = t("captionText");
  return [
    { id: "gifts/0", kind: "gift", x: 12, y: 12, width: 190, height: 40, alpha: 1, combo: "a", sender: t("nameAnn"),
      gift: t("giftRose"), image: "/web/gifts/rose.svg", count: COMBO, digitScale: 1, flourish: flourishAt(0) },
    { id: "goal/a", kind: "goal", x: 12, y: 60, width: 136, height: 28, alpha: 1, title: t("giftRocket"), value: 31, target: 50,
      level: 0.62, reached: false },
    { id: "call/a", kind: "call", x: 158, y: 58, width: 132, height: 37, alpha: 1, name: t("nameCaller") },
    { id: "caption/a", kind: "caption", x: 150, y: 103, width: 0, height: 34, alpha: 1, text, effect: "wave", align: "center",
      glyphs: graphemes(text), level: 0.5, amplitude: 3, phase: 0 },
  ];
}

export class Thumbnail {
  /** @param {import("../../overlay/paint/pictures.js").Pictures} pictures */
  constructor(pictures) {
    this.canvas = document.createElement("canvas");
    this.canvas.width = WIDTH * SCALE;
    this.canvas.height = HEIGHT * SCALE;
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    /** @private */
    this.brush = new Brush(ctx, pictures, new Media(pictures, () => {}));
    this.brush.scale = SCALE;
    this.brush.width = WIDTH;
    this.brush.height = HEIGHT;
    /** @private */
    this.stage = new Stage();
    this.stage.width = WIDTH;
    this.stage.height = HEIGHT;
    this.stage.apply(/** @type {any} */ ({ time: 0, full: true, nodes: nodes() }));
    /** @private @type {Look | null} */
    this.look = null;
    /** @private the start of the animation, in milliseconds; null while it stands still */
    this.began = /** @type {number | null} */ (null);
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

  /** Starts the animation, for some seconds. */
  play() {
    if (this.began !== null || still.matches) return;
    const began = (this.began = performance.now());
    const step = (/** @type {number} */ now) => {
      const seconds = Math.max(0, now - began) / 1000;
      const isOver = this.began !== began || seconds > MOVES_SECONDS || !this.canvas.isConnected;
      this.move(isOver ? 0 : seconds);
      if (!isOver) requestAnimationFrame(step);
      else if (this.began === began) this.began = null;
    };
    requestAnimationFrame(step);
  }

  stop() {
    this.began = null;
  }

  /** @private @param {number} seconds */
  move(seconds) {
    this.brush.time = seconds * 1000;
    const pop = seconds % 1 / POP_SECONDS;
    const level = 0.5 + 0.4 * Math.sin(seconds * Math.PI / 2);
    this.stage.apply(/** @type {any} */ ({ time: 0, nodes: [
      { id: "gifts/0", count: COMBO + Math.floor(seconds), digitScale: pop < 1 ? 1 + Math.sin(pop * Math.PI) : 1,
        flourish: flourishAt(seconds) },
      { id: "goal/a", amplitude: seconds === 0 ? 0 : 2, phase: seconds * 6 },
      { id: "caption/a", level, phase: seconds * 5 },
    ] }));
    this.paint();
  }
}
