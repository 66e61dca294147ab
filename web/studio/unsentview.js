// @ts-check
/** Shows a notice while changes of the settings wait for the server. */

import { el } from "./parts/dom.js";
import { keepToast, toast } from "./parts/toast.js";
import { t } from "./words.js";

/** @param {import("./shell.js").Studio} studio */
export function watchUnsent({ settings, store }) {
  /** @type {(() => void) | null} */
  let close = null;
  const show = () => {
    const { isUnsent } = store.state;
    if (isUnsent === (close !== null)) return;
    if (isUnsent) {
      close = keepToast([
        el("p", { class: "grow" }, t("unsent")),
        el("button", { type: "button", on: { click: () => settings.discard() } }, t("discard")),
      ]);
      return;
    }
    close?.();
    close = null;
    if (!settings.wasDiscarded) toast(t("sentNow"));
  };
  const ask = (/** @type {Event} */ event) => {
    if (store.state.isUnsent && store.state.link !== "open") event.preventDefault();
  };
  addEventListener("beforeunload", ask);
  return store.subscribe(["isUnsent"], show);
}
