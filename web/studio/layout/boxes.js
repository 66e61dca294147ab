// @ts-check
/** Computes each widget's box on the stage from the configuration, and the settings that change when a box moves. */

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Rect in points of the stage
 * @typedef {object} Box
 * @property {string} name of the widget
 * @property {Rect} rect
 * @property {(dx: number, dy: number) => Record<string, number>} moved returns the settings after a move
 * @property {((dx: number, dy: number) => Record<string, number>) | null} sized returns the settings after a change
 *   of size; null if the size is fixed
 * @property {("x" | "width")[]} [fixed] the sides that neither a move nor a change of size changes
 *
 * @typedef {(section: any, stage: {width: number, height: number}, drawn: Rect | undefined) =>
 *   Omit<Box, "name">} Rule
 */

/**
 * Rounds to a tenth of a point, the precision of stored settings.
 * @param {number} value
 */
const round = (value) => Math.round(value * 10) / 10;
/** @param {number} value @param {number} least */
const atLeast = (value, least) => Math.max(least, round(value));
const LEAST = 8;
const TEXT_WIDTH = 160;

/** @param {any} section */
const place = (section) => (/** @type {number} */ dx, /** @type {number} */ dy) =>
  ({ x: round(section.x + dx), y: round(section.y + dy) });

/** @type {Record<string, Rule>} */
const RULES = {
  gifts: (s) => ({
    rect: { x: s.x, y: s.y, width: s.width + 1.6 * s.height, height: s.channels * (s.height + s.gap) - s.gap },
    moved: place(s),
    sized: (dx, dy) => {
      const height = atLeast(s.height + dy / s.channels, LEAST);
      return { height, width: atLeast(s.width + dx - 1.6 * (height - s.height), LEAST) };
    },
  }),
  ticker: (s) => ({
    rect: { x: s.x, y: s.y + s.entryY - s.rows * s.margin, width: s.width, height: s.height + s.rows * s.margin },
    moved: place(s),
    sized: (dx, dy) => {
      const height = atLeast(s.height + dy / (s.rows + 1), LEAST);
      return { width: atLeast(s.width + dx, LEAST), height, margin: round(height + 5) };
    },
  }),
  counters: (s, _, drawn) => ({
    rect: { x: s.x, y: s.y, width: Math.max(TEXT_WIDTH, drawn?.width ?? 0), height: s.max * (s.height + s.gap) - s.gap },
    moved: place(s),
    sized: (_dx, dy) => ({ height: atLeast(s.height + dy / s.max, LEAST) }),
    fixed: ["width"],
  }),
  captions: (s, _, drawn) => {
    const width = Math.max(TEXT_WIDTH, drawn?.width ?? 0);
    const share = s.align === "left" ? 0 : s.align === "right" ? 1 : 0.5;
    const height = s.max * (s.height + s.gap) - s.gap;
    return {
      rect: { x: s.x - share * width, y: s.y + s.height - height, width, height },
      moved: place(s),
      // The lower edge stays: rows grow upward.
      sized: (_dx, dy) => {
        const more = atLeast(s.height + dy / s.max, LEAST);
        return { height: more, y: round(s.y + s.height - more) };
      },
      fixed: ["width"],
    };
  },
  calls: (s, stage) => {
    const x = s.x ?? (stage.width - s.width) / 2;
    return {
      rect: { x, y: s.y + s.top, width: s.width, height: (s.max - 1) * s.pitch + s.height },
      moved: (dx, dy) => ({ top: round(s.top + dy), ...("x" in s && dx !== 0 ? { x: round(x + dx) } : {}) }),
      sized: (dx, dy) => {
        const height = atLeast(s.height + dy / s.max, LEAST);
        return { width: atLeast(s.width + dx, LEAST), height, pitch: round(height + 10) };
      },
      fixed: "x" in s ? [] : ["x"],
    };
  },
  goals: (s) => ({
    rect: { x: s.x, y: s.y, width: s.width, height: s.max * (s.height + s.gap) - s.gap },
    moved: place(s),
    sized: (dx, dy) => ({ width: atLeast(s.width + dx, LEAST), height: atLeast(s.height + dy / s.max, LEAST) }),
  }),
  leaders: (s) => {
    const lines = s.rows + (s.title === "" ? 0 : 1);
    return {
      rect: { x: s.x, y: s.y, width: s.width, height: lines * (s.rowHeight + s.gap) - s.gap },
      moved: place(s),
      sized: (dx, dy) => ({ width: atLeast(s.width + dx, LEAST), rowHeight: atLeast(s.rowHeight + dy / lines, LEAST) }),
    };
  },
  alerts: (s) => ({
    rect: { x: s.x, y: s.y, width: s.width, height: s.height },
    moved: place(s),
    sized: (dx, dy) => ({ width: atLeast(s.width + dx, LEAST), height: atLeast(s.height + dy, LEAST) }),
  }),
  effects: (s) => ({
    rect: { x: s.x, y: s.y, width: s.width, height: s.height },
    moved: place(s),
    sized: (dx, dy) => ({ width: atLeast(s.width + dx, LEAST), height: atLeast(s.height + dy, LEAST) }),
  }),
};

/** Effects lie under everything, by design. */
const MAY_COVER = new Set(["effects"]);

/**
 * Returns the boxes of the enabled widgets, the lowest layer first.
 * @param {any} config
 * @param {Record<string, Rect>} [drawn] the rectangles that are drawn now, by widget
 * @returns {Box[]}
 */
export function boxesOf(config, drawn = {}) {
  const names = [...MAY_COVER, ...Object.keys(RULES).filter((name) => !MAY_COVER.has(name))];
  return names.filter((name) => config[name]?.enabled === true)
    .map((name) => ({ name, ...RULES[name](config[name], config.stage, drawn[name]) }));
}

/**
 * Returns the names of the boxes for a menu: widgets that lie under all others come last.
 * @param {Box[]} boxes
 */
export function namesOf(boxes) {
  const names = boxes.map(({ name }) => name);
  return [...names.filter((name) => !MAY_COVER.has(name)), ...names.filter((name) => MAY_COVER.has(name))];
}

/**
 * Returns the pairs of boxes that overlap, with their common rectangles.
 * @param {Box[]} boxes
 * @returns {{one: Box, other: Box, rect: Rect}[]}
 */
export function overlaps(boxes) {
  const solid = boxes.filter(({ name }) => !MAY_COVER.has(name));
  return solid.flatMap((one, index) => solid.slice(index + 1).flatMap((other) => {
    const rect = common(one.rect, other.rect);
    return rect === null ? [] : [{ one, other, rect }];
  }));
}

/** @param {Rect} one @param {Rect} other @returns {Rect | null} */
export function common(one, other) {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0.5 && height > 0.5 ? { x, y, width, height } : null;
}

/**
 * Returns the area of the stage that viewers' apps do not cover with their own controls.
 * @param {{width: number, height: number}} stage @returns {Rect}
 */
export function safeArea({ width, height }) {
  const isTall = height > width;
  const side = 0.05 * width;
  const [top, bottom] = isTall ? [0.12, 0.2] : [0.05, 0.05];
  const y = top * height;
  return { x: side, y, width: width - 2 * side, height: (1 - bottom) * height - y };
}

/** @param {Rect} rect @param {{width: number, height: number}} stage */
export function isOutside(rect, stage) {
  const safe = safeArea(stage);
  return rect.x < 0 || rect.y < 0 || rect.x + rect.width > stage.width || rect.y + rect.height > stage.height
    || (stage.height > stage.width && (rect.y < safe.y - 0.5 || rect.y + rect.height > safe.y + safe.height + 0.5));
}

/**
 * Returns the shortest move that separates one box from another, and if possible keeps it on the stage.
 * @param {Rect} one @param {Rect} other @param {{width: number, height: number}} stage
 * @returns {{dx: number, dy: number}}
 */
export function apart(one, other, stage) {
  const gap = 8;
  const moves = [
    { dx: other.x - gap - one.x - one.width, dy: 0 }, { dx: other.x + other.width + gap - one.x, dy: 0 },
    { dx: 0, dy: other.y - gap - one.y - one.height }, { dx: 0, dy: other.y + other.height + gap - one.y },
  ];
  const length = (/** @type {{dx: number, dy: number}} */ { dx, dy }) => Math.abs(dx) + Math.abs(dy);
  const stays = ({ dx = 0, dy = 0 }) => one.x + dx >= 0 && one.y + dy >= 0
    && one.x + dx + one.width <= stage.width && one.y + dy + one.height <= stage.height;
  const sorted = moves.sort((first, second) => length(first) - length(second));
  return sorted.find(stays) ?? sorted[0];
}
