// @ts-check
/**
 * The themes: sets of colors and corner radii, each named for the thing that it paints. A custom property in
 * the page's CSS overrides a value: `--ovation-gift-background` for `giftBackground`.
 */

/** The default theme. Other themes override parts of it. */
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
  captionWaveEmpty: "#2a2340",
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
};

/** Light on dark, like neon tubes. @type {Partial<typeof classic>} */
const neon = {
  giftBackground: "rgba(8, 4, 24, 0.90)",
  giftBackgroundEnd: "rgba(44, 8, 66, 0.78)",
  giftRim: "#ff3bd8",
  giftName: "#35f2ff",
  giftText: "#f3e8ff",
  giftRing: "#35f2ff",
  giftShadow: "rgba(255, 59, 216, 0.80)",
  giftDigit: "#fff4fd",
  giftDigitEdge: "#e0169f",
  tickerBackground: "rgba(8, 4, 24, 0.90)",
  tickerBackgroundEnd: "rgba(44, 8, 66, 0.78)",
  tickerRim: "#35f2ff",
  tickerName: "#35f2ff",
  tickerText: "#f3e8ff",
  tickerDigit: "#ff3bd8",
  tickerDigitEdge: "#12041f",
  callBackground: "#0e0724",
  callRim: "#35f2ff",
  callName: "#f8f2ff",
  callText: "#35f2ff",
  callClose: "#ff8de8",
  callCloseBackground: "#331046",
  callShadow: "rgba(53, 242, 255, 0.50)",
  counterText: "#35f2ff",
  counterEdge: "#1a0738",
  captionText: "#fff2fd",
  captionEdge: "#b0108a",
  captionWave: "#ff8de8",
  captionWaveEnd: "#8a2bff",
  captionWaveEmpty: "#1a0738",
  goalBackground: "#160a30",
  goalFill: "#ff5bdc",
  goalFillEnd: "#8a2bff",
  goalReached: "#8dfcff",
  goalReachedEnd: "#0fb6d6",
  goalText: "#f8f2ff",
  goalEdge: "#160a30",
};

/** Ink on cream, with nearly square corners. @type {Partial<typeof classic>} */
const paper = {
  giftBackground: "rgba(255, 250, 240, 0.97)",
  giftBackgroundEnd: "rgba(250, 238, 214, 0.95)",
  giftRim: "rgba(120, 88, 46, 0.38)",
  giftName: "#9c2f1b",
  giftText: "#4a3a2a",
  giftRing: "#c98f4e",
  giftShadow: "rgba(92, 62, 20, 0.32)",
  giftDigit: "#b93a22",
  giftDigitEdge: "#fff8ea",
  tickerBackground: "rgba(255, 250, 240, 0.97)",
  tickerBackgroundEnd: "rgba(250, 238, 214, 0.95)",
  tickerRim: "rgba(120, 88, 46, 0.38)",
  tickerName: "#9c2f1b",
  tickerText: "#4a3a2a",
  tickerDigit: "#b93a22",
  tickerDigitEdge: "#fff8ea",
  callBackground: "#fffaf0",
  callRim: "rgba(120, 88, 46, 0.38)",
  callName: "#3a2c1e",
  callText: "#4f7a3a",
  callClose: "#8a7356",
  callCloseBackground: "#f1e4cb",
  callShadow: "rgba(92, 62, 20, 0.30)",
  counterText: "#3a2c1e",
  counterEdge: "#fff8ea",
  captionText: "#3a2c1e",
  captionEdge: "#fff8ea",
  captionWave: "#d98a3a",
  captionWaveEnd: "#9c2f1b",
  captionWaveEmpty: "#efe2c8",
  goalBackground: "#efe2c8",
  goalFill: "#e0a552",
  goalFillEnd: "#c4742c",
  goalReached: "#93b86f",
  goalReachedEnd: "#5d8a3f",
  goalText: "#3a2c1e",
  goalEdge: "#fff8ea",
  boxRibbon: "#9c2f1b",
  boxKnot: "#c25640",
};

/** Plain and quiet. @type {Partial<typeof classic>} */
const minimal = {
  giftBackground: "rgba(0, 0, 0, 0.58)",
  giftBackgroundEnd: "rgba(0, 0, 0, 0.58)",
  giftRim: "rgba(0, 0, 0, 0)",
  giftName: "#ffffff",
  giftText: "#d6d6d6",
  giftRing: "rgba(0, 0, 0, 0)",
  giftShadow: "rgba(0, 0, 0, 0)",
  giftDigit: "#ffffff",
  giftDigitEdge: "rgba(0, 0, 0, 0.70)",
  tickerBackground: "rgba(0, 0, 0, 0.58)",
  tickerBackgroundEnd: "rgba(0, 0, 0, 0.58)",
  tickerRim: "rgba(0, 0, 0, 0)",
  tickerName: "#ffffff",
  tickerText: "#d6d6d6",
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
  captionWave: "#e5e5ea",
  captionWaveEnd: "#8e8e93",
  captionWaveEmpty: "#4a4a4e",
  goalBackground: "#2c2c2e",
  goalFill: "#8e8e93",
  goalFillEnd: "#8e8e93",
  goalReached: "#34c759",
  goalReachedEnd: "#34c759",
  goalEdge: "rgba(0, 0, 0, 0.45)",
  boxRibbon: "#ffffff",
  boxKnot: "#dddddd",
};

/** Corner radii, in points. */
const round = { giftRadius: 20, tickerRadius: 14, callRadius: 24, goalRadius: 16 };

/** @type {Record<string, {colours: typeof classic, radii: typeof round}>} */
export const themes = {
  classic: { colours: classic, radii: round },
  neon: { colours: { ...classic, ...neon }, radii: round },
  paper: {
    colours: { ...classic, ...paper },
    radii: { giftRadius: 5, tickerRadius: 5, callRadius: 6, goalRadius: 4 } },
  minimal: {
    colours: { ...classic, ...minimal },
    radii: { giftRadius: 8, tickerRadius: 8, callRadius: 10, goalRadius: 8 } },
};

/** @typedef {typeof classic} Colours */
/** @typedef {typeof round} Radii */

/**
 * Returns the custom property that overrides a value: `--ovation-gift-background`.
 * @param {string} key
 */
export function propertyOf(key) {
  return `--ovation-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
