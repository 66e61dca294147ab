// @ts-check
/** Breaks texts into lines, as the browser lays them out in a hidden element, and shrinks a text that needs too many lines. */

import { direction, graphemes } from "../../shared/text.js";
import { ruler } from "./ruler.js";

const MOST_LINES = 3;
/** The line height for measuring, in pixels: the height of the laid-out text divided by it is the number of lines. */
const LINE_HEIGHT = 100;
/** The precision of the search for a width, as a share of it. */
const NEAR = 0.01;

/**
 * @typedef {object} Wrapping
 * @property {number} share of the font size at which the lines fit
 * @property {{from: number, to: number}[]} lines the characters of each, without the break or the spaces at
 *   its end
 */

/**
 * Breaks a text into at most three lines of about equal length. A longer text gets a smaller font.
 * @param {string} font
 * @param {string[]} glyphs the characters
 * @param {number} room the available width, in points
 * @returns {Wrapping}
 */
export function wrap(font, glyphs, room) {
  const element = ruler();
  const { style } = element;
  const text = joined(glyphs);
  style.font = font;
  style.lineHeight = `${LINE_HEIGHT}px`;
  style.whiteSpace = "pre-wrap";
  element.dir = direction(text);
  element.textContent = text;
  const count = (/** @type {number} */ width, /** @type {string} */ breaking) => {
    style.overflowWrap = breaking;
    style.width = `${Math.floor(width)}px`;
    return Math.round(element.getBoundingClientRect().height / LINE_HEIGHT);
  };
  const isLow = (/** @type {number} */ width) => count(width, "break-word") <= MOST_LINES;
  const widest = isLow(room) ? room : least(room, room * glyphs.length, isLow);
  const lines = count(widest, "break-word");
  // A word is cut only if it is too long for a line of its own.
  const evenly = least(0, widest, (width) =>
    count(width, "normal") <= lines && element.scrollWidth <= Math.floor(width));
  count(evenly, "break-word");
  const found = linesOf(/** @type {Text} */ (element.firstChild), text, glyphs);
  style.width = style.lineHeight = style.whiteSpace = style.overflowWrap = "";
  element.textContent = "";
  return { share: room / widest, lines: found };
}

/**
 * Breaks a text into as many lines as it takes. A word is cut only if it is too long for a line of its own.
 * @param {string} font
 * @param {string} text without line breaks
 * @param {number} room the available width, in points
 * @returns {string[]}
 */
export function linesIn(font, text, room) {
  const element = ruler();
  const { style } = element;
  const glyphs = graphemes(text);
  style.font = font;
  style.lineHeight = `${LINE_HEIGHT}px`;
  style.whiteSpace = "pre-wrap";
  style.overflowWrap = "break-word";
  style.width = `${room}px`;
  element.dir = direction(text);
  element.textContent = text;
  const lines = text === "" ? [] : linesOf(/** @type {Text} */ (element.firstChild), text, glyphs);
  style.width = style.lineHeight = style.whiteSpace = style.overflowWrap = "";
  element.textContent = "";
  return lines.map(({ from, to }) => glyphs.slice(from, to).join("").trim());
}

/**
 * Tells if a character is a line break.
 * @param {string} glyph
 */
export function isBreak(glyph) {
  return glyph === "\n" || glyph === "\r\n";
}

/**
 * Joins the characters to a text. Line breaks beyond the limit of lines become spaces.
 * @param {string[]} glyphs
 */
function joined(glyphs) {
  let breaks = 0;
  return glyphs.map((glyph) => isBreak(glyph) ? (++breaks < MOST_LINES ? "\n" : " ") : glyph).join("");
}

/**
 * Finds about the smallest width that fulfills a condition, which holds from some width up to `most`.
 * @param {number} below @param {number} most @param {(width: number) => boolean} holds
 */
function least(below, most, holds) {
  let [low, high] = [below, most];
  while (high - low > NEAR * high) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Reads from the layout which characters each line holds.
 * @param {Text} node with the text, laid out
 * @param {string} text
 * @param {string[]} glyphs
 */
function linesOf(node, text, glyphs) {
  /** @type {{from: number, to: number}[]} */
  const lines = [];
  const range = document.createRange();
  let offset = 0;
  let last = -1;
  let ended = true;
  for (let i = 0; i < glyphs.length; i++) {
    const start = offset;
    offset += isBreak(glyphs[i]) ? 1 : glyphs[i].length;
    if (text[start] === "\n") {
      if (ended) lines.push({ from: i, to: i });
      ended = true;
      continue;
    }
    range.setStart(node, start);
    range.setEnd(node, offset);
    const { top, height } = range.getBoundingClientRect();
    const row = Math.floor((top + height / 2) / LINE_HEIGHT);
    const isBlank = text.slice(start, offset).trim() === "";
    if (ended || (!isBlank && row > last)) {
      lines.push({ from: i, to: i });
      last = row;
    }
    ended = false;
    if (!isBlank) lines[lines.length - 1].to = i + 1;
  }
  return lines;
}
