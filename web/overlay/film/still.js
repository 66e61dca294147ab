// @ts-check
/**
 * Shows the still picture of a big gift as the films show theirs: it comes with light behind it, particles fly from its
 * edge, and it goes. A photo has a golden frame, and a cut-out picture a shadow.
 */

import { rung } from "../../shared/palette.js";
import { goldFrame } from "../material/form.js";
import { REST, motion, since, turned } from "../show/ages.js";
import { draw as burst } from "../show/burst.js";
import { arch, ease, span } from "../show/ease.js";
import { kitOf } from "../show/kit.js";
import { glow, rays, ring } from "../show/lights.js";
import { rgba, tint } from "../show/tone.js";
import { box, shadowed } from "../show/trace.js";
import { SIDE, sceneOf } from "./film.js";
import { NAME_Y, aim, dim, nameplate, twinkles } from "./scene.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("../paint/media.js").Shown} Shown */
/** @typedef {import("./scene.js").Scene} Scene */

/** The picture grows in this time, hits its place at the second, and leaves in the third, in milliseconds. */
const COMES = 480;
const HIT = 240;
const LEAVES = 300;
/** Its size before it has come, and after it has gone. */
const SMALL = 0.72;
const GONE = 0.94;
/** The name comes, and goes before the picture, in milliseconds. */
const NAMED = 420;
const UNNAMED = 700;
/** From its middle to the stage's lower edge at least, in points of the design. */
const BELOW = 112;
/** The tier whose colors the light has. */
const TIER = 4;
/** The strength of the dark behind the picture, of the rays, and of the glow that stays. */
const DARK = 0.6;
const RAYS = 0.6;
const GLOW = 0.55;
/** The light reaches so far beyond half of the picture's larger side. */
const BEYOND = 1.25;
/** A photo's corners, and the room around the picture for its shadow, in points of the design. */
const CORNER = 14;
const ROOM = 26;
/** The frame's size relative to that of a plate. */
const FRAME = 1.7;
/** The dark has the color of dusk, because a gray one looks like dirt over colored footage. */
const NIGHT = "#1a0636";
/** A picture is a photo if its corners are opaque: it is sampled in a square of so many pixels. */
const SAMPLE = 8;
const OPAQUE = 250;

/**
 * @param {Brush} brush @param {Node} node @param {Shown} shown
 */
export function drawStill(brush, node, { picture, width, height }) {
  const { pen } = brush;
  const { start = 0, duration = 0 } = node;
  const share = Math.min(node.width / width, node.height / height);
  const unit = Math.min(node.width, node.height) / SIDE;
  const scene = sceneOf(brush, node, unit, node.x + node.width / 2, node.y + node.height / 2);
  const [wide, high] = [(width * share) / unit, (height * share) / unit];
  const sprite = brush.fills.held(node, node) ?? paintedOf(brush, node, picture, wide, high, unit);
  const length = duration * 1000;
  const age = pen.isStill ? REST : since(brush.time, start);
  if (!pen.isStill) {
    brush.keepMoving(start / 1000 + REST);
    brush.moveWithin(start / 1000 + length - UNNAMED, start / 1000 + length);
  }
  aim(pen, scene);
  drawLight(pen, scene, age, wide, high);
  pen.fade = node.alpha;
  const leaves = pen.isCalm ? 0 : span(age, length - LEAVES, length, ease.in);
  const size = (pen.isCalm ? 1 : SMALL + (1 - SMALL) * span(age, 0, COMES, ease.back)) * (1 - (1 - GONE) * leaves);
  if (size === 1) brush.stamp(sprite, node.x, node.y, node.alpha);
  else pen.show(sprite, scene.w / 2, scene.h / 2, 0, 0, size, size, 0, 1);
  if (!pen.isStill) {
    const field = { n: 5, y: 0, rx: wide / 2, ry: high / 2, from: COMES, to: REST, color: tint(rung(TIER)[1], 0.4), size: 1.2 };
    twinkles(pen, field, age, scene.seed);
  }
  if (node.sender) drawName(brush, node, age, scene.y + (high / 2) * unit);
  pen.end();
}

/**
 * Draws the sender's name on the lower edge of the picture, but no lower than films have it. It has the films' size also
 * where the picture is small.
 * @param {Brush} brush @param {Node} node @param {number} age in milliseconds @param {number} edge in points of the stage
 */
function drawName(brush, node, age, edge) {
  const { pen, width, height } = brush;
  const unit = Math.min(width, height) / SIDE;
  const y = Math.min(edge, height - BELOW * unit) - NAME_Y * unit;
  const scene = sceneOf(brush, node, unit, node.x + node.width / 2, y);
  scene.w = width / unit;
  aim(pen, scene);
  nameplate(pen, scene, age, pen.isStill ? -COMES : NAMED, (node.duration ?? 0) * 1000 - UNNAMED, rung(TIER)[0]);
}

/**
 * Draws the dark behind the picture, a glow, rays that turn until they rest, and the ring and the particles of the hit.
 * @param {import("../show/pen.js").Pen} pen @param {Scene} scene @param {number} age in milliseconds
 * @param {number} wide the picture's width @param {number} high its height
 */
function drawLight(pen, scene, age, wide, high) {
  const [one, two] = rung(TIER);
  pen.fade = scene.node.alpha;
  const reach = (Math.max(wide, high) / 2) * BEYOND;
  const comes = pen.isStill ? 1 : span(age, 0, COMES, ease.out);
  scene.dark = DARK * comes;
  dim(pen, scene, NIGHT, 0, Math.max(wide, high) * 0.6);
  // A fading picture does not hide the light behind it, so the light fades sooner.
  pen.fade = scene.node.alpha ** 3;
  pen.light(true);
  pen.put(glow(pen, one, 48), 0, 0, (reach / 48) * comes, undefined, 0, GLOW);
  const shine = pen.isCalm ? 0 : RAYS * motion(age);
  pen.put(rays(pen, tint(two, 0.2), 120, 16), 0, 0, (reach / 120) * comes, undefined, turned(age) / 2600, shine);
  pen.light(false);
  if (pen.isCalm) return;
  const hit = age - HIT;
  const wave = 0.5 + 0.5 * span(hit, 0, 560, ease.out);
  pen.put(ring(pen, two, 60), 0, 0, (wave * reach) / 60, undefined, 0, 0.8 * arch(hit, 0, 40, 60, 560));
  const kit = kitOf(pen.art, TIER);
  burst(pen, kit.rise, 0, 0, hit, scene.seed, wide / 2, high / 2);
  burst(pen, kit.ember, 0, high / 2, hit, scene.seed + 9, wide / 3, 0);
}

/**
 * @param {Brush} brush @param {Node} node @param {CanvasImageSource} picture
 * @param {number} wide its width, in points of the design @param {number} high @param {number} unit
 */
function paintedOf(brush, node, picture, wide, high, unit) {
  return brush.fills.get(node, node, node.width, node.height, ROOM * unit, (ctx) => {
    ctx.scale(unit, unit);
    ctx.translate((node.width / unit - wide) / 2, (node.height / unit - high) / 2);
    const k = brush.scale * unit;
    const paint = () => ctx.drawImage(picture, 0, 0, wide, high);
    if (!isPhoto(picture)) {
      shadowed(ctx, rgba(rung(TIER)[0], 0.75), 16, 0, k, paint);
      return shadowed(ctx, "rgba(6,6,22,.55)", 8, 4, k, paint);
    }
    shadowed(ctx, "rgba(6,6,22,.75)", 16, 4, k, () => {
      box(ctx, 0, 0, wide, high, CORNER);
      ctx.fill();
    });
    ctx.save();
    box(ctx, 0, 0, wide, high, CORNER);
    ctx.clip();
    paint();
    ctx.restore();
    ctx.scale(FRAME, FRAME);
    goldFrame(ctx, wide / FRAME, high / FRAME, CORNER / FRAME);
  });
}

/**
 * Tells if a picture fills its rectangle, and is not cut out.
 * @param {CanvasImageSource} picture
 */
function isPhoto(picture) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SAMPLE;
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  if (ctx === null) return false;
  ctx.drawImage(picture, 0, 0, SAMPLE, SAMPLE);
  const { data } = ctx.getImageData(0, 0, SAMPLE, SAMPLE);
  const last = SAMPLE - 1;
  return [0, last, last * SAMPLE, SAMPLE * SAMPLE - 1].every((pixel) => data[4 * pixel + 3] > OPAQUE);
}
