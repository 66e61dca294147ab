// @ts-check
/** The overlay page: what the server sends is kept by the stage and drawn by the view. */

import { Connection } from "./connection.js";
import { Debug } from "./debug.js";
import { Decoder } from "./decode.js";
import { Pointer } from "./pointer.js";
import { kindsOf, Stage } from "./stage.js";
import { View } from "./view.js";
import { Visibility } from "./visibility.js";

/** A half-finished alert must not stay when the server does, nor flicker when it only restarts. */
const KEEP_MILLISECONDS = 3000;
/** Said again now and then, so that a connection that died without a word is found out. */
const REPORT_MILLISECONDS = 15_000;

const FRAMES_A_SECOND = 60;

const query = new URLSearchParams(location.search);
const stage = new Stage(kindsOf(query.get("only")));
const view = new View(/** @type {HTMLCanvasElement} */ (document.getElementById("stage")), stage);
const visibility = new Visibility(report);
const cards = /** @type {HTMLElement} */ (document.getElementById("cards"));
const pointer = new Pointer(cards, (message) => connection.send(message));
view.ondraw = () => pointer.update(stage.order, view.zoom);

let clearing = 0;
const decoder = new Decoder();
const connection = new Connection(address(), {
  opened() {
    decoder.reset();
    debug?.reset();
    report();
  },
  received(data) {
    const message = decoder.decode(data);
    if (message.type === "hello") {
      stage.width = message.stage.width;
      stage.height = message.stage.height;
      view.fit();
    } else if (message.type === "frame") {
      clearTimeout(clearing);
      clearing = 0;
      debug?.frame(message.time);
      if (stage.apply(message)) view.invalidate();
    }
  },
  closed() {
    if (clearing === 0) clearing = setTimeout(clear, KEEP_MILLISECONDS);
  },
});
const debug = query.has("debug") ? new Debug(view, () => connection.state) : null;
setInterval(report, REPORT_MILLISECONDS);

function clear() {
  stage.clear();
  view.invalidate();
}

function report() {
  const { visible, active } = visibility;
  connection.send({ type: "visibility", visible, active });
}

/** The stream of the room whose overlay this is: the last part of the page's own path. */
function address() {
  const room = location.pathname.replace(/\/+$/, "").split("/").pop() ?? "main";
  const url = new URL(`/v1/rooms/${room}/stream`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const fps = Math.round(Number(query.get("fps"))) || FRAMES_A_SECOND;
  url.searchParams.set("fps", String(Math.min(Math.max(fps, 1), FRAMES_A_SECOND)));
  return url.href;
}
