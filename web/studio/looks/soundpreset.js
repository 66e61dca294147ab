// @ts-check
/** The change of a room's configuration that switches the built-in sounds on. */

import { soundAddress } from "../../shared/sounds.js";

/**
 * Returns the merge patch: calls and goals are heard, and so are ticks, tier-ups and films. The sounds of gifts, combos and
 * uploaded films stay as they are.
 */
export function soundPreset() {
  return {
    sounds: { enabled: true, flourish: true, call: soundAddress("call"), goal: soundAddress("goal") },
  };
}
