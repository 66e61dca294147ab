// @ts-check
/** The address that OBS is given. */

/**
 * @param {import("./actions.js").Actions} actions
 * @returns {Promise<string>}
 */
export async function addressOf(actions) {
  const page = `${location.origin}/overlay/${actions.room}`;
  if (actions.key === null) return page;
  const key = await viewerKey(actions);
  return key === null ? page : `${page}#key=${key}`;
}

/**
 * The room's viewer key, made if there is none.
 * @param {import("./actions.js").Actions} actions
 */
async function viewerKey(actions) {
  const { ok, body } = await actions.ask("GET", "keys");
  if (!ok) return null;
  const known = body.keys.find((/** @type {any} */ one) => one.role === "viewer" && one.key);
  if (known !== undefined) return known.key;
  const made = await actions.ask("POST", "keys", { role: "viewer", name: "OBS" });
  return made.ok ? made.body.key : null;
}

/** Sizes of the browser source, and the stage each is for. */
export const SIZES = [
  { name: /** @type {const} */ ("size169"), width: 1920, height: 1080, stage: [960, 540] },
  { name: /** @type {const} */ ("size916"), width: 1080, height: 1920, stage: [540, 960] },
  { name: /** @type {const} */ ("size43"), width: 1440, height: 1080, stage: [720, 540] },
];

/**
 * The same address with what OBS reads when it is dragged in.
 * @param {string} address @param {{width: number, height: number}} size
 */
export function draggable(address, { width, height }) {
  const url = new URL(address);
  url.searchParams.set("layer-name", "Ovation");
  url.searchParams.set("layer-width", String(width));
  url.searchParams.set("layer-height", String(height));
  return url.href;
}
