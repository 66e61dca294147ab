// @ts-check
/** The sample stages that the studio's small pictures show: one of each widget, and a built-in film. */

import { graphemes } from "../../shared/text.js";
import { t } from "../words.js";

/** @typedef {import("../../overlay/stage/stage.js").Change} Change */

/**
 * @typedef {object} Scene A stage of its own, which moves for a while.
 * @property {number} width in points
 * @property {number} height in points
 * @property {number} scale device pixels per point
 * @property {number} seconds the duration of its movement
 * @property {number} rest the instant that is shown while it stands still, in seconds
 * @property {() => Change[]} nodes the stage's nodes
 * @property {(seconds: number) => Change[]} at the changes of its nodes since its movement began
 */

const COMBO = 28;
const POP_SECONDS = 0.5;
/** The row's entrance was so long ago that it rests. */
const LONG_MICROSECONDS = 60_000_000;

/**
 * The flourish of a row, which pops each second.
 * @param {number} tier @param {number} seconds since the picture began to move; 0: it stands
 */
function flourishAt(tier, seconds) {
  const pops = Math.floor(seconds);
  const flourish = { tier, seed: 7, born: -LONG_MICROSECONDS };
  return pops === 0 ? flourish : { ...flourish, popped: pops * 1_000_000, roll: COMBO + pops - 1 };
}

/**
 * The changes of a row that pops each second.
 * @param {number} tier @param {number} seconds
 */
export function poppedAt(tier, seconds) {
  const pop = seconds % 1 / POP_SECONDS;
  return {
    count: COMBO + Math.floor(seconds), digitScale: pop < 1 ? 1 + Math.sin(pop * Math.PI) : 1,
    flourish: flourishAt(tier, seconds),
  };
}

/** @type {Scene} */
export const sample = {
  width: 300,
  height: 150,
  // Enough for a card of 300 pixels on a dense screen.
  scale: 2,
  seconds: 4,
  rest: 0,
  nodes() {
    const text = t("captionText");
    return [
      { id: "gifts/0", kind: "gift", x: 12, y: 12, width: 190, height: 40, alpha: 1, combo: "a", sender: t("nameAnn"),
        gift: t("giftRose"), image: "/web/gifts/rose.svg", ...poppedAt(2, 0) },
      { id: "goal/a", kind: "goal", x: 12, y: 60, width: 136, height: 28, alpha: 1, title: t("giftRocket"), value: 31, target: 50,
        level: 0.62, reached: false },
      { id: "call/a", kind: "call", x: 158, y: 58, width: 132, height: 37, alpha: 1, name: t("nameCaller") },
      { id: "caption/a", kind: "caption", x: 150, y: 103, width: 0, height: 34, alpha: 1, text, effect: "wave", align: "center",
        glyphs: graphemes(text), level: 0.5, amplitude: 3, phase: 0 },
    ];
  },
  at: (seconds) => [
    { id: "gifts/0", ...poppedAt(2, seconds) },
    { id: "goal/a", amplitude: seconds === 0 ? 0 : 2, phase: seconds * 6 },
    { id: "caption/a", level: 0.5 + 0.4 * Math.sin(seconds * Math.PI / 2), phase: seconds * 5 },
  ],
};

/**
 * A built-in film, which a sender of the samples gives.
 * @param {import("./films.js").Film} film @param {string} gift the film's name for people
 * @returns {Scene}
 */
export function filmScene({ name, seconds, rest }, gift) {
  const [width, height] = [960, 540];
  return {
    width, height, scale: 1 / 3, seconds, rest,
    nodes: () => [{ id: "effect/a", kind: "effect", x: 0, y: 0, width, height, alpha: 1, film: name, start: 0,
      duration: seconds, sender: t("nameMira"), gift, seed: 7 }],
    at: () => [],
  };
}
