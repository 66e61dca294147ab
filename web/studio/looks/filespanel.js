// @ts-check
/** The panel of the room's files, which uploads, previews and deletes them. */

import { icon } from "../icons.js";
import { ask } from "../parts/dialog.js";
import { el, freshID, put, say } from "../parts/dom.js";
import { problemText } from "../parts/problem.js";
import { Rows } from "../parts/rows.js";
import { t } from "../words.js";
import { chooser, dropOn } from "./drop.js";
import { kindOf, nameOf, sizeOf } from "./files.js";
import { wearFont } from "./font.js";
import { lookAt } from "./player.js";
import { isRetired } from "./svg.js";
import { w } from "./words.js";

/** @typedef {import("./files.js").Asset} Asset */

/**
 * @param {import("./files.js").Files} files
 * @param {import("./sounding.js").Sounding} sounding
 */
export function filesPanel(files, sounding) {
  const sum = el("span", { class: "muted small" });
  const uploads = el("ul", { class: "uploads", role: "status" });
  const problem = el("p", { class: "trouble", role: "status", hidden: true });
  const list = el("ul", { class: "tiles", "aria-labelledby": "files-title" });
  const upload = (/** @type {File[]} */ chosen) => void files.upload(chosen);
  const zone = el("div", { class: "zone" }, icon("upload"), el("span", { class: "muted grow" }, w("dropHere")),
    chooser([w("chooseFiles")], { id: "choose-files" }, upload));
  const element = el("section", { class: "panel stack", id: "files", "aria-labelledby": "files-title" },
    el("header", {}, el("h2", { id: "files-title" }, w("files")), sum), zone, uploads, problem, list);
  dropOn(element, upload);
  /** @type {WeakMap<import("./files.js").Upload, string>} */
  const numbers = new WeakMap();
  const waiting = new Rows(uploads, (/** @type {import("./files.js").Upload} */ upload) => numbers.get(upload) ?? "",
    (upload) => uploadRow(files, upload));
  const tiles = new Rows(list, (/** @type {Asset} */ { url }) => url, (asset) => ({ element: tileOf(asset, files, sounding), show: () => {} }),
    { picture: "upload" });

  const show = () => {
    const bytes = files.all.reduce((all, one) => all + one.bytes, 0);
    say(sum, files.all.length > 0 ? `${files.all.length} · ${sizeOf(bytes)}` : "");
    for (const upload of files.uploads) if (!numbers.has(upload)) numbers.set(upload, freshID());
    waiting.set(files.uploads);
    say(problem, files.problem);
    problem.hidden = files.problem === "";
    put(element, "aria-busy", problem.hidden && !files.isKnown ? "true" : null);
    tiles.set(files.all, problem.hidden && files.isKnown ? w("noFiles") : "");
  };
  return { element, dispose: files.subscribe(show) };
}

/**
 * @param {import("./files.js").Files} files @param {import("./files.js").Upload} upload
 * @returns {import("../parts/rows.js").Row<import("./files.js").Upload>}
 */
function uploadRow(files, upload) {
  const bar = el("span", { class: "bar" });
  const track = el("span", { class: "track", "aria-hidden": "true" }, bar);
  const told = el("span", { class: "trouble small block" });
  const close = el("button", { type: "button", class: "bare", "aria-label": `${t("close")}: ${upload.name}`, on: {
    click: () => files.forget(upload) } }, icon("close"));
  return {
    element: el("li", { class: "row" }, el("span", { class: "grow" }, el("span", { class: "small" }, upload.name), told, track), close),
    show: ({ share, problem }) => {
      bar.style.width = `${Math.round(share * 100)}%`;
      say(told, problem);
      for (const part of [told, close]) put(part, "hidden", problem === "");
      put(track, "hidden", problem !== "");
    },
  };
}

/**
 * @param {Asset} asset
 * @param {import("./files.js").Files} files
 * @param {import("./sounding.js").Sounding} sounding
 */
function tileOf(asset, files, sounding) {
  const name = nameOf(asset.url);
  const told = el("p", { class: "told trouble small", role: "status" });
  const remove = async () => {
    if (!await ask(w("deleteFileAsk", { name }), w("deleteFile"))) return;
    say(told, problemText(await files.remove(asset)));
  };
  return el("li", { class: "tile-card", "data-url": asset.url },
    isRetired(asset.url) ? retired(asset, name, files)
      : el("button", { type: "button", class: "tile-face", "aria-label": `${w(kindOf(asset) === "sound" ? "listen" : "lookAt")}: ${name}`,
        on: { click: () => lookAt(asset, sounding) } }, faceOf(asset)),
    el("div", { class: "tile-foot" }, el("span", { class: "grow tile-text" }, el("span", { class: "tile-name", title: name }, name),
      el("span", { class: "muted small" }, detailOf(asset))),
    el("button", { type: "button", class: "bare", "aria-label": `${w("deleteFile")}: ${name}`, title: w("deleteFile"), on: { click: remove } }, icon("clear"))),
    told);
}

/**
 * Creates the notice for an SVG, which is no longer shown, with a button that converts it to a WebP.
 * @param {Asset} asset @param {string} name @param {import("./files.js").Files} files
 */
function retired(asset, name, files) {
  const convert = el("button", { type: "button", "aria-label": `${w("convertSVG")}: ${name}`, on: {
    click: () => void files.convert(asset) } }, w("convertSVG"));
  return el("div", { class: "tile-retired" }, el("p", { class: "trouble small" }, w("svgRetired")), convert);
}

/**
 * Creates the thumbnail of a file.
 * @param {Asset} asset
 */
export function faceOf(asset) {
  const kind = kindOf(asset);
  if (kind === "picture") return el("img", { src: asset.url, alt: "", loading: "lazy" });
  const sign = el("span", { class: "tile-sign" }, kind === "font" ? "Aa" : icon(kind));
  if (kind === "font") void wearFont(sign, asset.url);
  return sign;
}

/** @param {Asset} asset */
function detailOf({ width, height, durationSeconds, bytes }) {
  const size = width === undefined || height === undefined ? "" : `${width} × ${height}`;
  const length = durationSeconds === undefined ? "" : `${durationSeconds.toFixed(1)} s`;
  return [size, length, sizeOf(bytes)].filter(Boolean).join(" · ");
}
