// @ts-check
/** Creates the hidden element in which the browser lays out texts to measure them. */

/** @type {HTMLElement | null} */
let element = null;

export function ruler() {
  if (element === null) {
    element = document.createElement("div");
    element.id = "ruler";
    document.body.append(element);
  }
  return element;
}
