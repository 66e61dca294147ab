// @ts-check
/** The choice of a gift's effect: none, a built-in film with its moving picture, or a file of the room. */

import { Pictures } from "../../overlay/paint/pictures.js";
import { icon } from "../icons.js";
import { el, fill, freshID, put } from "../parts/dom.js";
import { t } from "../words.js";
import { choiceOf, effectSeconds, shownImage } from "./entries.js";
import { kindOf, nameOf } from "./files.js";
import { FILMS, secondsOf } from "./films.js";
import { lookOf } from "./lookof.js";
import { filmScene } from "./scenes.js";
import { isRetired } from "./svg.js";
import { Thumbnail } from "./thumbnail.js";
import { w } from "./words.js";

/** @typedef {import("./entries.js").Effect} Effect */
/** @typedef {import("./entries.js").Entry} Entry */

/**
 * @param {import("./entry.js").Room} room
 * @param {() => Entry} entry returns the gift that is edited
 * @param {(effect: Effect | undefined) => void} change
 */
export function effectChoice({ studio, files }, entry, change) {
  const group = freshID();
  const look = studio.store.state.config?.look ?? {};
  const pictures = new Pictures(() => films.forEach(({ thumbnail }) => thumbnail.repaint()));
  const none = tile(group, "", el("span", { class: "effect-face" }, icon("close")), t("none"), () => change(undefined));
  /** @type {{element: HTMLElement, thumbnail: Thumbnail}[]} */
  const films = FILMS.map((film) => {
    const name = w(/** @type {any} */ (`film_${film.name}`));
    const thumbnail = new Thumbnail(pictures, filmScene(film, name));
    thumbnail.canvas.setAttribute("aria-hidden", "true");
    thumbnail.show(lookOf(look.theme), look.words ?? {});
    const element = tile(group, `film:${film.name}`, thumbnail.canvas, name, () => {
      thumbnail.play(true);
      change({ film: film.name, duration: secondsOf(film.name) });
    });
    element.addEventListener("pointerenter", () => thumbnail.play());
    element.addEventListener("pointerleave", () => thumbnail.stop());
    return { element, thumbnail };
  });
  const own = el("div", { class: "effect-own" });
  let told = "";
  const list = el("div", { class: "effects", role: "radiogroup", "aria-label": w("effect") },
    none, films.map(({ element }) => element), own);

  /** @param {string} url */
  function fileTile(url) {
    const asset = files.all.find((one) => one.url === url);
    const isPicture = asset !== undefined && kindOf(asset) === "picture";
    const face = el("span", { class: "effect-face" }, isPicture ? el("img", { src: shownImage(url), alt: "", loading: "lazy" }) : icon("film"));
    return tile(group, url, face, nameOf(url), () =>
      change({ src: url, duration: effectSeconds(asset?.durationSeconds, entry()) }));
  }

  return {
    element: list,
    /** @param {Effect | undefined} effect */
    show: (effect) => {
      const chosen = choiceOf(effect);
      const urls = files.all.filter((asset) => ["film", "picture"].includes(kindOf(asset)) && !isRetired(asset.url)).map(({ url }) => url);
      if (chosen.startsWith("/") && !urls.includes(chosen)) urls.push(chosen);
      const text = urls.map(nameOf).join();
      if (text !== told) fill(own, urls.map(fileTile));
      told = text;
      for (const label of list.querySelectorAll("label")) {
        const input = /** @type {HTMLInputElement} */ (label.firstElementChild);
        input.checked = input.value === chosen;
        label.classList.toggle("chosen", input.checked);
      }
    },
    dispose: () => films.forEach(({ thumbnail }) => thumbnail.stop()),
  };
}

/** @param {string} group @param {string} value @param {Element} face @param {string} name @param {() => void} chosen */
function tile(group, value, face, name, chosen) {
  const label = el("label", { class: "effect-tile", title: name },
    el("input", { type: "radio", name: group, value, on: { change: chosen } }), face, el("span", { class: "effect-name" }, name));
  put(label, "data-effect", value);
  return label;
}
