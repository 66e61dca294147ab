// @ts-check
/** The overlay page for OBS. */

import { Overlay } from "./overlay.js";

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("stage"));
const cards = /** @type {HTMLElement} */ (document.getElementById("cards"));
new Overlay({ canvas, cards }, new URL(location.href));
