// @ts-check
/** Hides the messages of alerts, on the stage and in the queue. */

import { toast } from "../parts/toast.js";
import { t } from "../words.js";

/** @typedef {import("../shell.js").Studio} Studio */

const NOT_FOUND = 404;

/**
 * Hides the message of the alert on the stage, or of another alert, and shows the result in a toast.
 * @param {Studio} studio @param {string} [event] the ID of the alert's event
 */
export async function hideMessage({ actions, store }, event) {
  const shown = shownAlert(store);
  const hasMessage = event !== undefined || shown?.message !== undefined;
  // The alert may change before the request arrives, and the next alert's message must stay.
  const answer = await actions.ask("POST", "control", { action: "hideMessage", of: event ?? shown?.node });
  if (answer.status === NOT_FOUND) return toast(t("alertGone"), true);
  actions.onanswer(answer);
  if (answer.ok) toast(t(hasMessage ? "messageHidden" : "noMessage"));
}

/**
 * Returns the alert on the stage.
 * @param {import("../store.js").Store} store
 */
function shownAlert({ state }) {
  return state.overview?.shown.find(({ kind }) => kind === "alert");
}
