// @ts-check
/** The panel that chooses a theme, with a card for each theme, painted as it would look in this room. */

import { Pictures } from "../../overlay/paint/pictures.js";
import { forget } from "../../shared/text.js";
import { el, freshID } from "../parts/dom.js";
import { lookOf, NAMES } from "./lookof.js";
import { sample } from "./scenes.js";
import { Thumbnail } from "./thumbnail.js";
import { w } from "./words.js";

/**
 * @param {import("../shell.js").Studio} studio
 * @param {import("./paints.js").Paints} paints
 * @param {() => string} family returns the font family; empty for the default
 */
export function themesPanel({ store, settings }, paints, family) {
  const group = freshID();
  const pictures = new Pictures(() => cards.forEach(({ thumbnail }) => thumbnail.repaint()));
  /** @type {{name: typeof NAMES[number], thumbnail: Thumbnail, input: HTMLInputElement, element: HTMLElement}[]} */
  const cards = NAMES.map((name) => {
    const thumbnail = new Thumbnail(pictures, sample);
    thumbnail.canvas.setAttribute("aria-hidden", "true");
    const input = el("input", { type: "radio", name: group, value: name, on: {
      change: () => settings.change({ look: { theme: name } }, `look/theme ${performance.now()}`) } });
    const element = el("label", { class: "theme", "data-theme-name": name, on: {
      pointerenter: () => thumbnail.play(), pointerleave: () => thumbnail.stop(),
      focusin: () => thumbnail.play(), focusout: () => thumbnail.stop() } },
    input, thumbnail.canvas, el("span", { class: "theme-text" }, el("span", { class: "title" }, w(name)),
      el("span", { class: "muted small" }, w(/** @type {any} */ (`${name}More`)))));
    return { name, thumbnail, input, element };
  });

  function show() {
    const { config } = store.state;
    if (config === null) return;
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
      el("header", {}, el("h2", { id: "themes-title" }, w("themes"))),
      el("div", { class: "themes", role: "radiogroup", "aria-labelledby": "themes-title" }, cards.map(({ element }) => element))),
    show, reface,
    dispose: () => {
      document.fonts.removeEventListener("loadingdone", reface);
      end();
    },
  };
}
