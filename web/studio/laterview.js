// @ts-check
/** Shows a notice for each planned request, with its action, a countdown, and an undo button. */

import { el, say } from "./parts/dom.js";
import { keepToast } from "./parts/toast.js";
import { UNDO_SECONDS } from "./later.js";
import { t } from "./words.js";

/** @param {import("./shell.js").Studio} studio */
export function watchPlanned({ later, store }) {
  /** @type {Map<string, () => void>} */
  const notices = new Map();
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
 * @param {import("./later.js").Later} later @param {import("./later.js").Planned} planned
 * @returns {() => void} closes the notice
 */
function notice(later, { key, text }) {
  const seconds = el("span", { class: "seconds", "aria-hidden": "true" }, UNDO_SECONDS);
  let left = UNDO_SECONDS;
  const timer = setInterval(() => say(seconds, String(Math.max(0, --left))), 1000);
  const close = keepToast([
    seconds, el("p", { class: "grow" }, text),
    el("button", { type: "button", class: "bare", "aria-label": `${t("doNow")}: ${text}`, on: { click: () => later.send(key) } }, t("doNow")),
    el("button", { type: "button", class: "gold", "aria-label": `${t("undo")}: ${text}`, on: { click: () => later.undo(key) } }, t("undo")),
  ]);
  return () => {
    clearInterval(timer);
    close();
  };
}
