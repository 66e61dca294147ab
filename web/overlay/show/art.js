// @ts-check
/**
 * A cache of pictures of light, particles and figures, which are painted once for a look and a scale, and shared by all
 * nodes.
 */

import { worn } from "../../shared/palette.js";

/**
 * @typedef {object} Picture
 * @property {HTMLCanvasElement} canvas
 * @property {number} w in points, with the margin
 * @property {number} h
 * @property {number} ax the anchor, from the upper left corner, in points
 * @property {number} ay
 *
 * @typedef {object} Place The margins and the anchor of a picture, in points.
 * @property {number} [pad] the margin
 * @property {number} [ax] the anchor, without the margin; absent: the middle
 * @property {number} [ay]
 * @property {number} [fine] the resolution relative to the canvas at scale 1; absent: 1
 */

export class Art {
  constructor() {
    /** Device pixels a point. */
    this.k = 1;
    /** True if a picture was painted since the last reset of this flag. */
    this.hasPainted = false;
    /** @private @type {Map<unknown, any>} */
    this.kept = new Map();
    /** @private @type {unknown} */
    this.look = null;
  }

  /** Forgets every picture, as when a font has loaded. */
  clear() {
    this.kept.clear();
  }

  /**
   * Prepares for a drawing at a scale, in the look that is worn.
   * @param {number} k device pixels a point
   */
  prepare(k) {
    const look = worn();
    if (k === this.k && look === this.look) return;
    this.k = k;
    this.look = look;
    this.clear();
  }

  /**
   * Calls a function once for each combination of values, and returns the cached result.
   * @template T
   * @param {(art: Art, a: any, b: any, c: any, d: any) => T} make
   * @param {unknown} [a] @param {unknown} [b] @param {unknown} [c] @param {unknown} [d]
   * @returns {T}
   */
  keep(make, a, b, c, d) {
    const last = next(next(next(next(this.kept, make), a), b), c);
    let value = last.get(d);
    if (value === undefined) last.set(d, (value = make(this, a, b, c, d)));
    return value;
  }

  /**
   * Paints a picture.
   * @param {number} width in points @param {number} height
   * @param {(ctx: CanvasRenderingContext2D, k: number) => void} paint in points, from the upper left corner
   * @param {Place} [place]
   * @returns {Picture}
   */
  paint(width, height, paint, place) {
    const { pad = 0, ax = width / 2, ay = height / 2, fine = 1 } = place ?? {};
    const k = this.k * fine;
    this.hasPainted = true;
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.ceil((width + 2 * pad) * k));
    canvas.height = Math.max(1, Math.ceil((height + 2 * pad) * k));
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.setTransform(k, 0, 0, k, pad * k, pad * k);
    ctx.lineJoin = "round";
    paint(ctx, k);
    return { canvas, w: canvas.width / k, h: canvas.height / k, ax: ax + pad, ay: ay + pad };
  }
}

/** @param {Map<unknown, any>} map @param {unknown} key @returns {Map<unknown, any>} */
function next(map, key) {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = new Map()));
  return value;
}
