// @ts-check
/** The list of the built-in sounds: a click plays a sound, and a menu makes it the sound of a gift or of an occasion. */

import { icon } from "../icons.js";
import { el, fill, put } from "../parts/dom.js";
import { menu } from "../parts/menu.js";
import { t } from "../words.js";
import { builtInGroups } from "./builtin.js";
import { entriesOf } from "./entries.js";
import { prepareAt } from "./player.js";
import { soundPreset } from "./soundpreset.js";
import { w } from "./words.js";

/** The occasions that the room's sounds have. */
export const OCCASIONS = /** @type {const} */ (["combo", "call", "effect", "goal", "alert", "clock"]);

/**
 * @param {Pick<import("../shell.js").Studio, "store" | "settings">} studio
 * @param {import("./sounding.js").Sounding} sounding
 */
export function soundLibrary({ store, settings }, sounding) {
  /** @type {ReturnType<typeof builtInGroups>[number]["sounds"][number] | null} */
  let chosen = null;
  const volume = () => store.state.config?.sounds?.volume ?? 1;
  const face = el("span");
  const use = menu({ content: [face, icon("down")] }, () => (chosen === null ? [] : usesOf(store.state.config, chosen.address, settings)));
  const button = /** @type {HTMLButtonElement} */ (use.querySelector("button"));
  const groups = builtInGroups();
  const chips = groups.flatMap(({ sounds }) => sounds.map((sound) => chip(sound, () => {
    if (sounding.address === sound.address) sounding.stop();
    else void sounding.play(sound.address, volume());
    chosen = sound;
    show();
  })));
  for (const { sound, element } of chips) prepareAt(element, sounding, () => sound.address);
  const show = () => {
    for (const one of chips) one.show(sounding.address, one.sound === chosen);
    button.disabled = chosen === null;
    fill(face, chosen === null ? w("builtinUseNone") : w("builtinUse", { name: chosen.title }));
  };
  const element = el("div", { class: "stack library" },
    el("div", { class: "row wrap" }, el("h3", { class: "grow" }, w("builtins")),
      el("button", { type: "button", on: { click: () => settings.change(soundPreset(), `sounds ${performance.now()}`) } }, w("builtinPreset"))),
    el("p", { class: "muted small" }, w("builtinsMore")),
    groups.map(({ title, sounds }) => el("div", { class: "sound", role: "group", "aria-label": title }, el("span", {}, title),
      el("div", { class: "chips" }, chips.filter((one) => sounds.includes(one.sound)).map((one) => one.element)))),
    el("div", { class: "row" }, use));
  show();
  return { element, dispose: sounding.subscribe(show) };
}

/**
 * Creates the button that plays a sound. A numbered sound shows only its number, because its group has the name.
 * @param {ReturnType<typeof builtInGroups>[number]["sounds"][number]} sound @param {() => void} press
 */
function chip(sound, press) {
  const number = /\d+$/.exec(sound.name)?.[0];
  const sign = el("span", { class: "chip-sign" });
  const element = el("button", { type: "button", class: "chip", "data-name": sound.name, title: sound.title, on: { click: press } },
    number === undefined && sign, number ?? sound.title);
  return {
    sound, element,
    /** @param {string} playing the address of the sound that plays @param {boolean} isChosen */
    show: (playing, isChosen) => {
      const plays = playing === sound.address;
      if (sign.dataset.plays !== String(plays)) fill(sign, icon(plays ? "stop" : "play"));
      put(sign, "data-plays", String(plays));
      put(element, "aria-label", `${plays ? t("tryStop") : w("listen")}: ${sound.title}`);
      put(element, "aria-pressed", String(isChosen));
    },
  };
}

/**
 * Returns the menu of what a sound can be used for. A second choice of the same use takes it back.
 * @param {any} config @param {string} address @param {import("../shell.js").Studio["settings"]} settings
 * @returns {import("../parts/menu.js").Item[]}
 */
function usesOf(config, address, settings) {
  const item = (/** @type {string} */ text, /** @type {boolean} */ isUsed, /** @type {(sound: string | null) => any} */ patch) => ({
    text, chosen: isUsed, action: () => settings.change(patch(isUsed ? null : address), `sounds ${performance.now()}`),
  });
  return [
    { text: w("sounds") },
    ...OCCASIONS.map((kind) => item(w(`sound_${kind}`), config?.sounds?.[kind] === address, (sound) => ({ sounds: { [kind]: sound } }))),
    { text: w("gift") },
    ...entriesOf(config).map(([key, { name = key, sound }]) =>
      item(name, sound === address, (next) => ({ catalogue: { [key]: { sound: next } } }))),
  ];
}
