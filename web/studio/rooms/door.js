// @ts-check
/** The studio's start page for an address without a room, with a list of all rooms. */

import { el, fill } from "../parts/dom.js";
import { tell, toasts } from "../parts/toast.js";
import { waitForAnswer, watchPresses } from "../parts/wait.js";
import { t } from "../words.js";
import { loadStyle } from "../style.js";
import { roomList } from "./list.js";

/** @param {HTMLElement} place @param {import("../actions.js").Actions} actions */
export async function mountDoor(place, actions) {
  await Promise.all(["rows", "views"].map(loadStyle));
  actions.onanswer = tell;
  actions.onchange = waitForAnswer;
  watchPresses();
  document.title = t("studio");
  fill(place, el("main", { id: "content", class: "door" }, el("h1", {}, t("studio")), roomList(actions, null).element), toasts());
}
