// @ts-check
/** Reads the entries of the gift catalogue from the configuration, and computes changes of them. */

import { kindOf } from "./files.js";
import { isRetired } from "./svg.js";

/**
 * @typedef {object} Entry
 * @property {string} [name]
 * @property {string} [image]
 * @property {string} [sound]
 * @property {number} [value]
 * @property {Effect} [effect]
 *
 * @typedef {object} Effect
 * @property {string | null} [src] a file of the room; null or absent: a built-in film
 * @property {string | null} [film] the name of a built-in film; null or absent: a file
 * @property {number} duration in seconds
 */

export const MOST_VALUE = 1e12;
/** The duration of an effect whose picture has none. */
const STILL_SECONDS = 5;

/**
 * Returns the entries of the catalogue, the cheapest first.
 * @param {any} config
 * @returns {[string, Entry][]}
 */
export function entriesOf(config) {
  return /** @type {[string, Entry][]} */ (Object.entries(config?.catalogue ?? {}).filter(([, entry]) => entry !== null))
    .sort(([, one], [, other]) => (one.value ?? 0) - (other.value ?? 0));
}

/**
 * Returns the patch that replaces an entry.
 * @param {Entry | undefined} before @param {Entry | null} after null removes the entry
 */
export function entryPatch(before, after) {
  if (after === null) return null;
  const patch = { ...after, ...removals(before, after) };
  // The parts of an effect are merged, too: a film would keep the file of the effect before it.
  return after.effect === undefined ? patch : { ...patch, effect: { ...after.effect, ...removals(before?.effect, after.effect) } };
}

/**
 * Returns a patch that removes the keys that are gone.
 * @param {object | null | undefined} before @param {object} after
 */
function removals(before, after) {
  const gone = Object.keys(before ?? {}).filter((key) => !(key in after));
  return Object.fromEntries(gone.map((key) => [key, null]));
}

/**
 * Returns the name of an effect among the choices: the address of its file, or `film:` and the name of its film; empty
 * for no effect.
 * @param {Effect | null | undefined} effect
 */
export function choiceOf(effect) {
  return effect?.src ?? (effect?.film ? `film:${effect.film}` : "");
}

/**
 * Returns the fields that an uploaded file sets in an entry: its picture, its sound, or its effect.
 * @param {Entry} entry @param {import("./files.js").Asset} asset
 * @returns {Partial<Entry>}
 */
export function filled(entry, asset) {
  const { url, durationSeconds } = asset;
  const kind = kindOf(asset);
  if (kind === "picture") return { image: url };
  if (kind === "sound") return { sound: url };
  return kind === "film" ? { effect: { src: url, film: null, duration: effectSeconds(durationSeconds, entry) } } : {};
}

/**
 * Returns the duration of an effect: that of its file, or else that of the effect before it.
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
 * Returns the address of a picture to show in the studio; an empty picture for other servers, because only the overlay
 * fetches from them, and for SVGs.
 * @param {string} address
 */
export function shownImage(address) {
  return (address.startsWith("/") && !isRetired(address)) || address.startsWith("data:") ? address : "data:,";
}
