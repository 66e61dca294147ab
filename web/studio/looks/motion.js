// @ts-check
/** The panel that sets how much the overlay's decoration moves. */

import { el, freshID } from "../parts/dom.js";
import { w } from "./words.js";

const MOTIONS = /** @type {const} */ (["full", "calm", "none"]);

/** @param {import("../shell.js").Studio} studio */
export function motionPanel({ store, settings }) {
  const group = freshID();
  const choices = MOTIONS.map((name) => {
    const more = freshID();
    const input = el("input", { type: "radio", name: group, value: name, "aria-describedby": more, on: {
      change: () => settings.change({ look: { motion: name } }, `look/motion ${performance.now()}`) } });
    const element = el("label", { class: "option", "data-motion": name }, input,
      el("span", { class: "title" }, w(`motion_${name}`)), el("span", { class: "muted small", id: more }, w(`motion_${name}More`)));
    return { name, input, element };
  });
  const element = el("section", { class: "panel stack", id: "motion", "aria-labelledby": "motion-title" },
    el("header", {}, el("h2", { id: "motion-title" }, w("motion"))),
    el("div", { class: "options", role: "radiogroup", "aria-labelledby": "motion-title" }, choices.map((choice) => choice.element)));
  const show = () => {
    const now = store.state.config?.look?.motion;
    // A server of an earlier version does not have this setting.
    element.hidden = store.state.config !== null && now === undefined;
    for (const choice of choices) {
      choice.input.checked = choice.name === now;
      choice.element.classList.toggle("chosen", choice.input.checked);
    }
  };
  return { element, dispose: store.subscribe(["config"], show) };
}
