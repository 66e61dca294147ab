// @ts-check
/**
 * The layout editor, which shows a box for each widget over the preview, to move and resize it with the pointer or
 * arrow keys.
 */

import { el, fill, put, say } from "../parts/dom.js";
import { same } from "../merge.js";
import { isWord, t } from "../words.js";
import { apart, boxesOf, isOutside, overlaps, safeArea } from "./boxes.js";
import { snap } from "./snap.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("./boxes.js").Box} Box */

const DRAG_PIXELS = 3;
const SNAP_PIXELS = 6;
const FAR = 10;

/** @param {string} name @returns {string} */
export function widgetName(name) {
  const word = `widget_${name}`;
  // A newer server may have sections that this page has no name for.
  return isWord(word) ? t(word) : name;
}

export class Editor {
  /**
   * @param {Studio} studio
   * @param {{over: HTMLElement, frame: HTMLIFrameElement}} preview
   * @param {HTMLElement} warnings the list for warnings about overlaps
   * @param {(name: string) => void} selected called with the widget whose box gets the focus
   */
  constructor(studio, { over, frame }, warnings, selected) {
    this.studio = studio;
    this.over = over;
    this.frame = frame;
    this.warnings = warnings;
    this.selected = selected;
    /** @private @type {Map<string, HTMLButtonElement>} */
    this.elements = new Map();
    /** @private @type {Box[]} */
    this.boxes = [];
    /** @private the widget whose size the arrow keys change; empty if they move */
    this.sizing = "";
    /** @private @type {(() => void) | null} */
    this.giveUp = null;
    this.safe = el("div", { class: "safe" });
    this.lines = { vertical: el("div", { class: "guide vertical", hidden: true }), horizontal: el("div", { class: "guide horizontal", hidden: true }) };
    this.hatches = el("div", {});
    over.classList.add("editing");
    over.setAttribute("role", "group");
    over.setAttribute("aria-label", t("widgets"));
    over.append(this.safe, this.hatches, this.lines.vertical, this.lines.horizontal);
    this.end = studio.store.subscribe(["config", "overview"], () => this.show());
  }

  dispose() {
    this.end();
  }

  /** @private */
  get stage() {
    return this.studio.store.state.config?.stage ?? { width: 960, height: 540 };
  }

  /**
   * CSS pixels per point.
   * @private
   */
  get zoom() {
    return this.over.clientWidth / this.stage.width || 1;
  }

  /** Returns the rectangles that the preview draws now, by widget. */
  drawn() {
    const page = /** @type {any} */ (this.frame.contentWindow);
    return page?.overlay?.boxes?.() ?? {};
  }

  /** @private */
  show() {
    const { config } = this.studio.store.state;
    if (config === null) return;
    this.boxes = boxesOf(config, this.drawn());
    this.lay(this.safe, safeArea(this.stage));
    const names = new Set(this.boxes.map(({ name }) => name));
    for (const [name, element] of this.elements) {
      if (names.has(name)) continue;
      element.remove();
      this.elements.delete(name);
    }
    for (const box of this.boxes) {
      const element = this.elements.get(box.name) ?? this.make(box.name);
      this.lay(element, box.rect);
      this.name(element, box);
    }
    this.warn();
  }

  /** @private @param {HTMLElement} element @param {import("./boxes.js").Rect} rect */
  lay(element, rect) {
    const { width, height } = this.stage;
    Object.assign(element.style, {
      left: `${100 * rect.x / width}%`, top: `${100 * rect.y / height}%`,
      width: `${100 * rect.width / width}%`, height: `${100 * rect.height / height}%`,
    });
  }

  /** @private @param {HTMLElement} element @param {Box} box */
  name(element, { name, rect }) {
    const values = { name: widgetName(name), x: Math.round(rect.x), y: Math.round(rect.y), w: Math.round(rect.width), h: Math.round(rect.height) };
    const sizes = this.sizing === name;
    put(element, "aria-label", t(sizes ? "boxResize" : "boxName", values));
    put(element, "data-sizing", sizes);
    const label = /** @type {Element} */ (element.firstElementChild);
    say(label, sizes ? `${values.name} ${values.w} × ${values.h}` : `${values.name} ${values.x}, ${values.y}`);
    label.classList.toggle("below", rect.y < 24);
  }

  /** @private @param {string} name */
  make(name) {
    const corner = el("span", { class: "corner", "aria-hidden": "true" });
    const element = el("button", {
      type: "button", class: "box", "data-widget": name, on: {
        focus: () => this.selected(name),
        keydown: (/** @type {KeyboardEvent} */ event) => this.press(event, name),
        pointerdown: (/** @type {PointerEvent} */ event) => this.grab(event, name, event.target === corner),
      },
    }, el("span", { class: "box-label" }), this.boxes.find((box) => box.name === name)?.sized ? corner : null);
    this.elements.set(name, element);
    this.over.append(element);
    return element;
  }

  /**
   * Computes a widget's box from the newest configuration: the displayed box may be a frame behind a key press.
   * @private
   * @param {string} name
   */
  box(name) {
    const { config } = this.studio.store.state;
    return boxesOf(config, this.drawn()).find((box) => box.name === name);
  }

  /**
   * @private
   * @param {KeyboardEvent} event @param {string} name
   */
  press(event, name) {
    const box = this.box(name);
    const step = event.shiftKey ? FAR : 1;
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (box === undefined) return;
    if (way !== undefined && !event.altKey && !event.ctrlKey) {
      const keys = this.sizing === name ? box.sized?.(way[0], way[1]) : box.moved(way[0], way[1]);
      if (keys !== undefined) this.studio.settings.change({ [name]: keys }, `box ${name} ${this.sizing}`);
    } else if (event.code === "KeyE" && box.sized !== null && !event.ctrlKey) {
      this.sizing = this.sizing === name ? "" : name;
      this.name(/** @type {HTMLElement} */ (event.currentTarget), box);
    } else if (event.key === "Escape" && this.giveUp !== null) this.giveUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @private
   * @param {PointerEvent} event @param {string} name @param {boolean} sizes
   */
  grab(event, name, sizes) {
    if (event.button !== 0) return;
    const element = /** @type {HTMLElement} */ (this.elements.get(name));
    const box = this.box(name);
    if (box === undefined) return;
    element.focus();
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const { settings } = this.studio;
    settings.seal();
    let moves = false;
    const before = this.studio.store.state.config[name];
    const follow = (/** @type {PointerEvent} */ at) => {
      const dx = at.clientX - event.clientX;
      const dy = at.clientY - event.clientY;
      moves ||= Math.hypot(dx, dy) >= DRAG_PIXELS;
      if (!moves) return;
      const keys = sizes ? this.sized(box, dx, dy) : this.moved(box, dx, dy, at);
      if (keys !== undefined) settings.change({ [name]: keys }, `drag ${name}`, true);
    };
    const finish = () => {
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerup", finish);
      element.removeEventListener("pointercancel", cancel);
      this.guide({ vertical: null, horizontal: null });
      this.giveUp = null;
      settings.seal();
    };
    const cancel = () => {
      const after = this.studio.store.state.config[name];
      finish();
      if (moves && !same(before, after)) settings.undo();
    };
    this.giveUp = cancel;
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerup", finish);
    element.addEventListener("pointercancel", cancel);
  }

  /** @private @param {Box} box @param {number} dx @param {number} dy */
  sized(box, dx, dy) {
    return box.sized?.(dx / this.zoom, dy / this.zoom);
  }

  /**
   * @private
   * @param {Box} box @param {number} dx @param {number} dy @param {PointerEvent} at
   */
  moved(box, dx, dy, at) {
    let [x, y] = [dx / this.zoom, dy / this.zoom];
    if (at.shiftKey) [x, y] = Math.abs(x) > Math.abs(y) ? [x, 0] : [0, y];
    if (at.ctrlKey) {
      this.guide({ vertical: null, horizontal: null });
      return box.moved(x, y);
    }
    const whole = { x: 0, y: 0, ...this.stage };
    const others = this.boxes.filter(({ name }) => name !== box.name).map(({ rect }) => rect);
    const lies = { ...box.rect, x: box.rect.x + x, y: box.rect.y + y };
    const { dx: stepX, dy: stepY, guides } = snap(lies, [whole, safeArea(this.stage), ...others], SNAP_PIXELS / this.zoom);
    this.guide(guides);
    return box.moved(x + stepX, y + stepY);
  }

  /** @private @param {import("./snap.js").Guides} guides */
  guide({ vertical, horizontal }) {
    this.lines.vertical.hidden = vertical === null;
    this.lines.horizontal.hidden = horizontal === null;
    if (vertical !== null) this.lines.vertical.style.left = `${100 * vertical / this.stage.width}%`;
    if (horizontal !== null) this.lines.horizontal.style.top = `${100 * horizontal / this.stage.height}%`;
  }

  /** @private */
  warn() {
    const covers = overlaps(this.boxes);
    fill(this.hatches, covers.map(({ rect }) => {
      const hatch = el("div", { class: "hatch" });
      this.lay(hatch, rect);
      return hatch;
    }));
    const outside = this.boxes.filter(({ name, rect }) => name !== "effects" && isOutside(rect, this.stage));
    const rows = [
      ...covers.map(({ one, other }) => {
        const text = t("covers", { one: widgetName(one.name), other: widgetName(other.name) });
        return el("li", { class: "row" }, el("span", { class: "grow" }, text), el("button", {
          type: "button", "aria-label": `${t("moveApart")}: ${text}`, on: { click: () => this.separate(one, other) },
        }, t("moveApart")));
      }),
      ...outside.map(({ name }) => el("li", {}, t("outside", { name: widgetName(name) }))),
    ];
    const text = rows.map((row) => row.textContent).join();
    if (this.warnings.textContent?.replaceAll(",", "") !== text.replaceAll(",", "")) fill(this.warnings, rows);
    this.warnings.hidden = rows.length === 0;
  }

  /** @private @param {Box} one @param {Box} other */
  separate(one, other) {
    const { dx, dy } = apart(one.rect, other.rect, this.stage);
    this.studio.settings.change({ [one.name]: one.moved(dx, dy) }, `apart ${one.name} ${performance.now()}`);
  }
}
