// @ts-check
/** The titles of the built-in sounds in the studio's language. */

import { soundAddress, soundName, SOUND_GROUPS } from "../../shared/sounds.js";
import { w } from "./words.js";

/**
 * Returns the title of a built-in sound, such as Castle or Tick 3.
 * @param {string} name
 */
export function builtInTitle(name) {
  const [, stem, number = ""] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? ["", name];
  return w(/** @type {import("./words.js").Word} */ (`builtin_${stem}`), { number });
}

/**
 * Returns the title of the built-in sound at an address; null for other files.
 * @param {string} address
 */
export function builtInTitleOf(address) {
  const name = soundName(address);
  return name === null ? null : builtInTitle(name);
}

/**
 * Returns the groups of built-in sounds, each with its title and the addresses and titles of its sounds.
 * @returns {{title: string, sounds: {name: string, address: string, title: string}[]}[]}
 */
export function builtInGroups() {
  return Object.entries(SOUND_GROUPS).map(([group, names]) => ({
    title: w(/** @type {import("./words.js").Word} */ (`builtins_${group}`)),
    sounds: names.map((name) => ({ name, address: soundAddress(name), title: builtInTitle(name) })),
  }));
}
