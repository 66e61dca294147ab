// @ts-check
/** A long list of which only the rows in sight are in the page. */

import { el } from "./dom.js";

const MARGIN = 6;

/**
 * @template Item
 */
export class LongList {
  /**
   * @param {object} form
   * @param {string} form.label
   * @param {number} form.height of a row in CSS pixels
   * @param {(item: Item) => string} form.key
   * @param {(item: Item, index: number) => HTMLElement} form.row made anew whenever its item is another
   * @param {(item: Item, row: HTMLElement, index: number) => void} [form.enter] Enter or a click on a row
   * @param {(event: KeyboardEvent, item: Item, index: number) => void} [form.pressed] other keys
   * @param {() => void} [form.end] called when the last rows come in sight
   */
  constructor(form) {
    this.form = form;
    /** @type {Item[]} */
    this.items = [];
    /** @private @type {Map<string, {item: Item, element: HTMLElement, index: number}>} */
    this.rows = new Map();
    /** @private the key of the row that takes the focus */
    this.current = "";
    /** @private */
    this.space = el("div", { class: "list-space", role: "presentation" });
    this.element = el("div", {
      class: "list", role: "grid", "aria-label": form.label,
      on: { scroll: () => this.show(), keydown: (/** @type {KeyboardEvent} */ event) => this.press(event) },
    }, this.space);
    /** @private */
    this.observer = new ResizeObserver(() => this.show());
    this.observer.observe(this.element);
  }

  /** @param {Item[]} items @param {number} [total] how many there are, with those not known here */
  set(items, total = items.length) {
    this.items = items;
    this.element.setAttribute("aria-rowcount", String(total));
    this.space.style.height = `${items.length * this.form.height}px`;
    this.show();
  }

  dispose() {
    this.observer.disconnect();
  }

  /** @private */
  show() {
    const { height, key, row } = this.form;
    const top = this.element.scrollTop;
    const seen = this.element.clientHeight || height * 8;
    const first = Math.max(0, Math.floor(top / height) - MARGIN);
    const last = Math.min(this.items.length, Math.ceil((top + seen) / height) + MARGIN);
    if (!this.items.some((item) => key(item) === this.current)) this.current = "";
    /** @type {Set<string>} */
    const wanted = new Set();
    for (let index = first; index < last; index++) {
      const item = this.items[index];
      const name = key(item);
      wanted.add(name);
      const known = this.rows.get(name);
      if (known === undefined || known.item !== item) this.put(name, item, row(item, index), known);
      this.place(name, index);
    }
    for (const [name, { element }] of this.rows) {
      if (wanted.has(name)) continue;
      element.remove();
      this.rows.delete(name);
    }
    this.order(wanted);
    if (last >= this.items.length - MARGIN && this.items.length > 0) this.form.end?.();
  }

  /**
   * @private
   * @param {string} name @param {Item} item @param {HTMLElement} element
   * @param {{element: HTMLElement} | undefined} known
   */
  put(name, item, element, known) {
    element.classList.add("list-row");
    element.setAttribute("role", "row");
    element.dataset.key = name;
    const had = known?.element.contains(document.activeElement) ?? false;
    if (known !== undefined) known.element.replaceWith(element);
    else this.space.append(element);
    this.rows.set(name, { item, element, index: -1 });
    if (had) element.focus();
  }

  /**
   * Puts the rows into the page's order, too: that is how they are read out.
   * @private @param {Set<string>} wanted
   */
  order(wanted) {
    let next = this.space.firstElementChild;
    for (const name of wanted) {
      const { element } = /** @type {{element: HTMLElement}} */ (this.rows.get(name));
      if (element === next) next = next.nextElementSibling;
      else this.space.insertBefore(element, next);
    }
  }

  /** @private @param {string} name @param {number} index */
  place(name, index) {
    const row = this.rows.get(name);
    if (row === undefined) return;
    const isCurrent = this.current === "" ? index === 0 : this.current === name;
    row.element.tabIndex = isCurrent ? 0 : -1;
    if (row.index === index) return;
    row.index = index;
    // Not by a transform: a menu in the row has to lie over the rows below.
    row.element.style.top = `${index * this.form.height}px`;
    row.element.setAttribute("aria-rowindex", String(index + 1));
  }

  /** @private @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const index = this.items.findIndex((item) => this.form.key(item) === target.dataset.key);
    if (index < 0) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.form.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step !== undefined && !event.altKey) {
      event.preventDefault();
      this.focus(Math.min(Math.max(index + step, 0), this.items.length - 1));
    } else if (event.key === "Enter") this.form.enter?.(this.items[index], target, index);
    else this.form.pressed?.(event, this.items[index], index);
  }

  /** @param {number} index */
  focus(index) {
    const item = this.items[index];
    if (item === undefined) return;
    const { height } = this.form;
    const { scrollTop, clientHeight } = this.element;
    if (index * height < scrollTop) this.element.scrollTop = index * height;
    if ((index + 1) * height > scrollTop + clientHeight) {
      this.element.scrollTop = (index + 1) * height - clientHeight;
    }
    this.current = this.form.key(item);
    this.show();
    this.rows.get(this.current)?.element.focus();
  }
}
