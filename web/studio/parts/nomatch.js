// @ts-check
/** The message of a search without results, with a button that ends the search. */

import { icon } from "../icons.js";
import { el, put, say } from "./dom.js";
import { t } from "../words.js";

/** @param {() => void} showEverything */
export function noMatch(showEverything) {
  const text = el("p", { role: "status" });
  const button = el("button", { type: "button", on: { click: showEverything } }, t("showEverything"));
  const element = el("div", { class: "empty pictured", hidden: true }, el("span", { class: "empty-picture" }, icon("search")), text, button);
  return {
    element,
    /** @param {string} message empty if there are results @param {boolean} [isSearch] true if a search is the cause */
    show: (message, isSearch = true) => {
      say(text, message);
      put(element, "hidden", message === "");
      put(button, "hidden", !isSearch);
    },
  };
}
