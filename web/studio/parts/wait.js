// @ts-check
/**
 * Makes buttons wait for a limit or for the server's answer, during which they show it, keep the focus and ignore
 * clicks.
 */

import { put } from "./dom.js";

/**
 * The button that was pressed last.
 * @type {WeakRef<HTMLElement> | null}
 */
let pressed = null;

/** Records which button is clicked before its action runs, and stops clicks on waiting buttons. */
export function watchPresses() {
  document.addEventListener("click", (event) => {
    const button = /** @type {Element | null} */ (event.target)?.closest?.("button") ?? null;
    if (button === null) return;
    if (button.dataset.wait !== undefined || isBusy(button)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    pressed = new WeakRef(button);
    pressedAt = performance.now();
  }, true);
}

/** The time of the last click, or of the answer to the clicked button's last request. */
let pressedAt = -Infinity;

/** A request that begins within this time after a click belongs to the clicked button. */
const AT_ONCE_MILLISECONDS = 100;
/** After this time a button shows that it waits (style.css), and ignores clicks. */
const SHOWN_MILLISECONDS = 250;

/**
 * The buttons that wait for answers: the start of the wait, and the number of answers.
 * @type {WeakMap<HTMLElement, {since: number, count: number}>}
 */
const busy = new WeakMap();

/** @param {HTMLElement} button */
function isBusy(button) {
  const since = busy.get(button)?.since;
  return since !== undefined && performance.now() - since >= SHOWN_MILLISECONDS;
}

/**
 * Makes the button that was just clicked wait for a request.
 * @returns {() => void} ends the wait
 */
export function waitForAnswer() {
  const now = performance.now();
  const button = now - pressedAt < AT_ONCE_MILLISECONDS ? pressed?.deref() : undefined;
  if (button === undefined) return () => {};
  const state = busy.get(button) ?? { since: now, count: 0 };
  state.count++;
  busy.set(button, state);
  put(button, "aria-busy", "true");
  return () => {
    if (pressed?.deref() === button) pressedAt = performance.now();
    if (--state.count > 0) return;
    busy.delete(button);
    put(button, "aria-busy", null);
  };
}

/**
 * Makes the button that was clicked last wait for some seconds.
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
