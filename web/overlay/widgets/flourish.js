// @ts-check
/** The type of a node's field `flourish`, which is the decoration of an expensive gift, as the server describes it. */

/**
 * @typedef {object} Flourish Instants are room times in microseconds.
 * @property {number} tier 1 to 4
 * @property {number} seed of its random numbers, 0 to 65,535
 * @property {number} born when the entrance began
 * @property {number} [popped] when the current or last pop began
 * @property {number} [rose] when the tier last rose
 * @property {number} [left] when the exit or the fade began
 * @property {number} [roll] the count shown before that pop; absent if it equals the count
 */

export {};
