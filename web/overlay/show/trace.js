// @ts-check
/** Creates gradients and traces outlines on a canvas, for pictures that are painted once. */

/**
 * @typedef {CanvasRenderingContext2D} Context
 * @typedef {string | [at: number, color: string]} Stop Stops without a place are spread evenly.
 * @typedef {[x: number, y: number]} Point
 */

/**
 * @param {CanvasGradient} gradient @param {Stop[]} stops
 */
function stopped(gradient, stops) {
  stops.forEach((stop, index) => {
    if (typeof stop === "string") gradient.addColorStop(index / (stops.length - 1), stop);
    else gradient.addColorStop(stop[0], stop[1]);
  });
  return gradient;
}

/**
 * A gradient along a line.
 * @param {Context} ctx @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 @param {Stop[]} stops
 */
export function linear(ctx, x0, y0, x1, y1, stops) {
  return stopped(ctx.createLinearGradient(x0, y0, x1, y1), stops);
}

/**
 * A gradient from a point to a circle.
 * @param {Context} ctx @param {number} x of the circle's middle @param {number} y @param {number} r
 * @param {Stop[]} stops @param {number} [fx] of the point; absent: the middle @param {number} [fy]
 */
export function radial(ctx, x, y, r, stops, fx = x, fy = y) {
  return stopped(ctx.createRadialGradient(fx, fy, 0, x, y, r), stops);
}

/**
 * Traces a box with round corners.
 * @param {Context} ctx @param {number} x @param {number} y @param {number} w @param {number} h
 * @param {number | number[]} r of all corners, or of each from the upper left clockwise
 */
export function box(ctx, x, y, w, h, r) {
  ctx.beginPath();
  // Chromium 99 has roundRect; TypeScript declares it since version 5.
  /** @type {any} */ (ctx).roundRect(x, y, Math.max(0, w), Math.max(0, h), r);
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} r */
export function disc(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
}

/** @param {Context} ctx @param {Point[]} points of a closed line */
export function polygon(ctx, points) {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.closePath();
}

/**
 * Paints with a soft shadow below.
 * @param {Context} ctx @param {string} color @param {number} blur in points @param {number} down in points
 * @param {number} k device pixels a point @param {() => void} paint
 */
export function shadowed(ctx, color, blur, down, k, paint) {
  ctx.save();
  Object.assign(ctx, { shadowColor: color, shadowBlur: blur * k, shadowOffsetY: down * k });
  paint();
  ctx.restore();
}
