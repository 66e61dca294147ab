// @ts-check
/** Shows a notice for each planned request, with its action, a countdown, and an undo button. */

import { el, say } from "./parts/dom.js";
import { keepToast } from "./parts/toast.js";
import { UNDO_SECONDS } from "./later.js";
import { t } from "./words.js";

/** The rows of a list move up only when the server's list has changed. */
const LATE_MILLISECONDS = 1000;

/** @param {import("./shell.js").Studio} studio */
export function watchPlanned({ later, store }) {
  /** @type {Map<string, () => void>} */
  const notices = new Map();
  later.onexpired = ignoreLateClicks;
  return store.subscribe(["planned"], () => {
    const { planned } = store.state;
    for (const [key, close] of notices) {
      if (planned.some((one) => one.key === key)) continue;
      close();
      notices.delete(key);
    }
    for (const one of planned) if (!notices.has(one.key)) notices.set(one.key, notice(later, one));
  });
}

/**
 * Ignores clicks where the undo buttons of a request were: after the countdown another button may be there.
 * @param {string} key @returns {() => void} ends it, a moment later
 */
function ignoreLateClicks(key) {
  const buttons = [...document.querySelectorAll("[data-undoes]")].filter((button) => button.getAttribute("data-undoes") === key);
  const places = buttons.map((button) => button.getBoundingClientRect());
  const hadFocus = buttons.some((button) => button === document.activeElement);
  const ignore = (/** @type {MouseEvent} */ event) => {
    const { clientX: x, clientY: y, detail } = event;
    const isThere = places.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom);
    // A click by the keyboard has no place.
    if (!(detail === 0 ? hadFocus : isThere)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", ignore, true);
  return () => void setTimeout(() => document.removeEventListener("click", ignore, true), LATE_MILLISECONDS);
}

/**
 * @param {import("./later.js").Later} later @param {import("./later.js").Planned} planned
 * @returns {() => void} closes the notice
 */
function notice(later, { key, text }) {
  const seconds = el("span", { class: "seconds", "aria-hidden": "true" }, UNDO_SECONDS);
  let left = UNDO_SECONDS;
  const timer = setInterval(() => say(seconds, String(Math.max(0, --left))), 1000);
  const close = keepToast([
    seconds, el("p", { class: "grow" }, text),
    el("button", { type: "button", "aria-label": `${t("doNow")}: ${text}`, on: { click: () => later.send(key) } }, t("doNow")),
    el("button", { type: "button", class: "gold", "data-undoes": key, "aria-label": `${t("undo")}: ${text}`, on: { click: () => later.undo(key) } }, t("undo")),
  ]);
  return () => {
    clearInterval(timer);
    close();
  };
}
