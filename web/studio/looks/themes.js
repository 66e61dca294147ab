// @ts-check
/**
 * The panel that chooses a theme, with a card for each theme, painted as it would look in this room. A large picture shows
 * the room's own layout in the theme under the pointer.
 */

import { Pictures } from "../../overlay/paint/pictures.js";
import { forget } from "../../shared/text.js";
import { layoutScene } from "../firstrun/scene.js";
import { el, freshID } from "../parts/dom.js";
import { lookOf, NAMES } from "./lookof.js";
import { sample } from "./scenes.js";
import { Thumbnail } from "./thumbnail.js";
import { w } from "./words.js";

/** The width of the picture of the room's layout, in device pixels. */
const WHOLE_PIXELS = 1040;

/**
 * @param {import("../shell.js").Studio} studio
 * @param {import("./paints.js").Paints} paints
 * @param {() => string} family returns the font family; empty for the default
 */
export function themesPanel({ store, settings }, paints, family) {
  const group = freshID();
  /** @type {Pictures} */
  const pictures = new Pictures(() => [whole, ...cards.map(({ thumbnail }) => thumbnail)].forEach((one) => one.repaint()));
  /** @type {Thumbnail} */
  const whole = new Thumbnail(pictures, sample);
  whole.canvas.setAttribute("aria-hidden", "true");
  whole.canvas.className = "theme-whole";
  let laid = "";
  const tryOn = (/** @type {string} */ name) => {
    const { config } = store.state;
    if (config === null) return;
    whole.stop();
    whole.show(lookOf(name, paints.own, family()), config.look.words ?? {});
  };
  /** @type {{name: typeof NAMES[number], thumbnail: Thumbnail, input: HTMLInputElement, element: HTMLElement}[]} */
  const cards = NAMES.map((name) => {
    const thumbnail = new Thumbnail(pictures, sample);
    thumbnail.canvas.setAttribute("aria-hidden", "true");
    const input = el("input", { type: "radio", name: group, value: name, on: {
      change: () => settings.change({ look: { theme: name } }, `look/theme ${performance.now()}`) } });
    const element = el("label", { class: "theme", "data-theme-name": name, on: {
      pointerenter: () => enter(name, thumbnail), pointerleave: () => leave(thumbnail),
      focusin: () => enter(name, thumbnail), focusout: () => leave(thumbnail) } },
    input, thumbnail.canvas, el("span", { class: "theme-text" }, el("span", { class: "title" }, w(name)),
      el("span", { class: "muted small" }, w(/** @type {any} */ (`${name}More`)))));
    return { name, thumbnail, input, element };
  });

  /** @param {string} name @param {Thumbnail} thumbnail */
  function enter(name, thumbnail) {
    thumbnail.play();
    tryOn(name);
    whole.play();
  }

  /** @param {Thumbnail} thumbnail */
  function leave(thumbnail) {
    thumbnail.stop();
    tryOn(store.state.config?.look.theme);
  }

  /**
   * Lays the large picture out as the room is, if the room's layout is new.
   * @param {any} config
   */
  function lay(config) {
    const scene = layoutScene(config, WHOLE_PIXELS / Math.max(config.stage.width, config.stage.height));
    const places = JSON.stringify([scene.width, scene.height, scene.nodes()]);
    if (places === laid) return;
    laid = places;
    whole.set(scene);
  }

  function show() {
    const { config } = store.state;
    if (config === null) return;
    lay(config);
    tryOn(config.look.theme);
    for (const { name, thumbnail, input, element } of cards) {
      input.checked = name === config.look.theme;
      element.classList.toggle("chosen", input.checked);
      thumbnail.show(lookOf(name, paints.own, family()), config.look.words ?? {});
    }
  }

  // Measurements from before a font was loaded would cut off texts or let them overlap.
  function reface() {
    forget();
    show();
  }

  document.fonts.addEventListener("loadingdone", reface);
  const end = store.subscribe(["config"], show);
  return {
    element: el("section", { class: "panel stack", id: "themes", "aria-labelledby": "themes-title" },
      el("header", {}, el("h2", { id: "themes-title" }, w("themes"))), whole.canvas,
      el("div", { class: "themes", role: "radiogroup", "aria-labelledby": "themes-title" }, cards.map(({ element }) => element))),
    show, reface,
    dispose: () => {
      document.fonts.removeEventListener("loadingdone", reface);
      end();
    },
  };
}
