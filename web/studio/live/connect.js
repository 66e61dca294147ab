// @ts-check
/** The panel with the overlay's address for OBS, and the list of the pages that show the room. */

import { draggable, fits, renewedAddress, SIZES, sizeText, sourceOf } from "../address.js";
import { isDock } from "../access.js";
import { icon } from "../icons.js";
import { PRESETS } from "../layout/presets.js";
import { shapeStage } from "../layout/shape.js";
import { isOBS } from "../overview.js";
import { copyText } from "../parts/copy.js";
import { ask } from "../parts/dialog.js";
import { el, fill, put, say } from "../parts/dom.js";
import { stageOf } from "../parts/lamp.js";
import { Rows } from "../parts/rows.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("../overview.js").Viewer} Viewer */

/** @param {Studio} studio */
export function connectPanel(studio) {
  const { store, actions } = studio;
  const field = el("input", { id: "address", readonly: true, "aria-label": t("address"), class: "address",
    on: { focus: () => field.select() } });
  const copy = el("button", { type: "button", id: "copy-address", on: { click: async () => {
    toast(t(await copyText(field.value, field) === "copied" ? "copied" : "pressCopy"));
  } } }, t("copy"));
  const renew = el("button", { type: "button", class: "bare", id: "new-address", on: { click: async () => {
    if (!await ask(t("newAddressAsk"), t("newAddressDo"))) return;
    const address = await renewedAddress(actions, store.state.address ?? "");
    if (address === null) return;
    store.set({ address });
    toast(t("newAddressMade"));
  } } }, t("newAddress"));
  const tile = el("a", { class: "tile", draggable: "true" }, icon("grip"), el("span", {}));
  tile.addEventListener("click", (event) => event.preventDefault());
  tile.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/uri-list", tile.href));
  // The stage's shape chooses the size: a source of another shape would crop the stage or leave a margin.
  const radios = el("fieldset", { class: "choices", "aria-label": t("size") }, SIZES.map((one) => {
    const input = el("input", { type: "radio", name: "size", value: `${one.width}x${one.height}` });
    input.addEventListener("change", async () => {
      const preset = PRESETS.find(({ name }) => name === one.name);
      if (preset !== undefined) await shapeStage(studio, preset);
      show();
    });
    return el("label", { title: sizeText(one) }, input, t(one.name));
  }));
  const list = el("ul", { class: "viewers", "aria-label": t("viewers") });
  const show = () => {
    const { address } = store.state;
    field.value = address ?? "";
    renew.hidden = !field.value.includes("#key=");
    const size = sourceOf(stageOf(store.state));
    for (const [index, one] of SIZES.entries()) {
      const label = radios.children[index];
      const input = /** @type {HTMLInputElement} */ (label.firstElementChild);
      input.checked = one === size;
      label.classList.toggle("chosen", input.checked);
    }
    if (address !== null) {
      tile.href = draggable(address, size);
      tile.title = sizeText(size);
      tile.lastElementChild?.replaceChildren(t("drag"));
    }
    put(copy, "class", null);
  };
  const rows = new Rows(list, (/** @type {Viewer} */ { id }) => id, (viewer) => viewerRow(viewer, store, actions));
  const showViewers = () => rows.set(store.state.overview?.viewers ?? []);
  const touch = matchMedia("(pointer: coarse)").matches;
  tile.hidden = touch || isDock;
  const element = el("section", { class: "panel stack", id: "connect", "aria-labelledby": "connect-title" },
    el("header", { class: "row" }, el("h2", { id: "connect-title", class: "grow" }, t("connect")), renew),
    el("div", { class: "field" }, field, el("div", { class: "row" }, copy, tile)), radios,
    el("p", { class: "muted small" }, t("paste")), list);
  const ends = [store.subscribe(["address", "config", "hello"], show), store.subscribe(["overview", "hello", "config"], showViewers)];
  return { element, dispose: () => ends.forEach((end) => end()) };
}

/** @param {Viewer} viewer */
function nameOfViewer(viewer) {
  const version = /OBS\/(\d+)/.exec(viewer.agent ?? "");
  return isOBS(viewer) ? `${t("viewerOBS")} ${version?.[1] ?? ""}`.trim() : t("viewerTab");
}

/**
 * @param {Viewer} viewer @param {import("../store.js").Store} store @param {import("../actions.js").Actions} actions
 * @returns {import("../parts/rows.js").Row<Viewer>}
 */
function viewerRow(viewer, store, actions) {
  const { id } = viewer;
  const mark = el("span");
  const name = el("span");
  const figures = el("span", { class: "detail muted" });
  let shown = "";
  return {
    element: el("li", { class: "row", "data-viewer": id }, mark, el("span", { class: "who grow" }, name, " ", figures),
      el("button", {
        type: "button", class: "bare", "aria-label": `${t("reload")}: ${nameOfViewer(viewer)}`,
        on: { click: () => actions.press("POST", `viewers/${encodeURIComponent(id)}/reload`) },
      }, t("reload"))),
    show: (now) => {
      const build = store.state.hello?.build;
      const isOld = now.build !== undefined && build !== undefined && now.build !== build;
      const isStrange = !fits(now, stageOf(store.state));
      const state = isOld ? "viewerOld" : isStrange ? "viewerStrange" : !now.visible ? "viewerHidden" : now.active === false ? "viewerReady" : "viewerOn";
      const shape = isOld || isStrange ? "warning" : state === "viewerOn" ? "ok" : "hidden";
      if (shape !== shown) fill(mark, icon(shown = shape));
      put(mark, "class", `row lamp-${shape}`);
      say(name, `${nameOfViewer(now)} · ${t(state)}`);
      const size = now.width && now.height ? ` · ${now.width}×${now.height}` : "";
      const fewer = (now.reduction ?? 0) > 0 ? ` · ${t("viewerFewer")}` : "";
      say(figures, `${t("frames", { n: Math.round(now.fps ?? 0) })}${size}${fewer}`);
    },
  };
}
