// @ts-check
/** A line below the lamp that says that the overlay draws fewer particles because its frames run late. */

import { icon } from "./icons.js";
import { isReduced } from "./overview.js";
import { el, say } from "./parts/dom.js";
import { t } from "./words.js";

/** @param {import("./store.js").Store} store */
export function qualityNote(store) {
  const text = el("span", {});
  const element = el("p", { id: "quality", class: "small", role: "status" }, icon("warning"), text);
  const show = () => {
    element.hidden = !isReduced(store.state.overview?.viewers);
    say(text, element.hidden ? "" : t("fewerParticles"));
  };
  return { element, dispose: store.subscribe(["overview"], show) };
}
