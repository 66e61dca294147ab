// @ts-check
/** Finds the unknown or refused deliveries that the lamp reports, and stores the streamer's answers about them. */

/**
 * @typedef {object} Missed deliveries of one source with the same type or the same reason
 * @property {string} source
 * @property {string} [type] the type that the server does not know; absent if the deliveries were refused
 * @property {string} [reason] the reason of the refusal
 * @property {string} [code] the reason's code
 * @property {string | null} [about]
 * @property {number} count since the server's start
 * @property {string} last time of the newest delivery, RFC 3339
 *
 * @typedef {object} Settled the streamer's answers, as stored in this browser
 * @property {string | null} currency the currency that the room shall not count
 * @property {Record<string, number>} dismissed by `keyOf`, the times of the dismissals by `Date.now()`
 */

/** A show ends after this long without events in the room (as for `since=session` in totals). */
const SHOW_MILLISECONDS = 6 * 3_600_000;

/** @param {Missed} missed */
function keyOf({ source, type, code }) {
  return type === undefined ? `${source} refused ${code}` : `${source} ${type}`;
}

/**
 * Returns the deliveries of this show that the streamer has not dismissed.
 * @param {Missed[]} missed @param {Settled["dismissed"]} dismissed @param {number} wall by `Date.now()`
 */
export function unanswered(missed, dismissed, wall) {
  return missed.filter((one) =>
    wall - Date.parse(one.last) < SHOW_MILLISECONDS && !(wall - dismissed[keyOf(one)] < SHOW_MILLISECONDS));
}

/** Stores the streamer's answers for one room. */
export class Answers {
  /**
   * @param {string} room
   * @param {Pick<Storage, "getItem" | "setItem">} storage
   */
  constructor(room, storage = localStorage) {
    /** @private */
    this.names = { currency: `ovation.currency.${room}`, missed: `ovation.missed.${room}` };
    /** @private */
    this.storage = storage;
  }

  /** @returns {Settled} */
  read() {
    return { currency: this.storage.getItem(this.names.currency), dismissed: this.dismissed() };
  }

  /** @param {string} currency */
  keepUncounted(currency) {
    this.storage.setItem(this.names.currency, currency);
  }

  /** @param {Missed[]} missed @param {number} wall by `Date.now()` */
  dismiss(missed, wall) {
    const current = Object.entries(this.dismissed()).filter(([, time]) => wall - time < SHOW_MILLISECONDS);
    const added = missed.map((one) => [keyOf(one), wall]);
    this.storage.setItem(this.names.missed, JSON.stringify(Object.fromEntries([...current, ...added])));
  }

  /** @private @returns {Settled["dismissed"]} */
  dismissed() {
    try {
      return JSON.parse(this.storage.getItem(this.names.missed) ?? "{}");
    } catch {
      return {};
    }
  }
}
