// @ts-check
/** The dialog that edits one gift of the catalogue, with its name and value, its picture, sound and effect. */

import { icon } from "../icons.js";
import { playGift } from "../live/tests.js";
import { difference } from "../merge.js";
import { open } from "../parts/dialog.js";
import { el, fill, put, say } from "../parts/dom.js";
import { t } from "../words.js";
import { chooser, dropOn } from "./drop.js";
import { effectChoice } from "./effects.js";
import { entriesOf, entryPatch, filled, isSeconds, MOST_VALUE, shownImage } from "./entries.js";
import { fileChoice, kindOf } from "./files.js";
import { meter } from "./meter.js";
import { filmFrame, soundButton } from "./player.js";
import { w } from "./words.js";

/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {{studio: import("../shell.js").Studio, files: import("./files.js").Files, sounding: import("./sounding.js").Sounding}} Room */

/**
 * Opens the dialog. Saving it is one undo step.
 * @param {Room} room
 * @param {string | null} key null for a new gift
 * @param {Entry} entry
 */
export async function editEntry(room, key, entry) {
  const form = new EntryForm(room, key, entry);
  await open(key === null ? w("newGift") : `${t("edit")}: ${entry.name ?? key}`, (close) => form.build(close));
  form.dispose();
}

class EntryForm {
  /** @param {Room} room @param {string | null} key @param {Entry} entry */
  constructor(room, key, entry) {
    /** @private */
    this.room = room;
    /** @private */
    this.key = key;
    /** @private @type {Entry} */
    this.entry = { ...entry };
    const { files } = room;
    this.id = el("input", { maxlength: 200, autocomplete: "off", value: keyOf(entry.name ?? ""), required: true, on: { input: () => put(this.id, "data-own", true) } });
    this.name = el("input", { maxlength: 200, autocomplete: "off", "data-first": true, value: entry.name ?? "", on: { input: () => this.rename() } });
    this.value = el("input", { type: "number", min: 0, max: MOST_VALUE, step: 1, value: entry.value ?? "", on: { input: () => {
      const { value } = this.value;
      this.set({ value: value === "" ? undefined : Math.min(Math.max(0, Math.round(Number(value))), MOST_VALUE) });
    } } });
    this.picture = fileChoice(w("picture"), w("noPicture"), files, ["picture"], (url) => this.set({ image: url ?? undefined }));
    this.sound = fileChoice(w("sound"), w("silence"), files, ["sound"], (url) => this.set({ sound: url ?? undefined }));
    this.effect = effectChoice(room, () => this.entry, (effect) => this.set({ effect }));
    this.seconds = el("input", { type: "number", class: "percent", min: 0.1, max: 60, step: 0.1, "aria-label": w("effectSeconds"), on: { input: () => {
      const { effect } = this.entry;
      const duration = Number(this.seconds.value);
      if (effect !== undefined && isSeconds(duration)) this.set({ effect: { ...effect, duration } });
    } } });
    this.face = el("div", { class: "entry-face checks" });
    this.film = el("div", { class: "entry-film checks", hidden: true });
    this.told = el("p", { class: "told trouble small", role: "status" });
    this.saved = el("p", { class: "muted small", role: "status" });
    this.level = meter(room.sounding);
    this.listen = soundButton(() => this.entry.sound ?? "", room.sounding, () => room.studio.store.state.config?.sounds?.volume ?? 1, w("sound"));
    /** @private the addresses that are shown now */
    this.seen = /** @type {Record<string, string | undefined>} */ ({ image: "?", src: "?" });
    /** @private */
    this.ends = [files.subscribe(() => this.show()), this.level.dispose, this.listen.dispose, this.effect.dispose, () => room.sounding.stop()];
  }

  dispose() {
    for (const end of this.ends) end();
  }

  /** @param {() => void} close */
  build(close) {
    const upload = (/** @type {File[]} */ chosen) => this.upload(chosen);
    const { key } = this;
    const form = el("form", { class: "stack entry", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.save()) close();
    } } },
    el("div", { class: "row entry-head" }, this.face, el("div", { class: "grow stack tight" },
      el("label", { class: "field small" }, t("name"), this.name),
      key === null && el("label", { class: "field small" }, w("key"), this.id),
      el("label", { class: "field small" }, t("value"), this.value))),
    labelled(w("picture"), this.picture.element),
    labelled(w("sound"), this.sound.element, this.listen.element), this.level.element,
    el("div", { class: "field small" },
      el("div", { class: "row" }, el("span", { class: "grow", "aria-hidden": "true" }, w("effect")), this.seconds,
        el("span", { class: "muted small" }, t("seconds"))), this.effect.element), this.film,
    el("div", { class: "zone" }, icon("upload"), el("span", { class: "muted grow small" }, w("dropEntry")), chooser([w("chooseFiles")], {}, upload)),
    this.told,
    this.saved,
    el("footer", {}, key !== null && el("button", { type: "button", class: "danger", on: { click: () => (this.change(key, null), close()) } }, icon("clear"), w("removeGift")),
      key !== null && el("button", { type: "button", on: { click: () => this.try(key) } }, icon("play"), w("saveTry")),
      el("button", { type: "button", on: { click: () => close() } }, t("cancel")),
      el("button", { type: "submit", class: "gold" }, t("save"))));
    dropOn(form, upload);
    return form;
  }

  /** @private @param {Partial<Entry>} more */
  set(more) {
    const all = Object.entries({ ...this.entry, ...more }).filter(([, value]) => value !== undefined);
    this.entry = Object.fromEntries(all);
    say(this.saved, "");
    this.show();
  }

  /**
   * Updates the name. The key of a new gift follows its name until the person edits the key.
   * @private
   */
  rename() {
    if (this.id.dataset.own === undefined) this.id.value = keyOf(this.name.value);
    this.set({ name: this.name.value.trim() || undefined });
  }

  /** @private @param {File[]} chosen */
  async upload(chosen) {
    const { files } = this.room;
    for (const asset of await files.upload(chosen)) this.set(filled(this.entry, asset));
    const refused = files.uploads.find(({ problem }) => problem !== "");
    say(this.told, refused === undefined ? "" : `${refused.name}: ${refused.problem}`);
  }

  /** @private */
  show() {
    const { image, sound, effect } = this.entry;
    this.picture.show(image ?? null);
    this.sound.show(sound ?? null);
    this.effect.show(effect);
    this.listen.show();
    this.seconds.disabled = effect === undefined;
    if (document.activeElement !== this.seconds) this.seconds.value = effect === undefined ? "" : String(effect.duration);
    if (this.seen.image !== image) {
      fill(this.face, image == null ? icon("gift") : el("img", { src: shownImage(image), alt: w("picture") }));
    }
    const src = effect?.src ?? undefined;
    if (this.seen.src !== src) showFilm(this.film, src);
    this.seen = { image, src };
  }

  /** @private @returns {boolean} true if the gift was saved */
  save() {
    const key = this.key ?? this.id.value.trim();
    if (key === "") this.id.focus();
    else this.change(key, this.entry);
    return key !== "";
  }

  /** @private @param {string} key @param {Entry | null} after */
  change(key, after) {
    const { settings, store } = this.room.studio;
    const before = store.state.config?.catalogue?.[key] ?? undefined;
    settings.change({ catalogue: { [key]: entryPatch(before, after) } }, `catalogue ${performance.now()}`);
  }

  /** @private @param {string} key */
  async try(key) {
    const { studio } = this.room;
    this.change(key, this.entry);
    await studio.settings.settled();
    const now = entriesOf(studio.store.state.config).find(([name]) => name === key)?.[1];
    // The server may have refused the change, and then the reason is on the page.
    if (now !== undefined && difference({ ...now, ...this.entry }, now) === undefined) say(this.saved, w("savedTried"));
    playGift(studio, key);
  }
}

/** @param {string} label @param {...Node} controls */
function labelled(label, ...controls) {
  return el("div", { class: "field small" }, el("span", { "aria-hidden": "true" }, label), el("div", { class: "row" }, ...controls));
}

/** @param {HTMLElement} place @param {string | undefined} src */
function showFilm(place, src) {
  place.hidden = src === undefined;
  if (src === undefined) return fill(place);
  fill(place, src.endsWith(".webm") ? filmFrame({ url: src }) : el("img", { src: shownImage(src), alt: w("effect") }));
}

/**
 * Returns the default key for a gift with this name.
 * @param {string} name
 */
function keyOf(name) {
  return name.trim().toLowerCase();
}
