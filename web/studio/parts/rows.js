// @ts-check
/**
 * Updates a list in the page by the keys of its items, so that an item keeps its row element, which is updated and
 * moved, and never created again.
 */

import { el, say } from "./dom.js";
import { emptyMessage } from "./empty.js";

/**
 * @template Item
 * @typedef {{element: HTMLElement, show: (item: Item, index: number) => void}} Row
 */

/**
 * Makes these elements the children of a place, in order. The element with the focus is not moved, because it would
 * lose the focus; the others are moved around it. If it is removed, its successor gets the focus.
 * @param {Element} place @param {Element[]} elements
 */
export function arrange(place, elements) {
  const focused = [...place.children].find((child) => child.contains(document.activeElement));
  const index = focused === undefined ? -1 : [...place.children].indexOf(focused);
  const wanted = new Set(elements);
  for (const child of [...place.children]) if (!wanted.has(child)) child.remove();
  const stays = focused !== undefined && wanted.has(focused) ? elements.indexOf(focused) : 0;
  if (elements.length > 0 && elements[stays].parentElement !== place) place.prepend(elements[stays]);
  for (let at = stays - 1; at >= 0; at--) {
    if (elements[at + 1].previousElementSibling !== elements[at]) elements[at + 1].before(elements[at]);
  }
  for (let at = stays + 1; at < elements.length; at++) {
    if (elements[at - 1].nextElementSibling !== elements[at]) elements[at - 1].after(elements[at]);
  }
  if (focused !== undefined && !wanted.has(focused)) focusIn(elements[Math.min(index, elements.length - 1)]);
}

/** @param {Element | undefined} row */
function focusIn(row) {
  const first = row?.matches("[tabindex]") ? row : row?.querySelector("button, a[href], input, select");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
}

/**
 * The rows of a list, by the keys of their items.
 * @template Item
 */
export class Rows {
  /**
   * @param {Element} place
   * @param {(item: Item) => string} key
   * @param {(item: Item) => Row<Item>} make
   * @param {import("./empty.js").Face} [face] what the empty list shows beside its message; absent: only the message
   */
  constructor(place, key, make, face) {
    this.place = place;
    this.key = key;
    this.make = make;
    /** @private @type {Map<string, Row<Item>>} */
    this.known = new Map();
    const { element, text } = face === undefined ? plainMessage() : emptyMessage("li", face);
    /** @private the message for an empty list */
    this.none = element;
    /** @private the element of its sentence */
    this.noneText = text;
  }

  /** @param {Item[]} items @param {string} [none] the message for an empty list; empty for no message */
  set(items, none = "") {
    const before = this.known;
    this.known = new Map();
    for (const [index, item] of items.entries()) {
      const name = this.key(item);
      const row = before.get(name) ?? this.make(item);
      row.show(item, index);
      this.known.set(name, row);
    }
    say(this.noneText, none);
    const elements = [...this.known.values()].map(({ element }) => element);
    arrange(this.place, elements.length === 0 && none !== "" ? [this.none] : elements);
  }
}

function plainMessage() {
  const element = el("li", { class: "empty" });
  return { element, text: element };
}
