// @ts-check
/** The built-in sounds: files that the server has for every room. `script/sounds` renders them. */

/** The number of ticks. A combo's ticks climb with its pops, up to the last one. */
export const TICKS = 10;
/** The names of the sounds that films have, which are those of the films. */
export const FILM_SOUNDS = ["rocket", "castle", "fireworks", "diamond", "hearts", "crown"];

/** @param {string} stem @param {number} first @param {number} last */
const numbered = (stem, first, last) => Array.from({ length: last - first + 1 }, (_, index) => `${stem}-${first + index}`);

/** The names of the sounds in groups, in the order in which the studio lists them. */
export const SOUND_GROUPS = {
  films: FILM_SOUNDS,
  moments: ["call", "goal", "time-added", "time-over"],
  alerts: numbered("alert", 0, 4),
  tiers: numbered("tier", 1, 4),
  ticks: numbered("tick", 1, TICKS),
};

/**
 * Returns the address of a built-in sound.
 * @param {string} name
 */
export function soundAddress(name) {
  return `/web/sounds/${name}.wav`;
}

/**
 * Returns the name of a built-in sound; null if the address is not one's.
 * @param {string} address
 */
export function soundName(address) {
  const name = /^\/web\/sounds\/([a-z0-9-]+)\.wav$/.exec(address)?.[1] ?? "";
  return Object.values(SOUND_GROUPS).some((names) => names.includes(name)) ? name : null;
}
