// @ts-check
/**
 * Asks a streamer for the format, the theme and the sounds of the overlay, with live pictures, and writes the answer as one change
 * of the room's configuration. A room with a configuration of its own gets a card that offers this.
 */

import { Pictures } from "../../overlay/paint/pictures.js";
import { forget } from "../../shared/text.js";
import { fits, sizeText, sourceOf } from "../address.js";
import { icon } from "../icons.js";
import { PRESETS } from "../layout/presets.js";
import { defaultsOf, schemaOf } from "../layout/schema.js";
import { lookOf, NAMES } from "../looks/lookof.js";
import { sample } from "../looks/scenes.js";
import { soundPreset } from "../looks/soundpreset.js";
import { Thumbnail } from "../looks/thumbnail.js";
import { loadWords, w } from "../looks/words.js";
import { el, fill, freshID } from "../parts/dom.js";
import { keepToast } from "../parts/toast.js";
import { loadStyle } from "../style.js";
import { t } from "../words.js";
import { isHeard, occasionOf, patchOf } from "./occasion.js";
import { layoutScene } from "./scene.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("./occasion.js").Answer} Answer */

/** Device pixels per point of the large picture, and of the pictures of formats. */
const LARGE = 1;
const SMALL = 0.25;
const DONE_MILLISECONDS = 20_000;
/** The pictures of themes show the sample at this share of its usual resolution. */
const CLOSE = { ...sample, scale: 1.4 };

/**
 * Shows the question or the offer above the panels of a view, if the room's settings call for one.
 * @param {HTMLElement} view @param {Studio} studio @param {() => void} answered called when it is answered or dismissed
 * @returns {Promise<import("../shell.js").Dispose>}
 */
export async function askFirst(view, studio, answered) {
  const [schema] = await Promise.all([schemaOf(studio), loadWords(), loadStyle("looks"), loadStyle("firstrun")]);
  const { config } = studio.store.state;
  const occasion = schema === null || config === null ? null : occasionOf(config, defaultsOf(schema));
  if (occasion === null) return () => {};
  const place = el("div", { class: "first-run-place" });
  let end = () => {};
  const close = () => {
    end();
    place.remove();
    answered();
  };
  const open = () => {
    const question = new Question(studio, occasion === "first", close, open);
    end = () => question.dispose();
    fill(place, question.element);
    view.prepend(place);
    question.begin();
  };
  if (occasion === "first") open();
  else {
    fill(place, offer(open, close));
    view.prepend(place);
  }
  return () => end();
}

/** @param {() => void} open @param {() => void} close */
function offer(open, close) {
  return el("section", { class: "panel offer", id: "first-run-offer", "aria-label": w("setUp") }, icon("looks"),
    el("p", { class: "grow" }, w("setUpOffer")),
    el("button", { type: "button", on: { click: open } }, w("setUpLook")),
    el("button", { type: "button", class: "bare", on: { click: close } }, w("notNow")));
}

class Question {
  /** @param {Studio} studio @param {boolean} isNew true if the room has no settings of its own @param {() => void} close @param {() => void} again opens the question again */
  constructor(studio, isNew, close, again) {
    /** @private */
    this.studio = studio;
    /** @private */
    this.close = close;
    /** @private */
    this.again = again;
    const { config } = studio.store.state;
    /** @private @type {Answer} */
    this.answer = { preset: PRESETS.find(({ patch }) => fits(patch.stage, config.stage)) ?? PRESETS[0], theme: config.look.theme, isHeard: isNew || isHeard(config.sounds) };
    /** @private */
    this.pictures = new Pictures(() => this.thumbnails.forEach((thumbnail) => thumbnail.repaint()));
    /** @private */
    this.large = new Thumbnail(this.pictures, layoutScene(this.answer.preset.patch, LARGE));
    /** @private */
    this.formats = this.formatCards();
    /** @private */
    this.themes = this.themeCards();
    /** @private */
    this.reface = () => {
      forget();
      this.thumbnails.forEach((thumbnail) => thumbnail.repaint());
    };
    document.fonts.addEventListener("loadingdone", this.reface);
    this.element = this.build();
    this.show();
  }

  /** @private */
  get thumbnails() {
    return [this.large, ...[...this.formats ?? [], ...this.themes ?? []].map(({ thumbnail }) => thumbnail)];
  }

  /** Starts the movement of the large picture. */
  begin() {
    this.large.play();
  }

  dispose() {
    document.fonts.removeEventListener("loadingdone", this.reface);
    for (const thumbnail of this.thumbnails) thumbnail.stop();
  }

  /** @private */
  build() {
    const heard = el("input", { type: "checkbox", role: "switch", on: { change: () => this.choose({ isHeard: heard.checked }) } });
    heard.checked = this.answer.isHeard;
    const label = (/** @type {string} */ id, /** @type {string} */ text) => el("h3", { id }, text);
    const [formats, themes] = [freshID(), freshID()];
    const stage = el("div", { class: "first-stage", on: { pointerenter: () => this.large.play() } }, this.large.canvas);
    this.large.canvas.setAttribute("role", "img");
    this.large.canvas.setAttribute("aria-label", t("preview"));
    return el("section", { class: "panel stack", id: "first-run", "aria-labelledby": "first-run-title" },
      el("header", {}, el("h2", { id: "first-run-title" }, w("setUp")), el("span", { class: "muted small" }, w("setUpMore"))),
      el("div", { class: "first-parts" }, stage,
        el("div", { class: "stack" },
          label(formats, w("format")),
          el("div", { class: "first-formats", role: "radiogroup", "aria-labelledby": formats }, this.formats.map(({ element }) => element)),
          label(themes, w("themes")),
          el("div", { class: "first-themes", role: "radiogroup", "aria-labelledby": themes }, this.themes.map(({ element }) => element)),
          el("label", { class: "first-sounds" }, heard, el("span", { class: "title" }, w("sounds")),
            el("span", { class: "muted small" }, w("setUpSounds"))))),
      el("footer", { class: "row wrap" },
        el("button", { type: "button", class: "bare", on: { click: () => this.close() } }, w("notNow")),
        el("button", { type: "button", class: "gold", on: { click: () => this.apply() } }, w("setUpDo"))));
  }

  /** @private */
  formatCards() {
    const group = freshID();
    return PRESETS.map((preset) => {
      const thumbnail = new Thumbnail(this.pictures, layoutScene(preset.patch, SMALL));
      const size = sizeText(sourceOf(preset.patch.stage));
      const input = el("input", { type: "radio", name: group, value: preset.label, on: { change: () => this.choose({ preset }) } });
      const name = t(preset.name) === preset.label ? preset.label : `${t(preset.name)} ${preset.label}`;
      return { preset, thumbnail, input, element: card(input, thumbnail, name, size) };
    });
  }

  /** @private */
  themeCards() {
    const group = freshID();
    return NAMES.map((name) => {
      const thumbnail = new Thumbnail(this.pictures, CLOSE);
      const input = el("input", { type: "radio", name: group, value: name, on: { change: () => this.choose({ theme: name }) } });
      const element = card(input, thumbnail, w(name), "");
      element.addEventListener("pointerenter", () => thumbnail.play());
      element.addEventListener("pointerleave", () => thumbnail.stop());
      return { name, thumbnail, input, element };
    });
  }

  /** @private @param {Partial<Answer>} more */
  choose(more) {
    this.answer = { ...this.answer, ...more };
    if (more.isHeard !== undefined) return;
    if (more.preset !== undefined) this.large.set(layoutScene(more.preset.patch, LARGE));
    this.show();
    this.large.stop();
    this.large.play();
  }

  /** @private */
  show() {
    const { preset, theme } = this.answer;
    const { look } = this.studio.store.state.config;
    const worn = lookOf(theme, look.css);
    this.large.show(worn, look.words);
    for (const { preset: own, thumbnail, input, element } of this.formats) {
      mark(input, element, own === preset);
      thumbnail.show(worn, look.words);
    }
    for (const { name, thumbnail, input, element } of this.themes) {
      mark(input, element, name === theme);
      if (!thumbnail.isShown) thumbnail.show(lookOf(name, look.css), look.words);
    }
  }

  /** Writes the answer as one undo step. @private */
  apply() {
    const { settings, store } = this.studio;
    const { preset, theme } = this.answer;
    settings.change(patchOf(this.answer, store.state.config, soundPreset()), `first run ${performance.now()}`);
    this.close();
    const values = { format: preset.label, theme: w(/** @type {any} */ (theme)), size: sizeText(sourceOf(preset.patch.stage)) };
    const end = keepToast([
      el("p", { class: "grow" }, w("setUpDone", values)),
      el("button", { type: "button", on: { click: () => {
        end();
        settings.undo();
        this.again();
      } } }, icon("undo"), t("undo")),
      el("button", { type: "button", class: "bare", "aria-label": t("closeMessage"), title: t("closeMessage"), on: { click: () => end() } }, icon("close")),
    ]);
    // Undo in Layout and Looks takes the choice back later, too.
    setTimeout(end, DONE_MILLISECONDS);
  }
}

/** @param {HTMLInputElement} input @param {Thumbnail} thumbnail @param {string} name @param {string} more */
function card(input, thumbnail, name, more) {
  thumbnail.canvas.setAttribute("aria-hidden", "true");
  return el("label", { class: "first-card" }, input, el("span", { class: "first-picture" }, thumbnail.canvas),
    el("span", { class: "first-name" }, name, more !== "" && el("span", { class: "muted" }, more)));
}

/** @param {HTMLInputElement} input @param {HTMLElement} element @param {boolean} isChosen */
function mark(input, element, isChosen) {
  input.checked = isChosen;
  element.classList.toggle("chosen", isChosen);
}
