// @ts-check
/** The panel for the overlay's font, which is a font family by name, or an uploaded font file. */

import { icon } from "../icons.js";
import { el, fill, say } from "../parts/dom.js";
import { chooser } from "./drop.js";
import { kindOf, nameOf } from "./files.js";
import { loadFont } from "./player.js";
import { w } from "./words.js";

const SAMPLE = "Ovation sample";

/**
 * @param {import("../shell.js").Studio} studio
 * @param {import("./paints.js").Paints} paints
 * @param {import("./files.js").Files} files
 */
export function fontPanel({ store, settings }, paints, files) {
  let family = "";
  let wanted = "";
  const field = el("input", { class: "grow", maxlength: 200, autocomplete: "off", spellcheck: "false", "aria-label": w("fontFamily"),
    placeholder: w("fontFamily"), on: { change: () => choose(field.value.trim() || null) } });
  const choice = el("select", { class: "grow", "aria-label": w("font"), on: {
    change: () => choose(choice.value === "" ? null : choice.value) } });
  const sample = el("p", { class: "font-sample", id: "font-sample" }, w("fontSample"));

  const told = el("p", { class: "told trouble small", role: "status" });

  /** @param {File[]} chosen */
  async function upload(chosen) {
    const uploaded = (await files.upload(chosen.slice(0, 1))).find((asset) => kindOf(asset) === "font");
    if (uploaded !== undefined) choose(uploaded.url);
    const refused = files.uploads.find(({ problem }) => problem !== "");
    say(told, uploaded !== undefined ? "" : refused === undefined ? w("fontMore") : `${refused.name}: ${refused.problem}`);
  }

  /** @param {string | null} font */
  function choose(font) {
    if (paints.goal === "room" || font?.startsWith("/")) {
      paints.change("font", null);
      settings.change({ look: { font } }, "look/font");
    } else paints.change("font", font);
  }

  async function show() {
    if (store.state.config === null) return;
    const font = String(paints.own.font ?? store.state.config.look.font ?? "");
    const fonts = files.all.filter(({ type }) => type === "font/woff2");
    const known = fonts.some(({ url }) => url === font);
    fill(choice, el("option", { value: "" }, w("fontOwn")),
      fonts.map(({ url }) => el("option", { value: url }, w("fontFile", { name: nameOf(url) }))),
      font === "" || known ? null : el("option", { value: font }, font));
    choice.value = font;
    if (document.activeElement !== field) field.value = font.startsWith("/") ? "" : font;
    await wear(font);
  }

  /** @param {string} font */
  async function wear(font) {
    wanted = font;
    const isFile = font.startsWith("/");
    const isThere = font !== "" && (!isFile || await loaded(font));
    // Another font may have been chosen while this one was loading.
    if (wanted !== font) return;
    const next = !isThere ? "" : isFile ? JSON.stringify(nameFor(font)) : CSS.escape(font);
    sample.style.fontFamily = next === "" ? "" : `${next}, var(--fonts)`;
    if (next === family) return;
    family = next;
    panel.onchange();
  }

  /** @type {(() => void)[]} */
  const ends = [];
  const panel = {
    /** Called when the font family has changed. */
    onchange: () => {},
    element: el("section", { class: "panel stack", id: "font", "aria-labelledby": "font-title" },
      el("header", {}, el("h2", { id: "font-title" }, w("font"))),
      el("p", { class: "muted small" }, w("fontMore")),
      el("div", { class: "row wrap" }, choice, field),
      chooser([icon("upload"), w("fontUpload")], { id: "upload-font" }, (chosen) => void upload(chosen)), told, sample),
    family: () => family,
    show,
    dispose: () => ends.forEach((end) => end()),
  };
  ends.push(store.subscribe(["config"], show), files.subscribe(show));
  return panel;
}

/**
 * Shows a text in an uploaded font, once it is loaded.
 * @param {HTMLElement} element @param {string} url
 */
export async function wearFont(element, url) {
  if (await loaded(url)) element.style.fontFamily = JSON.stringify(nameFor(url));
}

/** @param {string} url */
function nameFor(url) {
  return `${SAMPLE} ${url}`;
}

/**
 * The uploaded fonts that the page has loaded or is loading, by their addresses.
 * @type {Map<string, Promise<boolean>>}
 */
const fonts = new Map();

/**
 * Loads an uploaded font once.
 * @param {string} url @returns {Promise<boolean>} true if the file is a font
 */
function loaded(url) {
  const font = fonts.get(url) ?? loadFont(nameFor(url), url);
  fonts.set(url, font);
  // The next change tries a failed font again.
  font.then((isFont) => isFont || fonts.delete(url));
  return font;
}
