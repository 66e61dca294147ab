// @ts-check
/**
 * Draws the row of an expensive gift, and every gift's row in a theme with a material, with its plate, words and
 * decorations.
 */

import { color, detail, display, font, isOwn, style } from "../../shared/palette.js";
import { phrase } from "../../shared/text.js";
import { placeOf, rollCount } from "../widgets/count.js";
import { jumped, motion, readAges, turned } from "./ages.js";
import { draw as burst } from "./burst.js";
import { crest } from "./crown.js";
import { arch, clamp, ease, hash, span } from "./ease.js";
import { kitOf, milestoneOf } from "./kit.js";
import { glint, glow, rays, ring } from "./lights.js";
import { comets, cornerOf, halo, lit, plateIn, sheen, stampPlate, wake } from "./plate.js";
import { portrait } from "./portrait.js";
import { presentOf } from "./present.js";
import { tint } from "./tone.js";
import { box, linear } from "./trace.js";
import { cased, write, writeWithin } from "./words.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {typeof import("./ages.js").ages} Ages */

/** The height the row is designed at; another height scales all of it. */
const HEIGHT = 40;
/** From the picture's middle to the row's right end, and to its lower edge. */
const PICTURE = { right: 25, low: 24 };
const PICTURES = [46, 48, 50, 52, 54];
/**
 * The sizes of the sender's name and of the words below it.
 * @type {import("./words.js").Sizes}
 */
const NAMES = [13.5, 11];
/** @type {import("./words.js").Sizes} */
const WORDS = [11.5, 10];
/** The width that words must leave free. */
const TAKEN = 99;
/** The ellipse on which the particles of a pop start, in halves of the count at rest. */
const SHELL = 1.25;
/** The room around the sprite of words, for the rings of portraits. */
const WORDS_ROOM = 4;
/** The room of the seal beside a name. */
const SEAL = 15;
const SEALS = "一二三四";

/**
 * Draws the light and the particles of a row. They lie behind all rows, so that they cross neither words nor figures.
 * @param {Brush} brush @param {Node} node
 */
export function drawBehind(brush, node) {
  const at = readAges(brush, node.flourish);
  const { tier, born, rise } = at;
  if (tier === 0) return;
  const { pen } = brush;
  const unit = node.height / HEIGHT;
  const w = node.width / unit;
  const kit = kitOf(pen.art, tier);
  const moves = Math.max(motion(born), motion(rise));
  const r = cornerOf("gift", HEIGHT);
  pen.over(node.x, node.y, unit);
  pen.fade = node.alpha;
  if (tier >= 2) {
    const light = 0.36 + 0.12 * tier + 0.14 * Math.sin(turned(born) / 260) * moves;
    pen.put(halo(pen, w, HEIGHT, tier, r), 0, 0, 1, 1, 0, light);
  }
  if (tier >= 3) {
    wake(pen, HEIGHT, tier, born, at.seed);
    if (pen.thrift < 2) burst(pen, kit.ember, w / 2, 4, born, at.seed);
    fan(pen, w, at, kit);
  }
  if (rise >= 0) drawRise(pen, w, at, kit);
  if (at.pop >= 0) drawPop(pen, node, w, unit, at, kit);
  pen.fade = 1;
  if (at.exit >= 0 && tier >= 2) burst(pen, kit.pop, w / 2, HEIGHT / 2, at.exit, at.seed + 5, w / 2, HEIGHT / 2);
  pen.end();
}

/** @param {Brush} brush @param {Node} node */
export function drawRow(brush, node) {
  const { pen } = brush;
  const unit = node.height / HEIGHT;
  const w = node.width / unit;
  const at = readAges(brush, node.flourish);
  const { tier, born, rise } = at;
  const kit = kitOf(pen.art, tier);
  const moves = Math.max(motion(born), motion(rise));
  const r = cornerOf("gift", HEIGHT);
  pen.over(node.x, node.y, unit);
  stampPlate(brush, node, unit, tier, "gift");
  pen.fade = node.alpha;
  if (tier >= 1) {
    sheen(pen, w, HEIGHT, r, born - 250, kit.bright);
    sheen(pen, w, HEIGHT, r, rise - 120, "#ffffff");
  }
  brush.stamp(wordsOf(brush, node), node.x, node.y, node.alpha);
  if (tier >= 3) drawShine(pen, w, at, kit);
  if (rise >= 0) flash(pen, w, rise);
  drawPresent(brush, node, w, unit, at);
  if (tier >= 2) drawGlints(brush, w, at, moves);
  pen.fade = 1;
  rollCount(brush, node, at.roll, at.pop);
  pen.end();
}

/**
 * Returns the picture of a row's plate.
 * @param {Brush} brush @param {Node} node
 */
export function plateOf(brush, node) {
  return plateIn(brush, node, node.height / HEIGHT, node.flourish?.tier ?? 0, "gift");
}

/**
 * Returns the sprite of a row's words and portrait.
 * @param {Brush} brush @param {Node} node
 */
export function wordsOf(brush, node) {
  const tier = node.flourish?.tier ?? 0;
  return brush.plates[tier].held(node, node) ?? paintedOf(brush, node, tier, node.height / HEIGHT);
}

/**
 * Returns the sprite of the gift's picture.
 * @param {Brush} brush @param {Node} node
 */
export function presentIn(brush, node) {
  return presentOf(brush, node, PICTURES[node.flourish?.tier ?? 0], node.height / HEIGHT);
}

/** @param {Brush} brush @param {Node} node @param {number} tier @param {number} unit */
function paintedOf(brush, node, tier, unit) {
  return brush.plates[tier].get(node, node, node.width, node.height, WORDS_ROOM * unit, (ctx) => {
    ctx.scale(unit, unit);
    paintWords(ctx, brush, node, tier, node.width / unit);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {Brush} brush @param {Node} node @param {number} tier @param {number} w */
function paintWords(ctx, brush, node, tier, w) {
  const sender = node.sender ?? "";
  portrait(ctx, brush.pictures.get(node.avatar), sender, 3, 3, HEIGHT - 6, ringOf(ctx, tier, HEIGHT), tier >= 3 ? 2.2 : 1.6);
  const room = w - TAKEN;
  const seals = style.hasSeal === true && tier > 0;
  writeWithin(ctx, cased(sender), 46, 17.6, display, NAMES, seals ? room - SEAL : room, inkOf("giftName", tier));
  const sent = (style.prompt ?? "") + phrase(brush.words.sent, node.gift ?? "");
  writeWithin(ctx, sent, 46, 32.4, detail, WORDS, room, color.giftText);
  if (seals) seal(ctx, w - 62, 4, tier);
}

/**
 * Returns the color of the ring around a sender's picture.
 * @param {CanvasRenderingContext2D} ctx @param {number} tier @param {number} h
 */
export function ringOf(ctx, tier, h) {
  if (isOwn("giftRing") || style.material === "plain" && tier === 0) return color.giftRing;
  if (tier >= 4) return linear(ctx, 0, 0, h, h, ["#fff3b8", "#b67a1c", "#fff8d8"]);
  const names = /** @type {const} */ (["tierZero", "tierOne", "tierTwo", "tierThree"]);
  return tint(color[names[tier]], 0.25);
}

/**
 * Returns the color of a name in a tier.
 * @param {"giftName" | "tickerName" | "callName"} key @param {number} tier
 */
export function inkOf(key, tier) {
  return isOwn(key) ? color[key] : style.inks?.[tier] ?? color[key];
}

/**
 * Returns the color of a title on a plate: that of names, but white in the themes whose names are colored in low tiers.
 * @param {number} tier
 */
export function titleInk(tier) {
  if (isOwn("giftName") || style.inks === undefined) return color.giftName;
  return tier >= 4 ? style.inks[4] : "#ffffff";
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} tier */
function seal(ctx, x, y, tier) {
  ctx.fillStyle = "#c8321e";
  box(ctx, x, y, 11, 11, 2);
  ctx.fill();
  write(ctx, SEALS[tier - 1], x + 1.2, y + 8.9, font(8.5, 700), "#fff3e0", 0, "");
}

/**
 * Draws rays that spread from behind the gift.
 * @param {Pen} pen @param {number} w @param {Ages} at @param {import("./kit.js").Kit} kit
 */
function fan(pen, w, { tier, born }, kit) {
  if (pen.isCalm) return;
  const spread = span(Math.max(born, 0), 60, 480, ease.out);
  pen.put(
    rays(pen, tint(kit.two, 0.25), 60, 12), w - PICTURE.right, HEIGHT - PICTURE.low, (0.5 + 0.12 * tier) * spread, undefined,
    turned(born) / 1600, 0.75);
}

/**
 * Draws a glow behind the gift, and comets on the rim.
 * @param {Pen} pen @param {number} w @param {Ages} at @param {import("./kit.js").Kit} kit
 */
function drawShine(pen, w, { tier, born, rise }, kit) {
  pen.light(true);
  pen.put(glow(pen, kit.one, 40), w - PICTURE.right, HEIGHT - PICTURE.low, 0.8, undefined, 0, 0.7);
  pen.light(false);
  const shown = Math.max(lit(born, motion(born)), rise < 0 ? 0 : lit(rise, motion(rise)));
  comets(pen, w, HEIGHT, tier, turned(born) + (rise < 0 ? 0 : turned(rise)), shown);
}

/**
 * The gift's picture, which lands and jumps at pops, and the crown on the sender.
 * @param {Brush} brush @param {Node} node @param {number} w @param {number} unit @param {Ages} at
 */
function drawPresent(brush, node, w, unit, { tier, born, pop }) {
  const { pen } = brush;
  const size = PICTURES[tier];
  const land = tier < 2 ? 1 : 0.4 + 0.6 * span(born, 60, 480, ease.spring);
  const jump = tier === 0 ? 0 : 0.2 * jumped(pop);
  pen.show(
    presentIn(brush, node), size / 2, size / 2, w - PICTURE.right, HEIGHT - PICTURE.low, land * (1 + jump),
    land * (1 - jump * 0.6), -0.12 * jump, 1);
  if (tier < 4) return;
  crest(pen, 9, -3, span(born, 200, 320), 1 + 0.5 * (1 - span(born, 200, 520, ease.back)));
}

/**
 * Glints that come and go on the rim.
 * @param {Brush} brush @param {number} w @param {Ages} at @param {number} moves
 */
function drawGlints({ pen }, w, { tier, born, seed }, moves) {
  if (pen.isCalm || moves <= 0) return;
  const picture = glint(pen, "#ffffff", 4, 12);
  pen.light(true);
  for (let i = 0; i < tier; i++) {
    const on = moves * arch((born + i * 530) % 1590, 0, 120, 160, 420);
    pen.put(picture, w * (0.24 + 0.5 * hash(seed, i)), i % 2 ? HEIGHT - 1 : 1, on * 0.9, undefined, 0.4, on);
  }
  pen.light(false);
}

/**
 * Draws the effects of a pop: a ring around the gift, and a glow behind the count. Particles start around the figures.
 * @param {Pen} pen @param {Node} node @param {number} w @param {number} unit @param {Ages} at
 * @param {import("./kit.js").Kit} kit
 */
function drawPop(pen, node, w, unit, { tier, pop, roll, seed }, kit) {
  const place = placeOf(node);
  if (place === undefined) return;
  const count = node.count ?? 1;
  const x = (place.x - node.x) / unit;
  const y = (place.y - node.y) / unit;
  // The ellipse does not shrink with the pop, since particles would move back with it.
  const rx = (place.halfWidth * SHELL) / unit;
  const ry = (place.halfHeight * SHELL) / unit;
  if (tier >= 2) {
    const faint = (1 - span(pop, 60, 460)) * clamp(pop / 60);
    pen.put(
      ring(pen, kit.two, 60), w - PICTURE.right, HEIGHT - PICTURE.low, 0.36 + 0.3 * span(pop, 60, 460, ease.out), undefined, 0,
      0.9 * faint);
  }
  pen.light(true);
  pen.put(glow(pen, kit.one, 48), x, y, (rx + 22) / 48, (ry + 20) / 48, 0, 0.55 * arch(pop, 0, 110, 130, 480));
  pen.light(false);
  if (pen.thrift < 2) burst(pen, kit.dash, x, y, pop - 110, seed + count, rx, ry);
  burst(pen, kit.pop, x, y, pop - 110, seed + count, rx, ry);
  const milestone = milestoneOf(pen.art, roll, count);
  if (milestone !== null) burst(pen, milestone, x, y, pop - 120, seed, rx, ry);
}

/**
 * Draws the ring and the bits of a rising tier.
 * @param {Pen} pen @param {number} w @param {Ages} at @param {import("./kit.js").Kit} kit
 */
function drawRise(pen, w, { rise, seed }, kit) {
  const x = w - PICTURE.right;
  const y = HEIGHT - PICTURE.low;
  pen.put(ring(pen, kit.two, 60), x, y, 0.3 + 0.36 * span(rise, 60, 600, ease.out), undefined, 0, 0.95 * (1 - span(rise, 60, 600)));
  burst(pen, kit.rise, x, y, rise - 60, seed + 77, 6, 6);
}

/**
 * Draws the white light over the plate of a rising tier.
 * @param {Pen} pen @param {number} w @param {number} rise its age in milliseconds
 */
function flash(pen, w, rise) {
  pen.light(true);
  pen.put(glow(pen, "#ffffff", 48), w / 2, HEIGHT / 2, (3.4 * w) / 200, 1, 0, 0.85 * (1 - span(rise, 0, 260, ease.out)));
  pen.light(false);
}
