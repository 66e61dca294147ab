// @ts-check
/** Starts the studio of the room in the address, or finds a room if the address names none. */

import { takeKey } from "./access.js";
import { Actions } from "./actions.js";
import { Blocklist } from "./blocklist.js";
import { Feed } from "./feed.js";
import { Later } from "./later.js";
import { rightsOf, roleOfKey } from "./role.js";
import { Settings } from "./settings.js";
import { Shell } from "./shell.js";
import { Store } from "./store.js";
import { loadStyle } from "./style.js";
import { applyTheme } from "./theme.js";
import { Unsent } from "./unsent.js";

const place = /** @type {HTMLElement} */ (document.getElementById("studio"));
const ROOM = /^\/studio\/([a-z0-9_-]{1,64})\/?$/;

applyTheme();
// boot.js has requested these styles already.
await Promise.all(["style", "shell"].map(loadStyle));

/** @param {string} room */
function begin(room) {
  const store = new Store();
  const key = takeKey();
  store.set({ role: roleOfKey(key) });
  const actions = new Actions(room, key);
  const feed = new Feed(room, store, actions);
  const settings = new Settings(actions, store, new Unsent(room));
  new Shell(place, { room, store, actions, feed, settings, later: new Later(actions, store), blocklist: new Blocklist(actions, store) });
}

/** Finds a room for an address without one: opens the only room, or a list if there are several. */
async function choose() {
  const key = takeKey();
  if (!rightsOf(roleOfKey(key)).has("rooms")) return location.replace("/studio/main");
  const actions = new Actions("main", key);
  const { ok, body } = await actions.request("GET", "/v1/rooms?limit=2");
  if (!ok || body.rooms.length < 2) {
    location.replace(`/studio/${ok ? body.rooms[0]?.name ?? "main" : "main"}`);
    return;
  }
  const { mountDoor } = await import("./rooms/door.js");
  mountDoor(place, actions);
}

const named = ROOM.exec(location.pathname);
if (named !== null) begin(named[1]);
else choose();
