// @ts-check
/** The panel for the colors and corner radii of the overlay, one row for each. */

import { propertyOf, themes } from "../../shared/themes.js";
import { icon } from "../icons.js";
import { el, put, say } from "../parts/dom.js";
import { choice } from "../parts/choice.js";
import { copyText } from "../parts/copy.js";
import { nameFields } from "../parts/problem.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { cssOf, isColor, isRadius, joinedColor, partsOf } from "./paints.js";
import { isText, w } from "./words.js";

/** @typedef {import("./paints.js").Paints} Paints */
/** @typedef {{key: string, show: () => void, element: HTMLElement}} Row */

const GROUPS = /** @type {const} */ (["gift", "ticker", "call", "counter", "caption", "goal", "tier"]);
const { colors, radii } = themes.classic;

/**
 * Returns the keys of a group: those that begin with its name.
 * @param {string} group
 */
function keysOf(group) {
  const all = [...Object.keys(colors), ...Object.keys(radii)];
  const isOf = (/** @type {string} */ key, /** @type {string} */ name) => new RegExp(`^${name}[A-Z]`).test(key);
  return all.filter((key) => group === "other" ? !GROUPS.some((one) => isOf(key, one)) : isOf(key, group));
}

/**
 * Returns the label of a key.
 * @param {string} group @param {string} key
 */
function labelOf(group, key) {
  return isText(key) ? w(key) : w(/** @type {import("./words.js").Word} */ (key.slice(group.length)));
}

/**
 * Returns the name of a color or corner radius, with the name of its group.
 * @param {string} key
 */
function nameOfPaint(key) {
  const group = [...GROUPS, /** @type {const} */ ("other")].find((one) => keysOf(one).includes(key));
  return group === undefined ? key : `${w(group)}, ${labelOf(group, key)}`;
}

/**
 * Creates the editor, and the panel with the equivalent style sheet.
 * @param {import("../shell.js").Studio} studio @param {Paints} paints
 */
export function paintsPanel({ store }, paints) {
  /** @type {Row[]} */
  const rows = [];
  const groups = [...GROUPS, /** @type {const} */ ("other")].map((group, index) => {
    const own = keysOf(group).map((key) => rowOf(paints, group, key));
    rows.push(...own);
    return el("details", { class: "section", open: index === 0, "data-group": group },
      el("summary", {}, w(group)), own.map(({ element }) => element));
  });
  const reset = el("button", { type: "button", id: "reset-paints", on: { click: () => paints.reset() } }, icon("reset"), w("resetAll"));
  const keep = el("button", { type: "button", id: "keep-draft", on: { click: () => paints.keepDraft() } }, w("keepDraft"));
  const sheet = sheetOf(paints);
  const goals = choice(w("goesTo"), [["room", w("toRoom")], ["css", w("toCSS")]], paints.goal,
    (next) => { paints.goal = /** @type {"room" | "css"} */ (next); });
  const ways = el("div", { class: "row wrap" }, el("span", { class: "muted" }, w("goesTo")), goals);
  const show = () => {
    if (store.state.config === null) return;
    for (const row of rows) row.show();
    put(reset, "disabled", Object.keys(paints.goal === "room" ? paints.own : paints.draft).length === 0);
    keep.hidden = !paints.canKeep || Object.keys(paints.draft).length === 0;
    ways.hidden = !paints.canKeep;
    sheet.show();
  };
  const element = el("section", { class: "panel stack", id: "paints", "aria-labelledby": "paints-title" },
    el("header", {}, el("h2", { id: "paints-title" }, w("paints"))),
    el("p", { class: "muted small" }, w("paintsMore")),
    ways,
    el("div", {}, groups), el("div", { class: "row wrap" }, reset, keep));
  const ends = [store.subscribe(["config"], show), nameFields("/look/css", nameOfPaint)];
  return { element, sheet: sheet.element, show, dispose: () => ends.forEach((end) => end()) };
}

/** @param {Paints} paints @param {string} group @param {string} key @returns {Row} */
function rowOf(paints, group, key) {
  const label = labelOf(group, key);
  const name = `${w(/** @type {any} */ (group))}: ${label}`;
  const told = el("p", { class: "told trouble small", role: "status" });
  const change = (/** @type {string | number | null} */ value) => {
    say(told, "");
    paints.change(key, value);
  };
  const control = key in radii ? radiusOf(name, change, told) : colorOf(name, change, told);
  const reset = el("button", { type: "button", class: "bare", "aria-label": w("reset", { name }), title: w("reset", { name }),
    on: { click: () => change(null) } }, icon("reset"));
  const element = el("div", { class: "paint", "data-key": key, title: propertyOf(key) },
    el("span", { class: "paint-name" }, label), control.element, reset, told);
  return {
    key, element, show: () => {
      control.show(paints.valueOf(key));
      put(element, "data-changed", paints.isChanged(key));
      reset.hidden = !paints.isChanged(key);
    },
  };
}

/** @param {string} name @param {(value: string) => void} change @param {HTMLElement} told */
function colorOf(name, change, told) {
  let alpha = 1;
  const swatch = el("input", { type: "color", "aria-label": w("swatch", { name }), on: {
    input: () => change(joinedColor(swatch.value, alpha)) } });
  const hex = el("input", { class: "hex", maxlength: 9, spellcheck: "false", autocomplete: "off", "aria-label": w("hex", { name }), on: {
    input: () => {
      const text = hex.value.trim();
      put(hex, "aria-invalid", !isColor(text));
      if (isColor(text)) change(text.toLowerCase());
    },
    change: () => { if (!isColor(hex.value.trim())) say(told, w("badColor")); } } });
  const percent = el("input", { type: "number", class: "percent", min: 0, max: 100, step: 1, "aria-label": w("opacity", { name }), on: {
    input: () => {
      const share = Number(percent.value);
      if (percent.value !== "" && share >= 0 && share <= 100) change(joinedColor(swatch.value, share / 100));
    } } });
  return {
    element: el("div", { class: "row paint-control" }, el("span", { class: "swatch" }, swatch), hex,
      el("label", { class: "row percent-label" }, percent, el("span", { class: "muted small", "aria-hidden": "true" }, "%"))),
    show: (/** @type {string | number} */ value) => {
      const parts = partsOf(String(value));
      alpha = parts.alpha;
      if (document.activeElement !== swatch) swatch.value = parts.hex;
      if (document.activeElement !== hex) {
        hex.value = joinedColor(parts.hex, alpha);
        put(hex, "aria-invalid", null);
      }
      if (document.activeElement !== percent) percent.value = String(Math.round(alpha * 100));
    },
  };
}

/** @param {string} name @param {(value: number) => void} change @param {HTMLElement} told */
function radiusOf(name, change, told) {
  const field = el("input", { type: "number", class: "percent", min: 0, max: 1000, step: 1, "aria-label": name });
  const slider = el("input", { type: "range", class: "grow", min: 0, max: 40, step: 1, tabindex: -1, "aria-hidden": "true" });
  const send = () => {
    const points = Number(field.value);
    const isGood = field.value !== "" && isRadius(points);
    put(field, "aria-invalid", !isGood);
    if (isGood) change(points);
  };
  field.addEventListener("input", send);
  field.addEventListener("change", () => { if (field.matches("[aria-invalid]")) say(told, w("badRadius")); });
  slider.addEventListener("input", () => {
    field.value = slider.value;
    send();
  });
  return {
    element: el("div", { class: "row paint-control" }, slider, field, el("span", { class: "muted small" }, t("points"))),
    show: (/** @type {string | number} */ value) => {
      slider.value = String(value);
      if (document.activeElement !== field) {
        field.value = String(value);
        put(field, "aria-invalid", null);
      }
    },
  };
}

/**
 * Creates the panel with the CSS to copy.
 * @param {Paints} paints
 */
function sheetOf(paints) {
  const text = el("code", { class: "command", id: "css", tabindex: 0, "aria-labelledby": "css-title" });
  const copy = el("button", { type: "button", id: "copy-css", "aria-label": `${t("copy")}: CSS`, on: { click: async () =>
    toast(t(await copyText(text.textContent ?? "", text) === "copied" ? "copied" : "pressCopy")) } }, icon("copy"), t("copy"));
  return {
    element: el("section", { class: "panel stack", id: "sheet", "aria-labelledby": "css-title" },
      el("header", {}, el("h2", { id: "css-title" }, w("cssTitle")), copy),
      el("p", { class: "muted small" }, w("cssMore")), text),
    show: () => {
      const css = cssOf(paints.own);
      copy.hidden = css === "";
      text.classList.toggle("muted", css === "");
      say(text, css === "" ? w("cssNone") : css);
    },
  };
}
