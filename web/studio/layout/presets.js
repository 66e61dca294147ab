// @ts-check
/**
 * The preset layouts of the whole stage that a person can choose. They set only positions and sizes, and no animations.
 */

/** @typedef {{name: import("../words.js").Word, label: string, patch: any}} Preset */

/** @type {Preset[]} */
export const PRESETS = [
  {
    name: "size169", label: "16:9",
    patch: {
      stage: { width: 960, height: 540 },
      gifts: { x: 24, y: 320, width: 200, height: 40, gap: 10, channels: 2 },
      ticker: { x: 836, y: 0, width: 100, height: 80, entryX: 124, entryY: 350, margin: 85, rows: 4 },
      counters: { x: 24, y: 24, height: 36, gap: 8, max: 6 },
      captions: { x: 480, y: 480, height: 40, gap: 8, align: "center", max: 4 },
      calls: { x: null, y: 0, top: 17, width: 170, height: 48, pitch: 58, max: 3 },
      goals: { x: 680, y: 24, width: 256, height: 32, gap: 8, max: 4 },
      effects: { x: 0, y: 0, width: 960, height: 540 },
    },
  },
  {
    name: "size916", label: "9:16",
    patch: {
      stage: { width: 540, height: 960 },
      gifts: { x: 27, y: 470, width: 210, height: 44, gap: 10, channels: 2 },
      ticker: { x: 413, y: 375, width: 100, height: 60, entryX: 151, entryY: 192, margin: 64, rows: 3 },
      counters: { x: 27, y: 304, height: 32, gap: 8, max: 4 },
      captions: { x: 270, y: 724, height: 36, gap: 8, align: "center", max: 3 },
      calls: { x: null, y: 116, top: 0, width: 190, height: 48, pitch: 58, max: 3 },
      goals: { x: 272, y: 304, width: 240, height: 30, gap: 8, max: 2 },
      effects: { x: 0, y: 0, width: 540, height: 960 },
    },
  },
  {
    name: "size43", label: "4:3",
    patch: {
      stage: { width: 720, height: 540 },
      gifts: { x: 24, y: 268, width: 180, height: 40, gap: 10, channels: 2 },
      ticker: { x: 604, y: 0, width: 92, height: 76, entryX: 116, entryY: 350, margin: 81, rows: 3 },
      counters: { x: 36, y: 27, height: 34, gap: 8, max: 5 },
      captions: { x: 360, y: 473, height: 38, gap: 8, align: "center", max: 3 },
      calls: { x: null, y: 0, top: 27, width: 160, height: 48, pitch: 58, max: 3 },
      goals: { x: 460, y: 27, width: 236, height: 30, gap: 8, max: 2 },
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
