// @ts-check
/** Plays a recorded show in the overlay page, repeatedly and without a server. */

const FILE = "/web/overlay/demo.json";

/** @typedef {import("./stage/stage.js").Frame} Frame */

/**
 * Plays the show. Shows nothing if the recording cannot be loaded.
 * @param {(fps: number) => void} begin called before each run
 * @param {(frame: Frame) => void} show
 */
export async function playDemo(begin, show) {
  /** @type {{fps: number, seconds: number, frames: Frame[]} | null} */
  const recorded = await fetch(FILE).then((answer) => answer.json()).catch(() => null);
  if (recorded === null) return;
  const { fps, seconds, frames } = recorded;
  let runs = 0;
  const run = () => {
    const passed = runs++ * seconds * 1_000_000;
    const began = performance.now();
    let next = 0;
    begin(fps);
    const step = () => {
      const now = (performance.now() - began) / 1000;
      for (; next < frames.length && frames[next].time / 1_000_000 <= now; next++) {
        show({ ...frames[next], time: frames[next].time + passed });
      }
      if (now >= seconds) run();
      else setTimeout(step, 1000 / fps);
    };
    step();
  };
  run();
}
