// @ts-check
/**
 * Shows an uploaded file as a picture, a film with its player, a sound with a level meter, or the letters of a font.
 */

import { icon } from "../icons.js";
import { open } from "../parts/dialog.js";
import { el, fill } from "../parts/dom.js";
import { t } from "../words.js";
import { kindOf, nameOf } from "./files.js";
import { meter } from "./meter.js";
import { w } from "./words.js";

const FAMILY = "Ovation looked at";

/**
 * @param {import("./files.js").Asset} asset
 * @param {import("./sounding.js").Sounding} sounding
 */
export async function lookAt(asset, sounding) {
  const kind = kindOf(asset);
  const { url } = asset;
  /** @type {() => void} */
  let end = () => {};
  await open(nameOf(url), () => {
    if (kind === "picture") return el("div", { class: "looked checks" }, el("img", { src: url, alt: nameOf(url) }));
    if (kind === "film") return filmFrame(asset);
    if (kind === "font") return fontLetters(url);
    const level = meter(sounding);
    const button = soundButton(() => url, sounding, () => 1, nameOf(url));
    end = () => {
      sounding.stop();
      level.dispose();
      button.dispose();
    };
    button.element.dataset.first = "";
    return el("div", { class: "row heard" }, button.element, el("div", { class: "grow" }, level.element));
  });
  end();
}

/**
 * Creates a film player in a frame, because the policy of the studio's page allows no films.
 * @param {{url: string, width?: number, height?: number}} asset
 */
export function filmFrame({ url, width = 16, height = 9 }) {
  const frame = el("iframe", { class: "film checks", title: nameOf(url), src: `/web/overlay/film.html?src=${encodeURIComponent(url)}` });
  frame.style.aspectRatio = `${width} / ${height}`;
  return frame;
}

/**
 * Loads a font of the server into the page, under a family name.
 * @param {string} name @param {string} url
 * @returns {Promise<boolean>} true if the file is a font
 */
export async function loadFont(name, url) {
  try {
    const answer = await fetch(url);
    document.fonts.add(await new FontFace(name, await answer.arrayBuffer()).load());
    return answer.ok;
  } catch {
    return false;
  }
}

/** @param {string} url */
function fontLetters(url) {
  const letters = el("p", { class: "font-letters" }, "Aa Bb Cc 0123456789 ×28 · 谢谢 · Grüße");
  const family = `${FAMILY} ${url}`;
  loadFont(family, url).then((isOne) => {
    if (isOne) letters.style.fontFamily = `${JSON.stringify(family)}, var(--fonts)`;
  });
  return letters;
}

/**
 * Fetches a button's sound when a pointer or the focus comes to the button, so that a press plays it without delay.
 * @param {HTMLElement} button @param {import("./sounding.js").Sounding} sounding
 * @param {() => string} address returns the address of the sound; empty for none
 */
export function prepareAt(button, sounding, address) {
  for (const type of ["pointerenter", "focus"]) button.addEventListener(type, () => sounding.prepare(address()));
}

/**
 * Creates a button that plays a sound, and stops it.
 * @param {() => string} address returns the address of the sound; empty for none
 * @param {import("./sounding.js").Sounding} sounding
 * @param {() => number} volume 0 to 1 @param {string} name of the sound
 */
export function soundButton(address, sounding, volume, name) {
  const button = el("button", { type: "button", class: "bare listen" });
  const show = () => {
    const url = address();
    const plays = sounding.address === url && url !== "";
    fill(button, icon(plays ? "stop" : "play"));
    button.setAttribute("aria-label", `${plays ? t("tryStop") : w("listen")}: ${name}`);
    button.title = plays ? t("tryStop") : w("listen");
    button.disabled = url === "";
  };
  button.addEventListener("click", () => {
    if (sounding.address === address()) sounding.stop();
    else void sounding.play(address(), volume());
  });
  prepareAt(button, sounding, address);
  show();
  const end = sounding.subscribe(show);
  return { element: button, show, dispose: end };
}
