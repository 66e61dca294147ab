// @ts-check
/** The registry of the page's widgets, with the interface that each implements. */

import { alert } from "./alert.js";
import { call } from "./call.js";
import { caption } from "./caption.js";
import { counter } from "./counter.js";
import { effect } from "./effect.js";
import { gift } from "./gift.js";
import { goal } from "./goal.js";
import { leader } from "./leader.js";
import { ticker } from "./ticker.js";

/** @typedef {import("../../shared/binary.js").Field} Field */
/** @typedef {import("../../shared/binary.js").Layout} Layout */

/**
 * @typedef {object} Part Nodes of a kind that have a name of their own in `?only=`.
 * @property {string} name
 * @property {(node: import("../stage/stage.js").Node) => boolean} has
 *
 * @typedef {object} Widget
 * @property {string} name as in `?only=` and in the configuration
 * @property {string} kind of its nodes
 * @property {number} layer widgets with higher layers are drawn later; the same numbers as in the server
 * @property {Part} [part] absent: all its nodes have the widget's name
 * @property {boolean} [isAhead] true if this version's server sends no such nodes; their fields may still change
 * @property {Field[]} fields of its nodes after the common ones, in the order of binary frames; new fields go
 *   to the end
 * @property {string[]} content the fields that identify a node's content and are part of its sprite;
 *   other fields change during the node's life
 * @property {string[]} [steps] numbers that are not interpolated between frames
 * @property {(node: import("../stage/stage.js").Node, fresh: import("../stage/stage.js").Node) =>
 *   boolean} [isAbove] tells if a node is drawn above a new one of its kind; absent: never
 * @property {(brush: import("../paint/brush.js").Brush, node: import("../stage/stage.js").Node) =>
 *   void} [scatter] draws a node's particles that fly over the whole stage, below the widgets; absent: it throws none
 * @property {(brush: import("../paint/brush.js").Brush, nodes: import("../stage/stage.js").Node[],
 *   all: import("../stage/stage.js").Node[]) => void} [arrange] before a drawing, moves the widget's nodes so that
 *   they cover neither each other nor `all` nodes on the stage; absent: not needed
 * @property {(node: import("../stage/stage.js").Node, milliseconds: number) => void} [follow] called for each new or
 *   changed node, with the room time of its frame
 * @property {(brush: import("../paint/brush.js").Brush, all: import("../stage/stage.js").Node[]) =>
 *   void} [lay] draws the background of all of its nodes; absent: there is none
 * @property {(brush: import("../paint/brush.js").Brush, node: import("../stage/stage.js").Node) =>
 *   void} [veil] before a drawing, raises `brush.veil` if a node fades the widgets above it; absent: none does
 * @property {((brush: import("../paint/brush.js").Brush, node: import("../stage/stage.js").Node) =>
 *   unknown)[]} [prepare] steps before a new node is drawn first, each of which paints at most one of its sprites; absent: its
 *   first drawing paints them
 * @property {boolean} [renews] true: the steps are also for a node with new content, and paint no sprite that it shows before
 * @property {(brush: import("../paint/brush.js").Brush, node: import("../stage/stage.js").Node) =>
 *   void} draw
 * @property {(brush: import("../paint/brush.js").Brush, node: import("../stage/stage.js").Node,
 *   into: import("../extent.js").Rect) => import("../extent.js").Rect} [extent] changes `into` from the node's rectangle
 *   to the one that the widget draws in, in points, and returns it; absent: the widget draws in the node's rectangle
 */

/**
 * The optional fields of nodes, of all widgets.
 * @typedef {import("./ticker.js").Fields & import("./gift.js").Fields
 *   & import("./counter.js").Fields & import("./caption.js").Fields
 *   & import("./call.js").Fields & import("./goal.js").Fields
 *   & import("./effect.js").Fields & import("./alert.js").Fields
 *   & import("./leader.js").Fields} Fields
 */

/**
 * All widgets, by the number of their kind in binary frames. New widgets go to the end.
 * @type {Widget[]}
 */
export const WIDGETS = [ticker, gift, counter, caption, call, goal, effect, alert, leader];

/** @type {Field[]} */
const PLACE = [
  ["x", "hundredths"],
  ["y", "hundredths"],
  ["width", "hundredths"],
  ["height", "hundredths"],
  ["alpha", "thousandths"],
];

/**
 * The widgets whose nodes the server sends.
 * @type {Widget[]}
 */
export const SENT = WIDGETS.filter(({ isAhead }) => isAhead !== true);

/**
 * The fields of each kind that this page knows in binary frames. A server sends its own list in `hello`.
 * @type {Layout[]}
 */
export const LAYOUTS = SENT.map(({ kind, fields }) => ({ kind, fields: [...PLACE, ...fields] }));

/** @type {Map<string, Widget>} */
const BY_KIND = new Map(WIDGETS.map((widget) => [widget.kind, widget]));

/** @param {string} kind */
export function widgetOf(kind) {
  return BY_KIND.get(kind);
}

/** The highest layers of films and of widgets: only alerts are in a higher one. */
const FILMS = 0;
const WIDGETS_END = 60;
/** The depths at which nodes are drawn, the lowest first: films, widgets, alerts. */
export const BELOW = 0;
export const AMONG = 1;
export const ABOVE = 2;

/** @param {import("../stage/stage.js").Node} node */
export function depthOf({ kind }) {
  const layer = widgetOf(kind)?.layer ?? 0;
  return layer <= FILMS ? BELOW : layer <= WIDGETS_END ? AMONG : ABOVE;
}

/**
 * Tells if a node has anything to draw.
 * @param {import("../stage/stage.js").Node} node
 */
export function isSeen({ alpha, height }) {
  return alpha > 0 && height > 0;
}

/**
 * Calls `arrange` of each widget that has visible nodes.
 * @param {import("../paint/brush.js").Brush} brush
 * @param {import("../stage/stage.js").Node[]} nodes
 */
export function arrange(brush, nodes) {
  let count = 0;
  for (let i = 0; i < nodes.length; i++) if (isSeen(nodes[i])) seen[count++] = nodes[i];
  seen.length = count;
  for (let i = 0; i < WIDGETS.length; i++) {
    const widget = WIDGETS[i];
    if (widget.arrange === undefined) continue;
    const own = ownOf(i, widget.kind);
    if (own.length > 0) widget.arrange(brush, own, seen);
  }
}

/** The parts of widgets. */
const PARTS = WIDGETS.flatMap(({ part }) => part ?? []);

/** The names of all widgets and their parts, as `?only=` takes them. */
export const NAMES = [...WIDGETS, ...PARTS].map(({ name }) => name);

/**
 * Lists of the newest arrangement, which are kept, so that a drawing makes no arrays.
 * @type {import("../stage/stage.js").Node[]}
 */
const seen = [];
/** @type {import("../stage/stage.js").Node[][]} */
const owns = WIDGETS.map(() => []);

/**
 * Lists the visible nodes of a widget.
 * @param {number} index of the widget @param {string} kind
 */
function ownOf(index, kind) {
  const own = owns[index];
  let count = 0;
  for (let i = 0; i < seen.length; i++) if (seen[i].kind === kind) own[count++] = seen[i];
  own.length = count;
  return own;
}

/**
 * Returns the node kinds of the named widgets, and the names of the named parts.
 * @param {string | null} names comma-separated names of widgets and parts; null for all widgets
 * @returns {Set<string>}
 */
export function kindsOf(names) {
  if (names === null) return new Set(WIDGETS.map(({ kind }) => kind));
  const wanted = new Set(names.split(",").map((name) => name.trim()));
  const kinds = WIDGETS.filter(({ name }) => wanted.has(name)).map(({ kind }) => kind);
  return new Set([...kinds, ...PARTS.map(({ name }) => name).filter((name) => wanted.has(name))]);
}

/**
 * Tells if a node is one of the wanted ones.
 * @param {Set<string>} kinds as `kindsOf` returns them
 * @param {import("../stage/stage.js").Node} node
 */
export function isWanted(kinds, node) {
  if (kinds.has(node.kind)) return true;
  const part = widgetOf(node.kind)?.part;
  return part !== undefined && kinds.has(part.name) && part.has(node);
}

/**
 * Returns the names in a list that neither a widget nor a part has.
 * @param {string | null} names comma-separated
 */
export function unknownNames(names) {
  return (names ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "" && !NAMES.includes(name));
}

/** The content fields that every kind has. */
const SIZE = ["kind", "width", "height"];

/** The names of all content fields. */
export const CONTENT = new Set([...SIZE, ...WIDGETS.flatMap(({ content }) => content)]);

const MOVING = new Set(["hundredths", "thousandths", "thousandths?", "hundredths?", "numbers?"]);

/** The fields whose numbers are interpolated between frames. All others step. */
export const CONTINUOUS = new Set(
  [...PLACE, ...WIDGETS.flatMap(({ fields }) => fields)].filter(([, form]) => MOVING.has(form))
    .map(([key]) => key)
    .filter((key) => !CONTENT.has(key) && !WIDGETS.some(({ steps }) => steps?.includes(key))),
);
