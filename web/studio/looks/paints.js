// @ts-check
/**
 * The colors, radii and font that differ from the theme, as the room's saved values, and as an unsaved draft for CSS.
 */

import { propertyOf, themes } from "../../shared/themes.js";

/** @typedef {Record<string, string | number>} Values colors and radii by name; `font` is a font family */

const COLOR = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const MOST_POINTS = 1000;

/**
 * The draft. It outlives the view, but not the page.
 * @type {Values}
 */
let draft = {};
/** @type {"room" | "css"} */
let goal = "room";

export class Paints {
  /** @param {import("../shell.js").Studio} studio */
  constructor({ store, settings }) {
    /** @private */
    this.store = store;
    /** @private */
    this.settings = settings;
    /** Called when the draft or the destination of changes has changed. */
    this.onchange = () => {};
  }

  /** The destination of changes: the room's configuration, or the draft. */
  get goal() {
    return this.canKeep ? goal : "css";
  }

  /** True if the room can save colors. A server that is older than this page cannot. */
  get canKeep() {
    return this.look.css !== undefined;
  }

  set goal(next) {
    goal = next;
    this.onchange();
  }

  get draft() {
    return draft;
  }

  /** @private */
  get look() {
    return this.store.state.config?.look ?? {};
  }

  /**
   * The room's saved values.
   * @returns {Values}
   */
  get kept() {
    return Object.fromEntries(Object.entries(this.look.css ?? {}).filter(([, value]) => value !== null));
  }

  /**
   * The room's saved values, overridden by the draft.
   * @returns {Values}
   */
  get own() {
    return { ...this.kept, ...draft };
  }

  /** @param {string} key @returns {string | number} */
  valueOf(key) {
    const { colors, radii } = themes[this.look.theme] ?? themes.classic;
    return this.own[key] ?? /** @type {any} */ (colors)[key] ?? /** @type {any} */ (radii)[key] ?? "";
  }

  /**
   * Tells if a value differs from its default and can be reset here.
   * @param {string} key
   */
  isChanged(key) {
    return key in (this.goal === "room" ? this.own : draft);
  }

  /** @param {string} key @param {string | number | null} value null resets the value */
  change(key, value) {
    const { [key]: _, ...others } = draft;
    const isKept = this.goal === "room";
    draft = isKept || value === null ? others : { ...draft, [key]: value };
    if (isKept && key !== "font") this.keep({ [key]: value }, `css/${key}`);
    this.onchange();
  }

  /** Resets all values. */
  reset() {
    draft = {};
    const { kept } = this;
    if (this.goal === "room") {
      this.keep(Object.fromEntries(Object.keys(kept).map((key) => [key, null])), `css ${performance.now()}`);
    }
    this.onchange();
  }

  /** Saves the draft in the room's configuration. */
  keepDraft() {
    const { font, ...css } = draft;
    draft = {};
    const patch = font === undefined ? { css } : { css, font: String(font) };
    this.settings.change({ look: patch }, `css ${performance.now()}`);
    this.onchange();
  }

  /** @private @param {Record<string, string | number | null>} css @param {string} mark */
  keep(css, mark) {
    if (Object.keys(css).length > 0) this.settings.change({ look: { css } }, mark);
  }
}

/**
 * Returns a style sheet that sets the values in a page; empty if there are none.
 * @param {Values} values
 */
export function cssOf(values) {
  const lines = Object.entries(values).map(([key, value]) => `  ${propertyOf(key)}: ${cssValue(key, value)};\n`);
  return lines.length === 0 ? "" : `:root {\n${lines.join("")}}\n`;
}

/** @param {string} key @param {string | number} value */
export function cssValue(key, value) {
  if (key === "font") return JSON.stringify(String(value));
  return typeof value === "number" ? `${value}px` : value;
}

/** @param {string} text */
export function isColor(text) {
  return COLOR.test(text);
}

/** @param {number} points */
export function isRadius(points) {
  return points >= 0 && points <= MOST_POINTS;
}

const probe = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * Converts a CSS color in any notation to #rrggbb and its opacity, 0 to 1.
 * @param {string} text
 * @returns {{hex: string, alpha: number}}
 */
export function partsOf(text) {
  probe.fillStyle = "#000000";
  probe.fillStyle = text;
  const read = probe.fillStyle;
  if (read.startsWith("#")) return { hex: read, alpha: 1 };
  const [red, green, blue, alpha] = (read.match(/[\d.]+/g) ?? []).map(Number);
  return { hex: `#${[red, green, blue].map(twoDigits).join("")}`, alpha: Math.round(alpha * 100) / 100 };
}

/**
 * @param {string} hex #rrggbb @param {number} alpha
 */
export function joinedColor(hex, alpha) {
  return alpha >= 1 ? hex : hex + twoDigits(Math.round(Math.max(0, alpha) * 255));
}

/** @param {number} value from 0 to 255 */
function twoDigits(value) {
  return value.toString(16).padStart(2, "0");
}
