// @ts-check
/** The item of an event's menu that blocks or unblocks its sender. */

import { t } from "../words.js";

/**
 * @param {import("../shell.js").Studio} studio @param {{entry: string, name: string} | null} sender
 * @returns {import("./menu.js").Item[]} empty if the event has no sender, or if the key may not block
 */
export function blockItems({ blocklist, store }, sender) {
  if (sender === null || !store.may("block")) return [];
  const { entry, name } = sender;
  return [store.state.blocklist?.includes(entry)
    ? { text: t("unblockSender", { name }), action: () => blocklist.unblock(entry, name) }
    : { text: t("blockSender", { name }), action: () => blocklist.block(entry, name) }];
}
