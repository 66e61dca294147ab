// @ts-check
/** Measures the position of each character in a line of shaped text, in any mix of directions. */

import { ruler } from "./ruler.js";

/**
 * @typedef {object} Clusters
 * @property {number} width of the line, in points
 * @property {Float64Array} left edges of the characters in logical order, in points from the
 *   line's left
 * @property {Float64Array} right
 */

/** Edges closer than this, in points, are the same edge: the browser's layout rounds to 1/64 of a pixel. */
const SNAP = 0.1;

/**
 * Lets the browser lay out the line, and reads the position of each character from the result.
 * @param {string} font
 * @param {string[]} glyphs the characters
 * @param {"ltr" | "rtl"} way the direction of the whole text
 * @returns {Clusters}
 */
export function clusters(font, glyphs, way) {
  const left = new Float64Array(glyphs.length);
  const right = new Float64Array(glyphs.length);
  const text = glyphs.join("");
  if (text === "") return { width: 0, left, right };
  const element = ruler();
  element.style.font = font;
  element.dir = way;
  element.textContent = text;
  const node = /** @type {Text} */ (element.firstChild);
  const line = element.getBoundingClientRect();
  const range = document.createRange();
  let offset = 0;
  for (let i = 0; i < glyphs.length; i++) {
    range.setStart(node, offset);
    range.setEnd(node, (offset += glyphs[i].length));
    const box = range.getBoundingClientRect();
    left[i] = box.left - line.left;
    right[i] = box.right - line.left;
  }
  element.textContent = "";
  snap(left, right);
  return { width: line.width, left, right };
}

/**
 * Makes adjacent characters share their edge exactly.
 * @param {Float64Array} left
 * @param {Float64Array} right
 */
function snap(left, right) {
  const order = Array.from(left.keys()).sort((a, b) => left[a] - left[b] || right[a] - right[b]);
  for (let i = 1; i < order.length; i++) {
    const edge = right[order[i - 1]];
    if (Math.abs(left[order[i]] - edge) < SNAP) left[order[i]] = edge;
  }
}
