// @ts-check
/** A button that has to wait: it counts down, keeps its focus, and does nothing meanwhile. */

import { put } from "./dom.js";

/**
 * The button that was pressed last.
 * @type {WeakRef<HTMLElement> | null}
 */
let pressed = null;

/** Notes which button is pressed, before it does anything; one that waits does nothing. */
export function watchPresses() {
  document.addEventListener("click", (event) => {
    const button = /** @type {Element | null} */ (event.target)?.closest?.("button") ?? null;
    if (button === null) return;
    if (button.dataset.wait !== undefined) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else pressed = new WeakRef(button);
  }, true);
}

/**
 * Has the button that was pressed last wait so many seconds.
 * @param {number} seconds
 */
export function makeWait(seconds) {
  const button = pressed?.deref();
  if (button === undefined || !button.isConnected) return;
  const show = (/** @type {number} */ left) => {
    put(button, "data-wait", left > 0 ? left : null);
    put(button, "aria-disabled", left > 0 ? "true" : null);
    if (left > 0) setTimeout(() => show(left - 1), 1000);
  };
  show(Math.ceil(seconds));
}
