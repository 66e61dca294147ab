// @ts-check
/** Draws the card of an alert: the picture, the words, the amount, and the message on a plate of its own. */

import { color, display, font, rung, style } from "../../shared/palette.js";
import { direction, drop, fit, grouped, width } from "../../shared/text.js";
import { linesIn } from "../widgets/wrap.js";
import { REST, motion, movesSince, turned } from "./ages.js";
import { draw as burst } from "./burst.js";
import { arch, clamp, ease, span } from "./ease.js";
import { confettiOf, kitOf } from "./kit.js";
import { glint, glow, rays, ring } from "./lights.js";
import { cut, drawMessage, writeAside } from "./message.js";
import { PLATE_ROOM, comets, cornerOf, endRoom, halo, layPlate, lit, sheen } from "./plate.js";
import { portrait } from "./portrait.js";
import { presentOf } from "./present.js";
import { ringOf, titleInk } from "./row.js";
import { apart, mix, rgba, tint } from "./tone.js";
import { box, linear } from "./trace.js";
import { cased, fontWithin, write } from "./words.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("./kit.js").Kit} Kit */

/** The size that alerts are designed at. Other sizes scale all of it. */
const WIDTH = 360;
const HEIGHT = 150;
/** Between the node's box and its card. */
const INSET = { left: 14, top: 22, right: 14, bottom: 14 };
/** The picture: its middle from the card's left edge, its size in tier 0, and by how much it is larger in each tier. */
const PICTURE = { x: 57, size: 84, more: 3.5 };
/** A sender's portrait in the place of the picture. */
const PORTRAIT = 72;
const WORDS = { left: 114, bare: 20, right: 14 };
/** The height of a card whose words fill it. */
const FULL = HEIGHT - INSET.top - INSET.bottom;
/** The moment at which the picture lands, in milliseconds. */
const HIT = 240;
/** A card leaves within this time, in milliseconds. */
const LEAVE = 300;
/**
 * The sizes of titles.
 * @typedef {object} TitleSizes
 * @property {number[]} once sizes on one line
 * @property {number[]} twice sizes on two lines, except `LEAST`
 */

/**
 * Sizes on a card without a message.
 * @type {TitleSizes}
 */
const LARGE = { once: [26, 24, 22], twice: [24, 22, 20, 18, 16] };
/**
 * Sizes above a message.
 * @type {TitleSizes}
 */
const MIDDLE = { once: [20, 18, 16, 14.5], twice: [18, 16] };
/**
 * Sizes between another line and a message.
 * @type {TitleSizes}
 */
const SMALL = { once: [20, 18, 16, 14.5], twice: [] };
const LEAST = 14.5;
/** The shares of the room in which two balanced lines may fit. */
const SHARES = [0.6, 0.7, 0.8, 0.9];
/** From one line of a title to the next, and the height of capitals, in sizes. */
const STEP = 1.12;
const CAPITALS = 0.72;
/**
 * The line above a title, in points.
 * @typedef {object} Head
 * @property {number} avatar the size of the sender's portrait
 * @property {number} gap between the line and the title
 * @property {import("./words.js").Sizes} names sizes of the sender's name
 * @property {number} amount the size of the amount
 * @property {number} chip the height of the amount's plate
 */

/**
 * The line above a title of one line and a message.
 * @type {Head}
 */
const SMALL_HEAD = { avatar: 22, gap: 8, names: [12.5, 11], amount: 14, chip: 22 };
/**
 * The line above a title of two lines and a message.
 * @type {Head}
 */
const TIGHT_HEAD = { avatar: 19, gap: 6, names: [12, 11], amount: 13, chip: 20 };
/**
 * The line on a card without a message.
 * @type {Head}
 */
const LARGE_HEAD = { avatar: 28, gap: 10, names: [16, 13], amount: 16.5, chip: 27 };
/** The room of the words above a message. */
const ABOVE = { top: 8, height: 56 };
/** The age of an alert without a start, in milliseconds. */
const LONG = 1e7;

/**
 * The ages of the alert that is drawn, in milliseconds. `age` is that of its decoration, which is at rest without motion,
 * and `shown` that of its message. `left` is negative before the alert leaves.
 */
const at = { tier: 0, seed: 0, age: LONG, shown: LONG, left: -1, moves: 0, turned: 0 };

/**
 * Returns the points of the stage per point of the design.
 * @param {Node} node
 */
function unitOf({ width, height }) {
  return Math.min(width / WIDTH, height / HEIGHT);
}

/**
 * Returns the width of a card, in points of the design.
 * @param {Node} node
 */
function wideOf(node) {
  return node.width / unitOf(node) - INSET.left - INSET.right;
}

/**
 * Returns its height.
 * @param {Node} node
 */
function highOf(node) {
  return node.height / unitOf(node) - INSET.top - INSET.bottom;
}

/** @param {Brush} brush @param {Node} node */
export function prepareCard(brush, node) {
  at.tier = node.tier ?? 0;
  plateOf(brush, node, wideOf(node), highOf(node), unitOf(node));
}

/** @param {Brush} brush @param {Node} node */
export function prepareWords(brush, node) {
  wordsOf(brush, node, wideOf(node), highOf(node), unitOf(node));
}

/** @param {Brush} brush @param {Node} node */
export function preparePicture(brush, node) {
  pictureOf(brush, node, unitOf(node));
}

/** @param {Brush} brush @param {Node} node */
export function drawBanner(brush, node) {
  const { pen } = brush;
  const unit = unitOf(node);
  const w = wideOf(node);
  const h = highOf(node);
  readTimes(brush, node);
  const kit = kitOf(pen.art, at.tier);
  pen.over(node.x + INSET.left * unit, node.y + INSET.top * unit, unit);
  pen.fade = node.alpha;
  moveCard(brush, w, h);
  drawHalo(brush, w, h);
  pen.show(plateOf(brush, node, w, h, unit), 0, 0, 0, 0, 1, 1, 0, 1);
  if (at.tier >= 1) sheen(pen, w, h, cornerOf("alert", h), at.age - 420, kit.bright);
  drawLight(brush, h, kit);
  pen.show(wordsOf(brush, node, w, h, unit), 0, 0, 0, 0, 1, 1, 0, 1);
  drawPicture(brush, node, h, unit);
  if (hasMessage(node)) {
    const left = leftOf(node);
    drawMessage(brush, node, left + 6, messageTop(h), roomOf(node, w) - 12, unit, at.shown);
  }
  drawShine(brush, w, h);
  pen.end();
}

/**
 * Draws the particles of an alert. They are below all widgets, so that they fly freely and cross no words.
 * @param {Brush} brush @param {Node} node
 */
export function drawThrown(brush, node) {
  const { pen } = brush;
  const unit = unitOf(node);
  const w = wideOf(node);
  const h = highOf(node);
  readTimes(brush, node);
  if (at.tier === 0) return;
  pen.over(node.x + INSET.left * unit, node.y + INSET.top * unit, unit);
  pen.fade = node.alpha;
  moveCard(brush, w, h);
  drawBits(brush, w, h, kitOf(pen.art, at.tier));
  pen.end();
}

/**
 * Reads the ages of a node, and asks for drawings while it moves.
 * @param {Brush} brush @param {Node} node
 */
function readTimes(brush, { tier, seed, start, left, duration = 6 }) {
  const { time, pen } = brush;
  at.tier = tier ?? 0;
  at.seed = seed ?? 0;
  at.shown = start === undefined ? LONG : time - start / 1000;
  at.age = pen.isStill ? LONG : at.shown;
  at.left = movesSince(brush, left);
  if (start !== undefined) at.left = Math.max(at.left, movesSince(brush, start + duration * 1e6 - LEAVE * 1000));
  if (at.tier > 0 && !pen.isStill) watch(brush, start, left, duration);
  at.moves = motion(at.age);
  at.turned = turned(at.age);
}

/**
 * Asks for drawings while an alert comes, rests and leaves.
 * @param {Brush} brush @param {number | undefined} start @param {number | undefined} left @param {number} duration
 */
function watch(brush, start, left, duration) {
  if (start !== undefined) {
    const ends = start / 1000 + duration * 1000;
    brush.moveWithin(start / 1000, start / 1000 + REST);
    brush.moveWithin(ends - LEAVE, ends);
  }
  if (left !== undefined) brush.moveWithin(left / 1000, left / 1000 + LEAVE);
}

/**
 * Moves the card as it comes and goes. In tier 0 it only fades.
 * @param {Brush} brush @param {number} w @param {number} h
 */
function moveCard({ pen }, w, h) {
  if (at.tier === 0 || pen.isCalm) return;
  const drop = span(at.age, 0, 420, ease.back);
  const leave = at.left < 0 ? 0 : span(at.left, 0, LEAVE, ease.in);
  pen.zoom(w / 2, h / 2, (0.86 + 0.14 * drop) * (1 - 0.06 * leave), (1 - drop) * 12 - leave * 8);
}

/** @param {Brush} brush @param {number} w @param {number} h */
function drawHalo({ pen }, w, h) {
  const { tier } = at;
  if (tier === 0) return;
  const pulse = 1 + 0.2 * Math.sin(at.turned / 300) * at.moves;
  pen.put(halo(pen, w, h, tier, cornerOf("alert", h)), 0, 0, 1, 1, 0, (0.3 + 0.12 * tier) * pulse);
}

/**
 * Draws the confetti from both sides, and the bits that the landing picture throws.
 * @param {Brush} brush @param {number} w @param {number} h @param {Kit} kit
 */
function drawBits({ pen }, w, h, kit) {
  const { tier, age, seed } = at;
  for (let side = 0; tier >= 3 && side < 2; side++) burst(pen, confettiOf(pen.art), side * w, h * 0.7, age - 300, seed + side);
  if (pen.thrift < 2) burst(pen, kit.dash, w / 2, h / 2, age - HIT, seed, w / 2 - 12, h / 2 - 8);
  burst(pen, kit.rise, w / 2, h / 2, age - HIT, seed, w / 2 - 12, h / 2 - 8);
}

/**
 * Draws the light between the plate and the words.
 * @param {Brush} brush @param {number} h @param {Kit} kit
 */
function drawLight({ pen }, h, kit) {
  const { tier, age, seed } = at;
  const y = h / 2;
  const bright = 0.3 + 0.12 * tier;
  if (tier >= 2 && !pen.isCalm) {
    const fan = bright * span(age, 200, 700);
    pen.put(rays(pen, tint(kit.two, 0.1), 120, 16), PICTURE.x, y, 0.36 + 0.1 * tier, undefined, at.turned / 2400, fan);
  }
  pen.light(true);
  pen.put(glow(pen, kit.one, 48), PICTURE.x, y, 1.25 + 0.1 * tier, undefined, 0, bright);
  pen.light(false);
  if (tier === 0) return;
  const spread = span(age, HIT + 20, 900, ease.out);
  const faint = pen.isCalm ? 0 : (1 - span(age, HIT + 20, 900)) * clamp((age - HIT) / 40);
  pen.put(ring(pen, kit.two, 60), PICTURE.x, y, 0.3 + 0.55 * spread, undefined, 0, faint);
}

/**
 * Draws the picture, which lands, is squashed, and then floats until the card rests.
 * @param {Brush} brush @param {Node} node @param {number} h @param {number} unit
 */
function drawPicture(brush, node, h, unit) {
  const sprite = pictureOf(brush, node, unit);
  if (sprite === null) return;
  const { pen } = brush;
  const { tier, age } = at;
  const moves = tier > 0 && !pen.isCalm;
  const hit = age - HIT;
  const squash = !moves || hit < 0 || hit > 2000 ? 0 : 0.22 * Math.exp(-hit / 150) * Math.cos(hit / 70);
  const land = moves ? span(age, 120, 520, ease.back) : 1;
  const float = moves && hit > 0 ? Math.sin(hit / 520) * 2 * at.moves : 0;
  const half = sizeOf(node) / 2;
  pen.show(
    sprite, half, half, PICTURE.x, h / 2 + float, land * (1 + squash), land * (1 - squash), 0, 1);
}

/**
 * Draws the light that runs around the card.
 * @param {Brush} brush @param {number} w @param {number} h
 */
function drawShine({ pen }, w, h) {
  const { tier, age } = at;
  if (tier >= 3) comets(pen, w, h, tier, at.turned, lit(age, at.moves));
  if (tier < 4 || pen.isCalm || at.moves <= 0) return;
  pen.light(true);
  for (let i = 0; i < 4; i++) {
    const round = Math.floor((age + i * 410) / 1640);
    const on = at.moves * arch((age + i * 410) % 1640, 0, 120, 170, 460);
    const x = 20 + ((i * 97 + round * 61) % (w - 40));
    pen.put(glint(pen, "#fff6c8", 6, 24), x, (i % 2) * h, on * 0.8, undefined, 0.3, on);
  }
  pen.light(false);
}

/** @param {Node} node */
function hasMessage({ message }) {
  return typeof message === "string" && message.trim() !== "";
}

/** @param {Node} node */
function hasPicture({ image, name = "" }) {
  return image !== undefined || name !== "";
}

/** @param {Node} node */
function leftOf(node) {
  return hasPicture(node) ? WORDS.left : WORDS.bare;
}

/**
 * The room of the words.
 * @param {Node} node @param {number} w of the card
 */
function roomOf(node, w) {
  return w - leftOf(node) - WORDS.right - endRoom();
}

/** @param {number} h of the card */
function messageTop(h) {
  return h - 46 - (h - FULL) / 2;
}

/**
 * The size of the picture, in points of the design.
 * @param {Node} node
 */
function sizeOf({ image, tier = 0 }) {
  return image === undefined ? PORTRAIT : PICTURE.size + PICTURE.more * tier;
}

/**
 * Returns the sprite of the picture: the event's image, or else the sender.
 * @param {Brush} brush @param {Node} node @param {number} unit
 */
function pictureOf(brush, node, unit) {
  if (!hasPicture(node)) return null;
  const size = sizeOf(node);
  if (node.image !== undefined) return presentOf(brush, node, size, unit);
  return brush.presents.held(node, size) ?? paintSenderOf(brush, node, size, unit);
}

/** @param {Brush} brush @param {Node} node @param {number} size @param {number} unit */
function paintSenderOf(brush, node, size, unit) {
  return brush.presents.get(node, size, size * unit, size * unit, 4 * unit, (ctx) => {
    ctx.scale(unit, unit);
    const picture = brush.pictures.get(node.avatar);
    portrait(ctx, picture, node.name ?? "", 0, 0, size, ringOf(ctx, node.tier ?? 0, size), 3);
  });
}

/** @param {Brush} brush @param {Node} node @param {number} w @param {number} h @param {number} unit */
function plateOf(brush, node, w, h, unit) {
  // The words are sprites of their own, so that a new title leaves the plate as it is.
  const key = node.width * 1e5 + node.height;
  return brush.plates[at.tier].held(node, key) ?? paintCard(brush, node, key, w * unit, h * unit, unit);
}

/**
 * @param {Brush} brush @param {Node} node @param {number} key @param {number} width @param {number} height
 * @param {number} unit
 */
function paintCard(brush, node, key, width, height, unit) {
  const { tier } = at;
  return brush.plates[tier].get(node, key, width, height, PLATE_ROOM * unit, (ctx) => {
    layPlate(ctx, brush, { width, height }, unit, tier, "alert");
  });
}

/** @param {Brush} brush @param {Node} node @param {number} w @param {number} h @param {number} unit */
function wordsOf(brush, node, w, h, unit) {
  return brush.sprites.held(node, node) ?? paintWordsOf(brush, node, w, h, unit);
}

/** @param {Brush} brush @param {Node} node @param {number} w @param {number} h @param {number} unit */
function paintWordsOf(brush, node, w, h, unit) {
  return brush.sprites.get(node, node, w * unit, h * unit, 4 * unit, (ctx) => {
    ctx.scale(unit, unit);
    paintWords(ctx, brush, node, w, h);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {Brush} brush @param {Node} node @param {number} w @param {number} h */
function paintWords(ctx, brush, node, w, h) {
  const { title: text = "", tier = 0 } = node;
  const left = leftOf(node);
  const room = roomOf(node, w);
  const hasWords = hasMessage(node);
  const isBelow = hasHead(node);
  const title = titleOf(cased(text), room, hasWords ? isBelow ? SMALL : MIDDLE : LARGE);
  const high = title.size * CAPITALS + (title.lines.length - 1) * title.step;
  const head = !hasWords ? LARGE_HEAD : title.lines.length > 1 ? TIGHT_HEAD : SMALL_HEAD;
  const taken = isBelow ? head.avatar + head.gap : 0;
  const free = hasWords ? ABOVE : { top: 0, height: FULL };
  const top = (h - FULL) / 2 + free.top + (free.height - taken - high) / 2;
  if (isBelow) paintHead(ctx, brush, node, head, left, top, room);
  const baseline = top + taken + title.size * CAPITALS;
  title.lines.forEach((line, i) => {
    writeAside(
      ctx, title.way, line, left, room, baseline + i * title.step, title.face, titleInk(tier), 3, edgeIn(tier));
  });
}

/**
 * Tells if the sender's name or an amount is above the title.
 * @param {Node} node
 */
function hasHead(node) {
  return lacksName(node) || node.amount !== undefined && node.amount !== "";
}

/**
 * Tells if the title lacks the sender's name, so that the card needs a line above the title for it.
 * @param {Node} node
 */
function lacksName({ name = "", title = "" }) {
  return name !== "" && !title.includes(name);
}

/**
 * Paints the line above the title: the sender's portrait and name, and the amount at its right end. Without an image the
 * portrait is the picture.
 * @param {CanvasRenderingContext2D} ctx @param {Brush} brush @param {Node} node @param {Head} head
 * @param {number} left @param {number} top @param {number} room
 */
function paintHead(ctx, brush, node, head, left, top, room) {
  const { image, name = "", avatar, amount = "", tier = 0 } = node;
  const size = head.avatar;
  const taken = image === undefined || name === "" ? 0 : size + 7;
  if (taken > 0) portrait(ctx, brush.pictures.get(avatar), name, left, top, size, ringOf(ctx, tier, size));
  const middle = top + size / 2;
  const chip = amount === "" ? 0 : paintChip(ctx, numbered(amount), head, left + room, middle, (room * 2) / 3, tier);
  if (name === "") return;
  const wide = room - chip - taken - 6;
  const face = fontWithin(cased(name), nameFont, head.names, wide);
  write(ctx, fit(face, cased(name), wide), left + taken, middle + drop(face), face, color.giftText, 3, edgeIn(tier));
}

/** @param {number} size */
function nameFont(size) {
  return font(size, 600);
}

/**
 * Returns an amount with commas between the thousands of its numbers, unless it has them.
 * @param {string} amount as it is written
 */
function numbered(amount) {
  return amount.replace(/(?<![\d.,])\d{4,}(?![\d,])/g, grouped);
}

/**
 * Paints the amount, and returns the width of its plate.
 * @param {CanvasRenderingContext2D} ctx @param {string} amount @param {Head} head @param {number} right its plate's end
 * @param {number} middle @param {number} most its greatest width @param {number} tier
 */
function paintChip(ctx, amount, { amount: size, chip }, right, middle, most, tier) {
  const face = display(size);
  const side = chip * 0.4;
  const text = fit(face, amount, most - 2 * side);
  const wide = width(face, text) + 2 * side;
  const top = middle - chip / 2;
  box(ctx, right - wide, top, wide, chip, Math.min(chip / 2, cornerOf("alert", FULL)));
  const [fill, ink] = chipOf(tier);
  ctx.fillStyle = linear(ctx, 0, top, 0, top + chip, fill);
  ctx.fill();
  write(ctx, text, right - wide + side, middle + drop(face), face, ink);
  return wide;
}

/**
 * Returns the colors of an amount's plate and of the amount. The plate is bright on dark cards and dark on light ones.
 * @param {number} tier @returns {[fill: string[], ink: string]}
 */
function chipOf(tier) {
  const [one, two] = rung(tier);
  if (tier >= 4) return [["#fff3b8", "#ffc23d", "#eb9a2a"], "#4a1e00"];
  const { figureInk: dark } = style;
  if (dark !== undefined) return [[apart(mix(two, dark, 0.5), "#ffffff"), apart(mix(one, dark, 0.65), "#ffffff", 5)], "#ffffff"];
  return [[tint(two, 0.6), tint(two, 0.2)], apart(tint(one, -0.7), tint(two, 0.2), 5)];
}

/**
 * @typedef {object} Title
 * @property {number} size
 * @property {number} step from one line to the next
 * @property {string} face
 * @property {"ltr" | "rtl"} way
 * @property {string[]} lines one or two
 */

/**
 * Chooses the largest size at which a title fits on one line, or else on two.
 * @param {string} text @param {number} room @param {TitleSizes} sizes
 * @returns {Title}
 */
function titleOf(text, room, { once, twice }) {
  for (const size of once) {
    if (width(display(size), text) <= room) return titleIn(size, text, [text]);
  }
  for (const size of twice) {
    const lines = balanced(display(size), text, room);
    if (lines.length <= 2) return titleIn(size, text, lines);
  }
  const face = display(LEAST);
  return titleIn(LEAST, text, cut(balanced(face, text, room), 2, face, room));
}

/**
 * Breaks a text. If two lines suffice, they are about as long as each other, so that no short word stands alone.
 * @param {string} face @param {string} text @param {number} room
 */
function balanced(face, text, room) {
  for (const share of SHARES) {
    const lines = linesIn(face, text, room * share);
    if (lines.length <= 2) return lines;
  }
  return linesIn(face, text, room);
}

/** @param {number} size @param {string} text @param {string[]} lines @returns {Title} */
function titleIn(size, text, lines) {
  return { size, step: STEP * size, face: display(size), way: direction(text), lines };
}

/**
 * The outline of words on a colored plate.
 * @param {number} tier
 */
function edgeIn(tier) {
  return style.inks !== undefined && tier >= 2 ? rgba(tint(rung(tier)[0], -0.75), 0.5) : "";
}
