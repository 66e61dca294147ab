// @ts-check
/** Opens the modal dialogs of the studio. The browser's own dialogs fail in the docks of OBS. */

import { el, freshID } from "./dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

/**
 * Opens a dialog. Escape, its close button or `close` closes it.
 * @param {string} title
 * @param {(close: (value?: any) => void) => (import("./dom.js").Child | import("./dom.js").Child[])} content
 * @param {string | null} [role]
 * @returns {Promise<any>} the argument of `close`; undefined if the person canceled
 */
export function open(title, content, role = null) {
  return new Promise((resolve) => {
    const id = freshID();
    let result = /** @type {any} */ (undefined);
    const close = (/** @type {any} */ value) => {
      result = value;
      dialog.close();
    };
    const dialog = el("dialog", { "aria-labelledby": id, role },
      el("div", { class: "stack" },
        el("div", { class: "row" },
          el("h2", { id, class: "grow" }, title),
          el("button", { class: "bare", type: "button", "aria-label": t("close"),
            on: { click: () => close() } }, icon("close"))),
        content(close)));
    dialog.addEventListener("close", () => {
      document.body.append(...dialog.querySelectorAll("#toasts"));
      dialog.remove();
      resolve(result);
    });
    document.body.append(dialog);
    dialog.showModal();
    const first = dialog.querySelector("[data-first]");
    if (first instanceof HTMLElement) first.focus();
  });
}

/**
 * Asks before an action that cannot be undone. The focus is on Cancel.
 * @param {string} question @param {string} confirm
 * @returns {Promise<boolean>}
 */
export async function ask(question, confirm) {
  const answer = await open(question, (close) => el("footer", {},
    el("button", { type: "button", "data-first": true, on: { click: () => close(false) } }, t("cancel")),
    el("button", { type: "button", class: "danger", on: { click: () => close(true) } }, confirm)),
  "alertdialog");
  return answer === true;
}
