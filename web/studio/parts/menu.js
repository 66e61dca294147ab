// @ts-check
/** A button with a menu (by the ARIA pattern for menu buttons), and toolbars with arrow-key navigation. */

import { el } from "./dom.js";

/**
 * @typedef {object} Item
 * @property {string} text
 * @property {() => void} [action] absent for a heading
 * @property {boolean} [chosen] set if the item is one of several choices
 */

/**
 * @param {{label?: string, class?: string, content: import("./dom.js").Child[], title?: string}} face of the button
 * @param {() => Item[]} items called each time the menu opens
 */
export function menu(face, items) {
  const list = el("ul", { role: "menu", "aria-label": face.label, hidden: true });
  const button = el("button", {
    type: "button", class: face.class, "aria-haspopup": "menu", "aria-expanded": "false",
    "aria-label": face.label, title: face.title,
  }, face.content);
  const place = el("div", { class: "menu" }, button, list);
  const close = (focus = true) => {
    if (list.hidden) return;
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    removeEventListener("scroll", follow, true);
    if (focus) button.focus();
  };
  const outside = (/** @type {Event} */ event) => {
    if (!place.contains(/** @type {Node} */ (event.target))) close(false);
  };
  const follow = (/** @type {Event} */ event) => {
    if (list.contains(/** @type {Node} */ (event.target))) return;
    if (isInView(button)) lay(list, button);
    else close(false);
  };
  const show = () => {
    list.replaceChildren(...items().map((item) => entry(item, close)));
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    addEventListener("pointerdown", outside, true);
    addEventListener("scroll", follow, true);
    lay(list, button);
    entries(list)[0]?.focus();
  };
  button.addEventListener("click", () => list.hidden ? show() : close());
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || !list.hidden) return;
    event.preventDefault();
    show();
  });
  list.addEventListener("keydown", (event) => move(event, entries(list), "Arrow", close));
  return place;
}

/** @param {Item} item @param {() => void} close */
function entry({ text, action, chosen }, close) {
  if (action === undefined) return el("li", { role: "presentation", class: "menu-label" }, text);
  const role = chosen === undefined ? "menuitem" : "menuitemradio";
  return el("li", { role: "presentation" }, el("button", {
    type: "button", role, tabindex: -1, "aria-checked": chosen === undefined ? null : String(chosen),
    on: { click: () => (close(), action()) },
  }, text));
}

/** @param {HTMLElement} list @returns {HTMLElement[]} */
function entries(list) {
  return [...list.querySelectorAll("button")];
}

/** @param {HTMLElement} element */
function isInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Positions a menu below its button, or above it if it does not fit there, within the page.
 * @param {HTMLElement} list @param {HTMLElement} button
 */
function lay(list, button) {
  const face = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = list;
  const left = Math.max(8, Math.min(face.right - offsetWidth, innerWidth - offsetWidth - 8));
  const below = face.bottom + 4;
  const fits = below + offsetHeight <= innerHeight - 8;
  list.style.left = `${left}px`;
  list.style.top = `${fits ? below : Math.max(8, face.top - 4 - offsetHeight)}px`;
}

/**
 * @param {KeyboardEvent} event @param {HTMLElement[]} all @param {string} prefix
 * @param {() => void} close
 */
function move(event, all, prefix, close) {
  const index = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = { [`${prefix}Down`]: index + 1, [`${prefix}Up`]: index - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next !== undefined) all[(next + all.length) % all.length]?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  if (event.key !== "Tab") event.preventDefault();
  event.stopPropagation();
}

/**
 * Makes arrow keys move the focus within a toolbar, which is a single tab stop.
 * @param {HTMLElement} bar
 */
export function toolbar(bar) {
  bar.setAttribute("role", "toolbar");
  const all = () => /** @type {HTMLElement[]} */ ([...bar.querySelectorAll(":scope > button, :scope > .menu > button")]
    .filter((button) => !(/** @type {HTMLElement} */ (button).hidden)));
  const enter = (/** @type {HTMLElement} */ button) => {
    for (const other of all()) other.tabIndex = other === button ? 0 : -1;
  };
  enter(all()[0]);
  bar.addEventListener("focusin", (event) => {
    const button = all().find((other) => other === event.target);
    if (button !== undefined) enter(button);
  });
  bar.addEventListener("keydown", (event) => {
    const buttons = all();
    const index = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    if (index < 0) return;
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons[(next + buttons.length) % buttons.length].focus();
  });
}
