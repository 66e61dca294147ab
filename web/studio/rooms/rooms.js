// @ts-check
/** The view Rooms, with the list of all rooms, and the keys of this room. */

import { el } from "../parts/dom.js";
import { keyList } from "./keys.js";
import { roomList } from "./list.js";

/** @type {import("../shell.js").Mount} */
export function mountRooms(place, { actions, room }) {
  const panels = [roomList(actions, room), keyList(actions)];
  place.append(el("div", { class: "two" }, panels.map(({ element }) => element)));
  return () => panels.forEach((panel) => panel.dispose());
}
