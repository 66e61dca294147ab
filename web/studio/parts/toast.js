// @ts-check
/** What came of a press, for a moment; told to screen readers. */

import { el } from "./dom.js";
import { isWord, t } from "../words.js";

const SECONDS = 5;

const place = el("div", { id: "toasts", role: "status" });

/** Where messages appear. */
export function toasts() {
  return place;
}

/** @param {string} text @param {boolean} [isTrouble] */
export function toast(text, isTrouble = false) {
  const message = el("p", { class: isTrouble ? "trouble" : "" }, text);
  (document.querySelector("dialog[open]") ?? document.body).append(place);
  place.append(message);
  if (place.children.length > 3) place.firstElementChild?.remove();
  setTimeout(() => message.remove(), SECONDS * 1000);
}

/**
 * Says what went wrong, if anything did.
 * @param {import("../actions.js").Answer} answer
 */
export function tell({ ok, problem, retrySeconds }) {
  if (ok) return;
  const said = isWord(problem) ? t(problem) : problem;
  toast(retrySeconds > 0 ? `${said} · ${t("waitSeconds", { n: retrySeconds })}` : said, true);
}
