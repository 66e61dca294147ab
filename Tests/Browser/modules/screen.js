// @ts-check
/** Simulates a server, a network and a screen in virtual time, with the page's own reel between them. */

import { Reel } from "../web/overlay/stage/reel.js";
import { Stage } from "../web/overlay/stage/stage.js";

/** The speed of the node, in points per millisecond. */
export const SPEED = 2;
const NODE = {
  kind: "ticker", y: 0, width: 100, height: 80, alpha: 1, sender: "Ann", gift: "Rose", count: 1,
  digitScale: 1,
};

/** Tells if this viewer gets a frame at a tick of the frame clock. */
function takes(tick, fps, ticks) {
  return Math.floor(((tick + 1) * fps) / ticks) !== Math.floor((tick * fps) / ticks);
}

/**
 * Returns each refresh of a screen, with the position of a node that moves evenly.
 * @param {object} setting
 * @param {number} setting.hertz of the screen
 * @param {number} [setting.fps] frames per second that the server sends
 * @param {number} [setting.ticks] of the server's frame clock per second
 * @param {number} [setting.phase] of the screen, as a share of its refresh
 * @param {number} [setting.milliseconds] the duration
 * @param {(at: number) => number} [setting.delay] returns the delay of a frame; frames stay in order
 * @param {(at: number) => boolean} [setting.isHeldUp] tells if the page is busy at that time; afterwards it
 *   refreshes before it takes the frames that came meanwhile
 * @returns {{refresh: number, time: number, behind: number}[]}
 */
export function shown({
  hertz, fps = 60, ticks = 60, phase = 0, milliseconds = 6000, delay = () => 0.3,
  isHeldUp = () => false,
}) {
  const reel = new Reel(new Stage());
  reel.restart(fps);
  // The page's clock is ahead of the room's by this.
  const origin = 123_456.789;
  const arrivals = [];
  let last = 0;
  for (let tick = 0; (tick * 1000) / ticks < milliseconds; tick++) {
    if (tick > 0 && !takes(tick, fps, ticks)) continue;
    const time = Math.round((tick * 1e6) / ticks);
    last = Math.max(last, time / 1000 + delay(time / 1000));
    const x = Math.round((time / 1000) * SPEED * 100) / 100;
    arrivals.push({ at: last + origin, frame: frame(time, x, tick === 0) });
  }
  const seen = [];
  let asked = false;
  let wasHeldUp = false;
  const take = (/** @type {number} */ refresh) => {
    while (arrivals[0].at <= refresh) {
      const { at, frame } = /** @type {any} */ (arrivals.shift());
      if (reel.take(frame, wasHeldUp ? refresh : at) || reel.isMoving) asked = true;
    }
  };
  for (let number = 0; ; number++) {
    const refresh = origin + ((number + phase) * 1000) / hertz;
    if (refresh > arrivals[arrivals.length - 1].at) return seen;
    if (isHeldUp(refresh - origin)) {
      wasHeldUp = true;
      continue;
    }
    if (!wasHeldUp) take(refresh);
    if (asked) {
      reel.advance(refresh);
      asked = reel.isAwake;
    }
    if (wasHeldUp) take(refresh + 1);
    wasHeldUp = false;
    const node = reel.stage.order[0];
    if (node === undefined) continue;
    seen.push({ refresh, time: node.x / SPEED, behind: refresh - origin - node.x / SPEED });
  }
}

function frame(time, x, full) {
  const nodes = full ? [{ ...NODE, id: "ticker/a", x }] : [{ id: "ticker/a", x }];
  return /** @type {any} */ ({ time, full, nodes });
}

/**
 * Returns the differences between the steps of the shown time and of the screen: the root mean square
 * and the largest, in milliseconds.
 * @param {{refresh: number, time: number}[]} seen
 * @param {number} [from] milliseconds after the first refresh
 */
export function unevenness(seen, from = 1000) {
  let squares = 0;
  let most = 0;
  let count = 0;
  for (let i = 1; i < seen.length; i++) {
    if (seen[i].refresh < seen[0].refresh + from) continue;
    const step = seen[i].time - seen[i - 1].time;
    const error = step - (seen[i].refresh - seen[i - 1].refresh);
    squares += error * error;
    most = Math.max(most, Math.abs(error));
    count++;
  }
  return { mean: Math.sqrt(squares / count), most, count };
}
