// @ts-check
/** An event's way: posted, queued, shown, sent, finished; and why not. */

import { el, put, say } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { isShowable } from "../entries.js";
import { timeOfDay, isWord, span, t } from "../words.js";

/** @typedef {import("../entries.js").Entry} Entry */
/** @typedef {{name: import("../words.js").Word, state: "done" | "coming" | "never" | "unseen", text: string}} Step */

/**
 * Why the server did not show an event, by what it says.
 * @type {Record<string, import("../words.js").Word>}
 */
const REASONS = {
  "The room's configuration has this switched off.": "whyDisabled",
  "This caller has a card already.": "whyRepeated",
  "It has a word that this room blocks.": "whyBlocked",
  "When its turn came, what it needed was full or gone.": "whyOvertaken",
};

/** @param {string | undefined} reason */
function reasonText(reason) {
  if (reason === undefined) return t("never");
  return reason in REASONS ? t(REASONS[reason]) : reason;
}

/**
 * The outcome of an event, in a word or a sentence.
 * @param {Entry} entry
 * @returns {{text: string, isTrouble: boolean}} `isTrouble`: it was not shown, or is gone
 */
export function outcomeOf({ kind, fate, outcome }) {
  const { status, ended } = fate;
  if (kind === "hold") return { text: t(heldOf(fate)), isTrouble: heldOf(fate) === "refused" };
  if (status === "takenBack" || ended === "takenBack") return { text: t("takenBack"), isTrouble: true };
  if (status === "skipped" || outcome === "skipped") return { text: reasonText(fate.reason), isTrouble: true };
  if (ended !== undefined) return { text: t(isWord(ended) ? ended : "finished"), isTrouble: false };
  const word = status === "shown" || status === "finished" ? status : outcome ?? status ?? "";
  // The history has the outcome of the moment at which an event was recorded.
  if (word === "queued") return { text: t("waited"), isTrouble: false };
  return { text: isWord(word) ? t(word) : "", isTrouble: false };
}

/**
 * The state of a held event; without one it still waits.
 * @param {any} fate @returns {import("../held.js").HeldState}
 */
function heldOf(fate) {
  return fate.held ?? "heldBack";
}

/** @type {Record<import("../held.js").HeldState, Step["state"]>} */
const HELD_STATES = { heldBack: "coming", approved: "done", refused: "never", heldOver: "unseen" };

/**
 * The steps of an event on its way to the stage. Other events have none: the server applies or refuses them at once.
 * @param {Entry} entry @param {boolean} [seesViewers] true if the studio receives the outcomes that viewers saw
 * @returns {Step[]}
 */
export function stepsOf(entry, seesViewers = true) {
  const { at, time, fate, outcome } = entry;
  const seconds = (/** @type {number | undefined} */ instant, /** @type {number | undefined} */ since) =>
    instant === undefined || since === undefined ? "" : `+${span(Math.max(0, (instant - since) / 1e6))}`;
  const ended = fate.ended === undefined ? "" : t(isWord(fate.ended) ? fate.ended : "finished");
  const isOver = fate.finishedAt !== undefined || fate.status === "finished";
  const isRefused = outcome === "skipped" || fate.status === "skipped";
  /** @type {Step[]} */
  const steps = [{ name: "posted", state: "done", text: timeOfDay(at, true) }];
  if (entry.kind === "hold") return [...steps, { name: heldOf(fate), state: HELD_STATES[heldOf(fate)], text: "" }];
  if (isRefused) return [...steps, { name: "shown", state: "never", text: reasonText(fate.reason) }];
  if (!isShowable(entry)) return steps;
  steps.push({ name: "queued", state: "done", text: queuedText(fate, outcome) });
  const wasShown = fate.shownAt !== undefined;
  const skipped = isOver && !wasShown;
  steps.push(wasShown ? { name: "shown", state: "done", text: seconds(fate.shownAt, time) }
    : { name: "shown", state: skipped ? "never" : "coming", text: skipped ? ended : t("toCome") });
  if (skipped) return steps;
  if (seesViewers) {
    steps.push(fate.sentAt !== undefined ? { name: "sent", state: "done", text: sentText(at, time, fate) }
      : { name: "sent", state: isOver ? "unseen" : "coming", text: t(isOver ? "nobody" : "notYet") });
  }
  steps.push(isOver
    ? { name: "finished", state: "done", text: `${seconds(fate.finishedAt, fate.shownAt)} ${ended}`.trim() }
    : { name: "finished", state: "coming", text: t("toCome") });
  return steps;
}

/** @param {any} fate @param {string | undefined} outcome */
function queuedText(fate, outcome) {
  if (outcome === "queued") return fate.position === undefined ? "" : t("place", { n: fate.position });
  return t(outcome === "merged" ? "merged" : "atOnce");
}

/**
 * From its showing to its sending; the wall clock runs on while room time stands, so that is from its
 * posting where it did.
 * @param {string} at @param {number | undefined} time @param {any} fate
 */
function sentText(at, time, fate) {
  const sincePosted = (Date.parse(fate.sentAt) - Date.parse(at)) / 1000;
  const shown = time === undefined || fate.shownAt === undefined ? 0 : (fate.shownAt - time) / 1e6;
  const rest = sincePosted - shown;
  return `+${span(rest >= 0 ? rest : Math.max(0, sincePosted))}`;
}

/**
 * An event's way, which goes on.
 * @param {boolean} [seesViewers] whether the studio is told what viewers saw
 */
export function wayList(seesViewers = true) {
  const element = el("ol", { class: "way", "aria-label": t("wayOf") });
  const rows = new Rows(element, (/** @type {Step} */ { name }) => name, () => {
    const name = el("span");
    const more = el("span", { class: "muted" });
    const step = el("li", {}, name, " ", more);
    return {
      element: step,
      show: (next) => {
        put(step, "data-state", next.state);
        say(name, t(next.name));
        say(more, next.text);
      },
    };
  });
  return { element, show: (/** @type {Entry} */ entry) => rows.set(stepsOf(entry, seesViewers)) };
}
