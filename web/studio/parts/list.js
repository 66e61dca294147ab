// @ts-check
/** Shows a long list of which only the visible rows are in the page. */

import { el } from "./dom.js";
import { arrange } from "./rows.js";

const MARGIN = 6;

/**
 * @template Item
 * @typedef {import("./rows.js").Row<Item>} Row
 */

/**
 * @template Item
 */
export class LongList {
  /**
   * @param {object} form
   * @param {string} form.label
   * @param {number} form.height of a row in CSS pixels
   * @param {(item: Item) => string} form.key
   * @param {(item: Item) => Row<Item>} form.row creates a row, once for each key; `show` is called for each new item
   * @param {(item: Item, row: HTMLElement, index: number) => void} [form.enter] called for Enter or a click on a row
   * @param {(event: KeyboardEvent, item: Item, index: number) => void} [form.pressed] called for other keys
   * @param {() => void} [form.end] called when the last rows become visible
   */
  constructor(form) {
    this.form = form;
    /** @type {Item[]} */
    this.items = [];
    /** @private @type {Map<string, {item: Item, row: Row<Item>, index: number}>} */
    this.rows = new Map();
    /** @private the key of the row that can get the focus by Tab */
    this.current = "";
    /** @private */
    this.space = el("div", { class: "list-space", role: "presentation" });
    this.element = el("div", {
      class: "list", role: "grid", "aria-label": form.label,
      on: {
        scroll: () => this.show(), keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
        focusin: (/** @type {Event} */ event) => this.enter(event),
      },
    }, this.space);
    /** @private */
    this.observer = new ResizeObserver(() => this.show());
    this.observer.observe(this.element);
  }

  /** @param {Item[]} items @param {number} [total] the number of all items, including those not loaded */
  set(items, total = items.length) {
    const { height, key } = this.form;
    // After scrolling, the visible rows stay at their place when items are added above.
    const { scrollTop } = this.element;
    const top = scrollTop > 0 ? this.items[Math.floor(scrollTop / height)] : undefined;
    this.items = items;
    this.element.setAttribute("aria-rowcount", String(total));
    this.space.style.height = `${items.length * height}px`;
    const index = top === undefined ? -1 : items.findIndex((item) => key(item) === key(top));
    if (index >= 0) this.element.scrollTop = index * height + scrollTop % height;
    this.show();
  }

  /** Draws the visible rows again after data beside their items changed. */
  refresh() {
    for (const { item, row, index } of this.rows.values()) row.show(item, index);
  }

  dispose() {
    this.observer.disconnect();
  }

  /** @private */
  show() {
    const { height, key } = this.form;
    const top = this.element.scrollTop;
    const seen = this.element.clientHeight || height * 8;
    const first = Math.max(0, Math.floor(top / height) - MARGIN);
    const last = Math.min(this.items.length, Math.ceil((top + seen) / height) + MARGIN);
    if (!this.items.some((item) => key(item) === this.current)) this.current = "";
    const indices = this.indices(first, last);
    const before = this.rows;
    this.rows = new Map();
    for (const index of indices) {
      const item = this.items[index];
      const known = before.get(key(item));
      const row = known?.row ?? this.make(item);
      if (known?.item !== item) row.show(item, index);
      this.rows.set(key(item), { item, row, index: known?.index ?? -1 });
      this.place(key(item), index);
    }
    arrange(this.space, [...this.rows.values()].map(({ row }) => row.element));
    if (last >= this.items.length - MARGIN && this.items.length > 0) this.form.end?.();
  }

  /**
   * Returns the indices of the visible rows and of the row with the focus.
   * @private @param {number} first @param {number} last
   */
  indices(first, last) {
    const seen = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
    const focused = [...this.rows].find(([, { row }]) => row.element.contains(document.activeElement))?.[0];
    const index = focused === undefined ? -1 : this.items.findIndex((item) => this.form.key(item) === focused);
    if (index < 0 || (index >= first && index < last)) return seen;
    return index < first ? [index, ...seen] : [...seen, index];
  }

  /** @private @param {Item} item */
  make(item) {
    const row = this.form.row(item);
    row.element.classList.add("list-row");
    row.element.setAttribute("role", "row");
    row.element.dataset.key = this.form.key(item);
    return row;
  }

  /** @private @param {string} name @param {number} index */
  place(name, index) {
    const shown = this.rows.get(name);
    if (shown === undefined) return;
    const { element } = shown.row;
    const isCurrent = this.current === "" ? index === 0 : this.current === name;
    element.tabIndex = isCurrent ? 0 : -1;
    if (shown.index === index) return;
    shown.index = index;
    // A transform would put a menu in the row below the rows that follow.
    element.style.top = `${index * this.form.height}px`;
    element.setAttribute("aria-rowindex", String(index + 1));
  }

  /**
   * Remembers the row that has the focus, so that Tab returns to it.
   * @private @param {Event} event
   */
  enter(event) {
    const name = /** @type {HTMLElement} */ (event.target).closest("[data-key]")?.getAttribute("data-key") ?? "";
    if (name === this.current || !this.rows.has(name)) return;
    this.current = name;
    for (const [other, { row }] of this.rows) row.element.tabIndex = other === name ? 0 : -1;
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
    this.rows.get(this.current)?.row.element.focus();
  }
}
