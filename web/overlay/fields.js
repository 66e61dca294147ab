// @ts-check
/** The keys of nodes and how their values are written in binary frames. Only ever grows at ends. */

/**
 * @typedef {"hundredths" | "thousandths" | "thousandths?" | "integer" | "text" | "name" | "flag"
 *   | "texts" | "numbers?"} Form
 * @typedef {[key: string, form: Form]} Field
 * @typedef {{kind: import("./stage.js").Kind, fields: Field[]}} Layout
 */

/** @type {Field[]} */
const PLACE = [
  ["x", "hundredths"],
  ["y", "hundredths"],
  ["width", "hundredths"],
  ["height", "hundredths"],
  ["alpha", "thousandths"],
];

/**
 * By the number of the kind.
 * @type {Layout[]}
 */
export const LAYOUTS = [
  {
    kind: "ticker",
    fields: [
      ...PLACE,
      ["sender", "name"],
      ["avatar", "name"],
      ["gift", "name"],
      ["image", "name"],
      ["count", "integer"],
      ["digitScale", "thousandths"],
    ],
  },
  {
    kind: "gift",
    fields: [
      ...PLACE,
      ["combo", "text"],
      ["sender", "name"],
      ["avatar", "name"],
      ["gift", "name"],
      ["image", "name"],
      ["count", "integer"],
      ["digitScale", "thousandths"],
    ],
  },
  {
    kind: "counter",
    fields: [
      ...PLACE,
      ["text", "text"],
      ["value", "hundredths"],
    ],
  },
  {
    kind: "caption",
    fields: [
      ...PLACE,
      ["text", "text"],
      ["effect", "name"],
      ["align", "name"],
      ["glyphs", "texts"],
      ["glyphAlpha", "numbers?"],
      ["glyphRise", "numbers?"],
      ["level", "thousandths?"],
      ["amplitude", "thousandths?"],
      ["phase", "thousandths?"],
    ],
  },
  {
    kind: "call",
    fields: [
      ...PLACE,
      ["name", "name"],
      ["avatar", "name"],
      ["leaving", "flag"],
    ],
  },
];
