// @ts-check
/** Formats the server's error responses for a person, with the field names that the page shows. */

import { isWord, t } from "../words.js";

/** @typedef {Pick<import("../actions.js").Answer, "problem" | "errors">} Refused */

/**
 * The field names that only one view knows, by the pointer of the object that has the fields.
 * @type {Map<string, (key: string) => string>}
 */
const namers = new Map();

/**
 * Sets the field names of one object while a view is open.
 * @param {string} pointer of the object @param {(key: string) => string} nameOf
 * @returns {() => void} removes the names
 */
export function nameFields(pointer, nameOf) {
  namers.set(pointer, nameOf);
  return () => void namers.delete(pointer);
}

/**
 * Returns a field's name as the page shows it.
 * @param {string} pointer a JSON pointer (RFC 6901)
 */
export function fieldName(pointer) {
  const parts = pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = parts.at(-1) ?? "";
  const known = namers.get(pointer.slice(0, pointer.lastIndexOf("/")));
  const widget = `widget_${parts[0]}`;
  if (parts.length > 1 && isWord(widget)) {
    return `${t(widget)}: ${known === undefined ? parts.slice(1).join(".") : known(key)}`;
  }
  const word = [`field_${key}`, `key_${key}`, key].find(isWord);
  return word === undefined ? parts.join(".") : t(word);
}

/**
 * @param {Refused} answer
 * @returns {string} empty if the server refused nothing
 */
export function problemText({ problem, errors }) {
  if (problem === "" || errors.length === 0) return isWord(problem) ? t(problem) : problem;
  const lines = errors.map(({ pointer, detail }) => pointer === "" ? detail : `${fieldName(pointer)}: ${detail}`);
  return [...new Set(lines)].join(" · ");
}
