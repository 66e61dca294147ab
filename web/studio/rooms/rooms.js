// @ts-check
/** The view Rooms: the rooms there are. */

import { el } from "../parts/dom.js";
import { roomList } from "./list.js";

/** @type {import("../shell.js").Mount} */
export function mountRooms(place, { actions, room }) {
  const panels = [roomList(actions, room)];
  place.append(el("div", { class: "two" }, panels.map(({ element }) => element)));
  return () => panels.forEach((panel) => panel.dispose());
}
