// @ts-check
/** The page's widgets: what the rest of it knows of each is what stands here. */

import { call } from "./call.js";
import { caption } from "./caption.js";
import { counter } from "./counter.js";
import { effect } from "./effect.js";
import { gift } from "./gift.js";
import { goal } from "./goal.js";
import { ticker } from "./ticker.js";

/** @typedef {import("../../shared/binary.js").Field} Field */
/** @typedef {import("../../shared/binary.js").Layout} Layout */

/**
 * @typedef {object} Widget
 * @property {string} name as `?only=` and the configuration have it
 * @property {string} kind of its nodes
 * @property {number} layer the higher, the further above; as the server draws
 * @property {Field[]} fields of its nodes behind their place, in the order of binary frames; only
 *   ever grows at the end
 * @property {string[]} content the keys that say what a node is, and are part of a painted sprite;
 *   other keys change as it lives
 * @property {string[]} [steps] numbers that go from one to the next without what is between
 * @property {(node: import("../stage/stage.js").Node, fresh: import("../stage/stage.js").Node) =>
 *   boolean} [isAbove] whether a node is drawn above a new one of its kind; absent: it never is
 * @property {(brush: import("../paint/brush.js").Brush, nodes: import("../stage/stage.js").Node[],
 *   all: import("../stage/stage.js").Node[]) => void} [arrange] has nodes make room for each other, and for `all`
 *   that are on the stage, before any is drawn; absent: they need none
 * @property {(node: import("../stage/stage.js").Node, milliseconds: number) => void} [follow] told of a node that is
 *   new or has changed, with the room time of the frame that says so
 * @property {(brush: import("../paint/brush.js").Brush, node: import("../stage/stage.js").Node) =>
 *   void} draw
 * @property {(brush: import("../paint/brush.js").Brush, node: import("../stage/stage.js").Node) =>
 *   import("../extent.js").Rect} [extent] where it draws, in points; absent: in the node's place
 */

/**
 * What nodes may have beside their place, by widget.
 * @typedef {import("./ticker.js").Fields & import("./gift.js").Fields
 *   & import("./counter.js").Fields & import("./caption.js").Fields
 *   & import("./call.js").Fields & import("./goal.js").Fields
 *   & import("./effect.js").Fields} Fields
 */

/**
 * By the number of the kind in binary frames; only ever grows at the end.
 * @type {Widget[]}
 */
export const WIDGETS = [ticker, gift, counter, caption, call, goal, effect];

/** @type {Field[]} */
const PLACE = [
  ["x", "hundredths"],
  ["y", "hundredths"],
  ["width", "hundredths"],
  ["height", "hundredths"],
  ["alpha", "thousandths"],
];

/**
 * The fields of each kind, which a server tells whose fields are others.
 * @type {Layout[]}
 */
export const LAYOUTS = WIDGETS.map(({ kind, fields }) => ({ kind, fields: [...PLACE, ...fields] }));

/** @type {Map<string, Widget>} */
const BY_KIND = new Map(WIDGETS.map((widget) => [widget.kind, widget]));

/** @param {string} kind */
export function widgetOf(kind) {
  return BY_KIND.get(kind);
}

/**
 * Whether there is anything to draw of a node.
 * @param {import("../stage/stage.js").Node} node
 */
export function isSeen({ alpha, height }) {
  return alpha > 0 && height > 0;
}

/**
 * Has each widget's nodes make room for each other.
 * @param {import("../paint/brush.js").Brush} brush
 * @param {import("../stage/stage.js").Node[]} nodes
 */
export function arrange(brush, nodes) {
  const seen = nodes.filter(isSeen);
  for (const widget of WIDGETS) {
    if (widget.arrange === undefined) continue;
    const own = seen.filter((node) => node.kind === widget.kind);
    if (own.length > 0) widget.arrange(brush, own, seen);
  }
}

/**
 * The kinds of nodes that widgets draw.
 * @param {string | null} names of widgets with commas between; null: all
 * @returns {Set<string>}
 */
export function kindsOf(names) {
  const wanted = names === null ? null : new Set(names.split(",").map((name) => name.trim()));
  const widgets = WIDGETS.filter(({ name }) => wanted === null || wanted.has(name));
  return new Set(widgets.map(({ kind }) => kind));
}

/**
 * The names of a list that no widget has.
 * @param {string | null} names with commas between
 */
export function unknownNames(names) {
  return (names ?? "").split(",").map((name) => name.trim())
    .filter((name) => name !== "" && !WIDGETS.some((widget) => widget.name === name));
}

/** What every kind's node is, beside what its widget says. */
const SIZE = ["kind", "width", "height"];

/** The keys that are content in any kind. */
export const CONTENT = new Set([...SIZE, ...WIDGETS.flatMap(({ content }) => content)]);

const MOVING = new Set(["hundredths", "thousandths", "thousandths?", "numbers?"]);

/** The keys whose numbers go from one frame's to the next one's; all others step. */
export const CONTINUOUS = new Set(
  LAYOUTS.flatMap(({ fields }) => fields.filter(([, form]) => MOVING.has(form)))
    .map(([key]) => key)
    .filter((key) => !CONTENT.has(key) && !WIDGETS.some(({ steps }) => steps?.includes(key))),
);
