// @ts-check
/**
 * The panel for the sounds of combos, calls, effects, goals, alerts and clocks and for the built-in sounds, with playback at the room's
 * volume.
 */

import { el } from "../parts/dom.js";
import { dropOn } from "./drop.js";
import { fileChoice, kindOf } from "./files.js";
import { OCCASIONS, soundLibrary } from "./library.js";
import { soundButton } from "./player.js";
import { meter } from "./meter.js";
import { w } from "./words.js";

const STEPS = 100;

/**
 * @param {import("../shell.js").Studio} studio
 * @param {import("./files.js").Files} files
 * @param {import("./sounding.js").Sounding} sounding
 */
export function soundsPanel(studio, files, sounding) {
  const { store, settings } = studio;
  const sounds = () => store.state.config?.sounds ?? {};
  const change = (/** @type {string} */ key, /** @type {any} */ value) =>
    settings.change({ sounds: { [key]: value } }, `sounds/${key}`);
  const enabled = el("input", { type: "checkbox", role: "switch", on: { change: () => change("enabled", enabled.checked) } });
  const flourish = el("input", { type: "checkbox", role: "switch", on: { change: () => change("flourish", flourish.checked) } });
  const figure = el("span", { class: "muted small meter-figure", "aria-hidden": "true" });
  const volume = el("input", { type: "range", class: "grow", min: 0, max: STEPS, step: 1, "aria-label": w("volume"), on: {
    input: () => change("volume", Number(volume.value) / STEPS) } });
  const level = meter(sounding);
  const rows = OCCASIONS.map((kind) => soundRow(kind, files, sounding, () => sounds().volume ?? 1, (url) => change(kind, url)));
  const library = soundLibrary(studio, sounding);
  const element = el("section", { class: "panel stack", id: "sounds", "aria-labelledby": "sounds-title" },
    el("header", {}, el("h2", { id: "sounds-title" }, w("sounds")), el("label", { class: "row" }, enabled, w("soundsOn"))),
    el("div", { class: "sound" }, el("span", {}, w("volume")), el("div", { class: "row" }, volume, figure)),
    el("div", { class: "sound" }, el("span", {}, w("loudness")), level.element),
    el("div", {}, rows.map((row) => row.element)),
    el("label", { class: "row flourish" }, flourish, el("span", {}, w("flourish"))),
    el("p", { class: "muted small" }, w("soundsMore")), library.element);
  const show = () => {
    const now = sounds();
    if (now.volume === undefined) return;
    enabled.checked = now.enabled;
    flourish.checked = now.flourish;
    if (document.activeElement !== volume) volume.value = String(Math.round(now.volume * STEPS));
    figure.textContent = `${Math.round(now.volume * STEPS)} %`;
    for (const row of rows) row.show(now[row.kind]);
  };
  const ends = [store.subscribe(["config"], show), files.subscribe(show)];
  return {
    element, dispose: () => {
      ends.forEach((end) => end());
      level.dispose();
      library.dispose();
      rows.forEach((row) => row.dispose());
    },
  };
}

/**
 * @param {typeof OCCASIONS[number]} kind
 * @param {import("./files.js").Files} files
 * @param {import("./sounding.js").Sounding} sounding
 * @param {() => number} volume
 * @param {(url: string | null) => void} change
 */
function soundRow(kind, files, sounding, volume, change) {
  const name = w(`sound_${kind}`);
  let url = "";
  const choice = fileChoice(name, w("silence"), files, ["sound"], change);
  const button = soundButton(() => url, sounding, volume, name);
  const element = el("div", { class: "sound droppable", "data-sound": kind }, el("span", {}, name),
    el("div", { class: "row" }, choice.element, button.element));
  dropOn(element, async (dropped) => {
    const sound = (await files.upload(dropped.slice(0, 1))).find((asset) => kindOf(asset) === "sound");
    if (sound !== undefined) change(sound.url);
  });
  return {
    kind, element, dispose: button.dispose,
    /** @param {string | null} next */
    show: (next) => {
      url = next ?? "";
      choice.show(next);
      button.show();
    },
  };
}
