// @ts-check
/** The room's files: brought here by drag and drop, looked at, listened to, deleted. */

import { icon } from "../icons.js";
import { ask } from "../parts/dialog.js";
import { el, fill, say } from "../parts/dom.js";
import { t } from "../words.js";
import { chooser, dropOn } from "./drop.js";
import { kindOf, nameOf, sizeOf } from "./files.js";
import { lookAt } from "./player.js";
import { w } from "./words.js";

/** @typedef {import("./files.js").Asset} Asset */

/**
 * @param {import("./files.js").Files} files
 * @param {import("./sounding.js").Sounding} sounding
 */
export function filesPanel(files, sounding) {
  const sum = el("span", { class: "muted small" });
  const uploads = el("ul", { class: "uploads", role: "status" });
  const list = el("ul", { class: "tiles", "aria-labelledby": "files-title" });
  const take = (/** @type {File[]} */ chosen) => void files.take(chosen);
  const zone = el("div", { class: "zone" }, icon("upload"), el("span", { class: "muted grow" }, w("dropHere")),
    chooser([w("chooseFiles")], { id: "choose-files" }, take));
  const element = el("section", { class: "panel stack", id: "files", "aria-labelledby": "files-title" },
    el("header", {}, el("h2", { id: "files-title" }, w("files")), sum), zone, uploads, list);
  dropOn(element, take);

  const show = () => {
    const bytes = files.all.reduce((all, one) => all + one.bytes, 0);
    say(sum, files.all.length > 0 ? `${files.all.length} · ${sizeOf(bytes)}` : "");
    fill(uploads, files.uploads.map((upload) => uploadRow(files, upload)));
    if (files.problem !== "") return fill(list, el("li", { class: "trouble" }, files.problem));
    const known = new Set([...list.children].map((tile) => /** @type {HTMLElement} */ (tile).dataset.url));
    const wanted = files.all.map(({ url }) => url);
    if (wanted.length > 0 && known.size === wanted.length && wanted.every((url) => known.has(url))) return;
    fill(list, files.all.length > 0 ? files.all.map((asset) => tileOf(asset, files, sounding))
      : el("li", { class: "empty" }, files.isKnown ? w("noFiles") : t("loading")));
  };
  return { element, dispose: files.subscribe(show) };
}

/** @param {import("./files.js").Files} files @param {import("./files.js").Upload} upload */
function uploadRow(files, upload) {
  const bar = el("span", { class: "bar" });
  bar.style.width = `${Math.round(upload.share * 100)}%`;
  const isRefused = upload.problem !== "";
  return el("li", { class: "row" }, el("span", { class: "grow" }, el("span", { class: "small" }, upload.name),
    isRefused ? el("span", { class: "trouble small block" }, upload.problem) : el("span", { class: "track", "aria-hidden": "true" }, bar)),
  isRefused && el("button", { type: "button", class: "bare", "aria-label": `${t("close")}: ${upload.name}`, on: {
    click: () => files.forget(upload) } }, icon("close")));
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
    const { ok, problem } = await files.remove(asset);
    if (!ok) say(told, problem);
  };
  return el("li", { class: "tile-card", "data-url": asset.url },
    el("button", { type: "button", class: "tile-face", "aria-label": `${w(kindOf(asset) === "sound" ? "listen" : "lookAt")}: ${name}`,
      on: { click: () => lookAt(asset, sounding) } }, faceOf(asset)),
    el("div", { class: "tile-foot" }, el("span", { class: "grow tile-text" }, el("span", { class: "tile-name", title: name }, name),
      el("span", { class: "muted small" }, detailOf(asset))),
    el("button", { type: "button", class: "bare", "aria-label": `${w("deleteFile")}: ${name}`, title: w("deleteFile"), on: { click: remove } }, icon("clear"))),
    told);
}

/**
 * What a file looks like in small.
 * @param {Asset} asset
 */
export function faceOf(asset) {
  const kind = kindOf(asset);
  if (kind === "picture") return el("img", { src: asset.url, alt: "", loading: "lazy" });
  return el("span", { class: "tile-sign" }, kind === "font" ? "Aa" : icon(kind));
}

/** @param {Asset} asset */
function detailOf({ width, height, durationSeconds, bytes }) {
  const size = width === undefined || height === undefined ? "" : `${width} × ${height}`;
  const length = durationSeconds === undefined ? "" : `${durationSeconds.toFixed(1)} s`;
  return [size, length, sizeOf(bytes)].filter(Boolean).join(" · ");
}
