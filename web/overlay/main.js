// @ts-check
/** The overlay page: what the server sends goes over the reel to the stage, which the view draws. */

import { Build } from "./build.js";
import { Connection } from "./connection.js";
import { Debug } from "./debug.js";
import { Decoder } from "./decode.js";
import { Pointer } from "./pointer.js";
import { Reel } from "./reel.js";
import { kindsOf, Stage } from "./stage.js";
import { View } from "./view.js";
import { Visibility } from "./visibility.js";

/** A half-finished alert must not stay when the server does, nor flicker when it only restarts. */
const KEEP_MILLISECONDS = 3000;

const FRAMES_A_SECOND = 60;

const query = new URLSearchParams(location.search);
const stage = new Stage(kindsOf(query.get("only")));
const view = new View(/** @type {HTMLCanvasElement} */ (document.getElementById("stage")), stage);
const reel = new Reel(stage);
const build = new Build();
const visibility = new Visibility(report);
const cards = /** @type {HTMLElement} */ (document.getElementById("cards"));
const pointer = new Pointer(cards, (message) => connection.send(message));
view.ondraw = () => pointer.update(stage.order, view.zoom);
view.onrefresh = (milliseconds) => {
  if (reel.advance(milliseconds)) view.stale = true;
  return reel.isAwake;
};

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
    if (message.type === "hello") begin(message);
    else if (message.type === "frame") show(message);
  },
  closed() {
    if (clearing === 0) clearing = setTimeout(clear, KEEP_MILLISECONDS);
  },
  gone: clear,
});
const debug = query.has("debug") ? new Debug(view, reel, () => connection.state) : null;

/** @param {import("./decode.js").Hello} hello */
function begin(hello) {
  build.meet(hello.build);
  stage.width = hello.stage.width;
  stage.height = hello.stage.height;
  view.pictures.allow(hello.stage.imageHosts ?? null);
  reel.restart(hello.fps || FRAMES_A_SECOND);
  view.fit();
}

/** @param {import("./stage.js").Frame} frame */
function show(frame) {
  clearTimeout(clearing);
  clearing = 0;
  debug?.frame(frame.time);
  if (reel.take(frame, performance.now())) view.invalidate();
  else if (reel.isMoving) view.ask();
}

function clear() {
  reel.clear();
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
