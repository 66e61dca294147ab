// @ts-check
/** Draws the studio's icons, 20 by 20, with lines of one weight, in the color of the surrounding text. */

/** @type {Record<string, string[]>} */
const LINES = {
  live: ["M10 10h.01", "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z", "M10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"],
  history: ["M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z", "M10 6v4l2.5 2.5"],
  layout: ["M3.5 4h13v12h-13z", "M3.5 8h13", "M9 8v8"],
  looks: ["M10 3a7 7 0 0 0 0 14c1.3 0 1.7-.9 1.4-1.8-.4-1.2.3-2.2 1.5-2.2h1.7A2.4 2.4 0 0 0 17 10.4C16.8 6.2 13.8 3 10 3z", "M6.3 9.500v.01", "M8.7 6.3v.01", "M12.5 6.8v.01"],
  alerts: ["M6 8a4 4 0 0 1 8 0c0 3.5 1.5 5 1.5 5h-11S6 11.5 6 8z", "M8.5 15.5a1.5 1.5 0 0 0 3 0", "M10 2.5v1.5"],
  timer: ["M10 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12z", "M10 8v3l2 1.5", "M8 2.5h4", "M10 2.5V5"],
  platforms: ["M7 3v4", "M13 3v4", "M5 7h10v3a5 5 0 0 1-10 0z", "M10 15v2.5"],
  rooms: ["M6.5 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z", "M10 10h7v3", "M14 10v2"],
  more: ["M10 4.5v.01", "M10 10v.01", "M10 15.5v.01"],
  code: ["M7 6l-4 4 4 4", "M13 6l4 4-4 4", "M11.5 4.5l-3 11"],
  copy: ["M7.5 7.5h9v9h-9z", "M12.5 7.5v-4h-9v9h4"],
  hold: ["M7 4.5v11", "M13 4.5v11"],
  resume: ["M6.5 4.5v11l9-5.5z"],
  skip: ["M4.5 4.5v11l7.5-5.5z", "M15 4.5v11"],
  clear: ["M4 6h12", "M8 6V4h4v2", "M5.5 6l1 10.5h7l1-10.5"],
  hideMessage: ["M6.5 4h10v9h-4M10 13l-3.5 3v-3h-3V6", "M3 3l14 14"],
  close: ["M5 5l10 10", "M15 5L5 15"],
  down: ["M5.5 8l4.5 4.5L14.5 8"],
  up: ["M5.5 12L10 7.5l4.5 4.5"],
  first: ["M4.5 4h11", "M10 16V8", "M6 11.5L10 7.5l4 4"],
  again: ["M15.5 10a5.5 5.5 0 1 1-1.6-3.9", "M15.5 3v3.5H12"],
  undo: ["M4 8h8a4 4 0 0 1 0 8H8", "M7.5 4.5L4 8l3.5 3.5"],
  redo: ["M16 8H8a4 4 0 0 0 0 8h4", "M12.5 4.5L16 8l-3.5 3.5"],
  reset: ["M4.5 10a5.5 5.5 0 1 0 1.6-3.9", "M4.5 3v3.5H8"],
  search: ["M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4z", "M13 13l3.5 3.5"],
  grip: ["M7.5 5v.01", "M12.5 5v.01", "M7.5 10v.01", "M12.5 10v.01", "M7.5 15v.01", "M12.5 15v.01"],
  open: ["M8 4H4v12h12v-4", "M11 4h5v5", "M16 4l-7 7"],
  language: ["M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z", "M3 10h14", "M10 3c4.5 4.5 4.5 9.5 0 14", "M10 3c-4.5 4.5-4.5 9.5 0 14"],
  keyboard: ["M2.5 5.5h15v9h-15z", "M5.5 8.5h.01", "M8.5 8.5h.01", "M11.5 8.5h.01", "M14.5 8.5h.01", "M6.5 11.5h7"],
  ok: ["M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z", "M10 8.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z"],
  hidden: ["M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z"],
  warning: ["M10 3L2.5 16.5h15z", "M10 8.5v3.5", "M10 14.25v.01"],
  gone: ["M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z", "M5.5 14.5l9-9"],
  key: ["M6.5 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z", "M10 10h7v3", "M14 10v2"],
  reload: ["M15.5 10a5.5 5.5 0 1 1-1.6-3.9", "M15.5 3v3.5H12"],
  theme: ["M10 3.5a6.5 6.5 0 1 0 0 13z", "M10 3.5a6.5 6.5 0 0 1 0 13"],
  upload: ["M4 12.5v3.5h12v-3.5", "M10 12.5v-9", "M6.5 7L10 3.5 13.5 7"],
  sound: ["M4 8v4h2.5l4 3.5v-11L6.5 8z", "M13 7.5a3.5 3.5 0 0 1 0 5", "M15.2 5.2a6.8 6.8 0 0 1 0 9.6"],
  film: ["M3 4.5h14v11H3z", "M6 4.5v11", "M14 4.5v11", "M3 8h3", "M3 12h3", "M14 8h3", "M14 12h3"],
  effect: ["M10 2.5v3", "M10 14.5v3", "M2.5 10h3", "M14.5 10h3", "M10 7l.9 2.1 2.1.9-2.1.9L10 13l-.9-2.1L7 10l2.1-.9z"],
  gift: ["M4 9.5h12v7H4z", "M3 6.5h14v3H3z", "M10 6.5v10", "M10 6.5C7 6.5 5.5 5 6.5 3.5S10 4 10 6.5c0-2.5 2.5-4.5 3.5-3S13 6.5 10 6.5z"],
  edit: ["M4 16l.8-3.6L13 4.2a1.5 1.5 0 0 1 2.1 0l.7.7a1.5 1.5 0 0 1 0 2.1L7.6 15.2z", "M11.5 5.7l2.8 2.8"],
  play: ["M6.5 4.5v11l9-5.5z"],
  stop: ["M5.5 5.5h9v9h-9z"],
  plus: ["M10 4.5v11", "M4.5 10h11"],
  queue: ["M4 5.5h12", "M4 10h8.5", "M4 14.5h5"],
  goal: ["M5 3.5v13", "M5 4.5h10l-2.5 3 2.5 3H5"],
  totals: ["M4.5 16v-5", "M10 16V4", "M15.5 16V8"],
};

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an icon that is hidden from screen readers: its meaning is in the text beside it or in the button's
 * label.
 * @param {string} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  for (const line of LINES[name] ?? []) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", line);
    svg.append(path);
  }
  return svg;
}
