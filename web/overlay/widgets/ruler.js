// @ts-check
/** The element in which texts are laid out to be measured; nobody sees it. */

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
