// @ts-check
/** The overlay page for OBS. */

import { Overlay } from "./overlay.js";

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("stage"));
const cards = /** @type {HTMLElement} */ (document.getElementById("cards"));
// A key is read once, when the page is loaded; another one is another page.
addEventListener("hashchange", () => location.reload());
// Whoever frames the page, and is of this server, may ask it what is drawn where.
Object.assign(window, { overlay: new Overlay({ canvas, cards }, new URL(location.href)) });
