// @ts-check
/** Creates and changes DOM elements through calls. No text is ever parsed as markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. `on` has its listeners, `class` its classes. An attribute with the value null, undefined or
 * false is left out; true sets an empty one.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  const { on = {}, ...rest } = attributes;
  for (const [name, value] of Object.entries(rest)) put(element, name, value);
  for (const [type, listener] of Object.entries(on)) element.addEventListener(type, listener);
  element.append(...nodes(children));
  return element;
}

/**
 * Sets an attribute, or removes it.
 * @param {Element} element @param {string} name @param {any} value
 */
export function put(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * Sets the text of an element, if it differs.
 * @param {Node} element @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** @param {(Child | Child[])[]} children */
function nodes(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => typeof child === "number" ? String(child) : /** @type {Node | string} */ (child));
}

let last = 0;

/** Returns an ID that no other element of the page has. */
export function freshID() {
  return `o${++last}`;
}
