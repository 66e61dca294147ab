// @ts-check
/** The icons: 20 by 20, lines of one weight, in the colour of the text around them. */

/** @type {Record<string, string[]>} */
const LINES = {
  live: ["M10 10h.01", "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z", "M10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"],
  history: ["M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z", "M10 6v4l2.5 2.5"],
  layout: ["M3.5 4h13v12h-13z", "M3.5 8h13", "M9 8v8"],
  rooms: ["M6.5 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z", "M10 10h7v3", "M14 10v2"],
  more: ["M10 4.5v.01", "M10 10v.01", "M10 15.5v.01"],
  code: ["M7 6l-4 4 4 4", "M13 6l4 4-4 4", "M11.5 4.5l-3 11"],
  copy: ["M7.5 7.5h9v9h-9z", "M12.5 7.5v-4h-9v9h4"],
  hold: ["M7 4.5v11", "M13 4.5v11"],
  resume: ["M6.5 4.5v11l9-5.5z"],
  skip: ["M4.5 4.5v11l7.5-5.5z", "M15 4.5v11"],
  clear: ["M4 6h12", "M8 6V4h4v2", "M5.5 6l1 10.5h7l1-10.5"],
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
  plus: ["M10 4.5v11", "M4.5 10h11"],
};

const SVG = "http://www.w3.org/2000/svg";

/**
 * An icon, which says nothing to a screen reader: what it means stands beside it, or in the name of
 * its button.
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
