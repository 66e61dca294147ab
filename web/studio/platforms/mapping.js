// @ts-check
/** A form that maps the fields of any program's deliveries to the keys of an event, helped by a pasted sample. */

import { same } from "../merge.js";
import { el, fill, put, say } from "../parts/dom.js";
import { toast } from "../parts/toast.js";
import { choice } from "../parts/choice.js";
import { t } from "../words.js";
import { pasted } from "./kinds.js";
import { sendSample, tryOut } from "./sample.js";

/**
 * @typedef {{event: string, keys: Record<string, string>, fixed: Record<string, any>, when?: Record<string, any>}} Mapping
 *   when: the condition for deliveries that count; the form keeps it unchanged
 */
/** @typedef {{pointer: string, text: string}} Leaf a value in a sample, and its place */

/** @type {Record<string, string[]>} the keys of each event type that a mapping can make */
const KEYS = {
  gift: ["id", "sender", "senderId", "avatar", "gift", "giftId", "image", "value", "count", "amount", "cents", "currency", "message"],
  notice: [
    "id", "kind", "sender", "senderId", "avatar", "title", "message", "count", "months", "gift", "giftId", "image", "value", "amount",
    "cents", "currency",
  ],
  call: ["id", "user", "userId", "avatar"],
  caption: ["id", "text", "slot", "effect", "sender", "senderId"],
};
const NUMBERS = ["value", "count", "months"];
/** The kinds of notices that have a name in the studio. */
const KINDS = /** @type {const} */ (["follow", "subscription", "raid", "redemption", "cheer"]);
const OTHER = "?";
const MOST_LEAVES = 200;
const SHOWN_CHARACTERS = 40;

/**
 * Returns the values in a sample, by JSON pointers (RFC 6901) or by the names of a form; null if it is neither.
 * @param {string} text @returns {Leaf[] | null}
 */
export function leavesOf(text) {
  if (text.trim() === "") return [];
  const { fields, body } = pasted(text);
  if (fields["Content-Type"] !== "application/json") {
    if (!body.includes("=")) return null;
    return [...new URLSearchParams(body)].slice(0, MOST_LEAVES).map(([pointer, value]) => ({ pointer, text: value }));
  }
  /** @type {Leaf[]} */
  const leaves = [];
  const walk = (/** @type {any} */ value, /** @type {string} */ pointer) => {
    if (leaves.length === MOST_LEAVES || value === null) return;
    // The length of a list can serve as the count.
    if (Array.isArray(value)) leaves.push({ pointer, text: `[${value.length}]` });
    if (typeof value !== "object") return void leaves.push({ pointer, text: String(value) });
    for (const [key, inner] of Object.entries(value)) {
      walk(inner, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    }
  };
  try {
    walk(JSON.parse(body), "");
  } catch {
    return null;
  }
  return leaves;
}

/** @param {string} text */
function short(text) {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/**
 * Creates a menu of the mappings for known programs in presets.json.
 * @param {(mapping: Mapping) => void} chosen
 */
function presetChoice(chosen) {
  const select = el("select", { "aria-label": t("preset"), "data-key": "preset" }, el("option", { value: "" }, t("presetNone")));
  const element = el("label", { class: "field" }, el("span", { class: "small" }, t("preset")), select);
  /** @type {Record<string, Mapping>} */
  const known = {};
  const load = async () => {
    const { presets } = await (await fetch(new URL("./presets.json", import.meta.url))).json();
    for (const { name, settings } of presets) {
      known[name] = settings;
      select.append(el("option", { value: name }, name));
    }
  };
  // Without the file, the person makes the mapping by hand.
  load().catch(() => { element.hidden = true; });
  select.addEventListener("change", () => {
    if (known[select.value] !== undefined) chosen(known[select.value]);
  });
  return element;
}

/** @param {import("./card.js").Card} card @returns {import("./card.js").Part} */
export function mappingForm(card) {
  const { kind, name, actions, changed, currency } = card;
  /** @type {Mapping} */
  let mapping = { event: "gift", keys: {}, fixed: {} };
  let known = /** @type {any} */ (undefined);
  /** @type {Leaf[]} */
  let leaves = [];
  const sample = el("textarea", { rows: 5, spellcheck: "false", placeholder: t("pasteSample"), "aria-label": t("pastedSample") });
  const bad = el("p", { class: "trouble small", role: "status" });
  const events = el("div");
  const rows = el("div", { class: "mapping" });
  const result = el("div", { role: "status", class: "made" });
  const presets = presetChoice((/** @type {Mapping} */ preset) => {
    mapping = structuredClone(preset);
    showEvents();
    showRows();
  });
  sample.addEventListener("input", () => {
    const found = leavesOf(sample.value);
    say(bad, found === null ? t("sampleBad") : "");
    if (found === null) return;
    leaves = found;
    showRows();
  });

  function showEvents() {
    fill(events, choice(t("event"), Object.keys(KEYS).map((event) => [event, t(/** @type {any} */ (event))]), mapping.event, (event) => {
      mapping = { ...mapping, event };
      // A notice must have a kind.
      if (event === "notice" && !mapping.keys.kind && !mapping.fixed.kind) mapping.fixed.kind = KINDS[0];
      showRows();
    }));
  }

  function showRows() {
    fill(rows, ["mapKey", "mapFrom", "mapFixed"].map((word) => el("h3", { "aria-hidden": "true" }, t(/** @type {any} */ (word)))),
      KEYS[mapping.event].flatMap((key) => keyRow(key, mapping, leaves)));
  }

  async function save() {
    const keysOf = (/** @type {Record<string, any>} */ all) =>
      Object.fromEntries(Object.entries(all).filter(([key, value]) => KEYS[mapping.event].includes(key) && value !== ""));
    const isSaved = await card.save({
      event: mapping.event, keys: keysOf(mapping.keys), fixed: keysOf(mapping.fixed), when: mapping.when });
    if (isSaved) known = card.settings;
    return isSaved;
  }

  /** @param {typeof tryOut | typeof sendSample} what */
  const after = (what) => async () => {
    if (!await save()) return;
    if (sample.value.trim() === "") return toast(t("setUpDone", { name }));
    await what(actions, kind.kind, pasted(sample.value), result, currency());
    changed();
  };
  const send = el("button", { type: "button", "aria-label": `${t("sendSample")}: ${name}`, on: { click: after(sendSample) } }, t("sendSample"));
  showEvents();
  showRows();
  return {
    element: el("form", { class: "stack", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), after(tryOut)()) } },
      presets, el("label", { class: "field" }, el("span", { class: "small" }, t("pastedSample")), sample), bad,
      el("h3", {}, t("mapping")), events, rows,
      el("div", { class: "row wrap" }, el("button", { type: "submit", class: "gold" }, t("saveAndTry")), send), result),
    show: (entry) => {
      const settings = entry?.settings;
      if (settings?.event === undefined || same(settings, known)) return;
      const isFirst = known === undefined;
      known = settings;
      // Edits in progress are kept.
      if (!isFirst && rows.contains(document.activeElement)) return;
      mapping = { event: settings.event, keys: { ...settings.keys }, fixed: { ...settings.fixed }, when: settings.when };
      showEvents();
      showRows();
    },
  };
}

/**
 * Creates the row of an event key: the source field in the delivery, and a fixed value as fallback.
 * @param {string} key @param {Mapping} mapping @param {Leaf[]} leaves
 */
function keyRow(key, mapping, leaves) {
  const label = t(/** @type {any} */ (`key_${key}`));
  const chosen = mapping.keys[key] ?? "";
  const isThere = chosen === "" || leaves.some(({ pointer }) => pointer === chosen);
  const select = el("select", { "aria-label": label, "data-key": key },
    el("option", { value: "" }, t("mapNothing")),
    isThere ? null : el("option", { value: chosen }, chosen),
    leaves.map(({ pointer, text }) => el("option", { value: pointer }, `${pointer} = ${short(text)}`)));
  select.value = chosen;
  select.addEventListener("change", () => { mapping.keys[key] = select.value; });
  if (key === "kind") return [el("span", { class: "small", "aria-hidden": "true" }, label), select, kindFields(mapping, t("fixedOf", { key: label }))];
  const fixed = el("input", { autocomplete: "off", "aria-label": t("fixedOf", { key: label }), "data-fixed": key, value: mapping.fixed[key] ?? "" });
  put(fixed, "inputmode", NUMBERS.includes(key) ? "decimal" : null);
  fixed.addEventListener("input", () => {
    const text = fixed.value.trim();
    mapping.fixed[key] = NUMBERS.includes(key) && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  });
  return [el("span", { class: "small", "aria-hidden": "true" }, label), select, fixed];
}

/**
 * Creates the menu of a notice's fixed kind, with a field for kinds that have no name in the studio.
 * @param {Mapping} mapping @param {string} label
 */
function kindFields({ fixed }, label) {
  const kind = String(fixed.kind ?? "");
  const isOwn = kind !== "" && !(/** @type {readonly string[]} */ (KINDS)).includes(kind);
  const field = el("input", { maxlength: 50, pattern: "[a-z0-9\\-]+", autocomplete: "off", placeholder: "hype-train", hidden: !isOwn, disabled: !isOwn,
    "aria-label": t("noticeOwn"), "data-fixed": "kind", value: isOwn ? kind : "", on: { input: () => { fixed.kind = field.value.trim(); } } });
  const select = el("select", { "aria-label": label, "data-kinds": true, on: { change: () => {
    // A field that is not shown must not stop the form.
    field.hidden = field.disabled = select.value !== OTHER;
    fixed.kind = select.value === OTHER ? field.value.trim() : select.value;
    if (select.value === OTHER) field.focus();
  } } }, el("option", { value: "" }, t("mapNothing")), KINDS.map((one) => el("option", { value: one }, t(`notice_${one}`))),
  el("option", { value: OTHER }, t("noticeOther")));
  select.value = isOwn ? OTHER : kind;
  return el("div", { class: "own-kind" }, select, field);
}
