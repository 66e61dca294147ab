// @ts-check
/**
 * Makes and sends test events, such as gifts and captions, to try the overlay. The server marks all of them as tests.
 */

import { toast } from "../parts/toast.js";
import { span, t } from "../words.js";

/** @typedef {import("../shell.js").Studio} Studio */

const COMBO = 28;
const SENDERS = 20;
const FLOOD_MILLISECONDS = 50;
/** The number of senders who wait after `playQueue`, and the rows of a room whose configuration is not read yet. */
const WAITING = 3;
const DEFAULT_ROWS = 2;
const COUNTER_SECONDS = 2;
/** Seconds for which the studio waits for a test gift to reach a viewer. */
const SEEN_SECONDS = 30;
const COUNTER_STANDS_SECONDS = 5;

/** The person's own words for tests; empty texts mean the defaults of the language. */
export const own = { sender: "", gift: "", text: "" };

/** @returns {Record<"gift" | "combo" | "call" | "counter", {method: string, part: string, body: any}>} */
export function tests() {
  return {
    gift: gift(own.sender || t("nameAnn"), own.gift || t("giftRose"), 3),
    combo: gift(own.sender || t("nameMira"), own.gift || t("giftRocket"), COMBO),
    call: { method: "POST", part: "calls", body: { user: own.sender || t("nameCaller"), test: true } },
    counter: {
      method: "PUT", part: "counters/test",
      body: { from: 0, to: 1234, duration: COUNTER_SECONDS, prefix: t("counterPrefix"), grouping: true },
    },
  };
}

/** @param {string} sender @param {string} name @param {number} count */
function gift(sender, name, count) {
  return { method: "POST", part: "gifts", body: { sender, gift: name, count, test: true } };
}

/** @param {string} effect */
export function captionTest(effect) {
  const text = own.text || t("captionText");
  return { method: "POST", part: "captions", body: { text, effect, test: true } };
}

/**
 * Posts the test gift. If the show waits for OBS, starts it first.
 * @param {Studio} studio @param {boolean} [starts]
 */
export async function playTest({ actions, store }, starts = false) {
  if (starts || waits(store)) await actions.control("start");
  const { method, part, body } = tests().gift;
  const answer = await actions.press(method, part, body);
  if (answer.ok) tellWhenSeen(store, answer.body);
}

/**
 * Posts a gift of the catalogue as a test.
 * @param {Studio} studio @param {string} key
 */
export async function playGift({ actions, store }, key) {
  if (waits(store)) await actions.control("start");
  return actions.testGift(own.sender || t("nameAnn"), key, 1);
}

/**
 * Starts the show if it waits for OBS, so that a test can be seen.
 * @param {Studio} studio
 */
export async function startForTest({ actions, store }) {
  if (waits(store)) await actions.control("start");
}

/**
 * Tells if room time is stopped because no viewer is visible.
 * @param {import("../store.js").Store} store
 */
function waits({ state: { overview } }) {
  return overview !== null && !overview.running && !overview.viewers?.some(({ visible }) => visible);
}

/**
 * Shows a message when a test was sent to a visible page.
 * @param {import("../store.js").Store} store @param {{id: string, at: string}} posted
 */
function tellWhenSeen(store, { id, at }) {
  const end = store.subscribe(["recent"], () => {
    const sentAt = store.state.recent.find((entry) => entry.id === id)?.fate.sentAt;
    if (sentAt === undefined) return;
    queueMicrotask(() => end());
    toast(t("seenAfter", { t: span(Math.max(0, (Date.parse(sentAt) - Date.parse(at)) / 1000)) }));
  });
  setTimeout(end, SEEN_SECONDS * 1000);
}

/** @param {Studio} studio */
export async function playCounter({ actions }) {
  const { method, part, body } = tests().counter;
  const { ok } = await actions.press(method, part, body);
  if (ok) setTimeout(() => actions.ask("DELETE", part), (COUNTER_SECONDS + COUNTER_STANDS_SECONDS) * 1000);
}

const NAMES = [
  "Ann", "Mira", "Chidi", "王小明", "Priya", "Yuki", "Omar", "Luz", "Noor", "Ivan",
  "Zoë", "Kofi", "Lena", "Tariq", "Sofia", "陈静", "Ravi", "Hana", "Pavel", "Aiko",
];

/**
 * Posts gifts of several senders, one after the other.
 * @param {Studio} studio
 * @param {() => boolean} goesOn called before each gift; false stops the flood
 * @param {number} [senders]
 */
export async function flood({ actions }, goesOn, senders = SENDERS) {
  for (let index = 0; index < senders && goesOn(); index++) {
    const { ok } = await actions.press("POST", "gifts", {
      sender: NAMES[index], gift: own.gift || t("giftRose"), count: 1 + index % 5, test: true });
    if (!ok) return;
    await new Promise((resolve) => setTimeout(resolve, FLOOD_MILLISECONDS));
  }
}

/**
 * Posts gifts of more senders than the stage has rows, so that some of them wait.
 * @param {Studio} studio
 */
export async function playQueue(studio) {
  await startForTest(studio);
  const rows = studio.store.state.config?.gifts.channels ?? DEFAULT_ROWS;
  await flood(studio, () => true, Math.min(SENDERS, rows + WAITING));
}
