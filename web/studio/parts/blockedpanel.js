// @ts-check
/** The panel with the room's blocklist, which unblocks each entry and blocks another word. */

import { entryText } from "../blocklist.js";
import { parsedEntry, senderOf } from "../entries.js";
import { icon } from "../icons.js";
import { t } from "../words.js";
import { NAMES, OFFERED } from "./blocked.js";
import { formatBlocked, parseBlocked } from "./blockedwords.js";
import { el, put, say } from "./dom.js";
import { Rows } from "./rows.js";

const INVALID = 422;

/** @param {import("../shell.js").Studio} studio */
export function blockedEntriesPanel(studio) {
  const { blocklist, store } = studio;
  const number = el("span", { class: "muted" });
  const list = el("ul", { class: "rows", "aria-labelledby": "blocklist-title", "aria-describedby": "blocklist-more" });
  const rows = new Rows(list, (/** @type {string} */ entry) => entry, (entry) => entryRow(studio, entry));
  const element = el("section", { class: "panel stack", id: "blocklist", "aria-labelledby": "blocklist-title", "aria-busy": "true" },
    el("header", {}, el("h2", { id: "blocklist-title" }, t("blocklist")), number),
    el("p", { class: "muted small", id: "blocklist-more" }, t("blocklistMore")), list, wordForm(studio));
  const end = store.subscribe(["blocklist", "link", "recent"], () => {
    const { blocklist: entries, link } = store.state;
    if (entries === null) {
      if (link === "open") blocklist.load();
      return;
    }
    put(element, "aria-busy", null);
    say(number, entries.length > 0 ? String(entries.length) : "");
    rows.set([...entries].reverse(), t("noneBlocked"));
  });
  return { element, dispose: end };
}

/**
 * Creates the field that blocks a word. The server's reason for refusing a word appears below it.
 * @param {import("../shell.js").Studio} studio
 */
function wordForm({ actions, blocklist }) {
  const trouble = el("p", { class: "trouble small", id: "blocklist-trouble", role: "status", hidden: true });
  const field = el("input", {
    "aria-label": t("blockWord"), placeholder: t("blockWord"), class: "grow", autocomplete: "off", maxlength: 200,
    "aria-describedby": "blocklist-trouble" });
  const reach = el("select", { "aria-label": t("blockWhere") }, OFFERED.map((value) => el("option", { value }, t(NAMES[value]))));
  const tell = (/** @type {string} */ text) => {
    say(trouble, text);
    trouble.hidden = text === "";
    put(field, "aria-invalid", text !== "" ? "true" : null);
  };
  const add = async () => {
    const word = field.value.trim();
    field.focus();
    if (word === "") return;
    const isAnywhere = reach.value === "anywhere" && !word.includes("*");
    const isDone = await blocklist.block(`word:${isAnywhere ? `*${word}*` : word}`, undefined, (answer) => {
      if (answer.status === INVALID) tell(answer.errors.map(({ detail }) => detail).join(" · ") || answer.problem);
      else actions.onanswer(answer);
    });
    if (!isDone) return;
    tell("");
    if (field.value.trim() === word) field.value = "";
  };
  field.addEventListener("input", () => tell(""));
  return el("form", { class: "stack blocked-words", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), add()) } },
    el("div", { class: "row wrap" }, field, reach, el("button", { type: "submit" }, icon("plus"), t("blockAdd"))), trouble);
}

/**
 * @param {import("../shell.js").Studio} studio @param {string} entry
 * @returns {import("./rows.js").Row<string>}
 */
function entryRow({ blocklist, store }, entry) {
  const { kind, value } = parsedEntry(entry);
  const word = kind === "word" ? parseBlocked(value).at(0) : undefined;
  const detail = el("bdi", { class: "detail muted" });
  const title = word === undefined ? entryText(entry) : entryText(`word:${word.word}`);
  const remove = el("button", {
    type: "button", "aria-label": `${t("unblockDo")}: ${title}`, on: { click: () => blocklist.unblock(entry) },
  }, t("unblockDo"));
  const element = el("li", { class: "row-line", "data-entry": entry },
    el("span", { class: "who grow" }, el("bdi", { class: "title", title }, title), detail), remove);
  if (word !== undefined && word.reach !== "whole") say(detail, t(NAMES[word.reach]));
  /** The list has no names of senders with IDs, but a recent event may have one. */
  const show = () => {
    if (kind !== "senderID" || detail.textContent !== "") return;
    const name = store.state.recent.map(senderOf).find((sender) => sender?.entry === entry)?.name;
    if (name !== undefined && name !== value) say(detail, name);
  };
  return { element, show };
}
