// @ts-check
/**
 * Handles the studio's keyboard shortcuts, by the position of the key. They do not work in fields or during text
 * composition.
 */

import { hideMessage } from "./live/message.js";
import { playTest } from "./live/tests.js";
import { planClear } from "./live/steer.js";
import { isShowable } from "./entries.js";
import { copyText } from "./parts/copy.js";
import { toast } from "./parts/toast.js";
import { t } from "./words.js";

const NAME = "ovation.letters";

export function lettersWork() {
  return localStorage.getItem(NAME) !== "off";
}

/** @param {boolean} work */
export function letLetters(work) {
  localStorage.setItem(NAME, work ? "on" : "off");
}

/**
 * The undo and redo of the current view, if it has them.
 * @type {{undo: () => void, redo: () => void} | null}
 */
let past = null;

/** @param {{undo: () => void, redo: () => void} | null} undoing */
export function undoWith(undoing) {
  past = undoing;
}

/**
 * Installs the shortcuts.
 * @param {import("./shell.js").Studio} studio
 * @param {{views: () => string[], show: (view: string) => void, help: () => void}} shell digits select one of `views`
 */
export function listen(studio, { views, show, help }) {
  const { actions, store } = studio;
  /** @type {Record<string, import("./role.js").Right>} the letters that need a right beyond `steer` */
  const rights = { KeyM: "messages", KeyT: "post", KeyC: "keys", KeyL: "configure" };
  /** @type {Record<string, () => void>} */
  const letters = {
    KeyH: () => actions.control(store.state.overview?.held ? "resume" : "hold"),
    KeyS: () => actions.control("skip"),
    KeyX: () => planClear(studio),
    KeyM: () => void hideMessage(studio),
    KeyT: () => playTest(studio),
    KeyR: () => {
      const last = store.state.recent.find(isShowable);
      if (last !== undefined) actions.press("POST", `events/${encodeURIComponent(last.id)}/replay`);
    },
    KeyC: async () => {
      const { address } = store.state;
      if (address !== null) toast(t(await copyText(address) === "copied" ? "copied" : "pressCopy"));
    },
    KeyL: () => show("layout"),
  };
  addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    // A menu of choices takes letters, and has no undo of its own.
    const isChoice = event.target instanceof HTMLSelectElement;
    if (isField(event.target) && !isChoice) return;
    if ((event.ctrlKey || event.metaKey) && event.code === "KeyZ") {
      const wasPlanned = !event.shiftKey && studio.later.undo();
      if (wasPlanned || past !== null) event.preventDefault();
      if (!wasPlanned && event.shiftKey) past?.redo();
      else if (!wasPlanned) past?.undo();
    }
    if (isChoice || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === "?") return act(event, help);
    if (event.key === "/" && store.may("history")) return act(event, () => search(show));
    const view = views()[Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0) - 1];
    const right = rights[event.code];
    const isAllowed = right === undefined || store.may(right);
    const letter = view !== undefined ? () => show(view) : isAllowed ? letters[event.code] : undefined;
    if (letter !== undefined && !event.shiftKey && lettersWork()) act(event, letter);
  });
}

/** @param {KeyboardEvent} event @param {() => void} action */
function act(event, action) {
  event.preventDefault();
  action();
}

/** @param {EventTarget | null} target */
function isField(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range"].includes(target.type);
  return target.isContentEditable || target.matches("select, textarea, [role=menu] *");
}

/** @param {(view: string) => void} show */
async function search(show) {
  const find = () => /** @type {HTMLInputElement | null} */ (document.querySelector("#content input[type=search]"));
  if (find() === null) show("history");
  for (let tries = 0; tries < 20 && find() === null; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  find()?.focus();
}
