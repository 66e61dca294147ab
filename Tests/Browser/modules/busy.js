// @ts-check
/**
 * A busy minute of a layout: where each widget draws at each instant while all rows are full, counts pop, rows
 * and cards enter and leave, and a film shows its sender.
 */

/**
 * @typedef {object} Box in points of the stage
 * @property {string} widget
 * @property {string} name of the part
 * @property {number} x @property {number} y @property {number} right @property {number} bottom
 */

/** The number of instants in a second. */
const STEPS = 20;
export const SECONDS = 60;

/**
 * The largest drawing of a count that pops, over all themes and counts, for a row of 40 points: from the count's
 * middle line up and down, its width, and its outline and shadow. Measured on 28, 9,999 and 88,888.
 */
const COUNT = { above: 41, below: 42, width: 208, edge: 20, popped: 3 };
/** The widest count at rest, ×1,000,000. */
const COUNT_AT_REST = 125;
/** The height of a row for which counts are designed. */
const ROW = 40;
/** A gift's picture is higher than its row. */
const PICTURE = { above: 8, below: 2 };
/** The distance from a row to its count. */
const GAP = 8;
const COUNTER_WIDTH = 220;
/** @type {Record<string, number>} */
const CAPTION_WIDTHS = { "9:16": 280 };
const CAPTION_WIDTH = 340;
/** The sender's name in a film, relative to the film's middle, in points of its design. */
const NAME = { x: -170, y: 130, width: 340, height: 56 };
/** The height of a film's design; on a tall stage its middle, as a share of the height, and its size; the least size on others. */
const FILM = { side: 540, tall: 0.477, size: 0.88, least: 0.8 };

/** @param {number} p */
const clamped = (p) => Math.min(1, Math.max(0, p));
/** @param {number} p */
const easeOut = (p) => 1 - (1 - clamped(p)) ** 3;

/**
 * Returns the drawn boxes for each instant of the minute.
 * @param {string} label of the layout @param {any} layout
 * @returns {Box[][]}
 */
export function busyMinute(label, layout) {
  const calls = callsOf(layout.calls);
  return Array.from({ length: SECONDS * STEPS }, (_, step) => {
    const time = step / STEPS;
    return [
      ...rowsAt(layout.gifts, time), ...calls(time), ...standing(label, layout), nameOf(layout.effects),
    ];
  });
}

/** @param {string} widget @param {string} name @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
function box(widget, name, x, y, width, height) {
  return { widget, name, x, y, right: x + width, bottom: y + height };
}

/**
 * The rows with their counts. A row enters in 0.25 s, pops six times in 3 s, rests for 1 s and leaves in 0.25 s; the
 * rows do so at different times.
 * @param {any} gifts @param {number} time
 */
function rowsAt({ x, y, width, height, gap, channels, exitShift }, time) {
  return Array.from({ length: channels }, (_, channel) => {
    const round = (time + channel * 1.3) % (4.5 + 0.37 * channel);
    const shift = round < 0.25 ? -width * (1 - easeOut(round / 0.25)) : exitShift * easeOut((round - 4.25) / 0.25);
    const [left, top] = [x + shift, y + channel * (height + gap)];
    return [
      box("gifts", `row ${channel}`, left - 3, top - PICTURE.above, width + 3, height + PICTURE.above + PICTURE.below),
      countAt(`count ${channel}`, left + width, top + height / 2, height / ROW, scaleAt((round - 0.25) / 0.5)),
    ];
  }).flat();
}

/** The scale of a count that pops once in each unit of time, six times. @param {number} pops */
function scaleAt(pops) {
  if (pops < 0 || pops >= 6) return 1;
  const share = pops % 1;
  return share < 0.25 ? 1 + (COUNT.popped - 1) * (share / 0.25) : Math.max(1, COUNT.popped * (1 - (share - 0.25) / 0.25));
}

/** @param {string} name @param {number} x the row's right end @param {number} middle @param {number} unit @param {number} scale */
function countAt(name, x, middle, unit, scale) {
  const share = (scale / COUNT.popped) * unit;
  const wide = Math.min(COUNT.width, COUNT_AT_REST * scale) * unit + COUNT.edge * share;
  return box("gifts", name, x, middle - COUNT.above * share, GAP + wide, (COUNT.above + COUNT.below) * share);
}

/**
 * The calls of the minute: one comes every 1.7 s, so that each new card pushes the oldest one out.
 * @param {any} calls
 * @returns {(time: number) => Box[]} must be called with rising times
 */
function callsOf({ x, y, top, width, height, pitch, max }) {
  const [every, move] = [1.7, 0.5];
  const rest = (/** @type {number} */ slot) => y + top + slot * pitch;
  /** @type {{name: string, from: number, to: number, start: number, leaves: boolean}[]} */
  let cards = [];
  let next = 0;
  const shown = (/** @type {typeof cards[number]} */ { from, to, start }, /** @type {number} */ time) =>
    from + (to - from) * easeOut((time - start) / move);
  const send = (/** @type {typeof cards[number]} */ card, /** @type {number} */ to, /** @type {number} */ time) =>
    Object.assign(card, { from: shown(card, time), to, start: time });
  return (time) => {
    cards = cards.filter(({ leaves, start }) => !leaves || time - start < move);
    if (time >= next * every) {
      const standing = cards.filter(({ leaves }) => !leaves);
      if (standing.length === max) {
        const [oldest] = standing.splice(0, 1);
        send(oldest, y - height, time).leaves = true;
        standing.forEach((card, slot) => send(card, rest(slot), time));
      }
      const lowest = Math.max(-Infinity, ...cards.map((card) => shown(card, time)));
      const from = Math.max(rest(standing.length), lowest + pitch);
      cards.push({ name: `call ${next++}`, from, to: rest(standing.length), start: time, leaves: false });
    }
    return cards.map((card) => box("calls", card.name, x, shown(card, time), width, height));
  };
}

/** The widgets that do not move. @param {string} label @param {any} layout */
function standing(label, { counters, goals, captions }) {
  const wide = CAPTION_WIDTHS[label] ?? CAPTION_WIDTH;
  const rows = (/** @type {any} */ { max }, /** @type {(row: number) => Box} */ make) => Array.from({ length: max }, (_, row) => make(row));
  return [
    ...rows(counters, (row) => box("counters", `counter ${row}`, counters.x,
      counters.y + row * (counters.height + counters.gap), COUNTER_WIDTH, counters.height)),
    ...rows(goals, (row) => box("goals", `goal ${row}`, goals.x, goals.y + row * (goals.height + goals.gap), goals.width, goals.height)),
    ...rows(captions, (row) => box("captions", `caption ${row}`, captions.x - wide / 2,
      captions.y - row * (captions.height + captions.gap), wide, captions.height)),
  ];
}

/**
 * The sender's name in a film. On a tall stage a film hides captions that it crosses, so both may have one place.
 * @param {any} effects
 */
function nameOf({ x, y, width, height }) {
  const isTall = height > width;
  const unit = (Math.min(width, height) / FILM.side) * (isTall ? FILM.size : Math.min(1, Math.max(FILM.least, width / height / (16 / 9))));
  // The name of a smaller film is as high as that of a large one.
  const middle = isTall ? y + height * FILM.tall : y + height / 2 + (height / FILM.side - unit) * (NAME.y + NAME.height / 2);
  return box(isTall ? "captions" : "film", "the sender's name", x + width / 2 + NAME.x * unit, middle + NAME.y * unit, NAME.width * unit, NAME.height * unit);
}

/**
 * Returns the pairs of parts that meet. Parts of one widget may meet, except for counts.
 * @param {Box[]} boxes
 * @returns {string[]}
 */
export function meetings(boxes) {
  const isCount = ({ name = "" }) => name.startsWith("count");
  return boxes.flatMap((one, index) => boxes.slice(index + 1)
    .filter((other) => one.widget !== other.widget || (isCount(one) && isCount(other)))
    .filter((other) => one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom)
    .map((other) => `${one.name} and ${other.name}`));
}
