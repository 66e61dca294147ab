// @ts-check
/** The lamp's dialogs about what the totals lack: deliveries of platforms, and donations in another currency. */

import { open } from "./parts/dialog.js";
import { el } from "./parts/dom.js";
import { NAMES } from "./platforms/names.js";
import { addWords, because, dotted, t, timeOfDay } from "./words.js";

/** @typedef {import("./missed.js").Missed} Missed */
/** @typedef {import("./missed.js").Answers} Answers */

/**
 * Returns a line about the deliveries of one type or with one reason.
 * @param {Missed} missed
 */
export function missedTitle({ source, type, count }) {
  const platform = NAMES[source] ?? t("anotherSource");
  const times = count === 1 ? t("once") : t("times", { n: count });
  if (type === undefined) return t("missedRefused", { platform, times });
  return t("missedUnknown", { platform, times, type });
}

/**
 * Lists missed deliveries, with a button that dismisses them.
 * @param {Missed[]} missed @param {Answers} answers
 */
export async function showMissed(missed, answers) {
  await addWords("platforms");
  open(t("missedTitle"), (close) => el("div", { class: "stack" },
    el("p", {}, t("missedHelp")),
    el("ul", { class: "stack" }, missed.map((one) => el("li", {},
      missedTitle(one),
      el("p", { class: "muted small" },
        dotted([timeOfDay(one.last), one.reason && because({ ...one, reason: one.reason })]))))),
    el("footer", {},
      el("button", { type: "button", on: { click: () => {
        close();
        /** @type {HTMLElement | null} */ (document.querySelector("#views [data-view=platforms]"))?.click();
      } } }, t("doDeliveries")),
      el("button", { type: "button", class: "gold", "data-first": true, on: { click: () => {
        answers.dismiss(missed, Date.now());
        close();
      } } }, t("doDismiss")))));
}

/**
 * Asks which currency the room shall count.
 * @param {{other: string, own: string}} currencies of the donation, and of the room
 * @param {import("./actions.js").Actions} actions @param {Answers} answers
 */
export function askCurrency({ other, own }, actions, answers) {
  open(t("lampCurrency", { other, own }), (close) => el("div", { class: "stack" },
    el("p", {}, t("currencyAsk", { other, own })),
    el("footer", {},
      el("button", { type: "button", on: { click: () => {
        answers.keepUncounted(other);
        close();
      } } }, t("currencyKeep", { currency: own })),
      el("button", { type: "button", class: "gold", on: { click: () => {
        actions.press("PATCH", "config", { sources: { currency: other } });
        close();
      } } }, t("currencyTake", { currency: other })))));
}
