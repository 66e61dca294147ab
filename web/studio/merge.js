// @ts-check
/** Applies and computes JSON merge patches (RFC 7396) without changing their arguments. */

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Applies a patch and returns the result.
 * @param {any} target @param {any} patch @returns {any}
 */
export function merged(target, patch) {
  if (!isObject(patch)) return patch;
  /** @type {Record<string, any>} */
  const result = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

/**
 * Returns the patch that turns `before` into `after`; undefined if they are equal.
 * @param {any} before @param {any} after @returns {any}
 */
export function difference(before, after) {
  if (!isObject(before) || !isObject(after)) return same(before, after) ? undefined : after;
  /** @type {Record<string, any>} */
  const patch = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!(key in after)) patch[key] = null;
    else {
      const change = difference(before[key], after[key]);
      if (change !== undefined) patch[key] = change;
    }
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/** @param {any} one @param {any} other */
export function same(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** @param {any} value @param {string[]} path */
export function at(value, path) {
  return path.reduce((inner, key) => inner?.[key], value);
}

/**
 * Returns a patch that sets one key.
 * @param {string[]} path @param {any} value
 */
export function patchAt(path, value) {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}
