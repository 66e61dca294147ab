// @ts-check
/** The room's keys: made, shown once, renamed, revoked. */

import { icon } from "../icons.js";
import { copyText } from "../parts/copy.js";
import { ask, open } from "../parts/dialog.js";
import { el, fill } from "../parts/dom.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";

const ROLES = /** @type {const} */ ([
  ["viewer", "roleViewer"], ["ingest", "roleIngest"], ["deck", "roleDeck"], ["owner", "roleOwner"],
]);

/**
 * Makes a key and shows it, once; says whether it was made.
 * @param {import("../actions.js").Actions} actions @param {{role: string, name?: string}} form
 */
export async function makeKey(actions, form) {
  const answer = await actions.press("POST", "keys", form);
  if (answer.ok) showOnce(answer.body.key);
  return answer.ok;
}

/** @param {import("../actions.js").Actions} actions */
export function keyList(actions) {
  const list = el("ul", { class: "rows", "aria-labelledby": "keys-title" });
  const name = el("input", { maxlength: 100, autocomplete: "off", class: "grow", "aria-label": t("name"), placeholder: t("name") });
  const role = el("select", { "aria-label": t("role") }, ROLES.map(([value, word]) => el("option", { value }, t(word))));
  const make = async () => {
    if (!await makeKey(actions, { role: role.value, ...(name.value.trim() && { name: name.value.trim() }) })) return;
    name.value = "";
    read();
  };
  const element = el("section", { class: "panel stack", id: "keys", "aria-labelledby": "keys-title" },
    el("header", {}, el("h2", { id: "keys-title" }, t("keys"))), list,
    el("form", { class: "row wrap", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), make()) } },
      name, role, el("button", { type: "submit", id: "make-key" }, icon("plus"), t("makeKey"))));

  async function read() {
    const { ok, body, problem } = await actions.ask("GET", "keys");
    if (!ok) return fill(list, el("li", { class: "trouble" }, problem));
    fill(list, body.keys.length === 0 ? el("li", { class: "empty" }, t("noKeys")) : body.keys.map(row));
  }

  /** @param {any} key */
  function row(key) {
    const until = key.expiresAt ? t("expires", { time: key.expiresAt.slice(0, 10) }) : "";
    const title = key.name || key.id;
    return el("li", { class: "row-line", "data-key-id": key.id },
      el("span", { class: "who grow" }, el("span", { class: "title" }, title),
        el("span", { class: "detail muted" }, [key.role, key.id, until].filter(Boolean).join(" · "))),
      [el("button", { type: "button", "aria-label": `${t("rename")}: ${title}`, on: { click: () => rename(key) } }, t("rename")),
        el("button", { type: "button", class: "danger", "aria-label": `${t("revoke")}: ${title}`, on: { click: () => revoke(key) } }, t("revoke"))]);
  }

  /** @param {any} key */
  async function rename(key) {
    const chosen = await open(t("rename"), (close) => {
      const field = el("input", { value: key.name ?? "", maxlength: 100, "data-first": true, "aria-label": t("name") });
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
    if (!await ask(t("revokeAsk"), t("revoke"))) return;
    await actions.press("DELETE", `keys/${encodeURIComponent(key.id)}`);
    read();
  }

  read();
  return { element, dispose: () => {} };
}

/** @param {string} key */
function showOnce(key) {
  return open(t("newKey"), (close) => {
    const shown = el("code", { class: "command", id: "new-key" }, key);
    return [el("p", {}, t("keyOnce")), shown, el("footer", {},
      el("button", { type: "button", on: { click: async () => toast(t(await copyText(key, shown) === "copied" ? "copied" : "pressCopy")) } },
        icon("copy"), t("copy")),
      el("button", { type: "button", class: "gold", "data-first": true, on: { click: () => close() } }, t("keyCopied")))];
  });
}
