// @ts-check
/** The card of one platform, with its state, secret, address and samples. */

import { icon } from "../icons.js";
import { copyText } from "../parts/copy.js";
import { ask } from "../parts/dialog.js";
import { el, fill, freshID, put, say } from "../parts/dom.js";
import { toast } from "../parts/toast.js";
import { makeKey } from "../rooms/keys.js";
import { because, grouped, isWord, t, timeOfDay } from "../words.js";
import { KINDS } from "./kinds.js";
import { hookMaker } from "./hook.js";
import { mappingForm } from "./mapping.js";
import { sendSample } from "./sample.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./watch.js").Entry} Entry */
/**
 * @typedef {object} Part of a card
 * @property {HTMLElement} element
 * @property {(entry: Entry | undefined) => void} show
 *
 * @typedef {object} Card the values that the parts of a card share
 * @property {Kind} kind
 * @property {string} name
 * @property {import("../actions.js").Actions} actions
 * @property {any} settings the source's settings, as the server has them
 * @property {(change: any) => Promise<boolean>} save sets up the source, or changes some of its settings and its secret
 * @property {() => void} changed called after a setting was changed or a sample posted
 * @property {() => string} currency returns the room's currency
 */

const SECRET_BYTES = 24;
const TROUBLES = ["refused", "revoked"];

/** @param {Kind} kind */
export function nameOf({ name }) {
  return name || t("otherPlatform");
}

/** @param {string} kind */
export function platformName(kind) {
  const known = KINDS.find((one) => one.kind === kind);
  return known === undefined ? kind : nameOf(known);
}

/**
 * @param {Kind} kind @param {import("../shell.js").Studio} studio @param {() => void} changed
 * @returns {Part}
 */
export function platformCard(kind, studio, changed) {
  const name = nameOf(kind);
  const currency = () => String(studio.store.state.config?.sources.currency ?? "");
  /** @type {Card} */
  const card = { kind, name, actions: studio.actions, settings: {}, save: (change) => saveSource(card, change), changed, currency };
  /** @type {Entry | undefined} */
  let known;
  const parts = [
    kind.secret === undefined ? null : secretForm(card), setUp(card), addressRow(card),
    kind.kind === "streamelements" ? currencyForm(card) : null,
    kind.kind === "generic" ? mappingForm(card) : samples(card), linksBox(card), holdBox(card, studio), told(card),
  ].flatMap((part) => part ?? []);
  const mark = el("span", { class: "row" });
  const state = el("span", { class: "muted small" });
  const element = el("details", { class: "platform", "data-kind": kind.kind },
    el("summary", {}, mark, el("span", { class: "name" }, name), " ", state),
    el("div", { class: "stack" }, el("p", { class: "muted small" }, t(kind.hint)), parts.map((part) => part.element)));
  return {
    element,
    show: (entry) => {
      // An entry that was shown before may be older than the last change.
      if (entry !== known) card.settings = entry?.settings ?? {};
      known = entry;
      const shape = shapeOf(entry);
      if (element.dataset.shape !== shape) fill(mark, icon(element.dataset.shape = shape));
      mark.className = `row lamp-${shape}`;
      say(state, stateText(entry));
      put(element, "data-set", entry?.set === true);
      for (const part of parts) part.show(entry);
    },
  };
}

/** @param {Entry | undefined} entry */
function shapeOf(entry) {
  if (entry?.last == null) return "hidden";
  return TROUBLES.includes(entry.last.outcome) ? "warning" : "ok";
}

/** @param {Entry | undefined} entry */
function stateText(entry) {
  if (entry === undefined) return t("statusNone");
  if (entry.last === null) return t("statusFresh");
  const word = `status_${entry.last.outcome}`;
  return isWord(word) ? t(word, { time: timeOfDay(entry.last.at) }) : entry.last.outcome;
}

/** @param {Event} event */
function still(event) {
  event.preventDefault();
}

/**
 * Sets up a source, or changes some of its settings. It sends the other settings too, because the server replaces all.
 * @param {Card} card @param {any} change the changed settings, of which undefined removes one, and the secret if it changes
 */
async function saveSource(card, change) {
  const { ok, body } = await card.actions.press("PUT", `sources/${card.kind.kind}`, { ...card.settings, ...change });
  if (!ok) return false;
  card.settings = body.settings;
  card.changed();
  return true;
}

/** @param {Card} card @param {any} change */
async function setSource(card, change) {
  const isSaved = await card.save(change);
  if (isSaved) toast(t("setUpDone", { name: card.name }));
  return isSaved;
}

/** @param {Card} card @returns {Part} */
function secretForm(card) {
  const { kind, name } = card;
  const label = t(kind.secret ?? "secret");
  const field = el("input", { type: "password", required: true, autocomplete: "off", spellcheck: "false", class: "grow", name: "secret", "aria-label": `${label}: ${name}` });
  const save = async () => {
    if (field.value.trim() === "" || !await setSource(card, { secret: field.value.trim() })) return;
    field.value = "";
    field.type = "password";
  };
  const make = async () => {
    field.value = [...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))]
      .map((byte) => byte.toString(16).padStart(2, "0")).join("");
    // If the browser cannot copy it, the secret must be visible for the person to copy.
    const copied = await copyText(field.value);
    if (copied === "selected") field.type = "text";
    field.select();
    toast(t(copied === "copied" ? "secretMade" : "pressCopy"));
  };
  return {
    element: el("form", { class: "field", on: { submit: (/** @type {Event} */ event) => (still(event), save()) } },
      el("span", { class: "small" }, label),
      el("div", { class: "row wrap" }, field,
        kind.isMade ? el("button", { type: "button", "aria-label": `${t("makeSecret")}: ${name}`, on: { click: make } }, t("makeSecret")) : null,
        el("button", { type: "submit", "aria-label": `${t("save")}: ${name}` }, t("save")))),
    show: (entry) => { field.placeholder = entry?.set ? t("secretKept") : ""; },
  };
}

/**
 * Creates the button that sets up a source without a secret.
 * @param {Card} card @returns {Part}
 */
function setUp(card) {
  const element = el("div", { class: "row wrap" }, el("button", {
    type: "button", "aria-label": `${t("setUp")}: ${card.name}`, on: { click: () => setSource(card, {}) },
  }, icon("plus"), t("setUp")));
  const isNeeded = card.kind.secret === undefined && card.kind.kind !== "generic";
  return { element, show: (entry) => put(element, "hidden", !isNeeded || entry?.set === true) };
}

/** @param {string} address */
function isInside(address) {
  const { protocol, hostname } = new URL(address);
  return protocol !== "https:" || hostname === "localhost";
}

/** @param {Card} card @returns {Part} */
function addressRow(card) {
  const { kind, name, actions } = card;
  const hook = kind.kind === "generic" ? hookMaker(card) : null;
  const field = el("input", { readonly: true, class: "address grow", "aria-label": t("hookAddress", { name }), on: { focus: () => field.select() } });
  const copy = async () => toast(t(await copyText(field.value, field) === "copied" ? "copied" : "pressCopy"));
  const inside = el("p", { class: "muted small" }, t("addressInside"));
  const element = el("div", { class: "field", hidden: true },
    el("div", { class: "row" }, field,
      el("button", { type: "button", "aria-label": `${t("copy")}: ${t("hookAddress", { name })}`, on: { click: copy } }, icon("copy"), t("copy"))),
    kind.secret === undefined && !kind.signsItself ? el("div", { class: "row wrap" }, el("button", {
      type: "button", "aria-label": `${t("makeIngestKey")}: ${name}`,
      on: { click: () => makeKey(actions, { role: "ingest", name: kind.kind }) },
    }, icon("key"), t("makeIngestKey")), hook?.button) : inside, hook?.made);
  return {
    element,
    show: (entry) => {
      element.hidden = entry === undefined;
      if (hook !== null) hook.button.hidden = entry?.set !== true;
      if (entry === undefined) return;
      if (field.value !== entry.address) field.value = entry.address;
      inside.hidden = !isInside(entry.address);
    },
  };
}

/** @param {Card} card @returns {Part} */
function currencyForm(card) {
  const field = el("input", { maxlength: 3, size: 5, autocomplete: "off", name: "currency", "aria-label": t("currency") });
  let known = "";
  const save = () => {
    setSource(card, { currency: field.value.trim().toUpperCase() || undefined });
  };
  const element = el("form", { class: "row wrap", on: { submit: (/** @type {Event} */ event) => (still(event), save()) } },
    el("label", { class: "row" }, t("currency"), field), el("span", { class: "muted small" }, t("currencyRule")),
    el("button", { type: "submit", "aria-label": `${t("save")}: ${t("currency")}` }, t("save")));
  return {
    element,
    show: (entry) => {
      element.hidden = entry?.set !== true;
      const { currency = "" } = entry?.settings ?? {};
      if (currency !== known) field.value = known = currency;
    },
  };
}

/** @param {Card} card @returns {Part} */
function samples({ kind, name, actions, changed, currency }) {
  const result = el("div", { role: "status", class: "made" });
  const choose = el("select", { "aria-label": t("sampleOf", { name }), hidden: kind.samples.length < 2 },
    kind.samples.map(({ word }, index) => el("option", { value: index }, t(word))));
  const send = async () => {
    await sendSample(actions, kind.kind, kind.samples[Number(choose.value)].delivery(), result, currency());
    changed();
  };
  return {
    element: el("div", { class: "field" }, el("div", { class: "row wrap" }, choose,
      el("button", { type: "button", "aria-label": `${t("sendSample")}: ${name}`, on: { click: send } }, t("sendSample")), el("span", { class: "muted small" }, t("sampleAtOnce"))), result),
    show: () => {},
  };
}

/**
 * Creates the switch that keeps links in the platform's messages.
 * @param {Card} card @returns {Part}
 */
function linksBox(card) {
  const label = `${t("keepLinks")}: ${card.name}`;
  const box = el("input", { type: "checkbox", role: "switch", "aria-label": label, on: { change: async () => {
    if (!await card.save({ links: box.checked })) box.checked = card.settings.links === true;
  } } });
  const element = el("label", { class: "row" }, box, t("keepLinks"));
  return {
    element,
    show: (entry) => {
      element.hidden = entry?.set !== true;
      if (document.activeElement !== box) box.checked = entry?.settings?.links === true;
    },
  };
}

/**
 * Creates the checkbox that makes the platform's events wait for approval.
 * @param {Card} card @param {import("../shell.js").Studio} studio @returns {Part}
 */
function holdBox({ kind: { kind } }, { settings, store }) {
  const held = () => String(store.state.config?.sources.hold ?? "").split(",").map((word) => word.trim()).filter(Boolean);
  const box = el("input", { type: "checkbox", on: { change: () => {
    const others = held().filter((word) => word !== kind);
    settings.change({ sources: { hold: (box.checked ? [...others, kind] : others).join(", ") } }, "sources/hold");
  } } });
  const why = el("span", { class: "muted small", id: freshID() }, t("holdLater"));
  put(box, "aria-describedby", why.id);
  const element = el("div", { class: "row wrap" }, el("label", { class: "row" }, box, t("holdForWord")), why);
  return {
    element,
    show: (entry) => {
      element.hidden = store.state.config === null;
      box.disabled = entry?.set !== true;
      why.hidden = !box.disabled;
      if (document.activeElement !== box) box.checked = held().includes(kind);
    },
  };
}

/**
 * Creates the part with the counts of deliveries, the last fault, and a button that removes the source.
 * @param {Card} card @returns {Part}
 */
function told(card) {
  const { kind, name, actions, changed } = card;
  const counts = el("p", { class: "muted small" });
  const fault = el("p", { class: "trouble small" });
  const remove = async () => {
    if (!await ask(t("removeSourceAsk", { name }), t("remove"))) return;
    await actions.press("DELETE", `sources/${kind.kind}`);
    changed();
  };
  const button = el("button", { type: "button", class: "danger", "aria-label": `${t("removeSource")} ${name}`, on: { click: remove } }, t("removeSource"));
  return {
    element: el("div", { class: "field" }, fault, counts, el("div", { class: "row" }, button)),
    show: (entry) => {
      const numbers = Object.entries(entry?.counts ?? {}).map(([word, count]) => [word, grouped(count)]);
      say(counts, entry?.last ? t("countsOf", Object.fromEntries(numbers)) : "");
      say(fault, entry?.lastFault ? t("lastFault", { time: timeOfDay(entry.lastFault.at), reason: because(entry.lastFault) }) : "");
      button.hidden = entry?.set !== true;
    },
  };
}
