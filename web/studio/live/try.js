// @ts-check
/** The panel with buttons for test events, each with a button that shows its command. */

import { commandButton } from "../parts/command.js";
import { el, fill } from "../parts/dom.js";
import { t } from "../words.js";
import { captionTest, flood, own, playCounter, tests } from "./tests.js";

/** @typedef {import("../shell.js").Studio} Studio */

const EFFECTS = /** @type {const} */ (["typewriter", "fade", "shine", "wave"]);

/** @param {Studio} studio */
export function tryPanel(studio) {
  const { actions } = studio;
  /** @param {string} name @param {() => {method: string, part: string, body: any}} test @param {string} id @param {() => void} [press] */
  const pair = (name, test, id, press) => el("div", { class: "pair" },
    el("button", { type: "button", "data-try": id, on: { click: press ?? (() => {
      const { method, part, body } = test();
      actions.press(method, part, body);
    }) } }, name),
    commandButton({ get name() { return name; }, get method() { return test().method; },
      get part() { return test().part; }, get body() { return test().body; } }, actions));
  const element = el("section", { class: "panel stack", id: "try", "aria-labelledby": "try-title" },
    el("header", { class: "row" }, el("h2", { id: "try-title" }, t("try"))),
    el("div", { class: "tries" },
      pair(t("tryGift"), () => tests().gift, "gift"),
      pair(t("tryCombo"), () => tests().combo, "combo"),
      pair(t("tryCall"), () => tests().call, "call"),
      pair(t("tryCounter"), () => tests().counter, "counter", () => playCounter(studio)),
      ...EFFECTS.map((effect) => pair(t(effect), () => captionTest(effect), effect)),
      floodButton(studio)),
    ownWords());
  return { element, dispose: () => {} };
}

/** @param {Studio} studio */
function floodButton(studio) {
  let runs = false;
  const button = el("button", { type: "button", "data-try": "flood" }, t("tryFlood"));
  button.addEventListener("click", async () => {
    if (runs) {
      runs = false;
      return;
    }
    runs = true;
    fill(button, t("tryStop"));
    await flood(studio, () => runs);
    runs = false;
    fill(button, t("tryFlood"));
  });
  return button;
}

function ownWords() {
  /** @param {keyof typeof own} key @param {string} label */
  const field = (key, label) => {
    const input = key === "text" ? el("textarea", { rows: 2, maxlength: 500 }) : el("input", { maxlength: 200, autocomplete: "off" });
    input.value = own[key];
    input.addEventListener("input", () => { own[key] = input.value.trim(); });
    return el("label", { class: "field small" }, label, input);
  };
  return el("details", {}, el("summary", {}, t("ownWords")), el("div", { class: "stack own" },
    field("sender", t("wordSender")), field("gift", t("wordGift")), field("text", t("wordText"))));
}
