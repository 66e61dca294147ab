// @ts-check
/** The look of the room and of the page: a theme, in which the page's own styles have the last word. */

import { colour, radius, wear } from "../shared/palette.js";
import { propertyOf, themes } from "../shared/themes.js";

/** @typedef {import("../shared/decode.js").Look} Told What the server says of it. */

/** The name under which an uploaded font is known here. */
const UPLOADED = '"Ovation upload"';

export class Look {
  /** @param {() => void} onchange called when everything is to be painted anew */
  constructor(onchange) {
    /** @private */
    this.onchange = onchange;
    /** @private @type {Told} */
    this.told = {};
    /** @private the address of the uploaded font that was asked for */
    this.address = "";
    /** @private @type {FontFace | null} */
    this.face = null;
    /** @private what is worn, as a text */
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

  /** Reads what the room and the page's styles want, and wears it if that is another look. */
  read() {
    const { told } = this;
    const theme = themes[String(told.theme)] ?? themes.classic;
    const style = getComputedStyle(document.documentElement);
    const ofRoom = valuesOf(told.css);
    const ofPage = (/** @type {string} */ key) => style.getPropertyValue(propertyOf(key)).trim();
    const look = {
      colours: overridden(overridden(theme.colours, ofRoom, colourIn), ofPage, colourIn),
      radii: overridden(overridden(theme.radii, ofRoom, lengthIn), ofPage, lengthIn),
      family: familyIn(style) ?? this.family(),
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

  /** Has an uploaded font loaded, and drops the one before. @private */
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

  /** Reads again when a style comes, changes or goes: OBS adds one, and so may anybody. @private */
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

/** Whether nothing is worn but what the palette begins with. */
function isPlain() {
  const { colours, radii } = themes.classic;
  return JSON.stringify([colour, radius]) === JSON.stringify([colours, radii]);
}

/**
 * What a room gives by name, as texts; empty where it gives nothing.
 * @param {unknown} css
 * @returns {(key: string) => string}
 */
function valuesOf(css) {
  const values = new Map(Object.entries(typeof css === "object" && css !== null ? css : {}));
  return (key) => String(values.get(key) ?? "");
}

/**
 * The values, with those that others give in their places.
 * @template {Record<string, any>} Values
 * @param {Values} values
 * @param {(key: string) => string} given empty: nothing
 * @param {(text: string) => any} read
 * @returns {Values}
 */
function overridden(values, given, read) {
  const result = /** @type {Record<string, any>} */ ({ ...values });
  for (const key of Object.keys(values)) {
    const text = given(key);
    const value = text === "" ? undefined : read(text);
    if (value !== undefined) result[key] = value;
  }
  return /** @type {Values} */ (result);
}

const probe = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * A colour that canvases know too.
 * @param {string} text
 */
function colourIn(text) {
  const [one, other] = ["#010203", "#040506"].map((before) => {
    probe.fillStyle = before;
    probe.fillStyle = text;
    return probe.fillStyle;
  });
  return one === other ? text : undefined;
}

/** @param {string} text a number of points, with or without `px` */
function lengthIn(text) {
  const points = /^\d+(\.\d+)?(px)?$/.test(text) ? parseFloat(text) : NaN;
  return points <= 1000 ? points : undefined;
}

/** @param {CSSStyleDeclaration} style */
function familyIn(style) {
  const text = style.getPropertyValue("--ovation-font").trim();
  return text !== "" && CSS.supports("font-family", text) ? text : undefined;
}
