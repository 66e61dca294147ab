// @ts-check
/** Creates the overlay's address for OBS, with a viewer key if the room needs one. */

/** The name of the key that the studio creates for the address. */
const NAME = "OBS";

/**
 * @param {import("./actions.js").Actions} actions
 * @returns {Promise<string>}
 */
export async function addressOf(actions) {
  const page = `${location.origin}/overlay/${actions.room}`;
  if (actions.key === null) return page;
  const { ok, body } = await actions.ask("GET", "keys");
  if (!ok) return page;
  const known = viewerKey(body.keys);
  if (known !== undefined) return `${page}#key=${known.key}`;
  const made = await actions.ask("POST", "keys", { role: "viewer", name: NAME });
  return made.ok ? `${page}#key=${made.body.key}` : page;
}

/**
 * Creates a new address with a new key, and deletes the key of the old one.
 * @param {import("./actions.js").Actions} actions @param {string} address the old address
 * @returns {Promise<string | null>} null if this failed: the old address stays, and the problem was shown
 */
export async function renewedAddress(actions, address) {
  const { ok, body } = await actions.press("GET", "keys");
  if (!ok) return null;
  const old = body.keys.find((/** @type {any} */ one) => one.key && address.endsWith(`#key=${one.key}`));
  const made = await actions.press("POST", "keys", {
    role: "viewer", name: NAME, interact: old?.interact === true, pinned: old?.pinned === true,
    ...(old?.expiresAt && { expiresDays: daysUntil(old.expiresAt) }) });
  if (!made.ok) return null;
  if (old !== undefined) {
    const { ok, status } = await actions.press("DELETE", `keys/${encodeURIComponent(old.id)}`);
    // If the old key could not be deleted, the old address still works and stays on display.
    if (!ok && status !== 404) return null;
  }
  return `${address.replace(/#.*/, "")}#key=${made.body.key}`;
}

/**
 * Returns the number of days until a time, rounded up, at least 1.
 * @param {string} time
 */
function daysUntil(time) {
  return Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / 86_400_000));
}

/**
 * Returns the newest viewer key that the studio has created, or else the first valid viewer key.
 * @param {any[]} keys of the room, the oldest first
 */
function viewerKey(keys) {
  const viewers = keys.filter(({ role, key, expiresAt }) =>
    role === "viewer" && key && !(expiresAt && Date.parse(expiresAt) < Date.now()));
  return viewers.filter(({ name }) => name === NAME).pop() ?? viewers[0];
}

/** Sizes of the browser source; the layouts of `layout/presets.js` have the same names. */
export const SIZES = [
  { name: /** @type {const} */ ("size169"), width: 1920, height: 1080 },
  { name: /** @type {const} */ ("size916"), width: 1080, height: 1920 },
  { name: /** @type {const} */ ("size43"), width: 1440, height: 1080 },
];

/** The allowed relative deviation of a side from the proportions. */
const TOLERANCE = 0.02;

/**
 * Tells if a page has the stage's proportions.
 * @param {{width?: number, height?: number}} page @param {{width: number, height: number}} stage
 */
export function fits({ width, height }, stage) {
  if (!width || !height) return true;
  return Math.abs(width * stage.height / (height * stage.width) - 1) <= TOLERANCE;
}

/**
 * Returns the size of a browser source for a stage: one of `SIZES` with its proportions, or else a similar size.
 * @param {{width: number, height: number}} stage
 * @returns {{width: number, height: number}}
 */
export function sourceOf(stage) {
  const known = SIZES.find((size) => fits(size, stage));
  if (known !== undefined) return known;
  const zoom = 1080 / Math.min(stage.width, stage.height);
  return { width: Math.round(stage.width * zoom), height: Math.round(stage.height * zoom) };
}

/** @param {{width: number, height: number}} size */
export function sizeText({ width, height }) {
  return `${width}×${height}`;
}

/**
 * Adds the name and size to an address, as OBS reads them when the address is dragged into it.
 * @param {string} address @param {{width: number, height: number}} size
 */
export function draggable(address, { width, height }) {
  const url = new URL(address);
  url.searchParams.set("layer-name", "Ovation");
  url.searchParams.set("layer-width", String(width));
  url.searchParams.set("layer-height", String(height));
  return url.href;
}
