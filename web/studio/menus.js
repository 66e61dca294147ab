// @ts-check
/** The menus of the studio's top bar, one for rooms, one for language, theme and shortcuts. */

import { icon } from "./icons.js";
import { el } from "./parts/dom.js";
import { menu } from "./parts/menu.js";
import { applyTheme, themeNow } from "./theme.js";
import { languageNow, setLanguage, t } from "./words.js";

/** @param {import("./shell.js").Studio} studio */
export function roomMenu({ actions, room, store }) {
  if (!store.may("rooms")) return el("span", { class: "room only muted" }, el("span", {}, room));
  /** @type {string[]} */
  let names = [room];
  const place = menu(
    { label: `${t("room")}: ${room}`, title: t("room"), class: "bare room", content: [el("span", {}, room), icon("down")] },
    () => names.map((name) => ({
      text: name, chosen: name === room, action: () => location.assign(`/studio/${name}`) })));
  place.addEventListener("pointerenter", read);
  place.addEventListener("focusin", read, { once: true });
  async function read() {
    const { ok, body } = await actions.request("GET", "/v1/rooms?limit=1000");
    if (ok) names = [...new Set([room, ...body.rooms.map((/** @type {any} */ one) => one.name)])].sort();
  }
  return place;
}

/**
 * @param {import("./shell.js").Studio} _
 * @param {() => void} rebuild
 * @param {() => void} help
 */
export function mainMenu(_, rebuild, help) {
  const language = (/** @type {"en" | "zh"} */ tag, /** @type {string} */ text) => ({
    text, chosen: languageNow() === tag, action: () => void setLanguage(tag).then(rebuild) });
  const theme = (/** @type {import("./theme.js").Theme} */ name, /** @type {any} */ word) => ({
    text: t(word), chosen: themeNow() === name, action: () => applyTheme(name) });
  return menu({ label: t("more"), title: t("more"), class: "bare", content: [icon("more")] }, () => [
    { text: t("language") }, language("en", "English"), language("zh", "中文"),
    { text: t("theme") }, theme("system", "bySystem"), theme("dark", "dark"), theme("light", "light"),
    { text: t("shortcuts") }, { text: `${t("shortcuts")}  ?`, action: help },
  ]);
}
