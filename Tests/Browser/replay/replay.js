// @ts-check
/**
 * Recorded frames through the overlay's own drawing, with no server and no clock: for tests and
 * picture books. A script calls `replay`.
 */

import { extents } from "/web/overlay/extent.js";
import { Stage } from "/web/overlay/stage/stage.js";
import { View } from "/web/overlay/view.js";
import { kindsOf } from "/web/overlay/widgets/widgets.js";

/** @typedef {import("/web/overlay/stage/stage.js").Frame} Frame */

const query = new URLSearchParams(location.search);
const stage = new Stage(kindsOf(query.get("only")));
const view = new View(/** @type {HTMLCanvasElement} */ (document.getElementById("stage")), stage);

// The pictures must not depend on the speed of the machine.
view.thrift.note = () => {};

/** @type {Frame[]} */
let frames = [];

/**
 * Takes frames as `ovation simulate` prints them, one a line, or as a stream sent them.
 * @param {string | Frame[]} recorded
 * @param {{width: number, height: number}} [size] of the stage, in points
 * @returns {number} how many there are
 */
function load(recorded, size) {
  frames = typeof recorded === "string"
    ? recorded.split("\n").filter(Boolean).map((line) => JSON.parse(line))
    : recorded;
  if (size !== undefined) ({ width: stage.width, height: stage.height } = size);
  return frames.length;
}

/**
 * Draws the stage as it is with a frame: the newest full frame up to it, and the deltas since.
 * @param {number} index
 * @returns {Promise<number>} the frame's time in microseconds, once its pictures and fonts are in
 */
async function draw(index) {
  if (!(index in frames)) throw new RangeError(`no frame ${index} of ${frames.length}`);
  let first = index;
  while (first > 0 && frames[first].full !== true) first--;
  stage.clear();
  for (let i = first; i <= index; i++) stage.apply(structuredClone(frames[i]));
  view.brush.time = frames[index].time / 1000;
  await view.sized;
  view.fit();
  view.draw();
  await view.pictures.settled();
  await document.fonts.ready;
  view.repaint();
  view.draw();
  return frames[index].time;
}

/**
 * Draws all frames on one stage, one after the other, as an overlay that is shown them.
 * @param {() => void} [drawn] called after each
 */
async function play(drawn = () => {}) {
  stage.clear();
  await view.sized;
  view.fit();
  for (const frame of frames) {
    stage.apply(structuredClone(frame));
    view.brush.time = frame.time / 1000;
    view.draw();
    drawn();
  }
}

/** Called before each drawing of `drawOn` with its room time, in milliseconds. */
let disturbing = (/** @type {number} */ _) => {};

/** @param {(time: number) => void} made */
function disturb(made) {
  disturbing = made;
}

/**
 * Draws the stage of a frame many times, as a page does between two messages. The room time rises by a sixtieth of a
 * second for each drawing, and begins again after a second.
 * The browser shows some of the drawings, because it keeps all that it has not shown.
 * @param {number} index of the frame @param {number} count
 */
async function drawOn(index, count) {
  const start = frames[index].time / 1000;
  for (let i = 0; i < count; i++) {
    view.brush.time = start + (i % 60) * (1000 / 60);
    disturbing(view.brush.time);
    view.draw();
    if (i % 20 === 19) await new Promise(requestAnimationFrame);
  }
}

/** Returns the area of each widget, in points. */
function boxes() {
  return extents(view.brush, stage.order);
}

/** @param {Partial<import("/web/overlay/paint/brush.js").Words>} words */
function say(words) {
  view.rephrase(words);
}

/** @param {"full" | "calm" | "none"} motion */
function settle(motion) {
  view.settle(motion);
}

/** @param {boolean} isTaken false: draws as in OBS, where viewers cannot tap a call card */
function takeTaps(isTaken) {
  view.brush.takesTaps = isTaken;
  view.repaint();
}

Object.assign(window, { replay: { load, draw, drawOn, disturb, play, boxes, say, settle, takeTaps } });
