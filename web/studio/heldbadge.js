// @ts-check
/** A badge beside the name of a view in the navigation, with the number of events that wait for approval. */

import { el, put, say } from "./parts/dom.js";
import { t } from "./words.js";

/**
 * @param {import("./store.js").Store} store @param {HTMLElement} link to the view @param {string} name of the view
 */
export function heldBadge(store, link, name) {
  const badge = el("span", { class: "badge", "aria-hidden": "true", hidden: true });
  link.append(badge);
  return store.subscribe(["held"], () => {
    const n = store.state.held?.length ?? 0;
    const text = n > 0 ? t("toApprove", { n }) : "";
    say(badge, n > 0 ? String(n) : "");
    put(badge, "hidden", n === 0);
    put(link, "aria-label", n > 0 ? `${name}, ${text}` : null);
    put(link, "title", text || null);
  });
}
