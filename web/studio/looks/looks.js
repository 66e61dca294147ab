// @ts-check
/** The view Looks, with themes, fonts and colors of the overlay, the gift catalogue, files, sounds and goals. */

import { icon } from "../icons.js";
import { previewPanel } from "../live/preview.js";
import { captionTest, playCounter, playTest, tests } from "../live/tests.js";
import { el, put } from "../parts/dom.js";
import { pastButtons } from "../parts/past.js";
import { paintsPanel } from "./colors.js";
import { cataloguePanel } from "./catalogue.js";
import { Files } from "./files.js";
import { filesPanel } from "./filespanel.js";
import { fontPanel } from "./font.js";
import { motionPanel } from "./motion.js";
import { cssValue, Paints } from "./paints.js";
import { propertyOf } from "../../shared/themes.js";
import { soundsPanel } from "./sounds.js";
import { Sounding } from "./sounding.js";
import { goalsPanel } from "./goals.js";
import { themesPanel } from "./themes.js";
import { loadWords, w } from "./words.js";

/** @typedef {import("../shell.js").Studio} Studio */

/**
 * Loads the view's texts and returns the view.
 * @returns {Promise<import("../shell.js").Mount>}
 */
export async function openLooks() {
  await loadWords();
  return mountLooks;
}

/** @type {import("../shell.js").Mount} */
function mountLooks(place, studio) {
  const { settings, store } = studio;
  const past = pastButtons(studio);
  const preview = previewPanel(studio, [past.element]);
  const paints = new Paints(studio);
  const files = new Files(studio.actions);
  const font = fontPanel(studio, paints, files);
  const themes = themesPanel(studio, paints, () => font.family());
  font.onchange = () => themes.reface();
  const motion = motionPanel(studio);
  const colors = paintsPanel(studio, paints);
  const sounding = new Sounding();
  const catalogue = cataloguePanel({ studio, files, sounding });
  const sounds = soundsPanel(studio, files, sounding);
  const goals = goalsPanel(studio);
  const kept = filesPanel(files, sounding);
  const wear = () => wearDraft(preview.frame, paints);
  paints.onchange = () => {
    wear();
    font.show();
    themes.show();
    colors.show();
  };
  preview.frame.addEventListener("load", wear);
  preview.element.append(el("button", { type: "button", id: "show-all", on: { click: () => showAll(studio) } }, icon("play"), w("showAll")));
  place.append(el("div", { class: "looks" }, jumps(),
    el("div", { class: "paints" }, el("div", { class: "column stay" }, preview.element, colors.sheet),
      el("div", { class: "column" }, themes.element, motion.element, font.element, colors.element)),
    catalogue.element,
    el("div", { class: "halves" }, sounds.element, el("div", { class: "column" }, goals.element, kept.element))));
  if (store.state.config === null) settings.read();
  return () => [past, themes, motion, font, colors, preview, catalogue, sounds, goals, kept, { dispose: () => sounding.close() }]
    .forEach((panel) => panel.dispose());
}

/** Creates the links to the sections of the view, which is long. */
function jumps() {
  const links = /** @type {const} */ (["themes", "motion", "font", "paints", "catalogue", "sounds", "goal", "files"]).map((word) => {
    const id = word === "goal" ? "goals" : word;
    return el("a", { class: "button", href: `#${id}`, on: { click: (/** @type {Event} */ event) => {
      // The address of the view stays.
      event.preventDefault();
      const section = document.getElementById(id);
      section?.scrollIntoView({ block: "start" });
      put(section?.querySelector("h2") ?? document.body, "tabindex", -1);
      section?.querySelector("h2")?.focus({ preventScroll: true });
    } } }, w(word));
  });
  return el("nav", { class: "row wrap jumps", "aria-label": w("sections") }, links);
}

/**
 * Applies the draft to the preview page only.
 * @param {HTMLIFrameElement} frame @param {Paints} paints
 */
function wearDraft(frame, paints) {
  const style = frame.contentDocument?.documentElement?.style;
  if (style === undefined) return;
  for (const name of [...style]) style.removeProperty(name);
  for (const [key, value] of Object.entries(paints.draft)) style.setProperty(propertyOf(key), String(cssValue(key, value)));
}

/**
 * Shows something in every widget, with test events.
 * @param {Studio} studio
 */
async function showAll(studio) {
  const { actions } = studio;
  await playTest(studio);
  for (const { method, part, body } of [tests().combo, tests().call, captionTest("wave")]) {
    await actions.press(method, part, body);
  }
  playCounter(studio);
}
