// @ts-check
/**
 * The timeline of an event (posted, queued, shown, sent, finished), or the reason why it was not shown, and the steps of
 * its alert.
 */

import { el, put, say } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { isShowable } from "../entries.js";
import { dotted, timeOfDay, isWord, span, t } from "../words.js";

/** @typedef {import("../entries.js").Entry} Entry */
/** @typedef {{name: import("../words.js").Word, state: "done" | "coming" | "never" | "unseen", text: string}} Step */

/**
 * Texts for the server's reasons for not showing an event.
 * @type {Record<string, import("../words.js").Word>}
 */
const REASONS = {
  "The room's configuration has this switched off.": "whyDisabled",
  "This caller has a card already.": "whyRepeated",
  "This room blocks its sender, or a word in it.": "whyBlocked",
  "When its turn came, what it needed was full or gone.": "whyOvertaken",
  "No rule makes an alert of it.": "whyUnmatched",
  "The queue of alerts is full.": "whyDropped",
};

/** @param {string | undefined} reason */
function reasonText(reason) {
  if (reason === undefined) return t("never");
  return reason in REASONS ? t(REASONS[reason]) : reason;
}

/**
 * Returns the outcome of an event, as a word or a sentence.
 * @param {Entry} entry
 * @returns {{text: string, isTrouble: boolean}} `isTrouble`: the event was not shown or was taken back
 */
export function outcomeOf({ kind, fate, outcome }) {
  const { status, ended } = fate;
  if (kind === "hold") return { text: t(heldOf(fate)), isTrouble: heldOf(fate) === "refused" };
  if (status === "takenBack" || ended === "takenBack") return { text: t("takenBack"), isTrouble: true };
  if (status === "skipped" || outcome === "skipped") return { text: reasonText(fate.reason), isTrouble: true };
  if (ended !== undefined) return { text: t(isWord(ended) ? ended : "finished"), isTrouble: false };
  const word = status === "shown" || status === "finished" ? status : outcome ?? status ?? "";
  // The history has the outcome at the time of recording, so the event may have left the queue since.
  if (word === "queued") return { text: t("waited"), isTrouble: false };
  return { text: isWord(word) ? t(word) : "", isTrouble: false };
}

/**
 * Returns the state of a held event; an unknown state means that it still waits.
 * @param {any} fate @returns {import("../held.js").HeldState}
 */
function heldOf(fate) {
  return fate.held ?? "heldBack";
}

/** @type {Record<import("../held.js").HeldState, Step["state"]>} */
const HELD_STATES = { heldBack: "coming", approved: "done", refused: "never", heldOver: "unseen" };

/** @param {number | undefined} instant @param {number | undefined} since both in microseconds */
function seconds(instant, since) {
  return instant === undefined || since === undefined ? "" : `+${span(Math.max(0, (instant - since) / 1e6))}`;
}

/**
 * Returns the steps of an event on its way to the stage, and those of its alert, if a rule made an alert.
 * @param {Entry} entry @param {boolean} [seesViewers] true if the studio receives the outcomes that viewers saw
 * @returns {Step[]}
 */
export function stepsOf(entry, seesViewers = true) {
  const steps = contentSteps(entry, seesViewers);
  return entry.fate.alert === undefined ? steps : [...steps, alertStep(entry)];
}

/**
 * Returns the steps of an event's own content. An event that is not shown has only its posting: the server applies or
 * refuses it at once.
 * @param {Entry} entry @param {boolean} seesViewers
 * @returns {Step[]}
 */
function contentSteps(entry, seesViewers) {
  const { at, time, fate, outcome } = entry;
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

/**
 * Returns the step of an event's alert. An alert that was recorded as waiting may have been shown since, because the list
 * of events has its status at the recording.
 * @param {Entry} entry @returns {Step}
 */
function alertStep({ time, fate: { alert } }) {
  const { rule, status, position, endedAt, ended } = alert;
  const shownAt = alert.shownAt ?? (status === "shown" ? time : undefined);
  const step = (/** @type {Step["state"]} */ state, /** @type {string} */ text) =>
    ({ name: /** @type {const} */ ("alert"), state, text: dotted([rule, text, alert.messageHidden === true ? t("alertHidden") : ""]) });
  const how = ended === undefined ? "" : t(ALERT_ENDS[ended] ?? (isWord(ended) ? ended : "finished"));
  if (shownAt !== undefined) {
    const shown = shownAt === time ? t("alertAtOnce") : t("alertShown", { t: seconds(shownAt, time) });
    if (ended === undefined) return step("done", shown);
    const after = span(Math.max(0, (endedAt - shownAt) / 1e6));
    return step("done", t(ended === "played" ? "alertEnded" : "alertCut", { shown, how, t: after }));
  }
  if (ended !== undefined) return STAGE_ENDS.includes(ended) ? step("done", how) : step("never", t("alertNever", { how }));
  if (status === "dropped") return step("never", t("alertDropped"));
  return step("coming", position === undefined ? t("toCome") : t("alertWaits", { n: position }));
}

/** The ends of alerts that were on the stage. */
const STAGE_ENDS = ["played", "skipped"];

/** @type {Record<string, import("../words.js").Word>} the names of ends that only alerts have */
const ALERT_ENDS = { dismissed: "removed", replaced: "alertPushed" };

/** @param {any} fate @param {string | undefined} outcome */
function queuedText(fate, outcome) {
  if (outcome === "queued") return fate.position === undefined ? "" : t("place", { n: fate.position });
  return t(outcome === "merged" ? "merged" : "atOnce");
}

/**
 * Formats the time from the event's showing to its sending. If room time was stopped in between, the two clocks
 * do not match, and the result is the time since the posting.
 * @param {string} at @param {number | undefined} time @param {any} fate
 */
function sentText(at, time, fate) {
  const sincePosted = (Date.parse(fate.sentAt) - Date.parse(at)) / 1000;
  const shown = time === undefined || fate.shownAt === undefined ? 0 : (fate.shownAt - time) / 1e6;
  const rest = sincePosted - shown;
  return `+${span(rest >= 0 ? rest : Math.max(0, sincePosted))}`;
}

/**
 * Creates a timeline that can be updated.
 * @param {boolean} [seesViewers] true if the studio receives the outcomes that viewers saw
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
        put(step, "data-step", next.name);
        put(step, "data-state", next.state);
        say(name, t(next.name));
        say(more, next.text);
      },
    };
  });
  return {
    element,
    show: (/** @type {Entry} */ entry) => {
      rows.set(stepsOf(entry, seesViewers));
      put(element, "data-alert", entry.fate.alert !== undefined);
    },
  };
}
