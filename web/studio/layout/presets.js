// @ts-check
/**
 * The preset layouts of the whole stage that a person can choose. In each, no widget covers another, even while
 * counts pop and cards enter and leave. They show gifts as rows: the ticker would show each gift a second time.
 */

import { holds } from "../settings.js";

/** @typedef {{name: import("../words.js").Word, label: string, patch: any}} Preset */

/**
 * The pace of rows: large counts take a few steps, and while gifts wait, rows rest briefly. So the row of a gift with a film
 * comes while its film plays.
 */
const PACE = { hurry: 1, catchUpFrom: 5, catchUpDivisor: 2 };

/** @type {Preset[]} */
export const PRESETS = [
  {
    name: "size169", label: "16:9",
    patch: {
      stage: { width: 960, height: 540 },
      gifts: { enabled: true, x: 24, y: 171, width: 200, height: 40, gap: 43, channels: 3, exitShift: 240, ...PACE },
      ticker: { enabled: false, x: 656, y: 0, width: 100, height: 80, entryX: 304, entryY: 412, margin: 85, rows: 2 },
      counters: { x: 24, y: 24, height: 36, gap: 8, max: 3 },
      captions: { x: 480, y: 496, height: 32, gap: 6, align: "center", max: 2 },
      calls: { x: 766, y: 190, top: 0, width: 170, height: 48, pitch: 58, max: 3 },
      goals: { x: 692, y: 24, width: 244, height: 32, gap: 8, max: 3 },
      alerts: { x: 300, y: 40, width: 360, height: 150 },
      leaders: { x: 24, y: 390, width: 200, rowHeight: 24, gap: 4, rows: 4 },
      effects: { x: 0, y: 0, width: 960, height: 540 },
    },
  },
  {
    // Phone apps cover the upper 12 % and the lower 20 % of a tall picture. Captions stand below the face, where a film shows
    // its sender: while it plays, it hides them. Goals are as wide as the stage. Counters and calls are in one line below
    // them: a leaving card moves up by its height, and must not cover a goal.
    name: "size916", label: "9:16",
    patch: {
      stage: { width: 540, height: 960 },
      gifts: { enabled: true, x: 16, y: 648, width: 200, height: 38, gap: 41, channels: 2, exitShift: 240, ...PACE },
      ticker: { enabled: false, x: 454, y: 0, width: 76, height: 60, entryX: 96, entryY: 706, margin: 64, rows: 2 },
      counters: { x: 16, y: 254, height: 36, gap: 8, max: 3 },
      captions: { x: 270, y: 592, height: 32, gap: 6, align: "center", max: 2 },
      calls: { x: 354, y: 248, top: 0, width: 170, height: 48, pitch: 56, max: 2 },
      goals: { x: 16, y: 116, width: 508, height: 38, gap: 8, max: 2 },
      alerts: { x: 90, y: 404, width: 360, height: 150 },
      leaders: { x: 16, y: 790, width: 210, rowHeight: 23, gap: 4, rows: 3 },
      effects: { x: 0, y: 0, width: 540, height: 960 },
    },
  },
  {
    name: "size43", label: "4:3",
    patch: {
      stage: { width: 720, height: 540 },
      // A leaving row moves less far than in the other layouts: the calls are near.
      gifts: { enabled: true, x: 16, y: 165, width: 200, height: 40, gap: 43, channels: 3, exitShift: 160, ...PACE },
      ticker: { enabled: false, x: 622, y: 0, width: 76, height: 60, entryX: 100, entryY: 454, margin: 64, rows: 2 },
      counters: { x: 16, y: 16, height: 36, gap: 8, max: 3 },
      captions: { x: 360, y: 496, height: 32, gap: 6, align: "center", max: 2 },
      calls: { x: 534, y: 150, top: 0, width: 170, height: 48, pitch: 58, max: 2 },
      goals: { x: 524, y: 16, width: 180, height: 32, gap: 8, max: 2 },
      alerts: { x: 198, y: 40, width: 300, height: 125 },
      leaders: { x: 16, y: 384, width: 168, rowHeight: 24, gap: 4, rows: 4 },
      effects: { x: 0, y: 0, width: 720, height: 540 },
    },
  },
];

/**
 * Returns the part of a preset for which the server's configuration has settings.
 * @param {any} patch @param {any} config
 */
export function applicable(patch, config) {
  const sections = Object.entries(patch).filter(([name]) => name in config);
  return Object.fromEntries(sections.map(([name, keys]) =>
    [name, Object.fromEntries(Object.entries(keys).filter(([key]) => key in config[name]))]));
}

/** The settings with the number of a widget's rows. A preset has the largest numbers that fit. */
const ROWS = /** @type {const} */ ([["gifts", "channels"], ["leaders", "rows"]]);

/** @typedef {{widget: "gifts" | "leaders", was: number, n: number}} Lost a chosen number of rows that does not fit */

/**
 * Keeps the numbers of rows that a person has chosen, if they fit into a preset.
 * @param {any} patch of the preset @param {any} config of the room
 * @param {any} usual the configuration with the numbers that the person has not chosen; null if it is not known
 * @returns {{patch: any, lost: Lost[]}}
 */
export function withOwnRows(patch, config, usual) {
  let kept = patch;
  /** @type {Lost[]} */
  const lost = [];
  for (const [widget, key] of ROWS) {
    const was = config[widget]?.[key];
    const n = patch[widget]?.[key];
    if (was === undefined || n === undefined || usual === null || was === usual[widget]?.[key]) continue;
    if (was > n) lost.push({ widget, was, n });
    else kept = { ...kept, [widget]: { ...kept[widget], [key]: was } };
  }
  return { patch: kept, lost };
}

/**
 * Returns the preset that a room has, with as many rows or fewer; null if the room has another layout.
 * @param {any} config
 * @returns {Preset | null}
 */
export function presetOf(config) {
  return PRESETS.find(({ patch }) => {
    const own = applicable(patch, config);
    return holds(config, withOwnRows(own, config, {}).patch);
  }) ?? null;
}
