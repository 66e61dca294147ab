// @ts-check
/** Receives the stream of a room from the server, and writes its messages into the studio's store. */

import { Connection } from "../shared/connection.js";
import { Build } from "../shared/build.js";
import { changesBlocklist, entryOf, fateOf, isShowable, withNews } from "./entries.js";
import { changesHeld } from "./held.js";
import { merged } from "./merge.js";
import { read } from "./overview.js";
import { Presence } from "./presence.js";

const RECENT = 50;
/** When events come too fast for the stream, this many are read from the history, at most once per period. */
const MISSED = 20;
const MISSED_MILLISECONDS = 5000;
const NEWEST = 2 ** 53 - 1;
/** The statuses that mean that the server refuses the key. */
const REFUSED = [401, 403];
/** A part of the room that every role with access to the studio may read. */
export const PROBE = "held";

export class Feed {
  /**
   * @param {string} room
   * @param {import("./store.js").Store} store
   * @param {import("./actions.js").Actions} actions
   */
  constructor(room, store, actions) {
    /** @private */
    this.store = store;
    /** @private */
    this.actions = actions;
    /** @private the overview in the server's form; null before the first */
    this.raw = /** @type {any} */ (null);
    /** @private when the overview's time was received, by `performance.now()` */
    this.heard = 0;
    /**
     * Outcomes of events that the feed has not sent yet: an outcome may come first.
     * @private @type {Map<string, any[]>}
     */
    this.early = new Map();
    /** @private true if events were missed since the last read of the history */
    this.isBehind = false;
    /** @private the timer that ends the pause between two reads; 0 if none runs */
    this.pause = 0;
    /** @private */
    this.build = new Build();
    /** @private */
    this.presence = new Presence(room);
    /** Called when the configuration may have changed, also by this page. */
    this.onconfig = () => {};
    /** Called when the list of events that wait for approval may have changed. */
    this.onheld = () => {};
    /** Called when the blocklist may have changed. */
    this.onblocklist = () => {};
    const url = new URL(`/v1/rooms/${room}/stream?role=studio`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(url.href, {
      opened: () => this.opened(),
      received: (data) => this.take(JSON.parse(/** @type {string} */ (data))),
      closed: () => this.closed(),
      gone: () => this.store.set({ link: "deleted" }),
    }, ["ovation.v1.json"], actions.key ?? "");
  }

  /** @private */
  opened() {
    this.raw = null;
  }

  /** @private */
  async closed() {
    if (this.store.state.link !== "key") this.store.set({ link: "lost" });
    // A browser does not tell why a stream was refused, so another request tries the same key.
    const { status } = await this.actions.ask("GET", PROBE);
    if (this.connection.state === "open") return;
    if (REFUSED.includes(status)) this.store.set({ link: "key" });
    else if (this.store.state.link === "key") this.store.set({ link: "lost" });
  }

  /** @param {any} message */
  take(message) {
    switch (message.type) {
      case "hello": return this.begin(message);
      case "overview": return this.look(message);
      case "event": return this.add(message);
      case "outcome": return this.follow(message);
    }
  }

  /** @private @param {any} hello */
  begin(hello) {
    this.build.meet(hello.build);
    this.store.set({ hello, role: hello.may ?? this.store.state.role, link: "open" });
    this.onconfig();
    this.onheld();
    this.onblocklist();
  }

  /** @private @param {any} message */
  look({ type, full, ...patch }) {
    if (full !== true && this.raw === null) return;
    this.raw = full === true ? patch : merged(this.raw, patch);
    if ("time" in patch) this.heard = performance.now();
    const overview = read(this.raw, this.heard);
    this.store.set({ overview, lostAt: this.presence.note(overview, Date.now()) });
    if (full === true) this.recall();
  }

  /** @private @param {any} message */
  add(message) {
    if (message.event === undefined) return this.miss();
    const entry = this.entry(message.event);
    const { recent } = this.store.state;
    if (recent.some(({ seq }) => seq === entry.seq)) return;
    this.store.set({ recent: [entry, ...recent].slice(0, RECENT) });
    if (entry.kind === "control") this.steer(entry.body.action);
    if (entry.kind === "config") this.onconfig();
    if (changesHeld(entry)) this.onheld();
    if (changesBlocklist(entry)) this.onblocklist();
  }

  /**
   * Returns the entry of an event, with the outcomes that came before it.
   * @private @param {any} event
   */
  entry(event) {
    const entry = entryOf(event);
    const fates = this.early.get(entry.id) ?? [];
    this.early.delete(entry.id);
    return fates.reduce(withNews, entry);
  }

  /**
   * Shows a hold or resume at once, without waiting for the next overview.
   * @private @param {string} action
   */
  steer(action) {
    if (this.raw === null || !["hold", "resume"].includes(action)) return;
    this.raw = { ...this.raw, held: action === "hold" };
    this.store.set({ overview: read(this.raw, this.heard) });
  }

  /** @private @param {string} id @param {any} fate */
  note(id, fate) {
    if (this.early.size > RECENT) this.early.clear();
    this.early.set(id, [...this.early.get(id) ?? [], fate]);
  }

  /** @private @param {any} news */
  follow(news) {
    const { recent } = this.store.state;
    const fate = fateOf(news);
    if (!recent.some(({ id }) => id === news.id)) return this.note(news.id, fate);
    this.store.set({ recent: recent.map((entry) => entry.id === news.id ? withNews(entry, fate) : entry) });
  }

  /**
   * Reads missed events from the history: the stream leaves out events that come too fast.
   * @private
   */
  miss() {
    this.isBehind = true;
    if (this.pause !== 0) return;
    this.isBehind = false;
    this.recall(MISSED);
    // The missed events may have been such changes.
    this.onconfig();
    this.onheld();
    this.onblocklist();
    this.pause = setTimeout(() => {
      this.pause = 0;
      if (this.isBehind) this.miss();
    }, MISSED_MILLISECONDS);
  }

  /**
   * Reads the newest events of the room, and adds those that the feed has not sent.
   * @private
   */
  async recall(limit = RECENT) {
    if (!this.store.may("history")) return;
    const { ok, body } = await this.actions.ask("GET", `events?before=${NEWEST}&limit=${limit}`);
    if (!ok) return;
    const known = this.store.state.recent;
    const older = body.events.filter((/** @type {any} */ event) => !known.some(({ seq }) => seq === event.seq))
      .map((/** @type {any} */ event) => this.entry(event));
    const all = [...known, ...older].sort((one, other) => other.seq - one.seq);
    this.store.set({ recent: all.slice(0, RECENT) });
    const newest = all.find(isShowable);
    if (newest !== undefined) this.explain(newest.id);
  }

  /**
   * Reads the status of the newest event, whose timeline the studio shows: the feed sends no earlier outcomes.
   * @private @param {string} id
   */
  async explain(id) {
    const { ok, body } = await this.actions.ask("GET", `events/${encodeURIComponent(id)}`);
    if (!ok) return;
    this.store.set({ recent: this.store.state.recent.map((entry) => entry.id === id ? withNews(entry, body) : entry) });
  }
}
