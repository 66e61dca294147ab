// @ts-check
/** Snaps a moved box to the edges and centers of other rectangles. */

/** @typedef {import("./boxes.js").Rect} Rect */
/** @typedef {{vertical: number | null, horizontal: number | null}} Guides the positions of guide lines */

/**
 * @param {Rect} rect the box before snapping
 * @param {Rect[]} others boxes, the stage, the safe area
 * @param {number} reach the largest snap distance, in points
 * @returns {{dx: number, dy: number, guides: Guides}} the additional move, and the guide lines
 */
export function snap(rect, others, reach) {
  const across = nearest(lines(rect.x, rect.width), others.flatMap(({ x, width }) => lines(x, width)), reach);
  const down = nearest(lines(rect.y, rect.height), others.flatMap(({ y, height }) => lines(y, height)), reach);
  return { dx: across.step, dy: down.step, guides: { vertical: across.line, horizontal: down.line } };
}

/** @param {number} start @param {number} length */
function lines(start, length) {
  return [start, start + length / 2, start + length];
}

/** @param {number[]} own @param {number[]} targets @param {number} reach */
function nearest(own, targets, reach) {
  let step = 0;
  /** @type {number | null} */
  let line = null;
  let best = reach;
  for (const target of targets) {
    for (const edge of own) {
      const distance = Math.abs(target - edge);
      if (distance > best || (distance === best && line !== null)) continue;
      best = distance;
      step = target - edge;
      line = target;
    }
  }
  return { step, line };
}
