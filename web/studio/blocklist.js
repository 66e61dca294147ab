// @ts-check
/** The room's blocklist: the words and senders that moderators and owners block. */

import { hasEntry, parsedEntry } from "./entries.js";
import { toast } from "./parts/toast.js";
import { t } from "./words.js";

const PAUSE_MILLISECONDS = 200;
const NOT_FOUND = 404;

/** @type {Record<import("./entries.js").BlockKind, import("./words.js").Word>} */
const NAMES = { word: "blockedWord", senderID: "blockedID", senderName: "blockedSender" };

/**
 * Returns an entry for a reader, such as `Word: spam`.
 * @param {string} entry
 */
export function entryText(entry) {
  const { kind, value } = parsedEntry(entry);
  return t(NAMES[kind], { value });
}

export class Blocklist {
  /** @param {import("./actions.js").Actions} actions @param {import("./store.js").Store} store */
  constructor(actions, store) {
    /** @private */
    this.actions = actions;
    /** @private */
    this.store = store;
    /** @private the timer that waits for more events before the list is read; 0 if none runs */
    this.timer = 0;
    /** @private @type {Promise<void> | null} the first read of the list, while it runs */
    this.loading = null;
  }

  /** Reads the list if it is not known. Events keep it current from then on. */
  async load() {
    if (this.store.state.blocklist !== null) return;
    await (this.loading ??= this.read());
    this.loading = null;
  }

  /** Reads a known list again soon, once for several events. */
  refresh() {
    if (this.timer !== 0 || this.store.state.blocklist === null) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.read();
    }, PAUSE_MILLISECONDS);
  }

  /** @private */
  async read() {
    const { ok, body } = await this.actions.ask("GET", "blocklist");
    if (ok) this.store.set({ blocklist: body.entries });
  }

  /**
   * Blocks an entry and offers to undo that. The server records a repeat, too, so the list is checked first.
   * @param {string} entry @param {string} [name] of the sender; absent: the entry is named
   * @param {(answer: import("./actions.js").Answer) => void} [refused] says why the server refused it
   * @returns {Promise<boolean>} true if the entry is blocked
   */
  async block(entry, name = entryText(entry), refused) {
    await this.load();
    if (hasEntry(this.store.state.blocklist ?? [], entry)) {
      toast(t("isBlocked", { name }));
      return true;
    }
    const ok = await this.change("PUT", entry, refused);
    if (ok) toast(t("blockedNow", { name }), false, { text: t("undo"), press: () => this.change("DELETE", entry) });
    return ok;
  }

  /**
   * Unblocks an entry and offers to undo that.
   * @param {string} entry @param {string} [name] of the sender; absent: the entry is named
   */
  async unblock(entry, name = entryText(entry)) {
    const ok = await this.change("DELETE", entry);
    if (ok) toast(t("unblockedNow", { name }), false, { text: t("undo"), press: () => this.change("PUT", entry) });
  }

  /**
   * Sends a change and says why the server refused it. After 404 another person has unblocked the entry already.
   * @param {"PUT" | "DELETE"} method @param {string} entry
   * @param {(answer: import("./actions.js").Answer) => void} [refused] says why the server refused it
   * @returns {Promise<boolean>} true if the list is as wanted
   */
  async change(method, entry, refused = (answer) => this.actions.onanswer(answer)) {
    const answer = await this.actions.ask(method, `blocklist/${encodeURIComponent(entry)}`);
    const isDone = answer.ok || (method === "DELETE" && answer.status === NOT_FOUND);
    if (!isDone) refused(answer);
    await this.read();
    return isDone;
  }
}

/**
 * Returns the item of an event's menu that blocks or unblocks its sender.
 * @param {import("./shell.js").Studio} studio @param {{entry: string, name: string} | null} sender
 * @returns {import("./parts/menu.js").Item[]} empty if the event has no sender, or if the key may not block
 */
export function blockItems({ blocklist, store }, sender) {
  if (sender === null || !store.may("block")) return [];
  const { entry, name } = sender;
  return [hasEntry(store.state.blocklist ?? [], entry)
    ? { text: t("unblockSender", { name }), action: () => blocklist.unblock(entry, name) }
    : { text: t("blockSender", { name }), action: () => blocklist.block(entry, name) }];
}
