// @ts-check
/** The choice of an alert's picture: the gift's own, a built-in one, or a file of the room. */

import { el, fill, freshID, put } from "../parts/dom.js";
import { icon } from "../icons.js";
import { shownImage } from "../looks/entries.js";
import { kindOf, nameOf } from "../looks/files.js";
import { isRetired } from "../looks/svg.js";
import { t } from "../words.js";

/** The pictures of gifts that every server has. */
const BUILT_IN = ["rose", "heart", "star", "coffee", "lipstick", "cake", "crown", "fireworks", "diamond", "car", "rocket", "castle"];

/** @param {string} name */
function addressOf(name) {
  return `/web/gifts/${name}.svg`;
}

/**
 * @param {import("../looks/files.js").Files} files @param {(image: string | null) => void} change
 */
export function pictureChoice(files, change) {
  const group = freshID();
  const own = el("div", { class: "effect-own" });
  /** @param {string} value @param {string} name @param {Element} face */
  const tile = (value, name, face) => {
    const label = el("label", { class: "effect-tile", title: name },
      el("input", { type: "radio", name: group, value, on: { change: () => change(value || null) } }),
      el("span", { class: "effect-face" }, face), el("span", { class: "effect-name" }, name));
    put(label, "data-image", value);
    return label;
  };
  /** @param {string} url @param {string} name */
  const pictured = (url, name) => tile(url, name, el("img", { src: shownImage(url), alt: "", loading: "lazy" }));
  const list = el("div", { class: "effects pictures", role: "radiogroup", "aria-label": t("alertPicture") },
    tile("", t("pictureOfGift"), icon("gift")), own,
    BUILT_IN.map((name) => pictured(addressOf(name), t(/** @type {any} */ (`present_${name}`)))));
  let told = "";
  return {
    element: list,
    /** @param {string | null} image */
    show: (image) => {
      const urls = files.all.filter((asset) => kindOf(asset) === "picture" && !isRetired(asset.url)).map(({ url }) => url);
      if (image !== null && !urls.includes(image) && !BUILT_IN.some((name) => addressOf(name) === image)) urls.push(image);
      const text = urls.map(nameOf).join();
      if (text !== told) fill(own, urls.map((url) => pictured(url, nameOf(url))));
      told = text;
      for (const label of list.querySelectorAll("label")) {
        const input = /** @type {HTMLInputElement} */ (label.firstElementChild);
        input.checked = input.value === (image ?? "");
        label.classList.toggle("chosen", input.checked);
      }
    },
  };
}
