// @ts-check
/** The built-in sounds: files that the server has for every room. `script/sounds` renders them. */

/** The number of ticks. A combo's ticks climb with its pops, up to the last one. */
export const TICKS = 10;
/** The names of the films' sounds. A film and its sound have the same name. */
export const FILM_SOUNDS = ["rocket", "castle", "fireworks", "diamond", "hearts", "crown"];

/** @param {string} stem @param {number} first @param {number} last */
const numbered = (stem, first, last) => Array.from({ length: last - first + 1 }, (_, index) => `${stem}-${first + index}`);

/** The names of all sounds, in groups. The studio lists them in this order. */
export const SOUND_GROUPS = {
  films: FILM_SOUNDS,
  moments: ["call", "goal", "time-added", "time-over"],
  alerts: numbered("alert", 0, 4),
  tiers: numbered("tier", 1, 4),
  ticks: numbered("tick", 1, TICKS),
};

/** Returns the addresses of all built-in sounds, the most frequent first. */
export function soundAddresses() {
  return Object.values(SOUND_GROUPS).reverse().flat().map(soundAddress);
}

/**
 * Returns the address of a built-in sound.
 * @param {string} name
 */
export function soundAddress(name) {
  return `/web/sounds/${name}.wav`;
}

/**
 * Returns the name of a built-in sound; null for the addresses of other files.
 * @param {string} address
 */
export function soundName(address) {
  const name = /^\/web\/sounds\/([a-z0-9-]+)\.wav$/.exec(address)?.[1] ?? "";
  return Object.values(SOUND_GROUPS).some((names) => names.includes(name)) ? name : null;
}
