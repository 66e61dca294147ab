// @ts-check
/**
 * Applies a look to the overlay page, from a theme, the room's values that override it, and the page's styles that
 * override both.
 */

import { color, radius, wear } from "../shared/palette.js";
import { propertyOf, themes } from "../shared/themes.js";

/** @typedef {import("../shared/decode.js").Look} Told The look that the server sends. */

/** The font family name of the uploaded font in this page. */
const UPLOADED = '"Ovation upload"';

export class Look {
  /** @param {() => void} onchange called when everything must be repainted */
  constructor(onchange) {
    /** @private */
    this.onchange = onchange;
    /** @private @type {Told} */
    this.told = {};
    /** @private the address of the uploaded font that was last requested */
    this.address = "";
    /** @private @type {FontFace | null} */
    this.face = null;
    /** @private the applied look as JSON */
    this.worn = "";
    this.read();
    this.watch();
  }

  /** @param {Told} told */
  hear(told) {
    this.told = told;
    this.load();
    this.read();
  }

  /** Combines the theme, the room's values and the page's styles, and applies the result if it is new. */
  read() {
    const { told } = this;
    const theme = themes[String(told.theme)] ?? themes.classic;
    const style = getComputedStyle(document.documentElement);
    const ofRoom = valuesOf(told.css);
    const ofPage = (/** @type {string} */ key) => style.getPropertyValue(propertyOf(key)).trim();
    /** @type {Set<string>} */
    const own = new Set();
    const look = {
      colors: overridden(overridden(theme.colors, ofRoom, colorIn, own), ofPage, colorIn, own),
      radii: overridden(overridden(theme.radii, ofRoom, lengthIn, own), ofPage, lengthIn, own),
      family: familyIn(style) ?? this.family(),
      style: theme.style,
      own: [...own],
    };
    const worn = JSON.stringify(look);
    if (worn === this.worn) return;
    const isFirst = this.worn === "";
    this.worn = worn;
    wear(look);
    if (!isFirst || !isPlain()) this.onchange();
  }

  /** @private */
  family() {
    const { font } = this.told;
    if (typeof font !== "string" || font === "") return "";
    return font.startsWith("/") ? (this.face === null ? "" : UPLOADED) : CSS.escape(font);
  }

  /** Loads the uploaded font of the room, and removes the one before. @private */
  load() {
    const { font } = this.told;
    const address = typeof font === "string" && font.startsWith("/") ? font : "";
    if (address === this.address) return;
    this.address = address;
    if (this.face !== null) document.fonts.delete(this.face);
    this.face = null;
    if (address === "") return;
    new FontFace(UPLOADED.slice(1, -1), `url(${JSON.stringify(address)})`).load().then((face) => {
      if (this.address !== address) return;
      this.face = face;
      document.fonts.add(face);
      this.read();
    }, () => console.warn(`the font ${address} can't be used`));
  }

  /** Reads the look again when a style is added, changed or removed, for example by OBS. @private */
  watch() {
    const read = () => this.read();
    const options = { attributes: true, childList: true, characterData: true, subtree: true };
    const observer = new MutationObserver(read);
    observer.observe(document.head, options);
    observer.observe(document.documentElement, { attributes: true });
    document.head.addEventListener("load", read, true);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", read);
  }
}

/** Tells if the palette has its initial colors and radii. */
function isPlain() {
  const { colors, radii } = themes.classic;
  return JSON.stringify([color, radius]) === JSON.stringify([colors, radii]);
}

/**
 * Returns a function that finds the room's value for a key, as a text; empty if the room has none.
 * @param {unknown} css
 * @returns {(key: string) => string}
 */
function valuesOf(css) {
  const values = new Map(Object.entries(typeof css === "object" && css !== null ? css : {}));
  return (key) => String(values.get(key) ?? "");
}

/**
 * Returns the values, overridden by the given ones that can be read.
 * @template {Record<string, any>} Values
 * @param {Values} values
 * @param {(key: string) => string} given returns an empty text for a key without a value
 * @param {(text: string) => any} read
 * @param {Set<string>} own receives the names of the given values
 * @returns {Values}
 */
function overridden(values, given, read, own) {
  const result = /** @type {Record<string, any>} */ ({ ...values });
  for (const key of Object.keys(values)) {
    const text = given(key);
    const value = text === "" ? undefined : read(text);
    if (value === undefined) continue;
    result[key] = value;
    own.add(key);
  }
  return /** @type {Values} */ (result);
}

const probe = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * Returns the text if a canvas accepts it as a color, and otherwise undefined.
 * @param {string} text
 */
function colorIn(text) {
  const [one, other] = ["#010203", "#040506"].map((before) => {
    probe.fillStyle = before;
    probe.fillStyle = text;
    return probe.fillStyle;
  });
  return one === other ? text : undefined;
}

/** @param {string} text a number of points at most 1000, with or without `px` */
function lengthIn(text) {
  const points = /^\d+(\.\d+)?(px)?$/.test(text) ? parseFloat(text) : NaN;
  return points <= 1000 ? points : undefined;
}

/** @param {CSSStyleDeclaration} style */
function familyIn(style) {
  const text = style.getPropertyValue("--ovation-font").trim();
  return text !== "" && CSS.supports("font-family", text) ? text : undefined;
}
