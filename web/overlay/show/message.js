// @ts-check
/** Breaks an alert's message into pages of two lines, and draws the page of the shown instant. */

import { color, font, style } from "../../shared/palette.js";
import { direction, fit, width } from "../../shared/text.js";
import { linesIn } from "../widgets/wrap.js";
import { ease, span } from "./ease.js";
import { cornerOf } from "./plate.js";
import { rgba } from "./tone.js";
import { box } from "./trace.js";
import { writeAs } from "./words.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The first page appears at this age of the alert, and the last one stays until so long before its end. */
const FIRST = 500;
const LAST = 400;
/** A page stays for at least this time, in milliseconds. */
const LEAST = 1800;
const MOST_PAGES = 4;
const LINES = 2;
/** A page appears and disappears within these times, in milliseconds. */
const IN = 260;
const OUT = 160;
const CALM = 200;
const SIZE = 12.5;
const STEP = 16;
/** The message's plate: its height, and its edges' distance from the lines, in points of the design. */
export const PLATE = 38;
const ASIDE = { left: 10, right: 8 };
/** The color of the plate on dark cards. */
const DARK = "rgba(6,4,18,.42)";

/**
 * @typedef {object} Message
 * @property {number} epoch the brush's epoch when it was laid out
 * @property {number} room the width of its lines, in points
 * @property {"ltr" | "rtl"} way
 * @property {string[][]} pages
 * @property {number} turn the time that a page stays, in milliseconds
 */

/** @type {WeakMap<Node, Message>} */
const messages = new WeakMap();

/**
 * Draws the page of this instant on the message's plate, which comes with the card, so that no part of the card is empty.
 * @param {Brush} brush @param {Node} node @param {number} x the left edge of the lines @param {number} y the plate's top
 * @param {number} room in points @param {number} unit @param {number} age of the alert in milliseconds
 */
export function drawMessage(brush, node, x, y, room, unit, age) {
  const message = messageOf(brush, node, room);
  const { pages, turn } = message;
  const index = Math.max(0, Math.min(pages.length - 1, Math.floor((age - FIRST) / turn)));
  const since = age - FIRST - index * turn;
  const { pen } = brush;
  watch(brush, age, message, index);
  const comes = pen.isStill ? 1 : pen.isCalm ? span(since, 0, CALM) : span(since, 0, IN, ease.out);
  const goes = pen.isStill || index === pages.length - 1 ? 0 : span(since, turn - OUT, turn);
  const page = pages[index];
  const sprite = brush.fills.held(node, page) ?? paintPage(brush, node, message, page, unit);
  const plate = pen.art.keep(paintPlate, room, PLATE);
  pen.put(plate, x, y);
  pen.show(sprite, 0, 0, x, y + (pen.isCalm ? 0 : (1 - comes) * 6), 1, 1, 0, comes * (1 - goes));
}

/** @param {import("./art.js").Art} art @param {number} room @param {number} h */
function paintPlate(art, room, h) {
  const w = room + ASIDE.left + ASIDE.right;
  return art.paint(w, h, (ctx) => {
    box(ctx, 0, 0, w, h, Math.min(9, cornerOf("alert", 4 * h)));
    for (const wash of style.figureInk === undefined ? [DARK] : ["rgba(255,255,255,.66)", rgba(style.figureInk, 0.08)]) {
      ctx.fillStyle = wash;
      ctx.fill();
    }
  }, { ax: ASIDE.left, ay: 0 });
}

/**
 * Asks for drawings while a page appears or disappears. Without motion the next page replaces it at once.
 * @param {Brush} brush @param {number} age @param {Message} message @param {number} index of the page
 */
function watch(brush, age, { pages, turn }, index) {
  const began = brush.time - age + FIRST + index * turn;
  const isLast = index === pages.length - 1;
  if (!brush.pen.isStill) brush.moveWithin(began, began + IN);
  if (!isLast) brush.moveWithin(began + turn - (brush.pen.isStill ? 0 : OUT), began + turn);
}

/** @param {Brush} brush @param {Node} node @param {number} room @returns {Message} */
function messageOf({ epoch }, node, room) {
  let message = messages.get(node);
  if (message?.epoch !== epoch || message.room !== room) messages.set(node, (message = layOut(node, room, epoch)));
  return message;
}

/** @param {Node} node @param {number} room @param {number} epoch @returns {Message} */
function layOut({ message: text = "", duration = 6 }, room, epoch) {
  const face = font(SIZE, 600);
  const time = duration * 1000 - FIRST - LAST;
  const most = Math.max(1, Math.min(MOST_PAGES, Math.floor(time / LEAST)));
  const lines = cut(linesIn(face, text, room), most * LINES, face, room);
  const pages = [];
  for (let i = 0; i < lines.length; i += LINES) {
    const page = lines.slice(i, i + LINES);
    if (i + LINES < lines.length) page[LINES - 1] = fit(face, `${page[LINES - 1]} …`, room);
    pages.push(page);
  }
  return { epoch, room, way: direction(text), pages, turn: Math.max(LEAST, time / pages.length) };
}

/**
 * Returns the first lines. An ellipsis ends the last of them if there are more.
 * @param {string[]} lines @param {number} most @param {string} face @param {number} room
 */
export function cut(lines, most, face, room) {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), fit(face, lines.slice(most - 1).join(" "), room)];
}

/** @param {Brush} brush @param {Node} node @param {Message} message @param {string[]} page @param {number} unit */
function paintPage(brush, node, { room, way }, page, unit) {
  return brush.fills.get(node, page, room * unit, PLATE * unit, 3 * unit, (ctx) => {
    ctx.scale(unit, unit);
    const face = font(SIZE, 600);
    const top = page.length === 1 ? 23.5 : 15.5;
    page.forEach((line, i) => writeAside(ctx, way, line, 0, room, top + i * STEP, face, color.giftText, 0));
  });
}

/**
 * Writes a line of a text at the side at which the text begins.
 * @param {CanvasRenderingContext2D} ctx @param {"ltr" | "rtl"} way of the whole text @param {string} line
 * @param {number} left of its room @param {number} room @param {number} baseline @param {string} face
 * @param {string} fill @param {number} outline @param {string} [edge]
 */
export function writeAside(ctx, way, line, left, room, baseline, face, fill, outline, edge) {
  const x = way === "rtl" ? left + room - width(face, line) : left;
  writeAs(ctx, way, line, x, baseline, face, fill, outline, edge);
}
