// @ts-check
/** Edges and centres that a box that is moved comes to rest at. */

/** @typedef {import("./boxes.js").Rect} Rect */
/** @typedef {{vertical: number | null, horizontal: number | null}} Guides where lines are shown */

/**
 * @param {Rect} rect as it would lie
 * @param {Rect[]} others boxes, the stage, the safe area
 * @param {number} reach in points
 * @returns {{dx: number, dy: number, guides: Guides}} what it moves besides
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
