// @ts-check
/** A form for all settings, generated from the server's JSON schema. */

import { icon } from "../icons.js";
import { at, patchAt, same } from "../merge.js";
import { el, fill, freshID, put, say } from "../parts/dom.js";
import { isWord, loadMeanings, t } from "../words.js";
import { blockedWords } from "../parts/blocked.js";
import { valueText } from "../parts/values.js";
import { controlOf } from "./controls.js";
import { noMatch } from "../parts/nomatch.js";
import { widgetName } from "./editor.js";

/** @typedef {import("../shell.js").Studio} Studio */

/**
 * @typedef {object} Field
 * @property {string[]} path
 * @property {HTMLElement} element
 * @property {string} words the text that a search looks in
 * @property {any} byDefault
 * @property {import("./controls.js").Control} control
 * @property {HTMLElement} reset
 * @property {HTMLElement} told shows an error, or a conflict with another person's change
 * @property {any} shown the last displayed value
 * @property {boolean} isRefused true if the server refused the entered value, which stays for correction
 */

/**
 * Custom controls for settings that the schema does not describe well enough.
 * @type {Record<string, (label: string, described: string, change: (value: any) => void) => import("./controls.js").Control>}
 */
const OWN_CONTROLS = { "sources/blocked": blockedWords };

export class Form {
  /** @param {Studio} studio */
  constructor(studio) {
    /** @private */
    this.studio = studio;
    /** @private @type {Field[]} */
    this.fields = [];
    /** @private @type {Map<string, HTMLDetailsElement>} */
    this.sections = new Map();
    /** @private @type {Record<string, string> | null} translated descriptions of settings; null until loaded */
    this.meanings = null;
    this.search = el("input", {
      type: "search", class: "grow", placeholder: t("searchSettings"), "aria-label": t("searchSettings"),
      on: { input: () => this.sift() } });
    this.changed = el("input", { type: "checkbox", on: { change: () => this.sift() } });
    this.body = el("div", { class: "sections" });
    /** @private */
    this.none = noMatch(() => this.showEverything());
    this.element = el("section", { class: "panel stack", id: "settings", "aria-labelledby": "settings-title" },
      el("header", {}, el("h2", { id: "settings-title" }, t("settings"))),
      el("div", { class: "row wrap" }, this.search, el("label", { class: "row" }, this.changed, t("changedOnly"))),
      this.none.element, this.body);
    studio.settings.onrefused = (errors) => this.refuse(errors);
    this.end = studio.store.subscribe(["schema", "config"], () => this.show());
    loadMeanings().then((meanings) => {
      this.meanings = meanings;
      this.show();
    });
  }

  dispose() {
    this.end();
    this.studio.settings.onrefused = () => {};
  }

  /**
   * Opens a widget's section, and closes the others.
   * @param {string} name
   */
  open(name) {
    for (const [other, section] of this.sections) section.open = other === name;
  }

  /** @private */
  show() {
    const { schema, config } = this.studio.store.state;
    if (schema === null || config === null || this.meanings === null) return;
    if (this.fields.length === 0) this.build(schema);
    for (const field of this.fields) this.refresh(field, at(config, field.path));
  }

  /** @private @param {any} schema */
  build(schema) {
    const sections = Object.entries(schema.properties).filter(([, section]) => keysOf(section).length > 0);
    fill(this.body, sections.map(([name, section]) => {
      const keys = keysOf(section);
      const place = el("details", { class: "section", "data-section": name },
        el("summary", {}, widgetName(name)), el("p", { class: "muted small" }, this.meaning([name], section)),
        name === "leaders" && el("p", { class: "muted small" }, t("testsDoNotCount")),
        keys.map(([path, one]) => this.field([name, ...path], one).element));
      this.sections.set(name, place);
      return place;
    }));
    this.sift();
  }

  /**
   * @private
   * @param {string[]} path @param {any} schema
   * @returns {string}
   */
  meaning(path, schema) {
    // The server marks names with backticks, as its documents do.
    return this.meanings?.[path.join("/")] ?? schema.description.replaceAll("`", "");
  }

  /** @private @param {string[]} path @param {any} schema */
  field(path, schema) {
    const described = freshID();
    const { settings } = this.studio;
    const change = (/** @type {any} */ value) => {
      say(field.told, "");
      settings.change(patchAt(path, value), path.join("/"));
    };
    const key = path.slice(1).join(".");
    const control = (OWN_CONTROLS[path.join("/")] ?? ((label) => controlOf(schema, label, described, change)))(
      `${widgetName(path[0])}: ${key}`, described, change);
    const reset = el("button", {
      type: "button", class: "bare", "aria-label": `${t("toDefault")}: ${key}`, title: t("toDefault"),
      on: { click: () => change(schema.default) } }, icon("reset"));
    const told = el("div", { class: "told trouble small", role: "status" });
    const range = schema.minimum !== undefined && schema.maximum !== undefined
      ? ` ${t("range", { from: schema.minimum, to: schema.maximum })}.` : "";
    const element = el("div", { class: "setting", "data-path": path.join("/") },
      el("div", { class: "row" }, el("h3", { class: "grow key" }, key),
        el("span", { class: "muted small" }, t("byDefault", { value: optionText(schema.default) })), reset),
      control.element, el("p", { class: "muted small", id: described }, this.meaning(path, schema) + range), told);
    const words = [path[0], key, widgetName(path[0]), schema.description, this.meaning(path, schema)].join(" ").toLowerCase();
    /** @type {Field} */
    const field = { path, element, words, byDefault: schema.default, control, reset, told, shown: undefined, isRefused: false };
    this.fields.push(field);
    return field;
  }

  /** @private @param {Field} field @param {any} value */
  refresh(field, value) {
    const isFirst = field.shown === undefined;
    if (!isFirst && same(field.shown, value)) return;
    const before = field.shown;
    field.shown = value;
    put(field.element, "data-changed", !same(value, field.byDefault));
    field.reset.hidden = same(value, field.byDefault);
    const mine = /** @type {HTMLInputElement | null} */ (field.element.querySelector("input.number"));
    const differs = field.control.isBusy() && mine !== null && mine.value !== "" && Number(mine.value) !== value;
    const { isRefused } = field;
    field.isRefused = false;
    if (isRefused && field.control.isBusy()) return;
    if (!isFirst && differs && Number(mine?.value) === before) this.conflict(field, value, before);
    else if (!differs) field.control.show(value);
  }

  /**
   * Offers a choice: another person has changed the setting that this person is editing.
   * @private
   * @param {Field} field @param {any} theirs @param {any} mine
   */
  conflict(field, theirs, mine) {
    const end = (/** @type {() => void} */ action) => () => {
      fill(field.told);
      action();
    };
    fill(field.told, t("changedElsewhere", { value: valueText(theirs) }), " ",
      el("button", { type: "button", on: { click: end(() => field.control.show(theirs)) } }, t("useTheirs", { value: valueText(theirs) })), " ",
      el("button", { type: "button", on: { click: end(() => this.studio.settings.change(patchAt(field.path, mine), "keep")) } }, t("keepMine", { value: valueText(mine) })));
  }

  /**
   * Shows at each refused setting the server's reason.
   * @private @param {import("../settings.js").Refusal[]} errors
   */
  refuse(errors) {
    for (const { pointer, detail } of errors) {
      const field = this.fields.find(({ path }) => `/${path.join("/")}` === pointer);
      if (field === undefined) continue;
      field.isRefused = true;
      say(field.told, `${detail} ${t("inForce", { value: valueText(at(this.studio.store.state.config, field.path)) })}`);
    }
  }

  /** @private */
  sift() {
    const text = this.search.value.trim().toLowerCase();
    const sifts = text !== "" || this.changed.checked;
    for (const { element, words, path, byDefault } of this.fields) {
      const isChanged = !same(at(this.studio.store.state.config, path), byDefault);
      element.hidden = !words.includes(text) || (this.changed.checked && !isChanged);
    }
    for (const section of this.sections.values()) {
      const any = section.querySelector(".setting:not([hidden])") !== null;
      section.hidden = !any;
      if (sifts && any) section.open = true;
    }
    const isEmpty = this.fields.length > 0 && this.fields.every(({ element }) => element.hidden);
    this.none.show(isEmpty ? text === "" ? t("noneChanged") : t("noMatchText", { text: this.search.value.trim() }) : "");
  }

  /** @private */
  showEverything() {
    this.search.value = "";
    this.changed.checked = false;
    this.sift();
    this.search.focus();
  }
}

/**
 * Returns the paths and schemas of all settings in an object and in its nested objects.
 * @param {any} schema
 * @returns {[string[], any][]}
 */
function keysOf(schema) {
  const entries = /** @type {[string, any][]} */ (Object.entries(schema.properties ?? {}));
  // A list of rules is no single setting.
  const single = entries.filter(([, one]) => one.items?.type !== "object");
  return single.flatMap(([key, one]) => one.type === "object"
    ? keysOf(one).map(([path, inner]) => /** @type {[string[], any]} */ ([[key, ...path], inner]))
    : [/** @type {[string[], any]} */ ([[key], one])]);
}

/** @param {any} value */
function optionText(value) {
  return typeof value === "string" && isWord(value) ? t(value) : valueText(value);
}
