// @ts-check
/** The keys of nodes and how their values are written in binary frames. Only ever grows at ends. */

/**
 * @typedef {string} Form One of "hundredths", "thousandths", "thousandths?", "integer", "text",
 *   "name", "flag", "texts", "numbers?", or a newer server's own.
 * @typedef {[key: string, form: Form]} Field
 * @typedef {{kind: string, fields: Field[]}} Layout
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

const MOVING = new Set(["hundredths", "thousandths", "thousandths?", "numbers?"]);

/** The keys whose numbers go from one frame's to the next one's; all others step. */
export const CONTINUOUS = new Set(
  LAYOUTS.flatMap(({ fields }) => fields.filter(([, form]) => MOVING.has(form)))
    .map(([key]) => key)
    .filter((key) => !["width", "height", "value"].includes(key)),
);

/** What a thing is, and part of a painted sprite. All else changes as it lives, or is not known here. */
export const CONTENT = new Set([
  "kind", "width", "height", "combo", "sender", "avatar", "gift", "image", "text", "effect", "align",
  "glyphs", "name",
]);
