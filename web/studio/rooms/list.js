// @ts-check
/** The list of all rooms, with controls to open, create and delete them. */

import { icon } from "../icons.js";
import { open } from "../parts/dialog.js";
import { el, put, say } from "../parts/dom.js";
import { problemText } from "../parts/problem.js";
import { Rows } from "../parts/rows.js";
import { toast } from "../parts/toast.js";
import { timeOfDay, t } from "../words.js";

/** @typedef {{name: string, viewers: number, waiting: number, lastEventAt: string | null}} Room */

/**
 * @param {import("../actions.js").Actions} actions
 * @param {string | null} here the room of this studio
 */
export function roomList(actions, here) {
  const list = el("ul", { class: "rows", "aria-labelledby": "rooms-title" });
  const trouble = el("p", { class: "trouble", role: "status", hidden: true });
  const rows = new Rows(list, (/** @type {Room} */ { name }) => name, ({ name }) => row(name));
  const field = el("input", {
    name: "room", pattern: "[a-z0-9_\\-]{1,64}", maxlength: 64, required: true, autocomplete: "off",
    class: "grow", title: t("roomRule"), "aria-label": t("newRoom"), placeholder: t("newRoom") });
  const make = async () => {
    const name = field.value.trim();
    if (name === "") return;
    const answer = await actions.request("PUT", `/v1/rooms/${encodeURIComponent(name)}`);
    actions.onanswer(answer);
    if (!answer.ok) return;
    field.value = "";
    read();
  };
  const element = el("section", { class: "panel stack", id: "rooms", "aria-labelledby": "rooms-title", "aria-busy": "true" },
    el("header", {}, el("h2", { id: "rooms-title" }, t("allRooms"))),
    trouble, list,
    el("form", { class: "row", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), make()) } },
      field, el("button", { type: "submit", id: "make-room" }, icon("plus"), t("make"))));

  async function read() {
    const answer = await actions.request("GET", "/v1/rooms?limit=1000");
    say(trouble, problemText(answer));
    trouble.hidden = answer.ok;
    put(element, "aria-busy", null);
    if (answer.ok) rows.set(answer.body.rooms, t("noRooms"));
  }

  /** @param {string} name @returns {import("../parts/rows.js").Row<Room>} */
  function row(name) {
    const detail = el("span", { class: "detail muted" });
    return {
      element: el("li", { class: "row-line", "data-room": name },
        el("span", { class: "who grow" }, el("span", { class: "title" }, name), detail),
        name === here ? null : el("a", { class: "button", href: `/studio/${name}` }, t("openStudio")),
        el("button", { type: "button", class: "bare", "aria-label": `${t("deleteRoom")} ${name}`, on: { click: () => remove(name) } }, icon("clear"))),
      show: ({ viewers, waiting, lastEventAt }) => {
        const parts = [t(viewers === 1 ? "viewersOne" : "viewersN", { n: viewers }), t("waitingN", { n: waiting })];
        // Non-breaking hyphens keep the date on one line.
        const day = lastEventAt?.slice(0, 10).replaceAll("-", "\u2011");
        if (lastEventAt !== null) parts.push(t("lastEvent", { time: `${day} ${timeOfDay(lastEventAt)}` }));
        say(detail, parts.join(" · "));
      },
    };
  }

  /** @param {string} name */
  async function remove(name) {
    const sure = await askName(name);
    if (!sure) return;
    const answer = await actions.request("DELETE", `/v1/rooms/${name}`);
    actions.onanswer(answer);
    if (!answer.ok) return;
    const copies = answer.body?.copies ?? [];
    if (copies.length > 0) toast(copies.join(", "));
    if (name === here) location.assign("/");
    else read();
  }

  read();
  return { element, dispose: () => {} };
}

/** @param {string} name @returns {Promise<boolean>} true if the person typed the room's name */
async function askName(name) {
  const answer = await open(t("deleteRoom"), (close) => {
    const field = el("input", { autocomplete: "off", "data-first": true, "aria-label": t("room") });
    const button = el("button", { type: "submit", class: "danger", disabled: true }, t("deleteDo"));
    field.addEventListener("input", () => { button.disabled = field.value !== name; });
    return el("form", { class: "stack", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.value === name) close(true);
    } } },
    el("p", {}, t("deleteAsk", { room: name })), field,
    el("footer", {}, el("button", { type: "button", on: { click: () => close(false) } }, t("cancel")), button));
  }, "alertdialog");
  return answer === true;
}
