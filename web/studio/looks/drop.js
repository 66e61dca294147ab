// @ts-check
/** Lets a person upload files by dropping them on an element, or with a button. */

import { el } from "../parts/dom.js";

/** The extensions of the files that the server accepts, and of SVGs, which the studio converts. */
const KINDS = ".png,.apng,.jpg,.jpeg,.webp,.gif,.svg,.mp3,.ogg,.opus,.wav,.webm,.woff2";

/**
 * Accepts files that are dropped on an element.
 * @param {HTMLElement} element @param {(files: File[]) => void} taken
 */
export function dropOn(element, taken) {
  let depth = 0;
  const mark = (/** @type {number} */ next) => {
    depth = Math.max(0, next);
    element.classList.toggle("over-me", depth > 0);
  };
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") === true;
  element.addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(depth + 1);
  });
  element.addEventListener("dragleave", (event) => { if (hasFiles(event)) mark(depth - 1); });
  element.addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  element.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    mark(0);
    taken([...event.dataTransfer?.files ?? []]);
  });
}

/**
 * Creates a button that opens a file dialog.
 * @param {import("../parts/dom.js").Child[]} content @param {Record<string, any>} attributes @param {(files: File[]) => void} taken
 */
export function chooser(content, attributes, taken) {
  const input = el("input", { type: "file", accept: KINDS, multiple: true, hidden: true, tabindex: -1, "aria-hidden": "true" });
  input.addEventListener("change", () => {
    const files = [...input.files ?? []];
    input.value = "";
    if (files.length > 0) taken(files);
  });
  return el("span", { class: "chooser" }, input, el("button", { type: "button", ...attributes, on: { click: () => input.click() } }, content));
}
