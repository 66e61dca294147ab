// @ts-check
/** Takes a gift, call or caption back after the person has confirmed it. */

import { lineOf } from "../entries.js";
import { dotted, t } from "../words.js";
import { ask } from "./dialog.js";

/** @param {import("../entries.js").Entry} entry @param {import("../actions.js").Actions} actions */
export async function askTakeBack(entry, actions) {
  const { title, detail } = lineOf(entry);
  if (!await ask(t("takeBackAsk", { what: dotted([title, detail]) }), t("takeBackDo"))) return;
  await actions.press("DELETE", `events/${encodeURIComponent(entry.id)}`);
}
