// @ts-check
/** The list of the room's uploaded files and running uploads, with the names that files had on the person's disk. */

import { el, fill, put } from "../parts/dom.js";
import { problemText } from "../parts/problem.js";
import { builtInGroups, builtInTitleOf } from "./builtin.js";
import { convertSVG, isRetired, isSVG } from "./svg.js";
import { w } from "./words.js";

/**
 * @typedef {object} Asset
 * @property {string} url
 * @property {string} type
 * @property {number} bytes
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [durationSeconds]
 *
 * @typedef {object} Upload
 * @property {string} name
 * @property {number} share the uploaded share, 0 to 1
 * @property {string} problem the reason of a refusal; empty without one
 */

/** The storage key of the files' names, and the number of names to keep. */
const NAMES = "ovation.files";
const MOST_NAMES = 1000;

/**
 * Returns the names that files had on the person's disk, by their addresses. The server knows files only by their
 * content, so this browser stores the names.
 * @returns {Record<string, string>}
 */
function keptNames() {
  try {
    return JSON.parse(localStorage.getItem(NAMES) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} url @param {string} name */
function keepName(url, name) {
  const { [url]: _, ...others } = keptNames();
  const newest = Object.entries(others).slice(1 - MOST_NAMES);
  try {
    localStorage.setItem(NAMES, JSON.stringify({ ...Object.fromEntries(newest), [url]: name }));
  } catch {
    // With a full storage, the file gets a name from its address.
  }
}

export class Files {
  /** @param {import("../actions.js").Actions} actions */
  constructor(actions) {
    /** @private */
    this.actions = actions;
    /** @type {Asset[]} */
    this.all = [];
    /** @type {Upload[]} */
    this.uploads = [];
    /** True after the first read of the list, even if it failed. */
    this.isKnown = false;
    /** The problem of the last read; empty if it succeeded. */
    this.problem = "";
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
    this.read();
  }

  /** @param {() => void} action called now, and after each change @returns {() => void} ends the subscription */
  subscribe(action) {
    this.listeners.add(action);
    action();
    return () => void this.listeners.delete(action);
  }

  async read() {
    const answer = await this.actions.ask("GET", "assets");
    this.problem = problemText(answer);
    this.isKnown = true;
    if (answer.ok) this.all = answer.body.assets;
    this.tell();
  }

  /**
   * Uploads files one after the other. An SVG is converted to a WebP first.
   * @param {File[]} files
   * @returns {Promise<Asset[]>} the files that the server accepted
   */
  async upload(files) {
    const uploads = files.map(({ name }) => ({ name, share: 0, problem: "" }));
    this.uploads = [...this.uploads.filter(({ problem }) => problem === ""), ...uploads];
    /** @type {Asset[]} */
    const taken = [];
    for (const [index, file] of files.entries()) {
      const upload = uploads[index];
      const given = isSVG(file) ? await convertSVG(file) : file;
      if (given === null) {
        upload.problem = w("svgFault");
        this.tell();
        continue;
      }
      const answer = await this.actions.upload(given, (share) => {
        upload.share = share;
        this.tell();
      });
      if (answer.ok) {
        keepName(answer.body.url, given.name);
        taken.push(answer.body);
        this.uploads = this.uploads.filter((one) => one !== upload);
      } else upload.problem = problemText(answer);
      await this.read();
    }
    return taken;
  }

  /**
   * Uploads a WebP version of an SVG that an earlier version of the server accepted.
   * @param {Asset} asset
   */
  async convert({ url }) {
    const answer = await fetch(url).catch(() => null);
    const parts = answer?.ok ? [await answer.blob()] : [];
    await this.upload([new File(parts, nameOf(url), { type: "image/svg+xml" })]);
  }

  /** @param {Upload} upload */
  forget(upload) {
    this.uploads = this.uploads.filter((one) => one !== upload);
    this.tell();
  }

  /**
   * Deletes a file of the room. If it is in use, the server's refusal says where.
   * @param {Asset} asset
   */
  async remove({ url }) {
    const answer = await this.actions.press("DELETE", `assets/${url.split("/").pop()}`);
    if (answer.ok) await this.read();
    return answer;
  }

  /** @private */
  tell() {
    for (const action of [...this.listeners]) action();
  }
}

/**
 * Returns the title of a built-in sound, the name that a file had on the person's disk, or else a name from its address.
 * @param {string} url
 */
export function nameOf(url) {
  const builtIn = builtInTitleOf(url);
  if (builtIn !== null) return builtIn;
  const [stem, ending = ""] = (url.split("/").pop() ?? "").split(".");
  return keptNames()[url] ?? (stem.length > 20 ? `${stem.slice(0, 6)}….${ending}` : `${stem}.${ending}`);
}

/** @param {number} bytes */
export function sizeOf(bytes) {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * @param {{type: string}} asset
 * @returns {"picture" | "sound" | "film" | "font"}
 */
export function kindOf({ type }) {
  if (type.startsWith("image/")) return "picture";
  if (type.startsWith("audio/")) return "sound";
  return type.startsWith("video/") ? "film" : "font";
}

/** Creates the groups of built-in sounds of a menu. */
function builtInOptions() {
  return builtInGroups().map(({ title, sounds }) => el("optgroup", { label: `${w("builtins")}: ${title}` },
    sounds.map((sound) => el("option", { value: sound.address }, sound.title))));
}

/**
 * Creates a menu of the room's files of some kinds, with an entry for no file. Sounds follow the built-in ones.
 * @param {string} label @param {string} none @param {Files} files
 * @param {ReturnType<typeof kindOf>[]} kinds
 * @param {(url: string | null) => void} change
 */
export function fileChoice(label, none, files, kinds, change) {
  const field = el("select", { class: "grow", "aria-label": label, on: { change: () => change(field.value || null) } });
  const builtIn = kinds.includes("sound") ? builtInOptions() : [];
  return {
    element: field,
    /** @param {string | null} url */
    show: (url) => {
      const urls = files.all.filter((asset) => kinds.includes(kindOf(asset)) && !isRetired(asset.url)).map((asset) => asset.url);
      if (url !== null && !urls.includes(url) && (builtIn.length === 0 || builtInTitleOf(url) === null)) urls.push(url);
      const told = urls.map(nameOf).join();
      if (field.dataset.told !== told) {
        put(field, "data-told", told);
        const own = urls.map((one) => el("option", { value: one }, nameOf(one)));
        const isGrouped = builtIn.length > 0 && own.length > 0;
        fill(field, el("option", { value: "" }, none), isGrouped ? el("optgroup", { label: w("ownFiles") }, own) : own, builtIn);
      }
      field.value = url ?? "";
    },
  };
}
