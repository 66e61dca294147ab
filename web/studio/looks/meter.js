// @ts-check
/** A level meter for the sound that the studio plays, with a bar, and a mark at the peak of the last second. */

import { el, put, say } from "../parts/dom.js";
import { shareOf } from "./sounding.js";
import { w } from "./words.js";

const HOLD_MILLISECONDS = 1000;
/** The fastest fall of the bar, as a share of its length per second. */
const FALL = 1.5;

/** @param {import("./sounding.js").Sounding} sounding */
export function meter(sounding) {
  const cover = el("span", { class: "meter-cover" });
  const mark = el("span", { class: "meter-mark" });
  mark.hidden = true;
  const figure = el("span", { class: "meter-figure muted small", "aria-hidden": "true" });
  const track = el("div", { class: "meter-track grow", id: "meter", role: "meter", "aria-label": w("loudness"), "aria-valuemin": -60, "aria-valuemax": 0,
    "aria-valuenow": -60, "aria-valuetext": w("silence") }, cover, mark);
  let [level, most, mostAt, drawnAt, told] = [0, 0, 0, 0, 0];
  let runs = false;

  /** @param {number} now */
  function draw(now) {
    const decibels = sounding.decibels();
    const passed = Math.min(now - drawnAt, 100) / 1000;
    drawnAt = now;
    level = Math.max(shareOf(decibels), level - FALL * passed);
    if (level >= most || now - mostAt > HOLD_MILLISECONDS) [most, mostAt] = [level, now];
    cover.style.transform = `scaleX(${1 - level})`;
    mark.style.left = `${most * 100}%`;
    mark.hidden = most === 0;
    if (now - told > 200) {
      told = now;
      const text = decibels <= -60 ? "" : `${Math.round(decibels)} dB`;
      say(figure, text);
      put(track, "aria-valuenow", Math.round(decibels));
      put(track, "aria-valuetext", text || w("silence"));
    }
    runs = track.isConnected && (sounding.address !== "" || most > 0);
    if (runs) requestAnimationFrame(draw);
  }

  const end = sounding.subscribe(() => {
    if (runs || sounding.address === "") return;
    runs = true;
    requestAnimationFrame(draw);
  });
  return { element: el("div", { class: "row" }, track, figure), dispose: end };
}
