// @ts-check
/**
 * Reads the server's overview of a room into the form for the studio's views, with sorted lists, and a running clock.
 */

/**
 * @typedef {object} Waiting
 * @property {string} combo
 * @property {string} sender
 * @property {string} gift
 * @property {number} count
 * @property {number} position from 1
 * @property {number | null} expectedAt room time in microseconds
 * @property {boolean} [test]
 *
 * @typedef {object} WaitingAlert
 * @property {string} event the ID of its event
 * @property {string} rule
 * @property {string} title
 * @property {number} position from 1
 * @property {number | null} expectedAt room time in microseconds
 *
 * @typedef {{key: string, place: number, name: string, value: number, count: number}} Leader
 *
 * @typedef {object} Shown An item on the stage.
 * @property {string} node the ID of its node
 * @property {"gift" | "call" | "caption" | "counter" | "goal" | "leaders" | "alert" | "effect"} kind
 * @property {string} title
 * @property {string} detail
 * @property {number} [count]
 * @property {number} [target]
 * @property {string} [message] of an alert; absent if it has none, or if it is hidden
 *
 * @typedef {object} Viewer
 * @property {string} id
 * @property {string} [role]
 * @property {boolean} [visible]
 * @property {boolean} [active]
 * @property {number} [fps]
 * @property {string} [agent]
 * @property {string} [build]
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [reduction] of its decoration because frames run late: 1 or 2; absent if it draws everything
 *
 * @typedef {object} Overview
 * @property {boolean} held
 * @property {boolean} running true if room time advances
 * @property {Waiting[]} queue the first waiting combos
 * @property {number} queueLength the number of all waiting combos
 * @property {number | null} lastAt when the last of them is expected
 * @property {Shown[]} shown
 * @property {{name: string, title: string, amount: number, target: number, reached: boolean}[]} goals
 * @property {number} waitingCalls
 * @property {WaitingAlert[]} alerts the first waiting alerts, the next one first
 * @property {import("./timer/clocks.js").Clock[]} clocks by name
 * @property {Leader[]} leaders the senders on the board, the first one first
 * @property {Viewer[] | null} viewers pages that show the room, without studios and previews; null if the key's role
 *   may not see them
 * @property {string[]} faults
 * @property {string | null} otherCurrency of the newest donation that has no value because the room counts another currency
 * @property {import("./missed.js").Missed[]} missed the newest first
 * @property {number} lastSeq
 * @property {number} time room time in microseconds when the overview was made
 * @property {(now: number) => number} roomTime in microseconds, at a time of `performance.now()`
 */

/**
 * Reads a whole overview.
 * @param {any} raw
 * @param {number} heard when the overview's time was received, by `performance.now()`
 * @returns {Overview}
 */
export function read(raw, heard) {
  // The server updates the queue less often than the channels, so a shown combo may still be in it.
  const shownCombos = new Set(list(raw.channels, "channel").map(({ combo }) => combo));
  const told = list(raw.queue, "combo").sort((one, other) => one.position - other.position);
  const queue = told.filter(({ combo }) => !shownCombos.has(combo));
  const entered = told.length - queue.length;
  for (const [index, combo] of queue.entries()) {
    queue[index] = { expectedAt: null, ...combo, position: combo.position - entered };
  }
  const running = raw.running !== false;
  const time = raw.time ?? 0;
  return {
    held: raw.held === true,
    running,
    queue,
    queueLength: raw.queueLength ?? queue.length,
    lastAt: raw.queueEnd ?? null,
    shown: shown(raw),
    goals: list(raw.goals, "name"),
    waitingCalls: list(raw.calls, "id").filter(({ slot }) => slot === undefined).length,
    alerts: list(raw.alertQueue, "event").sort((one, other) => one.position - other.position)
      .map((alert) => ({ expectedAt: null, ...alert, title: withoutMarks(alert.title) })),
    clocks: clocks(raw),
    leaders: leaders(raw),
    viewers: raw.viewers === undefined ? null
      : list(raw.viewers, "id").filter(({ role }) => role !== "studio" && role !== "preview"),
    faults: Array.isArray(raw.faults) ? raw.faults : [],
    otherCurrency: raw.sources?.otherCurrency ?? null,
    missed: raw.sources?.missed ?? [],
    lastSeq: raw.lastSeq ?? 0,
    time,
    roomTime: (now) => running ? time + (now - heard) * 1000 : time,
  };
}

/**
 * Returns the elements of a list, or the values of an object with their keys as an extra field.
 * @param {any} value @param {string} key the name of the extra field
 * @returns {any[]}
 */
function list(value, key) {
  if (Array.isArray(value)) return [...value];
  return Object.entries(value ?? {}).map(([id, entry]) => ({ [key]: id, ...entry }));
}

/** @param {any} raw @returns {Shown[]} */
function shown(raw) {
  const channels = list(raw.channels, "channel").map((row) => ({
    node: `gifts/${row.channel}`, kind: /** @type {const} */ ("gift"), title: row.sender,
    detail: row.gift, count: row.count, target: row.target,
  }));
  const calls = list(raw.calls, "id").filter(({ slot }) => slot !== undefined);
  return [
    ...channels,
    ...calls.sort((one, other) => one.slot - other.slot).map((card) => ({
      node: `call/${card.id}`, kind: /** @type {const} */ ("call"), title: card.name, detail: "" })),
    ...list(raw.captions, "slot").map((line) => ({
      node: `caption/${line.slot}`, kind: /** @type {const} */ ("caption"), title: line.text, detail: line.slot })),
    ...list(raw.counters, "name").map((label) => ({
      node: `counter/${label.name}`, kind: /** @type {const} */ ("counter"), title: label.text, detail: label.name })),
    ...list(raw.goals, "name").map((bar) => ({
      node: `goal/${bar.name}`, kind: /** @type {const} */ ("goal"), title: bar.title, detail: bar.name })),
    ...board(raw),
    ...list(raw.alert, "event").map((alert) => ({
      node: `alert/${alert.event}`, kind: /** @type {const} */ ("alert"), title: withoutMarks(alert.title), detail: alert.rule, message: alert.message })),
  ];
}

/** The marks around names, which keep names from reordering the words around them. */
const MARKS = /[\u2068\u2069]/g;

/** @param {string} title */
function withoutMarks(title) {
  return title.replace(MARKS, "");
}

/** The number of leaders that the stage's list names. */
export const NAMED = 3;

/** @param {any} raw @returns {Leader[]} */
function leaders(raw) {
  return list(raw.leaders, "key").sort((one, other) => one.place - other.place);
}

/**
 * Returns the board of leaders as one item, if there is a leader.
 * @param {any} raw @returns {Shown[]}
 */
function board(raw) {
  const first = leaders(raw).slice(0, NAMED);
  if (first.length === 0) return [];
  return [{ node: "leaders", kind: "leaders", title: first.map(({ place, name }) => `${place}. ${name}`).join(" · "), detail: "" }];
}

/**
 * Tells if a waiting alert may have a message that is not hidden yet. The overview has no messages of waiting alerts, so this
 * looks at the newest events. The alert of an older event may have one.
 * @param {WaitingAlert} alert
 * @param {Pick<import("./store.js").State, "config" | "recent">} state
 */
export function mayHaveMessage({ event, rule }, { config, recent }) {
  if (config?.alerts?.rules.some((/** @type {any} */ one) => one.name === rule && one.message === false)) return false;
  const isHidden = recent.some(({ kind, body }) =>
    kind === "control" && body.action === "hideMessage" && body.of === event);
  if (isHidden) return false;
  const body = recent.find(({ id }) => id === event)?.body;
  return body === undefined || body.message !== undefined || body.replayOf !== undefined;
}

/** @param {any} raw @returns {import("./timer/clocks.js").Clock[]} the counters that are clocks */
function clocks(raw) {
  return list(raw.counters, "name").flatMap(({ name, clock }) => clock === undefined ? [] : [{ ended: false, ...clock, name }])
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Tells if a page that shows the room draws fewer particles because its frames run late.
 * @param {Viewer[] | null | undefined} viewers
 */
export function isReduced(viewers) {
  return viewers?.some(({ visible, reduction = 0 }) => visible === true && reduction > 0) ?? false;
}

/** @param {Viewer} viewer */
export function isOBS(viewer) {
  return (viewer.agent ?? "").includes("OBS/");
}
