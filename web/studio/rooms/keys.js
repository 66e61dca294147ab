// @ts-check
/** The panel with the room's access keys, which creates, renames and revokes them, and shows a new key once. */

import { icon } from "../icons.js";
import { copyText } from "../parts/copy.js";
import { open } from "../parts/dialog.js";
import { el, put, say } from "../parts/dom.js";
import { problemText } from "../parts/problem.js";
import { Rows } from "../parts/rows.js";
import { toast } from "../parts/toast.js";
import { isWord, momentText, t } from "../words.js";
import { revokeKey, undoBlocksOf } from "./revoke.js";

const ROLES = /** @type {const} */ ([
  ["viewer", "roleViewer"], ["ingest", "roleIngest"], ["deck", "roleDeck"], ["moderator", "roleModerator"], ["owner", "roleOwner"],
]);

const NEAR_MILLISECONDS = 48 * 3600 * 1000;

/**
 * Creates a key and shows it once. Returns true on success.
 * @param {import("../actions.js").Actions} actions @param {{role: string, name?: string}} form
 */
export async function makeKey(actions, form) {
  const answer = await actions.press("POST", "keys", form);
  if (answer.ok) showOnce(answer.body, actions.room);
  return answer.ok;
}

/** @param {import("../actions.js").Actions} actions */
export function keyList(actions) {
  const list = el("ul", { class: "rows", "aria-labelledby": "keys-title" });
  const trouble = el("p", { class: "trouble", role: "status", hidden: true });
  const rows = new Rows(list, (/** @type {any} */ { id }) => id, row, { picture: "key" });
  const name = el("input", { maxlength: 100, autocomplete: "off", class: "grow", "aria-label": t("name"), placeholder: t("name") });
  const role = el("select", { "aria-label": t("role") }, ROLES.map(([value, word]) => el("option", { value }, t(word))));
  const invite = el("button", { type: "button", id: "invite-moderator", on: { click: () => {
    role.value = "moderator";
    name.focus();
  } } }, icon("plus"), t("inviteModerator"));
  const make = async () => {
    if (!await makeKey(actions, { role: role.value, ...(name.value.trim() && { name: name.value.trim() }) })) return;
    name.value = "";
    read();
  };
  const element = el("section", { class: "panel stack", id: "keys", "aria-labelledby": "keys-title", "aria-busy": "true" },
    el("header", {}, el("h2", { id: "keys-title" }, t("keys")), invite), trouble, list,
    el("form", { class: "row wrap", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), make()) } },
      name, role, el("button", { type: "submit", id: "make-key" }, icon("plus"), t("makeKey"))));

  async function read() {
    const answer = await actions.ask("GET", "keys");
    say(trouble, problemText(answer));
    trouble.hidden = answer.ok;
    put(element, "aria-busy", null);
    if (answer.ok) rows.set(answer.body.keys, t("noKeys"));
  }

  /** @param {any} now @returns {import("../parts/rows.js").Row<any>} */
  function row(now) {
    const head = el("span", { class: "title" });
    const detail = el("span", { class: "detail muted" });
    const change = el("button", { type: "button", on: { click: () => rename(now) } }, t("rename"));
    const undo = el("button", { type: "button", on: { click: () => undoBlocksOf(actions, now, undo) } }, t("undoBlocks"));
    const end = el("button", { type: "button", class: "danger", on: { click: () => revoke(now) } }, t("revoke"));
    return {
      element: el("li", { class: "row-line", "data-key-id": now.id }, el("span", { class: "who grow" }, head, detail),
        el("span", { class: "row wrap key-acts" }, now.role === "moderator" && undo, change, end)),
      show: (key) => {
        now = key;
        const until = key.expiresAt ? t("expires", { time: expiryText(key.expiresAt) }) : "";
        const word = `keyRole_${key.role}`;
        const title = key.name || key.id;
        say(head, title);
        say(detail, [isWord(word) ? t(word) : key.role, key.id, until].filter(Boolean).join(" · "));
        put(undo, "aria-label", `${t("undoBlocks")}: ${title}`);
        put(change, "aria-label", `${t("rename")}: ${title}`);
        put(end, "aria-label", `${t("revoke")}: ${title}`);
      },
    };
  }

  /** @param {any} key */
  async function rename(key) {
    const chosen = await open(t("rename"), (close) => {
      const field = el("input", { value: key.name ?? "", required: true, maxlength: 100, "data-first": true, "aria-label": t("name") });
      return el("form", { class: "stack", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), close(field.value.trim())) } },
        field, el("footer", {}, el("button", { type: "button", on: { click: () => close() } }, t("cancel")),
          el("button", { type: "submit", class: "gold" }, t("save"))));
    });
    if (typeof chosen !== "string" || chosen === "") return;
    await actions.press("PATCH", `keys/${encodeURIComponent(key.id)}`, { name: chosen });
    read();
  }

  /** @param {any} key */
  async function revoke(key) {
    await revokeKey(actions, key);
    read();
  }

  read();
  return { element, dispose: () => {} };
}

/**
 * Formats the end of a key: the day, or the hour if it is near.
 * @param {string} at
 */
function expiryText(at) {
  return Date.parse(at) - Date.now() < NEAR_MILLISECONDS ? momentText(at) : at.slice(0, 10);
}

/** @type {Record<string, import("../words.js").Word>} what the owner's helpers may do, by the roles that open the studio for them */
const HELPERS = { deck: "deckMay", moderator: "moderatorMay" };
const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

/** @param {{key: string, role: string, expiresAt: string | null}} made @param {string} room */
function showOnce(made, room) {
  return open(t("newKey"), (close) => {
    const shown = el("code", { class: "command", id: "new-key" }, made.key);
    return [el("p", {}, t("keyOnce")), shown, made.role in HELPERS ? studioAddress(made, room) : null, el("footer", {},
      el("button", { type: "button", on: { click: () => copy(made.key, shown) } }, icon("copy"), t("copyKey")),
      el("button", { type: "button", class: "gold", "data-first": true, on: { click: () => close() } }, t("keyCopied")))];
  });
}

/**
 * Creates the part with the studio's address for a helper, to send by chat.
 * @param {{key: string, role: string, expiresAt: string | null}} made @param {string} room
 */
function studioAddress({ key, role, expiresAt }, room) {
  const address = `${location.origin}/studio/${room}#key=${key}`;
  const label = t("addressToSend");
  const until = expiresAt ? t("expires", { time: momentText(expiresAt) }) : t("untilRevoked");
  const field = el("input", { readonly: true, class: "address grow", id: "helper-address", "aria-label": label, value: address,
    on: { focus: () => field.select() } });
  return el("div", { class: "field" }, el("h3", {}, label),
    el("div", { class: "row" }, field, el("button", {
      type: "button", "aria-label": `${t("copy")}: ${label}`, on: { click: () => copy(address, field) },
    }, icon("copy"), t("copy"))),
    el("p", { class: "small" }, t(HELPERS[role], { until })),
    THIS_MACHINE.includes(location.hostname) ? el("p", { class: "muted small" }, t("addressHere")) : null);
}

/** @param {string} text @param {HTMLElement} shown */
async function copy(text, shown) {
  toast(t(await copyText(text, shown) === "copied" ? "copied" : "pressCopy"));
}
