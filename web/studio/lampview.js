// @ts-check
/** Shows the lamp, which says if OBS displays the overlay, and what to do if it does not. */

import { keepKey } from "./access.js";
import { Actions } from "./actions.js";
import { everySecond } from "./beat.js";
import { PROBE } from "./feed.js";
import { icon } from "./icons.js";
import { playTest } from "./live/tests.js";
import { fits, sizeText, sourceOf } from "./address.js";
import { PRESETS } from "./layout/presets.js";
import { shapeStage } from "./layout/shape.js";
import { Answers } from "./missed.js";
import { askCurrency, missedTitle, showMissed } from "./misseddialogs.js";
import { copyText } from "./parts/copy.js";
import { open } from "./parts/dialog.js";
import { el, fill, say } from "./parts/dom.js";
import { lampOf } from "./parts/lamp.js";
import { toast } from "./parts/toast.js";
import { countdown, t, timeOfDay } from "./words.js";

const GONE_AFTER_SECONDS = 2;

/** @typedef {import("./shell.js").Studio} Studio */
/** @typedef {import("./parts/lamp.js").Lamp} Lamp */

/** @param {string} state @param {"" | "More"} [more] @returns {any} */
function wordOf(state, more = "") {
  return `lamp${state[0].toUpperCase()}${state.slice(1)}${more}`;
}

/**
 * Returns the lamp's texts.
 * @param {Lamp} lamp @param {{other: string, own: string}} currencies of a donation, and of the room
 * @param {boolean} [mayConfigure] true if the person can change how long gifts stay
 */
export function lampWords({ state, n, seconds, fps, stands, lostAt, strange, stage, missed }, currencies, mayConfigure = true) {
  if (state === "missed") return { title: missedTitle(missed[0]), more: t("lampMissedMore") };
  if (state === "currency") return { title: t("lampCurrency", currencies), more: t("lampCurrencyMore", currencies) };
  const values = {
    n, t: countdown(seconds), fps, time: lostAt === null ? "" : timeOfDay(new Date(lostAt).toISOString()),
    own: strange === null ? "" : sizeText({ width: strange.width ?? 0, height: strange.height ?? 0 }),
    size: sizeText(sourceOf(stage)),
  };
  // Right after a start, no frames have been counted yet.
  if (state === "ok" && fps === 0) return { title: t("lampOk"), more: t("lampOkFresh") };
  if (state === "long" && !mayConfigure) return { title: t("lampLong", values), more: t("lampLongSteer") };
  return { title: t(wordOf(state), values), more: stands ? t("lampStands") : t(wordOf(state, "More"), values) };
}

/**
 * Returns the button beside the lamp for its state; null for none.
 * @param {Lamp} lamp @param {Studio} studio @param {Answers} answers
 * @returns {{text: string, action: () => void} | null}
 */
function remedy({ state, stands, strange, missed }, studio, answers) {
  const { actions, store } = studio;
  const copyAddress = async () => {
    const { address } = store.state;
    if (address === null) return;
    const field = /** @type {HTMLElement | null} */ (document.getElementById("address"));
    toast(t(await copyText(address, field) === "copied" ? "copied" : "pressCopy"));
  };
  switch (state) {
    case "key": return { text: t("doOpen"), action: () => askKey(actions) };
    case "gone": return { text: t("doTryNow"), action: () => dispatchEvent(new Event("online")) };
    case "journal": return { text: t("doDetails"), action: () => showFaults(studio) };
    case "size": {
      const preset = PRESETS.find(({ patch }) => strange !== null && fits(strange, patch.stage));
      return preset === undefined ? null : { text: t("doFit"), action: () => shapeStage(studio, preset) };
    }
    case "lost": return stands ? { text: t("doPlayHere"), action: () => playTest(studio, true) } : null;
    case "none":
    case "tab":
      return stands ? { text: t("doPlayHere"), action: () => playTest(studio, true) }
        : { text: t("doCopyAddress"), action: copyAddress };
    case "old":
      return { text: t("doReload"), action: () => actions.press("POST", "viewers/all/reload") };
    case "hidden": return { text: t("doShow"), action: () => showHow() };
    case "long": return store.may("configure") ? { text: t("doFaster"), action: () => halveLinger(studio) } : null;
    case "missed": return { text: t("doDetails"), action: () => void showMissed(missed, answers) };
    case "currency":
      return { text: t("doChoose"), action: () => askCurrency(currenciesOf(store), actions, answers) };
    default: return null;
  }
}

/**
 * Returns the room's currency, and the currency of donations that the room does not count.
 * @param {import("./store.js").Store} store
 */
export function currenciesOf({ state }) {
  return { other: state.overview?.otherCurrency ?? "", own: String(state.config?.sources.currency ?? "") };
}

/**
 * Asks for a key; the dialog stays until a key opens the studio.
 * @param {import("./actions.js").Actions} actions
 */
function askKey(actions) {
  open(t("lampKey"), () => {
    const field = el("input", { type: "password", autocomplete: "off", "data-first": true, name: "key", required: true });
    const told = el("p", { class: "told trouble", role: "alert" });
    const enter = async () => {
      const key = field.value.trim();
      say(told, "");
      const status = await statusOf(key, actions.room);
      if (status >= 200 && status < 300) {
        keepKey(key);
        return location.reload();
      }
      say(told, t(KEY_TROUBLES[status] ?? "offline"));
      field.select();
    };
    return el("form", { class: "stack narrow", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), enter()) } },
      el("label", { class: "field" }, t("studioKey"), field), told,
      el("footer", {}, el("button", { class: "gold", type: "submit" }, t("doOpen"))));
  });
}

/** @type {Record<number, import("./words.js").Word>} */
const KEY_TROUBLES = { 401: "keyUnknown", 403: "keyForOther" };

/**
 * Returns the status of the server's answer to a first request with a key; 0 without an answer.
 * @param {string} key @param {string} room
 */
async function statusOf(key, room) {
  // A header cannot contain other characters.
  if (!/^[\x21-\x7e]+$/.test(key)) return 401;
  return (await new Actions(room, key).ask("GET", PROBE)).status;
}

function showHow() {
  open(t("lampHidden"), () => el("p", {}, t("howToShow")));
}

/** @param {Studio} studio */
function showFaults({ store }) {
  open(t("lampJournal"), () => el("ul", { class: "stack" },
    (store.state.overview?.faults ?? []).map((fault) => el("li", {}, fault))));
}

/**
 * Halves the time that gifts stay after counting up, permanently: `gifts.linger` in the configuration.
 * @param {Studio} studio
 */
function halveLinger({ actions, store }) {
  const linger = store.state.config?.gifts?.linger ?? 3;
  actions.press("PATCH", "config", { gifts: { linger: Math.round(linger * 50) / 100 } });
}

/** @param {Studio} studio */
export function lampView(studio) {
  const { store } = studio;
  const answers = new Answers(studio.room);
  let lostAt = 0;
  let heard = 0;
  let shape = "";
  const mark = el("span", { class: "row" });
  const title = el("h1", {});
  const more = el("p", { class: "muted small" });
  const button = el("button", { type: "button", class: "gold", hidden: true });
  const status = el("div", { class: "lamp-text", role: "status" }, title, more);
  const element = el("div", { id: "lamp" }, mark, status, button);
  let action = () => {};
  button.addEventListener("click", () => action());
  const show = () => {
    const now = performance.now();
    if (store.state.link !== "lost") lostAt = 0;
    else if (lostAt === 0) lostAt = now;
    const silent = lostAt > 0 && now - lostAt >= GONE_AFTER_SECONDS * 1000;
    const lamp = lampOf(store.state, silent, now, Date.now(), answers.read());
    const words = lampWords(lamp, currenciesOf(store), store.may("configure"));
    if (lamp.state === "key" && studio.actions.key !== null) words.title = t("lampKeyWrong");
    if (lamp.shape !== shape) fill(mark, icon(shape = lamp.shape));
    mark.className = `row lamp-${lamp.shape}`;
    element.dataset.state = document.body.dataset.lamp = lamp.state;
    status.setAttribute("role", ["gone", "journal", "lost"].includes(lamp.state) ? "alert" : "status");
    say(title, words.title);
    if (store.state.link === "open") heard = Date.now();
    const since = lamp.state === "gone" && heard > 0 ? ` ${t("asOf", { time: new Date(heard).toTimeString().slice(0, 8) })}` : "";
    say(more, `${words.more}${since}`);
    const what = remedy(lamp, studio, answers);
    button.hidden = what === null;
    if (what !== null) {
      say(button, what.text);
      action = what.action;
    }
  };
  const ends = [store.subscribe(["link", "hello", "overview", "address", "config", "lostAt"], show), everySecond(show)];
  return { element, dispose: () => ends.forEach((end) => end()) };
}
