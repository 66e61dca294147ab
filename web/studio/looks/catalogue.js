// @ts-check
/**
 * The panel of the gift catalogue, with a tile to edit for each gift. A file dropped on a tile becomes its picture,
 * sound or effect.
 */

import { icon } from "../icons.js";
import { playGift } from "../live/tests.js";
import { el, fill, put, say } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { grouped, t } from "../words.js";
import { chooser, dropOn } from "./drop.js";
import { entriesOf, filled, shownImage } from "./entries.js";
import { isRetired } from "./svg.js";
import { editEntry } from "./entry.js";
import { w } from "./words.js";

/** @typedef {import("./entry.js").Room} Room */
/** @typedef {import("./entries.js").Entry} Entry */

/** @param {Room} room */
export function cataloguePanel(room) {
  const { store } = room.studio;
  const sum = el("span", { class: "muted small" });
  const list = el("ul", { class: "tiles", "aria-labelledby": "catalogue-title" });
  const take = (/** @type {File[]} */ chosen) => takeNew(room, chosen);
  const element = el("section", { class: "panel stack", id: "catalogue", "aria-labelledby": "catalogue-title", "aria-busy": "true" },
    el("header", {}, el("h2", { id: "catalogue-title" }, w("catalogue")), sum),
    el("p", { class: "muted small" }, w("catalogueMore")),
    el("div", { class: "row wrap" },
      el("button", { type: "button", id: "new-gift", on: { click: () => editEntry(room, null, {}) } }, icon("plus"), w("newGift")),
      chooser([icon("upload"), w("giftOfFile")], { id: "gift-of-file" }, take)), list);
  dropOn(element, take);

  const tiles = new Rows(list, (/** @type {[string, Entry]} */ [key]) => key, ([key, entry]) => tile(room, key, entry));
  let told = "";
  const show = () => {
    if (store.state.config === null) return;
    put(element, "aria-busy", null);
    const entries = entriesOf(store.state.config);
    const text = JSON.stringify(entries);
    if (text === told) return;
    told = text;
    say(sum, String(entries.length));
    tiles.set(entries, w("noEntries"));
  };
  return { element, dispose: store.subscribe(["config"], show) };
}

/**
 * Creates a gift from each file, named after the file. A single new gift is opened for editing.
 * @param {Room} room @param {File[]} chosen
 */
async function takeNew(room, chosen) {
  for (const file of chosen) {
    const [asset] = await room.files.upload([file]);
    if (asset === undefined) continue;
    const name = file.name.replace(/\.[^.]*$/, "");
    const made = { name, ...filled({}, asset) };
    if (chosen.length === 1) await editEntry(room, null, made);
    else change(room, name.toLowerCase(), made);
  }
}

/** @param {Room} room @param {string} key @param {Partial<Entry>} entry */
function change({ studio: { settings } }, key, entry) {
  settings.change({ catalogue: { [key]: entry } }, `catalogue ${performance.now()}`);
}

/**
 * @param {Room} room @param {string} key @param {Entry} now
 * @returns {import("../parts/rows.js").Row<[string, Entry]>}
 */
function tile(room, key, now) {
  const edit = el("button", { type: "button", class: "tile-face", on: { click: () => editEntry(room, key, now) } });
  const title = el("span", { class: "tile-name" });
  const marks = el("span", { class: "muted small marks" });
  const play = el("button", { type: "button", class: "bare", title: t("try"), on: { click: () => playGift(room.studio, key) } }, icon("play"));
  const element = el("li", { class: "tile-card droppable", "data-key": key }, edit,
    el("div", { class: "tile-foot" }, el("span", { class: "grow tile-text" }, title, marks), play));
  dropOn(element, async (dropped) => {
    for (const asset of await room.files.upload(dropped)) change(room, key, filled(now, asset));
  });
  let told = "";
  return {
    element,
    show: ([, entry]) => {
      const text = JSON.stringify(entry);
      if (text === told) return;
      [told, now] = [text, entry];
      const { name = key, image, value, sound, effect } = entry;
      put(edit, "aria-label", `${t("edit")}: ${name}`);
      const isShown = image != null && !isRetired(image);
      fill(edit, !isShown ? el("span", { class: "tile-sign" }, icon("gift"))
        : el("img", { src: shownImage(image), alt: "", loading: "lazy" }));
      say(title, name);
      put(title, "title", name);
      fill(marks, value === undefined ? "" : grouped(value),
        image != null && !isShown && el("span", { class: "trouble" }, w("svgRetiredShort")),
        sound !== undefined && sign("sound", w("hasSound")), effect !== undefined && sign("effect", w("hasEffect")));
      put(play, "aria-label", `${t("try")}: ${name}`);
    },
  };
}

/** @param {string} name @param {string} meaning */
function sign(name, meaning) {
  return el("span", { class: "mark", title: meaning }, icon(name), el("span", { class: "only-heard" }, meaning));
}
