// @ts-check
/** The dialog that lists the keyboard shortcuts, with a switch that turns single letters off. */

import { letLetters, lettersWork } from "../keys.js";
import { t } from "../words.js";
import { open } from "./dialog.js";
import { el } from "./dom.js";

/**
 * Returns the shortcuts of a role.
 * @param {import("../store.js").Store} store @param {number} views the number of views that the role can open
 * @returns {[string, import("../words.js").Word][]}
 */
function keysOf(store, views) {
  /** @type {[string, import("../words.js").Word, boolean?][]} */
  const all = [
    ["H", "keyHold"], ["S", "keySkip"], ["X", "keyClear"], ["M", "keyMessage", store.may("messages")], ["T", "keyTest", store.may("post")], ["R", "keyAgain"],
    ["C", "keyCopy", store.may("keys")], [`1–${views}`, "keyViews", views > 1], ["/", "keySearch", store.may("history")],
    ["L", "keyLayout", store.may("configure")],
    store.may("configure") ? ["Ctrl+Z, Ctrl+Shift+Z", "keyUndo"] : ["Ctrl+Z", "undo"], ["?", "keyHelp"], ["Esc", "keyEscape"],
  ];
  return all.flatMap(([key, word, isOffered = true]) => isOffered ? [[key, word]] : []);
}

/** @param {import("../store.js").Store} store @param {number} views the number of views that the role can open */
export function showShortcuts(store, views) {
  open(t("shortcuts"), () => {
    const box = el("input", { type: "checkbox", role: "switch" });
    box.checked = lettersWork();
    box.addEventListener("change", () => letLetters(box.checked));
    return [
      el("dl", { class: "shortcuts" }, keysOf(store, views).flatMap(([key, word]) => [
        el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(word))])),
      el("label", { class: "row" }, box, t("lettersOn")),
    ];
  });
}
