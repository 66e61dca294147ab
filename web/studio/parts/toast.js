// @ts-check
/** Shows short messages over the page, which screen readers announce. */

import { icon } from "../icons.js";
import { el } from "./dom.js";
import { problemText } from "./problem.js";
import { t } from "../words.js";

const SECONDS = 5;
/** Error messages take longer to read. */
const TROUBLE_SECONDS = 12;
const LIMIT = 3;

const place = el("div", { id: "toasts", role: "status" });

/**
 * @typedef {object} Toast
 * @property {HTMLElement} element
 * @property {boolean} isKept true if the message stays when another view opens, and does not count for the limit
 * @property {() => void} close
 */

/** @type {Set<Toast>} */
const shown = new Set();

/** Returns the element that contains the messages. */
export function toasts() {
  return place;
}

/**
 * Shows a message for some seconds. The time stops while the mouse or the focus is in the message.
 * @param {string} text @param {boolean} [isTrouble]
 * @param {{text: string, press: () => void}} [action] a button that also closes the message
 */
export function toast(text, isTrouble = false, action) {
  const one = add([el("p", { class: "grow" }, text), action !== undefined && el("button", {
    type: "button", class: "gold", "aria-label": `${action.text}: ${text}`, on: { click: () => (one.close(), action.press()) },
  }, action.text), el("button", {
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
 * Shows a message with controls of its own until it is closed, across views.
 * @param {import("./dom.js").Child[]} content
 * @returns {() => void} closes the message
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

/** Closes the messages of a view when it closes. */
export function closeToasts() {
  for (const one of [...shown]) if (!one.isKept) one.close();
}

/**
 * Shows the reason if a request failed.
 * @param {import("../actions.js").Answer} answer
 */
export function tell(answer) {
  if (answer.ok) return;
  const text = problemText(answer);
  const { retrySeconds } = answer;
  toast(retrySeconds > 0 ? `${text} · ${t("waitSeconds", { n: retrySeconds })}` : text, true);
}
