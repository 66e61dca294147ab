// @ts-check
/** A notice about a large gift that waits behind smaller ones, with a button that moves it to the front. */

import { money } from "../../shared/money.js";
import { icon } from "../icons.js";
import { el, fill, put, say } from "../parts/dom.js";
import { grouped, t } from "../words.js";
import { dueText } from "./due.js";
import { largeOf } from "./worth.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("../overview.js").Waiting} Waiting */

/** @param {number} worth @param {import("../store.js").Store} store */
function worthText(worth, { state }) {
  const currency = state.config?.sources?.currency ?? "";
  return currency === "" ? grouped(worth) : money(worth, currency);
}

/**
 * @param {Studio} studio @param {(combo: Waiting, to: number) => void} move
 */
export function largeNotice({ store }, move) {
  /** @type {Waiting | null} */
  let now = null;
  const title = el("span", { class: "title" });
  const detail = el("span", { class: "detail muted" });
  const button = el("button", { type: "button", class: "gold", on: { click: () => {
    if (now !== null) move(now, 1);
  } } }, icon("first"), t("showNext"));
  const element = el("div", { class: "large", role: "status", hidden: true },
    icon("effect"), el("span", { class: "who grow" }, title, detail), button);
  return {
    element,
    show: () => {
      const { overview } = store.state;
      const time = performance.now();
      const large = now = largeOf(store.state, time);
      element.hidden = large === null || overview === null;
      if (large === null || overview === null) return;
      const { sender, gift, count, worth, position, expectedAt } = large;
      fill(title, el("bdi", {}, sender), " · ", el("bdi", {}, gift), count > 1 ? ` ×${grouped(count)}` : "");
      const due = dueText(expectedAt, overview, overview.roomTime(time));
      say(detail, `${t(position > 1 ? "largeWaits" : "largeNext", { n: position - 1, t: due })} · ${t("worthOf", { value: worthText(worth, store) })}`);
      button.hidden = position === 1;
      put(button, "aria-label", `${t("showNext")}: ${sender}`);
    },
  };
}
