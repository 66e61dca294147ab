// @ts-check
/** Shows the curl commands that perform studio actions, for a person to copy. */

import { curlOf } from "./curl.js";
import { el } from "./dom.js";
import { open } from "./dialog.js";
import { copyText } from "./copy.js";
import { toast } from "./toast.js";
import { triggerMaker } from "./trigger.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

/**
 * Opens a dialog with the commands of some actions.
 * @param {import("./curl.js").Command[]} commands
 * @param {import("../actions.js").Actions} actions
 * @param {boolean} [hasTriggers] true if the person may create keys, and so addresses for a Stream Deck
 */
export function showCommands(commands, actions, hasTriggers = true) {
  const where = { origin: location.origin, room: actions.room, needsKey: actions.key !== null };
  return open(t("commands"), () => [
    el("p", { class: "muted" }, t("commandsMore")),
    ...commands.map((command) => {
      const line = curlOf(command, where);
      const shown = el("code", { class: "command" }, line);
      const trigger = hasTriggers ? triggerMaker(command, actions) : null;
      return el("div", { class: "field" },
        el("div", { class: "row wrap" },
          el("h3", { class: "grow" }, command.name), trigger?.button,
          el("button", {
            type: "button", "aria-label": `${t("copy")}: ${command.name}`,
            on: { click: async () => toast(t(await copyText(line, shown) === "copied" ? "copied" : "pressCopy")) },
          }, icon("copy"), t("copy"))),
        shown, trigger?.made);
    }),
  ]);
}

/**
 * Creates the `</>` button of an action.
 * @param {import("./curl.js").Command} command @param {import("../actions.js").Actions} actions
 */
export function commandButton(command, actions) {
  return el("button", {
    type: "button", class: "bare code", "aria-label": t("commandOf", { name: command.name }),
    title: t("commandOf", { name: command.name }), on: { click: () => showCommands([command], actions) },
  }, icon("code"));
}
