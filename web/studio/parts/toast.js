// @ts-check
/** Short messages over the page; screen readers announce them. */

import { icon } from "../icons.js";
import { el } from "./dom.js";
import { problemText } from "./problem.js";
import { t } from "../words.js";

const SECONDS = 5;
/** Trouble takes longer to read. */
const TROUBLE_SECONDS = 12;
const LIMIT = 3;

const place = el("div", { id: "toasts", role: "status" });

/**
 * @typedef {object} Toast
 * @property {HTMLElement} element
 * @property {boolean} isKept whether it stays when another view opens, and takes no part in the limit
 * @property {() => void} close
 */

/** @type {Set<Toast>} */
const shown = new Set();

/** The place where messages appear. */
export function toasts() {
  return place;
}

/**
 * Shows a message for some seconds; they do not pass while the mouse or the focus is in it.
 * @param {string} text @param {boolean} [isTrouble]
 */
export function toast(text, isTrouble = false) {
  const one = add([el("p", { class: "grow" }, text), el("button", {
    type: "button", class: "bare", "aria-label": t("closeMessage"), title: t("closeMessage"), on: { click: () => one.close() },
  }, icon("close"))], isTrouble, false);
  const milliseconds = (isTrouble ? TROUBLE_SECONDS : SECONDS) * 1000;
  let timer = setTimeout(one.close, milliseconds);
  const hold = () => clearTimeout(timer);
  const release = () => {
    clearTimeout(timer);
    timer = setTimeout(one.close, milliseconds);
  };
  for (const type of ["pointerenter", "focusin"]) one.element.addEventListener(type, hold);
  for (const type of ["pointerleave", "focusout"]) one.element.addEventListener(type, release);
}

/**
 * Shows a message with controls of its own, until it is closed; other views leave it there.
 * @param {import("./dom.js").Child[]} content
 * @returns {() => void} closes it
 */
export function keepToast(content) {
  return add(content, false, true).close;
}

/** @param {import("./dom.js").Child[]} content @param {boolean} isTrouble @param {boolean} isKept */
function add(content, isTrouble, isKept) {
  const element = el("div", { class: isTrouble ? "toast trouble" : "toast" }, content);
  /** @type {Toast} */
  const one = { element, isKept, close: () => (element.remove(), void shown.delete(one)) };
  shown.add(one);
  (document.querySelector("dialog[open]") ?? document.body).append(place);
  place.append(element);
  const passing = [...shown].filter((other) => !other.isKept);
  for (const old of passing.slice(0, -LIMIT)) old.close();
  return one;
}

/** Closes the messages of a view that is left. */
export function closeToasts() {
  for (const one of [...shown]) if (!one.isKept) one.close();
}

/**
 * Shows why a request failed, if it did.
 * @param {import("../actions.js").Answer} answer
 */
export function tell(answer) {
  if (answer.ok) return;
  const text = problemText(answer);
  const { retrySeconds } = answer;
  toast(retrySeconds > 0 ? `${text} · ${t("waitSeconds", { n: retrySeconds })}` : text, true);
}
