// @ts-check
/** Decides whether a room is asked for its format, theme and sounds, and computes the change that the answer makes. */

import { applicable, presetOf } from "../layout/presets.js";
import { same } from "../merge.js";
import { joined } from "../settings.js";

/**
 * @typedef {object} Answer
 * @property {import("../layout/presets.js").Preset} preset
 * @property {string} theme
 * @property {boolean} isHeard true if sounds are on
 */

/**
 * Returns how a room is asked. A room that has a preset layout has answered already.
 * @param {any} config of the room
 * @param {any} defaults the configuration in which every setting has its default
 * @returns {"first" | "offer" | null} first: every setting has its default; offer: the room has a configuration of
 *   its own, so it is only told that it can be asked; null: not at all
 */
export function occasionOf(config, defaults) {
  if (presetOf(config) !== null) return null;
  const isDefault = Object.keys(defaults).every((key) => same(sorted(config[key]), sorted(defaults[key])));
  return isDefault ? "first" : "offer";
}

/**
 * Returns a value with the keys of its objects in order, so that equal values have equal JSON.
 * @param {any} value @returns {any}
 */
function sorted(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

/**
 * Tells if a room has sounds.
 * @param {any} sounds the section of the configuration
 */
export function isHeard({ enabled, volume, ...sounds }) {
  return enabled === true && volume > 0 && Object.values(sounds).some((sound) => sound !== null && sound !== false);
}

/**
 * Returns the merge patch for an answer. The sounds stay as they are unless the answer switches them on or off.
 * @param {Answer} answer @param {any} config of the room @param {any} on the patch that switches the sounds on
 */
export function patchOf({ preset, theme, isHeard: isWanted }, config, on) {
  const patch = { ...applicable(preset.patch, config), look: { theme } };
  if (isWanted === isHeard(config.sounds)) return patch;
  return joined(patch, isWanted ? on : { sounds: { enabled: false } });
}
