// @ts-check
/**
 * The rules of alerts, without a page: their defaults, the events that they match, and their faults that a person should
 * know about.
 */

/**
 * @typedef {object} When The conditions of a rule. Absent ones are fulfilled by every event.
 * @property {"gift" | "call" | "notice"} [type]
 * @property {string} [kind] of a notice
 * @property {string} [source] a platform, or `api` for events that no platform made
 * @property {string} [gift] the key, name or ID of a gift
 * @property {boolean} [money] true: money in the room's currency; false: everything else
 * @property {number} [min] the smallest worth
 * @property {number} [max] the largest worth
 * @property {number} [minCount]
 * @property {number} [minMonths]
 *
 * @typedef {object} Rule
 * @property {string} name
 * @property {When} when
 * @property {string} title
 * @property {boolean} message
 * @property {string | null} image
 * @property {string | null} film
 * @property {string | null} sound
 * @property {number} duration in seconds
 * @property {number | null} tier
 * @property {boolean} speak
 * @property {boolean} only
 * @property {any} obs
 * @property {number} weight
 *
 * @typedef {"reached" | "never" | "weight" | "sounds" | "streaks"} Fault reached: an earlier rule takes all its events;
 *   never: no event fulfills all its conditions; weight: another rule of its group is always chosen; sounds: two sounds
 *   play; streaks: each part of a streak has an alert
 * @typedef {{fault: Fault, by?: number}} Warning `by`: the index of the earlier rule
 */

export const MOST_RULES = 100;

/** The kinds of notices that the studio offers. */
export const KINDS = /** @type {const} */ (["follow", "subscription", "raid", "redemption", "cheer", "clock-end"]);

/** The platforms whose gifts are money. */
export const MONEY_SOURCES = ["kofi", "stripe", "github", "streamelements", "streamlabs"];

/** The platforms whose gifts come as streaks of several events. */
const STREAKS = [undefined, "tiktok", "youtube"];

/**
 * Returns a rule with all keys, in the server's order, so that a rule of this page equals the server's.
 * @param {Partial<Rule> & {name: string, title: string}} rule @returns {Rule}
 */
export function whole({
  name, when = {}, title, message = true, image = null, film = null, sound = null, duration = 6, tier = null, speak = false, only = false,
  obs = null, weight = 1,
}) {
  return { name, when: cleaned(when), title, message, image, film, sound, duration, tier, speak, only, obs, weight };
}

/**
 * Returns conditions without those that the event type cannot have, in the server's order.
 * @param {When} when @returns {When}
 */
export function cleaned(when) {
  const { type, kind, source, gift, money, min, max, minCount, minMonths } = when;
  const isCall = type === "call";
  const isGift = type === "gift";
  const kept = {
    type, kind: isCall || isGift ? undefined : kind, source, gift: isCall ? undefined : gift, money: isCall ? undefined : money,
    min: isCall ? undefined : min, max: isCall ? undefined : max, minCount: isCall ? undefined : minCount,
    minMonths: isCall || isGift ? undefined : minMonths,
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined && value !== ""));
}

/** @param {any} config @returns {Rule[]} */
export function rulesOf(config) {
  return (config?.alerts?.rules ?? []).map(whole);
}

/**
 * Returns a name that no other rule has.
 * @param {string} wanted @param {{name: string}[]} rules
 */
export function freeName(wanted, rules) {
  const stem = wanted.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40) || "rule";
  const taken = new Set(rules.map(({ name }) => name));
  if (!taken.has(stem)) return stem;
  for (let number = 2; ; number++) if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
}

/**
 * Moves an item of a list to another place.
 * @template Item
 * @param {Item[]} list @param {number} from @param {number} to @returns {Item[]}
 */
export function moved(list, from, to) {
  const rest = list.filter((_, index) => index !== from);
  const place = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, place), list[from], ...rest.slice(place)];
}

/** @param {When} one @param {When} other */
export function isSame(one, other) {
  return JSON.stringify(cleaned(one)) === JSON.stringify(cleaned(other));
}

/**
 * Returns the type that all events of a condition have; undefined if they may have several.
 * @param {When} when
 */
function typeOf({ type, kind, minMonths }) {
  return type ?? (kind !== undefined || minMonths !== undefined ? "notice" : undefined);
}

/** @param {When} when */
export function mayBeGift(when) {
  return [undefined, "gift"].includes(typeOf(when));
}

/**
 * Tells if no event fulfills a condition.
 * @param {When} when
 */
export function isImpossible(when) {
  const { type, kind, gift, money, min = 0, max, minCount, minMonths } = when;
  if (max !== undefined && min > max) return true;
  if (type === "call") {
    return kind !== undefined || gift !== undefined || money === true || min > 0 || minCount !== undefined || minMonths !== undefined;
  }
  return type === "gift" && (kind !== undefined || minMonths !== undefined);
}

/**
 * Tells if every event that fulfills `inner` also fulfills `outer`.
 * @param {When} outer @param {When} inner
 */
export function covers(outer, inner) {
  const type = typeOf(inner);
  if (outer.type !== undefined && outer.type !== type) return false;
  for (const key of /** @type {const} */ (["kind", "source"])) {
    if (outer[key] !== undefined && outer[key] !== inner[key]) return false;
  }
  if (outer.gift !== undefined && outer.gift.toLowerCase() !== inner.gift?.toLowerCase()) return false;
  if (outer.money !== undefined && outer.money !== (type === "call" ? false : inner.money)) return false;
  if (outer.min !== undefined && outer.min > (inner.min ?? 0)) return false;
  if (outer.max !== undefined && outer.max < (type === "call" ? 0 : inner.max ?? Infinity)) return false;
  const count = inner.minCount ?? (type === "gift" ? 1 : -1);
  if (outer.minCount !== undefined && outer.minCount > count) return false;
  return outer.minMonths === undefined || outer.minMonths <= (inner.minMonths ?? -1);
}

/**
 * Tells if an earlier rule takes all events of a later one. A rule with `only` compares the event alone, and other rules
 * the whole combo, which is worth more.
 * @param {Rule} earlier @param {Rule} later
 */
function takesAll(earlier, later) {
  if (!covers(earlier.when, later.when)) return false;
  const { min, max, minCount } = earlier.when;
  if (!mayBeGift(later.when) || earlier.only === later.only) return true;
  return earlier.only ? min === undefined && minCount === undefined : max === undefined;
}

/**
 * Returns the index of the first rule of the group of a rule.
 * @param {Rule[]} rules @param {number} index
 */
function groupStart(rules, index) {
  let first = index;
  while (first > 0 && isSame(rules[first - 1].when, rules[index].when)) first--;
  return first;
}

/**
 * Returns what a person should know about a rule.
 * @param {Rule[]} rules @param {number} index @param {any} config of the room
 * @returns {Warning[]}
 */
export function warningsOf(rules, index, config) {
  const rule = rules[index];
  /** @type {Warning[]} */
  const warnings = [];
  const first = groupStart(rules, index);
  const by = rules.slice(0, first).findIndex((earlier) => takesAll(earlier, rule));
  if (isImpossible(rule.when)) warnings.push({ fault: "never" });
  else if (by >= 0) warnings.push({ fault: "reached", by });
  else if (rule.weight === 0) warnings.push({ fault: "weight" });
  if (soundsOf(rule, config) > 1) warnings.push({ fault: "sounds" });
  if (rule.only && mayBeGift(rule.when) && STREAKS.includes(rule.when.source)) warnings.push({ fault: "streaks" });
  return warnings;
}

/**
 * Returns the number of sounds that play when a rule makes an alert.
 * @param {Rule} rule @param {any} config
 */
function soundsOf({ when, sound, film, only }, config) {
  const sounds = config?.sounds ?? {};
  if (sounds.enabled === false) return 0;
  const isFilmHeard = film !== null && ((sounds.flourish === true && !film.startsWith("/")) || !!sounds.effect);
  const isComboHeard = !only && mayBeGift(when) && config?.gifts?.enabled !== false
    && (!!sounds.combo || giftsOf(when, config).some((gift) => !!gift.sound));
  const isAlertHeard = sound !== null || !!sounds.alert;
  return Number(isAlertHeard) + Number(isFilmHeard) + Number(isComboHeard);
}

/**
 * Returns the entries of the catalogue that a condition names: one, or all that it does not exclude.
 * @param {When} when @param {any} config
 * @returns {{key: string, name?: string, image?: string, sound?: string, value?: number}[]}
 */
export function giftsOf({ gift }, config) {
  const all = Object.entries(config?.catalogue ?? {}).flatMap(([key, entry]) => entry === null ? [] : [{ key, ...entry }]);
  if (gift === undefined) return all;
  const wanted = gift.toLowerCase();
  return all.filter(({ key, name = "" }) => key.toLowerCase() === wanted || name.toLowerCase() === wanted);
}

/**
 * The facts of an event that rules compare.
 * @typedef {object} Facts
 * @property {"gift" | "call" | "notice"} type
 * @property {string} [kind]
 * @property {string} source
 * @property {string} [gift]
 * @property {boolean} money
 * @property {number} worth
 * @property {number} [count]
 * @property {number} [months]
 */

/** @param {When} when @param {Facts} facts */
export function matches({ type, kind, source, gift, money, min, max, minCount, minMonths }, facts) {
  return (type === undefined || type === facts.type)
    && (kind === undefined || kind === facts.kind)
    && (source === undefined || source === facts.source)
    && (gift === undefined || gift.toLowerCase() === facts.gift?.toLowerCase())
    && (money === undefined || money === facts.money)
    && (min === undefined || facts.worth >= min)
    && (max === undefined || facts.worth <= max)
    && (minCount === undefined || (facts.count ?? -1) >= minCount)
    && (minMonths === undefined || (facts.months ?? -1) >= minMonths);
}
