// @ts-check
/**
 * Tries samples of a platform's deliveries, by showing the events that the server would make of one, and posting them
 * as tests.
 */

import { lineOf } from "../entries.js";
import { money } from "../../shared/money.js";
import { el, fill } from "../parts/dom.js";
import { problemText } from "../parts/problem.js";
import { because, dotted, isWord, t } from "../words.js";
import { rowHead } from "../live/face.js";

/** @typedef {import("../actions.js").Actions} Actions */

/** @type {Record<string, string>} the part of the room to which each event type is posted */
const PARTS = { gift: "gifts", call: "calls", caption: "captions", notice: "notices" };

/**
 * Asks the server what it would make of a delivery, and shows the answer in `place`. Returns null if it was refused.
 * @param {Actions} actions @param {string} kind @param {import("./kinds.js").Delivery} delivery
 * @param {HTMLElement} place @param {string} currency the room's currency
 * @returns {Promise<any[] | null>} the events
 */
export async function tryOut(actions, kind, delivery, place, currency) {
  const answer = await actions.tryDelivery(kind, delivery);
  const { body, errors } = answer;
  if (!answer.ok) {
    const code = String(body?.type).split("/").at(-1);
    const why = because({ reason: "", code, about: errors.map(({ pointer }) => pointer).join(", ") });
    const said = why ? [why] : errors.map(({ pointer, detail }) => `${pointer}: ${detail}`);
    fill(place, said.length > 0 ? said.map((text) => el("p", { class: "trouble" }, text))
      : el("p", { class: "trouble" }, problemText(answer)));
    return null;
  }
  fill(place, body.events.length > 0 ? el("ul", { class: "rows" }, body.events.map((/** @type {any} */ event) => line(event, currency)))
    : el("p", { class: "muted" }, t("madeNothing", { reason: because(body) })));
  return body.events;
}

/** @param {any} event @param {string} currency */
function line(event, currency) {
  const { type: kind, ...body } = event;
  const { title, detail, count } = lineOf({ id: "", seq: 0, kind, at: "", body, fate: {} });
  const value = body.gift?.value ? t("worthOf", { value: money(body.gift.value, body.gift.currency ?? currency) }) : "";
  const word = t(isWord(kind) ? kind : "gift");
  const more = kind === "gift" ? dotted([detail, value]) : kind === "notice" ? dotted([word, detail, value]) : word;
  return el("li", { class: "row-line" }, rowHead({ kind, title, detail: more, count }));
}

/**
 * Posts the events of a sample, marked as tests.
 * @param {Actions} actions @param {string} kind @param {import("./kinds.js").Delivery} delivery
 * @param {HTMLElement} place @param {string} currency the room's currency
 */
export async function sendSample(actions, kind, delivery, place, currency) {
  const events = await tryOut(actions, kind, delivery, place, currency);
  // These fields link events of deliveries. A test event has no delivery, and no route accepts them.
  for (const { type, id: _, report: __, with: isPart, ...body } of events ?? []) {
    // The first event of the delivery has the alert. Without the link, each part would have one, too.
    if (isPart !== undefined && type === "notice") continue;
    const { ok } = await actions.press("POST", PARTS[type], { ...body, test: true });
    if (!ok) return;
  }
}
