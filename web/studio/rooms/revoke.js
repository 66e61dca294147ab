// @ts-check
/** Revokes a key after a question, and offers to undo the blocks of a moderator's key. */

import { put } from "../parts/dom.js";
import { ask } from "../parts/dialog.js";
import { tell, toast } from "../parts/toast.js";
import { t } from "../words.js";
import { undoBlocks } from "./undoblocks.js";

/** @typedef {{id: string, name: string | null, role: string}} Key */

/**
 * Returns true if the key was revoked.
 * @param {import("../actions.js").Actions} actions @param {Key} key
 */
export async function revokeKey(actions, key) {
  if (!await ask(t("revokeAsk"), t("revoke"))) return false;
  const { ok } = await actions.press("DELETE", `keys/${encodeURIComponent(key.id)}`);
  // A revoked key has no row of its own any more, so this is the last moment for it.
  if (ok && key.role === "moderator") toast(t("revokedNow"), false, { text: t("undoBlocks"), press: () => undoBlocksOf(actions, key) });
  return ok;
}

/**
 * Undoes the blocks of a key, and says how many.
 * @param {import("../actions.js").Actions} actions @param {Key} key @param {HTMLElement} [button] shows that it is busy
 */
export async function undoBlocksOf(actions, { id }, button) {
  if (button?.getAttribute("aria-busy") === "true") return;
  if (button) put(button, "aria-busy", "true");
  const { count, answer } = await undoBlocks(actions, id);
  if (button) put(button, "aria-busy", null);
  if (answer.ok || count > 0) toast(count > 0 ? t("undidBlocks", { n: count }) : t("undidNoBlocks"));
  tell(answer);
}
