// @ts-check
/** What the catalogue's entries are, and how they change. */

import { kindOf } from "./files.js";
import { isRetired } from "./svg.js";

/**
 * @typedef {object} Entry
 * @property {string} [name]
 * @property {string} [image]
 * @property {string} [sound]
 * @property {number} [value]
 * @property {{src: string, duration: number}} [effect]
 */

export const MOST_VALUE = 1e12;
/** How long a picture that does not say is shown as an effect. */
const STILL_SECONDS = 5;

/**
 * Those that there are, the cheapest first, as in the list that is there from the start.
 * @param {any} config
 * @returns {[string, Entry][]}
 */
export function entriesOf(config) {
  return /** @type {[string, Entry][]} */ (Object.entries(config?.catalogue ?? {}).filter(([, entry]) => entry !== null))
    .sort(([, one], [, other]) => (one.value ?? 0) - (other.value ?? 0));
}

/**
 * The change that makes an entry what it is to be.
 * @param {Entry | undefined} before @param {Entry | null} after null: none
 */
export function entryPatch(before, after) {
  if (after === null) return null;
  const gone = Object.keys(before ?? {}).filter((key) => !(key in after));
  return { ...after, ...Object.fromEntries(gone.map((key) => [key, null])) };
}

/**
 * What a file adds to an entry: its picture, its sound, or what is shown over the whole stage.
 * @param {Entry} entry @param {import("./files.js").Asset} asset
 * @returns {Partial<Entry>}
 */
export function filled(entry, asset) {
  const { url, durationSeconds } = asset;
  const kind = kindOf(asset);
  if (kind === "picture") return { image: url };
  if (kind === "sound") return { sound: url };
  return kind === "film" ? { effect: { src: url, duration: effectSeconds(durationSeconds, entry) } } : {};
}

/**
 * How long an effect is shown: as long as its file, else as the one before.
 * @param {number | undefined} seconds of the file @param {Entry} entry
 */
export function effectSeconds(seconds, entry) {
  const wanted = seconds ?? entry.effect?.duration ?? STILL_SECONDS;
  return Math.min(Math.max(Math.round(wanted * 10) / 10, 0.1), 60);
}

/** @param {number} duration */
export function isSeconds(duration) {
  return duration >= 0.1 && duration <= 60;
}

/**
 * Pictures of other servers are the overlay's to fetch, not the studio's.
 * @param {string} address
 */
export function shownImage(address) {
  return (address.startsWith("/") && !isRetired(address)) || address.startsWith("data:") ? address : "data:,";
}
