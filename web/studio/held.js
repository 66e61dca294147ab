// @ts-check
/** The list of events that wait for a moderator's approval, with the outcome of each. */

const PAUSE_MILLISECONDS = 200;

/** @typedef {{id: string, at: string, source: string, events: any[]}} Held */
/**
 * @typedef {"heldBack" | "approved" | "refused" | "heldOver"} HeldState The names of texts. heldOver: the event waits
 *   no longer, and its outcome is not known here.
 */

export class HeldList {
  /** @param {import("./actions.js").Actions} actions @param {import("./store.js").Store} store */
  constructor(actions, store) {
    /** @private */
    this.actions = actions;
    /** @private */
    this.store = store;
    /** @private the timer that waits for more events before the list is read; 0 if none runs */
    this.timer = 0;
  }

  /** Reads the list soon, once for several events. */
  read() {
    if (this.timer !== 0) return;
    this.timer = setTimeout(async () => {
      this.timer = 0;
      const { ok, body } = await this.actions.ask("GET", "held");
      if (ok) this.store.set({ held: body.held });
    }, PAUSE_MILLISECONDS);
  }
}

/**
 * Tells if an event changes the list of waiting events.
 * @param {import("./entries.js").Entry} entry
 */
export function changesHeld({ kind, body }) {
  return kind === "hold" || kind === "takeBack" || body.approves !== undefined;
}

/**
 * Returns the state of a held event. An event counts as refused only if its refusal is known.
 * @param {import("./entries.js").Entry} entry
 * @param {Held[] | null} held the events that wait; null if not known yet
 * @param {import("./entries.js").Entry[]} known other events of the room
 * @returns {HeldState}
 */
export function heldStateOf({ id, fate }, held, known) {
  if (known.some(({ body }) => body.approves === id)) return "approved";
  if (fate.status === "takenBack" || known.some(({ kind, body }) => kind === "takeBack" && body.of === id)) return "refused";
  return held === null || held.some((one) => one.id === id) ? "heldBack" : "heldOver";
}
