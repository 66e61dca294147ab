// @ts-check
/** Finds a large gift that waits behind smaller ones, for the notice about it. */

/** @typedef {import("../overview.js").Waiting} Waiting */

/** A gift that comes sooner needs no notice. */
const SOON_SECONDS = 3;

/**
 * Returns the waiting gift that is worth more than all gifts before it together, or the most valuable of several.
 * @param {Pick<import("../store.js").State, "overview" | "config" | "recent">} state
 * @param {number} now by `performance.now()`
 * @returns {(Waiting & {worth: number}) | null}
 */
export function largeOf({ overview, config, recent }, now) {
  if (overview === null) return null;
  const values = valuesOf(config?.catalogue ?? {});
  const worthOf = (/** @type {{gift: string, count: number, combo?: string}} */ { gift, count, combo }) => {
    const own = recent.find(({ id }) => id === combo)?.body.gift;
    if (own?.currency !== undefined && own.currency !== config?.sources?.currency) return 0;
    return count * (own?.value ?? values.get(nameKey(gift)) ?? own?.price ?? 0);
  };
  const rows = overview.shown.filter(({ kind }) => kind === "gift");
  let ahead = Math.max(0, ...rows.map(({ detail, target, count }) => worthOf({ gift: detail, count: target ?? count ?? 1 })));
  let large = null;
  for (const combo of overview.queue) {
    const worth = worthOf(combo);
    if (worth > ahead && worth > (large?.worth ?? 0)) large = { ...combo, worth };
    ahead += worth;
  }
  if (large === null) return null;
  const { expectedAt } = large;
  const isSoon = expectedAt !== null && expectedAt - overview.roomTime(now) < SOON_SECONDS * 1e6;
  return isSoon ? null : large;
}

/** @param {Record<string, {name?: string, value?: number}>} catalogue */
function valuesOf(catalogue) {
  const values = new Map();
  for (const [key, { name, value }] of Object.entries(catalogue)) {
    for (const one of [key, name]) if (one !== undefined) values.set(nameKey(one), value ?? 0);
  }
  return values;
}

/**
 * Returns the key for comparing names. The catalogue ignores the case of ASCII letters.
 * @param {string} name
 */
function nameKey(name) {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
