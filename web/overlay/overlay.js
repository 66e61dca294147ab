// @ts-check
/**
 * Shows one room in the overlay page, by connecting the server's messages to the stage, the view, the sounds and the
 * look.
 */

import { Build } from "../shared/build.js";
import { Connection } from "../shared/connection.js";
import { Decoder, PROTOCOLS } from "../shared/decode.js";
import { soundAddresses } from "../shared/sounds.js";
import { Accents } from "./accents.js";
import { Ahead } from "./ahead.js";
import { Debug } from "./debug.js";
import { playDemo } from "./demo.js";
import { extents } from "./extent.js";
import { Look } from "./look.js";
import { Pointer } from "./pointer.js";
import { Quality } from "./quality.js";
import { Sound } from "./sound.js";
import { Reel } from "./stage/reel.js";
import { Stage } from "./stage/stage.js";
import { View } from "./view.js";
import { Visibility } from "./visibility.js";
import { kindsOf, LAYOUTS, NAMES, unknownNames } from "./widgets/widgets.js";

/** A lost connection leaves the stage as it is for this long: a quick restart of the server must not flicker. */
const KEEP_MILLISECONDS = 3000;

/** A new page size is reported once it has lasted this long: while a source is resized in OBS it keeps changing. */
const RESIZE_MILLISECONDS = 300;

const FRAMES_A_SECOND = 60;

/** The theme of a recorded show whose address names none: the default of rooms. */
const DEMO_THEME = "aurora";

/** The overlay of one room, drawn into elements of the page. */
export class Overlay {
  /**
   * Connects at once; with `demo` it plays a recorded show instead.
   * @param {{canvas: HTMLCanvasElement, cards: HTMLElement}} places the canvas to draw on, and the parent of
   *   the call cards' buttons
   * @param {URL} page the overlay's address: its path ends in the room; `only`, `fps`, `role`, `sound`, `demo`
   *   and `debug` are options; its fragment may have a key
   */
  constructor({ canvas, cards }, page) {
    const query = page.searchParams;
    const complaint = complaintOf(query.get("only"));
    if (complaint !== "") console.warn(complaint);
    /** @private */
    this.stage = new Stage(kindsOf(query.get("only")));
    this.view = new View(canvas, this.stage);
    // Viewers of a stream see the page of OBS and cannot click it.
    this.view.brush.takesTaps = !("obsstudio" in window);
    /** @private */
    this.look = new Look(() => this.view.reface());
    /** @private */
    this.reel = new Reel(this.stage);
    /** @private */
    this.build = new Build();
    /** @private */
    this.sound = new Sound(query.get("sound"));
    /** @private */
    this.accents = new Accents();
    /** @private */
    this.ahead = new Ahead();
    /** @private */
    this.quality = new Quality((reduction) => this.connection?.send({ type: "report", what: "quality", reduction }));
    /** @private */
    this.visibility = new Visibility(() => this.report());
    /** @private */
    this.decoder = new Decoder(LAYOUTS);
    /** @private the timer that empties the stage; 0 if none runs */
    this.clearing = 0;
    /** @private the timer that reports the page's new size; 0 before the first */
    this.resizing = 0;
    this.connection = query.has("demo") ? null : this.connect(page);
    /** @private */
    this.debug = query.has("debug")
      ? new Debug(this.view, this.reel, () => this.connection?.state ?? "none", complaint) : null;
    this.connectView(new Pointer(cards, (message) => this.connection?.send(message)));
    addEventListener("resize", () => this.resized());
    if (this.connection === null) {
      this.wear({ theme: query.get("demo") || DEMO_THEME });
      playDemo((fps) => this.reel.restart(fps), (frame) => this.show(frame));
    }
  }

  /** @private @param {URL} page */
  connect(page) {
    return new Connection(streamOf(page), {
      opened: () => this.opened(),
      received: (data) => this.received(data),
      closed: () => this.closed(),
      gone: () => this.clear(),
    }, PROTOCOLS, keyOf(page));
  }

  /** Returns the rectangle that each widget covers now, in points of the stage. The studio's layout editor uses it. */
  boxes() {
    return extents(this.view.brush, this.stage.order);
  }

  /** @private @param {Pointer} pointer */
  connectView(pointer) {
    const { view, reel } = this;
    view.ondraw = () => pointer.update(this.stage.order, view.zoom);
    view.onreduce = (level) => this.quality.note(level);
    view.timeAt = (milliseconds) => reel.timeAt(milliseconds);
    view.onrefresh = (milliseconds) => {
      if (reel.advance(milliseconds)) view.stale = true;
      return reel.isAwake;
    };
  }

  /** @private */
  opened() {
    this.decoder.reset();
    this.sound.isSpeaker = false;
    this.debug?.reset();
    this.report();
  }

  /** @private @param {unknown} data */
  received(data) {
    const message = this.decoder.decode(data);
    if (message.type === "hello") this.begin(message);
    else if (message.type === "frame") this.show(message);
    else if (message.type === "cue") this.cue(message);
    else if (message.type === "hush") this.sound.hush(message.id);
    else if (message.type === "speaker") this.speak(message.speaker === true);
    else if (message.type === "flourish") this.setVolume(message.volume);
    else if (message.type === "look") this.wear(message);
    else if (message.type === "ahead") this.ahead.want(message.files);
    else if (message.type === "reload") location.reload();
  }

  /** @private */
  closed() {
    this.quality.stop();
    if (this.clearing === 0) this.clearing = setTimeout(() => this.clear(), KEEP_MILLISECONDS);
  }

  /** @private @param {import("../shared/decode.js").Hello} hello */
  begin(hello) {
    this.build.meet(hello.build);
    this.stage.width = hello.stage.width;
    this.stage.height = hello.stage.height;
    this.view.pictures.allow(hello.stage.imageHosts ?? null);
    this.wear(hello.look ?? {});
    this.setVolume(hello.flourish);
    this.reel.restart(hello.fps || FRAMES_A_SECOND);
    this.view.fit();
    this.introduce();
    // An older server closes the stream of a page that reports.
    if (Array.isArray(hello.reports) && hello.reports.includes("quality")) this.quality.start();
  }

  /**
   * Tells the server the build and the size of this page, in device pixels.
   * @private
   */
  introduce() {
    const [width, height] = [innerWidth, innerHeight].map((length) => Math.round(length * devicePixelRatio));
    this.connection?.send({ type: "about", build: this.build.own, width, height });
  }

  /**
   * Reports the page's new size once it stays the same.
   * @private
   */
  resized() {
    clearTimeout(this.resizing);
    this.resizing = setTimeout(() => this.introduce(), RESIZE_MILLISECONDS);
  }

  /** @private @param {import("../shared/decode.js").Look} look */
  wear(look) {
    this.look.hear(look);
    this.view.rephrase(look.words ?? {});
    this.view.settle(look.motion);
  }

  /** @private @param {import("./stage/stage.js").Frame} frame */
  show(frame) {
    clearTimeout(this.clearing);
    this.clearing = 0;
    this.debug?.frame(frame.time);
    this.view.coming.add(this.stage.foresee(frame));
    if (this.reel.take(frame, performance.now())) this.view.invalidate();
    else if (this.reel.isMoving) this.view.ask();
    for (const accent of this.accents.take(frame)) {
      this.sound.play(accent, this.reel.timeAt(performance.now()), accent.weight);
    }
  }

  /** @private @param {import("../shared/decode.js").Cue} cue */
  cue(cue) {
    this.accents.note(cue);
    this.sound.play(cue, this.reel.timeAt(performance.now()));
  }

  /** @private @param {boolean} isSpeaker */
  speak(isSpeaker) {
    this.sound.isSpeaker = isSpeaker;
    this.prepareSounds();
  }

  /** @private @param {unknown} volume of the sounds that the page plays by itself, 0 to 1 */
  setVolume(volume) {
    this.accents.volume = Number(volume) || 0;
    this.prepareSounds();
  }

  /** Loads the built-in sounds if the room plays them. @private */
  prepareSounds() {
    if (this.accents.volume > 0) this.sound.prepare(soundAddresses());
  }

  /** @private */
  clear() {
    this.reel.clear();
    this.view.invalidate();
  }

  /** @private */
  report() {
    const { visible, active } = this.visibility;
    this.connection?.send({ type: "visibility", visible, active });
  }
}

/**
 * Returns a complaint about unknown widget names in `?only=`; empty if all are known.
 * @param {string | null} names
 */
function complaintOf(names) {
  const unknown = unknownNames(names);
  const known = NAMES.join(", ");
  return unknown.length === 0 ? "" : `?only= knows no ${unknown.join(", ")}: it takes ${known}`;
}

/**
 * Returns the key in the page's fragment, `#key=…`; empty if there is none. Browsers do not send fragments.
 * @param {URL} page
 */
function keyOf(page) {
  const key = new URLSearchParams(page.hash.slice(1)).get("key") ?? "";
  return /^ov_[a-z]_[0-9a-z]{26}$/.test(key) ? key : "";
}

/**
 * Returns the address of the room's stream. The last part of the page's path names the room.
 * @param {URL} page
 */
function streamOf(page) {
  const room = page.pathname.replace(/\/+$/, "").split("/").pop() ?? "main";
  const url = new URL(`/v1/rooms/${room}/stream`, page);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const fps = Math.round(Number(page.searchParams.get("fps"))) || FRAMES_A_SECOND;
  url.searchParams.set("fps", String(Math.min(Math.max(fps, 1), FRAMES_A_SECOND)));
  if (page.searchParams.get("role") === "preview") url.searchParams.set("role", "preview");
  return url.href;
}
