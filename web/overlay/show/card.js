// @ts-check
/**
 * Draws the ticker's card of an expensive gift, and every card in a theme with a material, with names above, and the
 * picture and the count below.
 */

import { color, detail, display, rung } from "../../shared/palette.js";
import { phrase } from "../../shared/text.js";
import { rollCount } from "../widgets/count.js";
import { jumped, motion, readAges, turned } from "./ages.js";
import { draw as burst } from "./burst.js";
import { crest } from "./crown.js";
import { arch, ease, span } from "./ease.js";
import { kitOf, milestoneOf } from "./kit.js";
import { glow } from "./lights.js";
import { comets, cornerOf, halo, lit, plateIn, sheen, stampPlate } from "./plate.js";
import { portrait } from "./portrait.js";
import { presentOf } from "./present.js";
import { inkOf, ringOf } from "./row.js";
import { rgba } from "./tone.js";
import { radial } from "./trace.js";
import { cased, writeWithin } from "./words.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {typeof import("./ages.js").ages} Ages */

/**
 * The sizes of the sender's name and of the words below it.
 * @type {import("./words.js").Sizes}
 */
const NAMES = [11, 9];
/** @type {import("./words.js").Sizes} */
const WORDS = [10, 8.5];
/** The room around the sprite of words, for the ring of the portrait. */
const WORDS_ROOM = 4;
const PICTURE = { left: 25, low: 24, size: 41 };

/**
 * Draws the light and the particles of a card. They lie behind all cards, so that they cross neither words nor figures.
 * @param {Brush} brush @param {Node} node @param {number} unit points of the stage per point of the design
 * @param {number} delay the delay of the count's pop after the server's pop, in milliseconds
 */
export function drawBehind(brush, node, unit, delay) {
  const at = readAges(brush, node.flourish, delay);
  const { tier, born, rise, pop } = at;
  if (tier === 0) return;
  const { pen } = brush;
  const w = node.width / unit;
  const h = node.height / unit;
  const kit = kitOf(pen.art, tier);
  const moves = Math.max(motion(born), motion(rise));
  pen.over(node.x, node.y, unit);
  pen.fade = node.alpha;
  const resting = tier < 2 ? 0 : 0.35 + 0.12 * tier + 0.1 * Math.sin(turned(born) / 260) * moves;
  const beat = (pop < 0 ? 0 : 0.5 * arch(pop, 0, 100, 130, 460)) + (rise < 0 ? 0 : arch(rise, 0, 120, 200, 700));
  if (resting + beat > 0) pen.put(halo(pen, w, h, tier, cornerOf("ticker", h)), 0, 0, 1, 1, 0, resting + beat);
  if (rise >= 0) burst(pen, kit.rise, w / 2, h / 2, rise - 60, at.seed + 77, w * 0.4, h * 0.4);
  if (pop >= 0) drawPop(pen, node, w, h, at, kit);
  pen.end();
}

/**
 * @param {Brush} brush @param {Node} node @param {number} unit points of the stage per point of the design
 * @param {number} delay the delay of the count's pop after the server's pop, in milliseconds
 */
export function drawCard(brush, node, unit, delay) {
  const { pen } = brush;
  const w = node.width / unit;
  const h = node.height / unit;
  const at = readAges(brush, node.flourish, delay);
  const { tier, born, rise } = at;
  const kit = kitOf(pen.art, tier);
  const r = cornerOf("ticker", h);
  pen.over(node.x, node.y, unit);
  stampPlate(brush, node, unit, tier, "ticker");
  pen.fade = node.alpha;
  if (tier >= 1) {
    sheen(pen, w, h, r, born - 500, kit.bright);
    sheen(pen, w, h, r, rise - 120, "#ffffff");
  }
  brush.stamp(wordsOf(brush, node, unit), node.x, node.y, node.alpha);
  if (tier >= 3) {
    const shown = Math.max(lit(born, motion(born)), rise < 0 ? 0 : lit(rise, motion(rise)));
    comets(pen, w, h, tier, turned(born) + (rise < 0 ? 0 : turned(rise)), shown);
  }
  const jump = tier === 0 ? 0 : 0.16 * jumped(at.pop);
  const land = tier < 2 ? 1 : 0.4 + 0.6 * span(born, 300, 720, ease.spring);
  pen.show(
    presentIn(brush, node, unit), PICTURE.size / 2, PICTURE.size / 2, PICTURE.left, h - PICTURE.low,
    land * (1 + jump), land * (1 - jump * 0.6), 0, 1);
  if (tier >= 4) crest(pen, 8, 1, span(born, 500, 620), 0.75 + 0.4 * (1 - span(born, 500, 820, ease.back)));
  if (rise >= 0) flash(pen, w, h, rise);
  pen.fade = 1;
  rollCount(brush, node, at.roll, at.pop);
  pen.end();
}

/**
 * Returns the picture of a card's plate.
 * @param {Brush} brush @param {Node} node @param {number} unit
 */
export function plateOf(brush, node, unit) {
  return plateIn(brush, node, unit, node.flourish?.tier ?? 0, "ticker");
}

/**
 * Returns the sprite of a card's words and portrait.
 * @param {Brush} brush @param {Node} node @param {number} unit
 */
export function wordsOf(brush, node, unit) {
  const tier = node.flourish?.tier ?? 0;
  return brush.plates[tier].held(node, node) ?? paintedOf(brush, node, tier, unit);
}

/**
 * Returns the sprite of the gift's picture.
 * @param {Brush} brush @param {Node} node @param {number} unit
 */
export function presentIn(brush, node, unit) {
  return presentOf(brush, node, PICTURE.size, unit);
}

/** @param {Brush} brush @param {Node} node @param {number} tier @param {number} unit */
function paintedOf(brush, node, tier, unit) {
  return brush.plates[tier].get(node, node, node.width, node.height, WORDS_ROOM * unit, (ctx) => {
    ctx.scale(unit, unit);
    const [w, h] = [node.width / unit, node.height / unit];
    ctx.fillStyle = radial(ctx, PICTURE.left, h - 24, 26, [rgba(rung(tier)[0], 0.35 + 0.1 * tier), rgba(rung(tier)[0], 0)]);
    ctx.fillRect(1, h - 50, 52, 49);
    const sender = node.sender ?? "";
    portrait(ctx, brush.pictures.get(node.avatar), sender, 5, 5, 24, ringOf(ctx, tier, 30));
    const room = w - 40;
    writeWithin(ctx, cased(sender), 33, 15.4, display, NAMES, room, inkOf("tickerName", tier));
    writeWithin(ctx, phrase(brush.words.give, node.gift ?? ""), 33, 27.4, detail, WORDS, room, color.tickerText);
  });
}

/**
 * Draws the particles of a pop, which start around the card's lower half.
 * @param {Pen} pen @param {Node} node @param {number} w @param {number} h @param {Ages} at
 * @param {import("./kit.js").Kit} kit
 */
function drawPop(pen, node, w, h, { pop, roll, seed }, kit) {
  const y = h * 0.68;
  const count = node.count ?? 1;
  burst(pen, kit.tick, w / 2, y, pop - 110, seed + count, w * 0.46, h * 0.26);
  const milestone = milestoneOf(pen.art, roll, count);
  if (milestone !== null) burst(pen, milestone, w / 2, y, pop - 120, seed, w * 0.46, h * 0.26);
}

/**
 * Draws the white light over the plate of a rising tier.
 * @param {Pen} pen @param {number} w @param {number} h @param {number} rise its age in milliseconds
 */
function flash(pen, w, h, rise) {
  pen.light(true);
  pen.put(glow(pen, "#ffffff", 48), w / 2, h / 2, 1.7, 1.4, 0, 0.85 * (1 - span(rise, 0, 260, ease.out)));
  pen.light(false);
}
