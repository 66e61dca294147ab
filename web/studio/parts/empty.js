// @ts-check
/** Creates the message of an empty list, with a picture, a sentence, and at most one button. */

import { icon } from "../icons.js";
import { el } from "./dom.js";

/**
 * @typedef {object} Face The picture and the button beside the sentence of an empty list.
 * @property {string} picture the name of an icon
 * @property {{text: string, press: () => void}} [action]
 */

/**
 * @template {"li" | "div"} Tag
 * @param {Tag} tag @param {Face} face @param {string} [sentence]
 * @returns {{element: HTMLElementTagNameMap[Tag], text: HTMLElement}} the message, and the element of its sentence
 */
export function emptyMessage(tag, { picture, action }, sentence = "") {
  const text = el("p", {}, sentence);
  const element = el(tag, { class: "empty pictured" }, el("span", { class: "empty-picture" }, icon(picture)), text,
    action !== undefined && el("button", { type: "button", on: { click: action.press } }, action.text));
  return { element, text };
}
