// @ts-check
/** Starts the overlay page for OBS. */

import { Overlay } from "./overlay.js";

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("stage"));
const cards = /** @type {HTMLElement} */ (document.getElementById("cards"));
// The key in the fragment is read only once, when the page loads.
addEventListener("hashchange", () => location.reload());
// A page of this server that frames this one can ask the overlay for the rectangles of its widgets.
Object.assign(window, { overlay: new Overlay({ canvas, cards }, new URL(location.href)) });
