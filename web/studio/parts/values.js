// @ts-check
/** Formats the values of settings, and lists the settings in a patch. */

import { t } from "../words.js";

/** @param {any} value */
export function valueText(value) {
  if (value === null || value === undefined) return t("none");
  if (typeof value === "boolean") return t(value ? "on" : "off");
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Returns the paths and values in a patch.
 * @param {any} patch @param {string[]} [path] @returns {[string[], any][]}
 */
export function leaves(patch, path = []) {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return [[path, patch]];
  return Object.entries(patch).flatMap(([key, value]) => leaves(value, [...path, key]));
}
