// @ts-check
/** Offers to translate the overlay's words into the studio's language. */

import { languageOf, OVERLAY_WORDS } from "./overlaywords.js";
import { el } from "./parts/dom.js";
import { keepToast } from "./parts/toast.js";
import { languageNow, t } from "./words.js";

/** The name under which this browser remembers a refused offer, by language. */
const REFUSED = "ovation.words.";

/** @param {import("./shell.js").Studio} studio @returns {() => void} stops the offers */
export function offerWords({ room, settings, store }) {
  const language = languageNow();
  const name = `${REFUSED}${room}.${language}`;
  let close = () => {};
  let isOffered = false;
  const withdraw = () => {
    close();
    isOffered = false;
  };
  const refuse = () => {
    localStorage.setItem(name, "refused");
    withdraw();
  };
  const show = () => {
    const words = store.state.config?.look?.words;
    const other = languageOf(words);
    const isWanted = other !== null && other !== language && localStorage.getItem(name) === null;
    if (isWanted === isOffered) return;
    if (!isWanted) return withdraw();
    isOffered = true;
    close = keepToast([
      el("p", { class: "grow" }, t("wordsOffer", { sent: words.sent, calling: words.calling })),
      el("span", { class: "row wrap" },
        el("button", { type: "button", class: "gold", id: "use-words", on: { click: () =>
          settings.change({ look: { words: OVERLAY_WORDS[language] } }, "look/words") } }, t("wordsUse")),
        el("button", { type: "button", on: { click: refuse } }, t("wordsLeave"))),
    ]);
  };
  const end = store.subscribe(["config"], show);
  return () => {
    end();
    withdraw();
  };
}
