// @ts-check
/** The preview panel, which shows the real overlay page on a background, in the proportions of the stage. */

import { el, say } from "../parts/dom.js";
import { menu } from "../parts/menu.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

/** @typedef {import("../shell.js").Studio} Studio */

const NAME = "ovation.ground";
const GROUNDS = /** @type {const} */ (["checks", "black", "white", "green"]);
const REST_MILLISECONDS = 30_000;

/**
 * Creates a preview. Its `over` element lies on top of the page, for the layout editor's boxes.
 * @param {Studio} studio
 * @param {import("../parts/dom.js").Child[]} [tools] buttons in its head
 * @param {boolean} [hasDemo] true if a recorded show plays until the room's first event
 */
export function previewPanel({ store, room }, tools = [], hasDemo = false) {
  const size = el("span", { class: "muted small size" });
  const frame = el("iframe", { title: t("preview"), tabindex: -1 });
  const over = el("div", { class: "over" });
  const demo = el("span", { class: "tag demo", hidden: true }, t("demo"));
  const ground = el("div", { class: "ground" }, frame, demo, over);
  // On a narrow page the preview is folded until the person opens it.
  const fold = el("button", { type: "button", class: "bare fold", "aria-expanded": "false", "aria-label": t("preview") }, icon("down"));
  let picture = "";
  const lay = (/** @type {string} */ name) => {
    ground.dataset.ground = name;
    ground.style.backgroundImage = name === "picture" ? `url("${picture}")` : "";
  };
  const file = el("input", { type: "file", accept: "image/*", hidden: true });
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    URL.revokeObjectURL(picture);
    picture = URL.createObjectURL(chosen);
    lay("picture");
  });
  const grounds = menu({ label: t("ground"), title: t("ground"), class: "bare", content: [icon("theme")] }, () => [
    ...GROUNDS.map((name) => ({
      text: t(name), chosen: ground.dataset.ground === name,
      action: () => (localStorage.setItem(NAME, name), lay(name)) })),
    { text: t("picture"), chosen: ground.dataset.ground === "picture", action: () => file.click() },
  ]);
  const element = el("section", { class: "panel", id: "preview", "aria-labelledby": "preview-title" },
    el("header", {}, el("h2", { id: "preview-title", class: "grow" }, t("preview"), fold), size, grounds, file, tools), ground);
  lay(localStorage.getItem(NAME) ?? "checks");
  fold.addEventListener("click", () => {
    const opens = fold.getAttribute("aria-expanded") !== "true";
    fold.setAttribute("aria-expanded", String(opens));
    element.classList.toggle("unfolded", opens);
  });

  let address = "";
  const show = () => {
    const stage = store.state.config?.stage ?? store.state.hello?.stage ?? { width: 960, height: 540 };
    say(size, `${stage.width} × ${stage.height}`);
    ground.style.setProperty("--ratio", String(stage.width / stage.height));
    ground.style.aspectRatio = `${stage.width} / ${stage.height}`;
    const { address: overlay, overview, config } = store.state;
    // The show wears the room's theme. Without it, the page would be loaded twice.
    if (overlay === null || overview === null || hasDemo && config === null) return;
    // Before the first event, a recorded show gives the person something to see.
    demo.hidden = !hasDemo || overview.lastSeq > 0;
    const theme = config?.look?.theme ?? "";
    const query = demo.hidden ? "role=preview&fps=30" : `demo=${encodeURIComponent(theme)}`;
    const url = new URL(`/overlay/${room}?${query}`, location.href);
    if (demo.hidden) url.hash = new URL(overlay).hash;
    if (url.href === address) return;
    address = url.href;
    frame.src = address;
  };
  const rest = restHidden(() => frame.removeAttribute("src"), () => {
    if (address !== "") frame.src = address;
  });
  const end = store.subscribe(["config", "hello", "address", "overview"], show);
  return { element, over, frame, ground, dispose: () => (end(), rest()) };
}

/**
 * Unloads the preview after the tab has been hidden for a while, and loads it again when the tab is visible.
 * @param {() => void} rest @param {() => void} wake
 */
function restHidden(rest, wake) {
  let timer = 0;
  let rests = false;
  const turn = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") {
      timer = setTimeout(() => (rests = true, rest()), REST_MILLISECONDS);
    } else if (rests) {
      rests = false;
      wake();
    }
  };
  document.addEventListener("visibilitychange", turn);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", turn);
  };
}
