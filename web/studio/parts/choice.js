// @ts-check
/** A group of radio buttons that looks like a segmented control. */

import { el, freshID } from "./dom.js";

/**
 * @param {string} label
 * @param {[value: string, text: string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function choice(label, choices, chosen, changed) {
  const name = freshID();
  const group = el("fieldset", { class: "choices", "aria-label": label }, choices.map(([value, text]) => {
    const input = el("input", { type: "radio", name, value });
    input.checked = value === chosen;
    const part = el("label", { class: value === chosen ? "chosen" : "" }, input, text);
    input.addEventListener("change", () => {
      for (const other of group.children) other.classList.toggle("chosen", other === part);
      changed(value);
    });
    return part;
  }));
  return group;
}
