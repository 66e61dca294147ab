// @ts-check
/** Creates the form control for a setting from its JSON schema. */

import { el } from "../parts/dom.js";
import { isWord, t } from "../words.js";

/**
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {(value: any) => void} show
 * @property {() => boolean} isBusy tells if the person is editing the value
 */

const SLIDER_STEPS = 200;

/**
 * @param {any} schema @param {string} label @param {string} described the ID of the element that describes it
 * @param {(value: any) => void} change
 * @returns {Control}
 */
export function controlOf(schema, label, described, change) {
  const types = [schema.type ?? []].flat();
  const options = (schema.enum ?? []).filter((/** @type {unknown} */ one) => typeof one === "string");
  if (types.includes("boolean")) return toggle(label, described, change);
  if (options.length > 4) return choose(options, label, described, change);
  if (options.length > 0) return radios(options, label, described, change);
  if (types.includes("number") || types.includes("integer")) return number(schema, types, label, described, change);
  if (schema.items?.type === "integer") return numbers(schema, label, described, change);
  if (types.includes("array")) return hosts(label, described, change);
  return text(types, label, described, change);
}

/** @param {string} label @param {string} described @param {(value: any) => void} change @returns {Control} */
function toggle(label, described, change) {
  const box = el("input", { type: "checkbox", role: "switch", "aria-label": label, "aria-describedby": described });
  box.addEventListener("change", () => change(box.checked));
  return { element: box, show: (value) => { box.checked = value === true; }, isBusy: () => false };
}

/** @param {string} option */
function optionText(option) {
  return isWord(option) ? t(option) : option;
}

/** @param {string[]} options @param {string} label @param {string} described @param {(value: any) => void} change @returns {Control} */
function choose(options, label, described, change) {
  const field = el("select", { "aria-label": label, "aria-describedby": described },
    options.map((value) => el("option", { value }, optionText(value))));
  field.addEventListener("change", () => change(field.value));
  return { element: field, show: (value) => { field.value = value; }, isBusy: () => false };
}

/** @param {string[]} options @param {string} label @param {string} described @param {(value: any) => void} change @returns {Control} */
function radios(options, label, described, change) {
  const name = described;
  const inputs = options.map((value) => el("input", { type: "radio", name, value, on: { change: () => change(value) } }));
  const labels = inputs.map((input) => el("label", {}, input, optionText(input.value)));
  return {
    element: el("div", { class: "choices", role: "radiogroup", "aria-label": label, "aria-describedby": described }, labels),
    show: (value) => inputs.forEach((input, index) => {
      input.checked = input.value === value;
      labels[index].classList.toggle("chosen", input.checked);
    }),
    isBusy: () => false,
  };
}

/**
 * Returns the step of a number: 1 for integers and points, 0.01 for small ranges, otherwise 0.05.
 * @param {any} schema @param {string[]} types
 */
function stepOf({ minimum = 0, maximum = 0, unit }, types) {
  if (types.includes("integer") || unit === "points") return 1;
  return maximum - minimum <= 2 ? 0.01 : 0.05;
}

/** @param {any} schema @param {string[]} types @param {string} label @param {string} described @param {(value: any) => void} change @returns {Control} */
function number(schema, types, label, described, change) {
  const step = stepOf(schema, types);
  const { minimum, maximum } = schema;
  const field = el("input", {
    type: "number", step: types.includes("integer") ? 1 : "any", min: minimum, max: maximum, inputmode: "decimal",
    "aria-label": label, "aria-describedby": described, class: "number" });
  const read = () => field.value.trim() === "" || !Number.isFinite(Number(field.value)) ? undefined : Number(field.value);
  const send = () => {
    const value = read();
    if (value !== undefined) change(value);
  };
  field.addEventListener("input", send);
  field.addEventListener("keydown", (event) => {
    const times = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (times === undefined) return;
    event.preventDefault();
    const next = Math.round(((read() ?? 0) + times * step) * 1000) / 1000;
    field.value = String(Math.min(Math.max(next, minimum ?? -Infinity), maximum ?? Infinity));
    send();
  });
  const slider = (maximum - minimum) / step <= SLIDER_STEPS
    ? el("input", { type: "range", min: minimum, max: maximum, step, tabindex: -1, "aria-hidden": "true" }) : null;
  slider?.addEventListener("input", () => {
    field.value = slider.value;
    send();
  });
  const none = types.includes("null") ? el("input", { type: "checkbox" }) : null;
  none?.addEventListener("change", () => change(none.checked ? null : read() ?? Math.max(minimum ?? 0, 0)));
  const unit = isWord(schema.unit ?? "") ? t(schema.unit) : "";
  return {
    element: el("div", { class: "row wrap" }, slider, field, unit && el("span", { class: "muted small" }, unit),
      none && el("label", { class: "row small" }, none, t("none"))),
    show: (value) => {
      if (Number(field.value) !== value || field.value === "") field.value = value === null ? "" : String(value);
      if (slider !== null) slider.value = String(value);
      if (none !== null) none.checked = value === null;
      field.disabled = value === null;
    },
    isBusy: () => document.activeElement === field,
  };
}

/** @param {string} label @param {string} described @param {(value: any) => void} change @returns {Control} */
function hosts(label, described, change) {
  const field = el("input", { "aria-label": label, "aria-describedby": described, placeholder: t("none"), class: "grow" });
  field.addEventListener("change", () => {
    const list = field.value.split(/[\s,]+/).filter((part) => part !== "");
    change(list.length > 0 ? list : null);
  });
  return {
    element: field, show: (value) => { field.value = (value ?? []).join(", "); },
    isBusy: () => document.activeElement === field,
  };
}

/**
 * Creates one field for each number of a list of fixed length.
 * @param {any} schema @param {string} label @param {string} described @param {(value: any) => void} change
 * @returns {Control}
 */
function numbers({ minItems, items }, label, described, change) {
  const fields = Array.from({ length: minItems }, (_, index) => el("input", {
    type: "number", step: 1, min: items.minimum, max: items.maximum, inputmode: "numeric",
    "aria-label": `${label} ${index + 1}`, "aria-describedby": described, class: "number" }));
  const send = () => {
    const values = fields.map((field) => (field.value.trim() === "" ? NaN : Number(field.value)));
    if (values.every(Number.isInteger)) change(values);
  };
  for (const field of fields) field.addEventListener("change", send);
  return {
    element: el("div", { class: "row wrap" }, fields),
    show: (value) => fields.forEach((field, index) => { field.value = String(value[index] ?? ""); }),
    isBusy: () => fields.some((field) => document.activeElement === field),
  };
}

/** @param {string[]} types @param {string} label @param {string} described @param {(value: any) => void} change @returns {Control} */
function text(types, label, described, change) {
  const field = el("input", { "aria-label": label, "aria-describedby": described, class: "grow", placeholder: types.includes("null") ? t("none") : null });
  field.addEventListener("change", () => change(field.value === "" && types.includes("null") ? null : field.value));
  return { element: field, show: (value) => { field.value = value ?? ""; }, isBusy: () => document.activeElement === field };
}
