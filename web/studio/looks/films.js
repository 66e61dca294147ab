// @ts-check
/** The built-in films that a gift can have as its effect, with their durations. */

/**
 * @typedef {object} Film
 * @property {string} name as in the configuration
 * @property {number} seconds its duration unless the configuration gives another
 * @property {number} rest an instant that shows what the film is about, in seconds
 */

/** @type {Film[]} */
export const FILMS = [
  { name: "rocket", seconds: 6.5, rest: 2.3 },
  { name: "castle", seconds: 7, rest: 4.2 },
  { name: "fireworks", seconds: 7, rest: 2.6 },
  { name: "diamond", seconds: 5.5, rest: 2.4 },
  { name: "hearts", seconds: 6, rest: 2.2 },
  { name: "crown", seconds: 6.5, rest: 4 },
];

/**
 * Returns the duration of a film, in seconds.
 * @param {string} name
 */
export function secondsOf(name) {
  return FILMS.find((film) => film.name === name)?.seconds ?? 6;
}
