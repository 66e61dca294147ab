// @ts-check
/** Number fields for the position and size of a widget's box, as an alternative to dragging it. */

import { el, fill, put } from "../parts/dom.js";
import { t } from "../words.js";
import { boxesOf, namesOf } from "./boxes.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {"x" | "y" | "width" | "height"} Side */

/** @type {[Side, string, import("../words.js").Word][]} */
const SIDES = [["x", "X", "sideX"], ["y", "Y", "sideY"], ["width", "W", "sideWidth"], ["height", "H", "sideHeight"]];

/**
 * @param {Studio} studio
 * @param {() => Record<string, any>} drawn returns the rectangles that are drawn now, by widget
 * @param {(name: string) => void} chosen called with the widget that is chosen here
 */
export function boxFields({ store, settings }, drawn, chosen) {
  let name = "";
  const boxes = () => store.state.config === null ? [] : boxesOf(store.state.config, drawn());
  const choice = el("select", { "aria-label": t("widgets"), on: { change: () => {
    name = choice.value;
    show();
    chosen(name);
  } } });
  /** @type {Record<Side, HTMLInputElement>} */
  const fields = /** @type {any} */ ({});
  const labels = SIDES.map(([side, letter, word]) => {
    const field = el("input", { type: "number", step: 1, class: "box-figure", "aria-label": t(word), title: t(word), "data-side": side });
    field.addEventListener("change", () => change(side, Number(field.value)));
    fields[side] = field;
    return el("label", { class: "row" }, el("span", { class: "muted", "aria-hidden": "true" }, letter), field);
  });
  const element = el("div", { class: "row wrap sides", role: "group", "aria-label": t("place_size") }, choice, labels);

  /** @param {Side} side @param {number} value */
  function change(side, value) {
    const box = boxes().find((one) => one.name === name);
    if (box === undefined || !Number.isFinite(value)) return show();
    const step = value - box.rect[side];
    const [dx, dy] = side === "x" || side === "width" ? [step, 0] : [0, step];
    const keys = side === "x" || side === "y" ? box.moved(dx, dy) : box.sized?.(dx, dy);
    if (keys !== undefined) settings.change({ [name]: keys }, `side ${name} ${side}`);
    show();
  }

  function show() {
    const all = boxes();
    const names = namesOf(all);
    if (!names.includes(name)) name = names[0] ?? "";
    if ([...choice.options].map((option) => option.value).join() !== names.join()) {
      fill(choice, names.map((one) => el("option", { value: one }, t(/** @type {any} */ (`widget_${one}`)))));
    }
    choice.value = name;
    const box = all.find((one) => one.name === name);
    for (const [side] of SIDES) {
      const field = fields[side];
      const isOpen = box !== undefined && !(/** @type {string[]} */ (box.fixed ?? [])).includes(side);
      put(field, "disabled", !isOpen);
      if (document.activeElement !== field) field.value = box === undefined ? "" : String(Math.round(box.rect[side] * 10) / 10);
    }
  }

  const end = store.subscribe(["config", "overview"], show);
  return {
    element, dispose: end,
    /** @param {string} other */
    select: (other) => {
      name = other;
      show();
    },
  };
}
