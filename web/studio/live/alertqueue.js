// @ts-check
/** The panel of the waiting alerts, in order, with countdowns and controls to move or remove them. */

import { everySecond } from "../beat.js";
import { icon } from "../icons.js";
import { mayHaveMessage } from "../overview.js";
import { el, put, say } from "../parts/dom.js";
import { LongList } from "../parts/list.js";
import { menu } from "../parts/menu.js";
import { t } from "../words.js";
import { dueText } from "./due.js";
import { headOf } from "./face.js";
import { hideMessage } from "./message.js";
import { askRemoval } from "./waiting.js";

/** @typedef {import("../overview.js").WaitingAlert} WaitingAlert */

const ROW = 44;
const MOST_ROWS = 5;

/** @param {import("../shell.js").Studio} studio */
export function alertQueuePanel(studio) {
  const { actions, store } = studio;
  const head = el("span", { class: "muted" });
  /** Alerts that are sorted by worth keep their order. */
  const mayMove = () => store.state.config?.alerts?.order !== "worth";
  const act = {
    mayMove,
    /** @param {WaitingAlert} alert @param {number} to */
    move: ({ event }, to) => actions.press("POST", `alerts/${encodeURIComponent(event)}/move`, { to: Math.max(1, to) }),
    /** @param {WaitingAlert} alert */
    remove: ({ event }) => actions.press("DELETE", `alerts/${encodeURIComponent(event)}`),
    /** @param {WaitingAlert} alert */
    mayHide: (alert) => store.may("messages") && mayHaveMessage(alert, store.state),
    /** @param {WaitingAlert} alert */
    hide: ({ event }) => void hideMessage(studio, event),
  };
  const list = new LongList({
    label: t("waitingAlerts"),
    height: ROW,
    key: (/** @type {WaitingAlert} */ { event }) => event,
    row: (alert) => alertRow(alert, act),
    pressed: (key, alert) => {
      if (key.altKey && key.key === "ArrowUp" && mayMove()) act.move(alert, alert.position - 1);
      else if (key.altKey && key.key === "ArrowDown" && mayMove()) act.move(alert, alert.position + 1);
      else if (key.key === "Delete") askRemoval(/** @type {HTMLElement} */ (key.target), () => act.remove(alert));
      else return;
      key.preventDefault();
    },
  });
  const element = el("section", { class: "panel", id: "waiting-alerts", "aria-labelledby": "waiting-alerts-title", hidden: true },
    el("header", {}, el("h2", { id: "waiting-alerts-title" }, t("waitingAlerts")), head), list.element);
  /** @type {Map<string, WaitingAlert>} */
  let known = new Map();
  const show = () => {
    const alerts = store.state.overview?.alerts ?? [];
    known = new Map(alerts.map((alert) => [alert.event, alert]));
    element.hidden = alerts.length === 0;
    list.element.style.height = `${Math.min(alerts.length, MOST_ROWS) * ROW}px`;
    list.set(alerts);
    say(head, String(alerts.length));
    count();
  };
  const count = () => {
    const { overview } = store.state;
    if (overview === null) return;
    const now = overview.roomTime(performance.now());
    for (const due of list.element.querySelectorAll(".due")) {
      const alert = known.get(/** @type {HTMLElement} */ (due).dataset.event ?? "");
      if (alert !== undefined) say(due, dueText(alert.expectedAt, overview, now));
    }
  };
  const ends = [store.subscribe(["overview", "config"], show), everySecond(count)];
  list.element.addEventListener("scroll", count);
  return { element, dispose: () => (ends.forEach((end) => end()), list.dispose()) };
}

/**
 * @param {WaitingAlert} now
 * @param {{mayMove: () => boolean, move: (alert: WaitingAlert, to: number) => void, remove: (alert: WaitingAlert) => void,
 *   mayHide: (alert: WaitingAlert) => boolean, hide: (alert: WaitingAlert) => void}} act
 * @returns {import("../parts/list.js").Row<WaitingAlert>}
 */
function alertRow(now, act) {
  const head = headOf();
  const place = el("span", { class: "place muted" });
  const due = el("span", { class: "due" });
  const more = menu({ label: `${t("more")}: ${now.title}`, class: "bare", content: [icon("more")] }, () => [
    ...(act.mayMove() ? [
      { text: t("showNext"), action: () => act.move(now, 1) },
      { text: t("up"), action: () => act.move(now, now.position - 1) },
      { text: t("down"), action: () => act.move(now, now.position + 1) },
    ] : []),
    ...(act.mayHide(now) ? [{ text: t("hideMessage"), action: () => act.hide(now) }] : []),
    { text: t("remove"), action: () => askRemoval(element, () => act.remove(now)) },
  ]);
  const element = el("div", { class: "row-line" }, place, head.parts, due, more);
  return {
    element,
    show: (alert) => {
      now = alert;
      say(place, String(alert.position));
      head.show({ kind: "effect", title: alert.title, detail: alert.rule });
      put(due, "data-event", alert.event);
    },
  };
}
