// @ts-check
/** The shortcuts, and the switch that turns letters off. */

import { letLetters, lettersWork } from "../keys.js";
import { VIEWS } from "../shell.js";
import { t } from "../words.js";
import { open } from "./dialog.js";
import { el } from "./dom.js";

/** @type {[string, import("../words.js").Word][]} */
const KEYS = [
  ["H", "keyHold"], ["S", "keySkip"], ["X", "keyClear"], ["T", "keyTest"], ["R", "keyAgain"],
  ["C", "keyCopy"], [`1–${VIEWS.length}`, "keyViews"], ["/", "keySearch"], ["L", "keyLayout"],
  ["Ctrl+Z, Ctrl+Shift+Z", "keyUndo"], ["?", "keyHelp"], ["Esc", "keyEscape"],
];

export function showShortcuts() {
  open(t("shortcuts"), () => {
    const box = el("input", { type: "checkbox", role: "switch" });
    box.checked = lettersWork();
    box.addEventListener("change", () => letLetters(box.checked));
    return [
      el("dl", { class: "shortcuts" }, KEYS.flatMap(([key, word]) => [
        el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(word))])),
      el("label", { class: "row" }, box, t("lettersOn")),
    ];
  });
}
