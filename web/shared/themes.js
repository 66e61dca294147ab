// @ts-check
/**
 * The colors and corner radii of the themes, each named for the thing that it paints. A custom property in the page's
 * CSS overrides a value: `--ovation-gift-background` for `giftBackground`.
 */

import { styles } from "./styles.js";

/** The classic theme. Other themes override parts of it. */
const classic = {
  giftBackground: "rgba(22, 15, 38, 0.80)",
  giftBackgroundEnd: "rgba(22, 15, 38, 0.62)",
  giftRim: "rgba(255, 255, 255, 0.10)",
  giftName: "#ffd75e",
  giftText: "#ffffff",
  giftRing: "#4ade80",
  giftShadow: "rgba(0, 0, 0, 0.35)",
  giftDigit: "#ffffff",
  giftDigitEdge: "#ff7a1a",
  tickerBackground: "rgba(22, 15, 38, 0.80)",
  tickerBackgroundEnd: "rgba(22, 15, 38, 0.62)",
  tickerRim: "rgba(255, 255, 255, 0.10)",
  tickerName: "#ffd75e",
  tickerText: "#ffffff",
  tickerDigit: "#ff3b4e",
  tickerDigitEdge: "#ffffff",
  callBackground: "#ffffff",
  callRim: "rgba(20, 14, 40, 0.07)",
  callName: "#1c1830",
  callText: "#18a957",
  callClose: "#8d879c",
  callCloseBackground: "#f0eef5",
  callShadow: "rgba(16, 10, 34, 0.34)",
  counterText: "#ffffff",
  counterEdge: "#191326",
  captionText: "#ffffff",
  captionEdge: "#191326",
  captionWave: "#7cf0ff",
  captionWaveEnd: "#2f7bff",
  captionWaveEmpty: "#9a96ad",
  goalBackground: "#2a2340",
  goalFill: "#7cf0ff",
  goalFillEnd: "#2f7bff",
  goalReached: "#ffd75e",
  goalReachedEnd: "#ff7a1a",
  goalText: "#ffffff",
  goalEdge: "#191326",
  avatarText: "#ffffff",
  boxRibbon: "#ffd75e",
  boxKnot: "#ffe79a",
  callRing: "#22d67a",
  ...rungs("classic"),
};

/** Plain and quiet. @type {Partial<typeof classic>} */
const minimal = {
  giftBackground: "rgba(0, 0, 0, 0.68)",
  giftBackgroundEnd: "rgba(0, 0, 0, 0.68)",
  giftRim: "rgba(0, 0, 0, 0)",
  giftName: "#ffffff",
  giftText: "#e6e6e6",
  giftRing: "rgba(0, 0, 0, 0)",
  giftShadow: "rgba(0, 0, 0, 0)",
  giftDigit: "#ffffff",
  giftDigitEdge: "rgba(0, 0, 0, 0.70)",
  tickerBackground: "rgba(0, 0, 0, 0.68)",
  tickerBackgroundEnd: "rgba(0, 0, 0, 0.68)",
  tickerRim: "rgba(0, 0, 0, 0)",
  tickerName: "#ffffff",
  tickerText: "#e6e6e6",
  tickerDigit: "#ffffff",
  tickerDigitEdge: "rgba(0, 0, 0, 0.70)",
  callBackground: "#1d1d1f",
  callRim: "rgba(0, 0, 0, 0)",
  callName: "#ffffff",
  callText: "#c8c8cc",
  callClose: "#c8c8cc",
  callCloseBackground: "#38383b",
  callShadow: "rgba(0, 0, 0, 0)",
  counterEdge: "rgba(0, 0, 0, 0.70)",
  captionEdge: "rgba(0, 0, 0, 0.70)",
  captionWave: "#ffffff",
  captionWaveEnd: "#dcdce2",
  captionWaveEmpty: "#8e8e93",
  goalBackground: "#2c2c2e",
  goalFill: "#8e8e93",
  goalFillEnd: "#8e8e93",
  goalReached: "#34c759",
  goalReachedEnd: "#34c759",
  goalEdge: "rgba(0, 0, 0, 0.75)",
  boxRibbon: "#ffffff",
  boxKnot: "#dddddd",
};

/**
 * The colors of a theme whose plates are all of one material.
 * @param {string} name
 * @param {{plate: string, plateEnd: string, rim: string, name: string, text: string, digit: string, digitEdge: string,
 *   reached: string, reachedEnd: string, onPlate?: string}} paint
 * @returns {Colors}
 */
function dressed(name, paint) {
  const { plate, plateEnd, rim, text } = paint;
  const [[low], [, firstEnd], [middle, middleEnd]] = styles[name].ladder;
  const edge = styles[name].isLight ? "rgba(0, 0, 0, 0)" : "rgba(10, 6, 24, 0.85)";
  return {
    ...classic,
    giftBackground: plate, giftBackgroundEnd: plateEnd, giftRim: rim, giftName: paint.name, giftText: text, giftRing: low,
    giftDigit: paint.digit, giftDigitEdge: paint.digitEdge,
    tickerBackground: plate, tickerBackgroundEnd: plateEnd, tickerRim: rim, tickerName: paint.name, tickerText: text,
    tickerDigit: paint.digit, tickerDigitEdge: paint.digitEdge,
    callBackground: plate, callRim: rim, callName: paint.name, callText: text, callClose: text,
    callCloseBackground: "rgba(0, 0, 0, 0)", callShadow: "rgba(0, 0, 0, 0.40)",
    counterText: paint.onPlate ?? "#ffffff", counterEdge: edge,
    captionText: "#ffffff", captionEdge: "rgba(10, 6, 24, 0.85)",
    captionWave: "#ffffff", captionWaveEnd: firstEnd,
    goalBackground: plate, goalFill: middle, goalFillEnd: middleEnd, goalReached: paint.reached, goalReachedEnd: paint.reachedEnd,
    goalText: paint.onPlate ?? "#ffffff", goalEdge: edge,
    ...rungs(name),
  };
}

/**
 * The colors of a theme's tiers.
 * @param {string} name
 */
function rungs(name) {
  const [zero, one, two, three, four] = styles[name].ladder;
  return {
    tierZero: zero[0], tierZeroEnd: zero[1], tierOne: one[0], tierOneEnd: one[1], tierTwo: two[0], tierTwoEnd: two[1],
    tierThree: three[0], tierThreeEnd: three[1], tierFour: four[0], tierFourEnd: four[1] };
}

const white = { name: "#ffffff", text: "rgba(255, 255, 255, 0.92)", digit: "#ffffff", digitEdge: "#241a33" };
const gold = { reached: "#ffb52e", reachedEnd: "#fff3b0" };

/** Corner radii, in points. */
const round = { giftRadius: 20, tickerRadius: 14, callRadius: 24, goalRadius: 16 };

/** @param {number} most @returns {typeof round} */
function corners(most) {
  return { giftRadius: most, tickerRadius: most, callRadius: most, goalRadius: Math.min(most, 16) };
}

/** @type {Record<string, {colors: typeof classic, radii: typeof round, style: import("./styles.js").Style}>} */
export const themes = {
  aurora: { style: styles.aurora, radii: corners(20), colors: dressed("aurora", { ...white, ...gold,
    plate: "rgba(17, 14, 34, 0.86)", plateEnd: "rgba(17, 14, 34, 0.60)", rim: "rgba(255, 255, 255, 0.34)", name: "#ffd75e" }) },
  neon: { style: styles.neon, radii: corners(14), colors: dressed("neon", { ...white, ...gold,
    plate: "rgba(10, 5, 24, 0.90)", plateEnd: "rgba(6, 3, 16, 0.82)", rim: "#5a6cff", digit: "#e0e4ff", digitEdge: "#5a6cff" }) },
  paper: { style: styles.paper, radii: corners(3), colors: dressed("paper", { ...white, ...gold,
    plate: "#fff8ea", plateEnd: "#fff8ea", rim: "#c8a27a", name: "#43210f", text: "#4a2813", onPlate: "#43210f",
    digit: "#c8a27a", digitEdge: "#2c1306" }) },
  pixel: { style: styles.pixel, radii: corners(0), colors: dressed("pixel", { ...white, ...gold,
    plate: "#2a2f58", plateEnd: "#2a2f58", rim: "#0b0d1e", digit: "#f8f9fd", digitEdge: "#0b0d1e" }) },
  gala: { style: styles.gala, radii: corners(0), colors: dressed("gala", { ...gold,
    plate: "#15110d", plateEnd: "#201a12", rim: "#e0a83a", name: "#ffe9ad", text: "#e6d8b6", onPlate: "#ffe9ad",
    digit: "#ffffff", digitEdge: "#312715" }) },
  sakura: { style: styles.sakura, radii: corners(22), colors: dressed("sakura", { ...white, ...gold,
    plate: "#fffcfd", plateEnd: "#ffdbe8", rim: "#f2a7c3", name: "#8a1f50", text: "#643a50", onPlate: "#8a1f50",
    digit: "#f2a7c3", digitEdge: "#701440" }) },
  terminal: { style: styles.terminal, radii: corners(0), colors: dressed("terminal", { ...gold,
    plate: "rgba(2, 10, 6, 0.90)", plateEnd: "rgba(2, 10, 6, 0.90)", rim: "#3fae6a", name: "#c8ffd8", text: "#6fe89a",
    onPlate: "#c8ffd8", digit: "#e2f3e9", digitEdge: "#3fae6a" }) },
  brush: { style: styles.brush, radii: corners(0), colors: dressed("brush", { ...white, ...gold,
    plate: "rgba(20, 18, 22, 0.93)", plateEnd: "rgba(20, 18, 22, 0.93)", rim: "#8c8678", name: "#fdf6e8", text: "#d8cfbd",
    onPlate: "#fdf6e8" }) },
  match: { style: styles.match, radii: corners(4), colors: dressed("match", { ...white, ...gold,
    plate: "#24324f", plateEnd: "#0d1526", rim: "#5b73a8" }) },
  jelly: { style: styles.jelly, radii: corners(20), colors: dressed("jelly", { ...white, ...gold,
    plate: "#c3bfef", plateEnd: "#8f86dd", rim: "#ffffff", name: "#3a1064", text: "#4a1a78", onPlate: "#3a1064",
    digit: "#a9a4e8", digitEdge: "#3a1064" }) },
  classic: { style: styles.classic, colors: classic, radii: round },
  minimal: {
    style: styles.minimal, colors: { ...classic, ...minimal, ...rungs("minimal") },
    radii: { giftRadius: 8, tickerRadius: 8, callRadius: 10, goalRadius: 8 } },
};

/** @typedef {typeof classic} Colors */
/** @typedef {typeof round} Radii */

/**
 * Returns the custom property that overrides a value: `--ovation-gift-background`.
 * @param {string} key
 */
export function propertyOf(key) {
  return `--ovation-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
