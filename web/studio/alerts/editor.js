// @ts-check
/** The dialog that makes or edits a rule of alerts, with a preview of its alert. */

import { effectChoice } from "../looks/effects.js";
import { chooser, dropOn } from "../looks/drop.js";
import { fileChoice, kindOf } from "../looks/files.js";
import { soundButton } from "../looks/player.js";
import { icon } from "../icons.js";
import { choice } from "../parts/choice.js";
import { open } from "../parts/dialog.js";
import { el, fill, freshID, say } from "../parts/dom.js";
import { t } from "../words.js";
import { conditionFields } from "./condition.js";
import { pictureChoice } from "./pictures.js";
import { freeName, whole } from "./rules.js";
import { sentenceOf } from "./sentence.js";
import { warningLines } from "./warnings.js";

/** @typedef {import("./rules.js").Rule} Rule */
/** @typedef {import("../looks/entry.js").Room & {previews: import("./preview.js").Previews}} Room */

const PLACEHOLDERS = /** @type {const} */ (["sender", "gift", "count", "amount", "months", "kind", "title"]);
const MOST_TITLE = 200;

/**
 * Opens the dialog.
 * @param {Room} room @param {Rule[]} rules of the room @param {Rule} rule
 * @param {number} index its place; the number of rules for a new one
 * @returns {Promise<{rule: Rule, isTested: boolean} | null>} null if the person canceled
 */
export async function editRule(room, rules, rule, index) {
  const form = new RuleForm(room, rules, rule, index);
  const result = await open(t(index < rules.length ? "editRule" : "newRule"), (close) => form.build(close));
  form.dispose();
  return result ?? null;
}

class RuleForm {
  /** @param {Room} room @param {Rule[]} rules @param {Rule} rule @param {number} index */
  constructor(room, rules, rule, index) {
    const { files, sounding, studio, previews } = room;
    /** @private */
    this.room = room;
    /** @private */
    this.rules = rules;
    /** @private */
    this.index = index;
    /** @private */
    this.rule = whole(rule);
    const config = () => studio.store.state.config;
    this.preview = previews.make(2);
    this.sentence = el("p", { class: "rule-sentence", role: "status" });
    this.warnings = el("div", {});
    this.condition = conditionFields(this.rule.when, config(), (when) => this.set({ when }));
    this.title = el("input", { required: true, maxlength: MOST_TITLE, autocomplete: "off", value: rule.title, on: { input: () => this.set({ title: this.title.value }) } });
    this.picture = pictureChoice(files, (image) => this.set({ image }));
    this.sound = fileChoice(t("alertSound"), t("soundOfGift"), files, ["sound"], (sound) => this.set({ sound }));
    this.listen = soundButton(() => this.rule.sound ?? "", sounding, () => config()?.sounds?.volume ?? 1, t("alertSound"));
    /** @private @type {ReturnType<typeof effectChoice> | null} created when its section is opened */
    this.film = null;
    this.told = el("p", { class: "told trouble small", role: "status" });
    this.name = el("input", { required: true, maxlength: 50, pattern: "[a-z0-9\\-]+", autocomplete: "off", spellcheck: "false", value: rule.name, on: {
      input: () => this.set({ name: this.name.value.trim() }) } });
    /** @private true if the name follows the conditions, because the person has not chosen one */
    this.isNamedByWhen = index >= rules.length;
    this.name.addEventListener("input", () => { this.isNamedByWhen = false; }, { once: true });
    /** @private true if the title follows the conditions, because the person has not changed it */
    this.isTitledByWhen = this.isNamedByWhen;
    /** @private */
    this.ends = [files.subscribe(() => this.show()), this.listen.dispose, () => sounding.stop(), () => this.preview.stop(), this.preview.remove];
  }

  dispose() {
    for (const end of this.ends) end();
    this.film?.dispose();
  }

  /** @param {(result: {rule: Rule, isTested: boolean}) => void} close */
  build(close) {
    const send = (/** @type {boolean} */ isTested) => {
      if (this.rules.some(({ name }, at) => at !== this.index && name === this.rule.name)) return void say(this.told, t("nameTaken"));
      close({ rule: this.rule, isTested });
    };
    const form = el("form", { class: "stack entry rule-form", on: { submit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      send(event.submitter?.dataset.tests === "true");
    } } },
    el("div", { class: "rule-head" }, this.preview.element, this.sentence), this.warnings,
    section(t("ruleWhen"), this.condition),
    section(t("ruleShows"), this.titleFields(), this.switchOf("message", t("showMessage")),
      this.tierFields(), this.numberOf("duration", t("shownFor"), 1, 60)),
    section(t("alertPicture"), this.picture.element),
    section(t("alertSound"), el("div", { class: "row" }, this.sound.element, this.listen.element), this.switchOf("speak", t("speakMessage"))),
    this.filmSection(),
    el("details", { class: "section" }, el("summary", {}, t("moreOptions")), el("div", { class: "stack tight" },
      this.switchOf("only", t("onlyAlert"), t("onlyAlertMore")), this.numberOf("weight", t("weight"), 0, 1000, t("weightMore")),
      el("label", { class: "field small" }, t("ruleName"), this.name))),
    el("div", { class: "zone" }, icon("upload"), el("span", { class: "muted grow small" }, t("dropOnRule")),
      chooser([t("chooseOwn")], {}, (chosen) => this.upload(chosen))),
    this.told,
    el("footer", { class: "sticky-foot" },
      el("button", { type: "button", on: { click: () => this.preview.play(true) } }, icon("play"), t("playPreview")),
      el("button", { type: "submit", "data-tests": "true" }, t("saveTest")),
      el("button", { type: "submit", class: "gold" }, t("save"))));
    dropOn(form, (dropped) => this.upload(dropped));
    return form;
  }

  /** @private @param {Partial<Rule>} more */
  set(more) {
    this.rule = whole({ ...this.rule, ...more });
    if (this.isNamedByWhen && more.when !== undefined) {
      const { type, kind, source, gift, min } = this.rule.when;
      const parts = [source, kind ?? gift ?? type ?? "any", min].filter((part) => part !== undefined);
      this.rule.name = this.name.value = freeName(parts.join("-"), this.rules);
    }
    if (more.title !== undefined) this.isTitledByWhen = false;
    else if (this.isTitledByWhen && more.when !== undefined) this.rule.title = this.title.value = titleOf(this.rule.when);
    this.show();
  }

  /** @private */
  show() {
    const { config } = this.room.studio.store.state;
    const { image, sound, film, when } = this.rule;
    this.preview.show(this.rule);
    say(this.sentence, sentenceOf(when, config));
    const all = this.rules.map((rule, at) => at === this.index ? this.rule : rule);
    if (this.index >= all.length) all.push(this.rule);
    fill(this.warnings, warningLines(all, this.index, config));
    this.picture.show(image);
    this.sound.show(sound);
    this.listen.show();
    this.film?.show(effectOf(film));
  }

  /** @private */
  titleFields() {
    const chips = PLACEHOLDERS.map((name) => el("button", { type: "button", class: "chip", "data-placeholder": name,
      "aria-label": t("insertPlaceholder", { name: t(`put_${name}`) }), on: { click: () => this.insert(`{${name}}`) } }, t(`put_${name}`)));
    return el("div", { class: "stack tight" }, el("label", { class: "field small" }, t("alertTitle"), this.title),
      el("div", { class: "chips", role: "group", "aria-label": t("placeholders") }, chips));
  }

  /**
   * Inserts a placeholder at the caret of the title.
   * @private @param {string} text
   */
  insert(text) {
    const { selectionStart, selectionEnd, value } = this.title;
    if (value.length + text.length > MOST_TITLE) return;
    this.title.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
    this.title.focus();
    this.set({ title: this.title.value });
  }

  /** @private @param {"message" | "speak" | "only"} key @param {string} label @param {string} [more] */
  switchOf(key, label, more) {
    const id = freshID();
    const box = el("input", { type: "checkbox", role: "switch", "data-key": key, "aria-describedby": more && id, on: { change: () => this.set({ [key]: box.checked }) } });
    box.checked = this.rule[key];
    return el("div", {}, el("label", { class: "row" }, box, label), more && el("p", { class: "muted small", id }, more));
  }

  /** @private @param {"duration" | "weight"} key @param {string} label @param {number} least @param {number} most @param {string} [more] */
  numberOf(key, label, least, most, more) {
    const field = el("input", { type: "number", min: least, max: most, step: key === "weight" ? 1 : "any", required: true, "data-key": key, value: this.rule[key], on: { input: () => {
      const value = Number(field.value);
      if (field.value !== "" && value >= least && value <= most) this.set({ [key]: value });
    } } });
    return el("label", { class: "field small grow" }, label, field, more && el("span", { class: "muted" }, more));
  }

  /** @private */
  tierFields() {
    const tiers = ["", "0", "1", "2", "3", "4"];
    return el("div", { class: "field small" }, el("span", { "aria-hidden": "true" }, t("alertTier")),
      choice(t("alertTier"), tiers.map((value) => [value, value === "" ? t("tierByWorth") : value]), this.rule.tier === null ? "" : String(this.rule.tier),
        (value) => this.set({ tier: value === "" ? null : Number(value) })));
  }

  /** @private */
  filmSection() {
    const place = el("div", {});
    const details = el("details", { class: "section", "data-part": "film", open: this.rule.film !== null }, el("summary", {}, t("alertFilm")), place);
    const build = () => {
      if (!details.open || this.film !== null) return;
      this.film = effectChoice(this.room, () => ({}), (effect) => this.set({ film: effect?.src ?? effect?.film ?? null }));
      place.append(this.film.element);
      this.film.show(effectOf(this.rule.film));
    };
    details.addEventListener("toggle", build);
    build();
    return details;
  }

  /** @private @param {File[]} chosen */
  async upload(chosen) {
    const { files } = this.room;
    for (const asset of await files.upload(chosen)) {
      const kind = kindOf(asset);
      if (kind === "picture") this.set({ image: asset.url });
      else if (kind === "sound") this.set({ sound: asset.url });
      else if (kind === "film") this.set({ film: asset.url });
    }
    const refused = files.uploads.find(({ problem }) => problem !== "");
    say(this.told, refused === undefined ? "" : `${refused.name}: ${refused.problem}`);
  }
}

/**
 * Returns the effect of the catalogue that shows the same film.
 * @param {string | null} film @returns {import("../looks/entries.js").Effect | undefined}
 */
function effectOf(film) {
  if (film === null) return undefined;
  return film.startsWith("/") ? { src: film, duration: 6 } : { film, duration: 6 };
}

/** @param {string} title @param {...import("../parts/dom.js").Child} content */
function section(title, ...content) {
  return el("section", { class: "stack tight rule-part" }, el("h3", {}, title), content);
}

/**
 * Returns the title that a new rule begins with.
 * @param {import("./rules.js").When} when
 */
function titleOf({ type, kind, money }) {
  if (type === "notice" && kind === "follow") return t("titleFollow");
  if (type === "notice" && kind === "subscription") return t("titleSubscription");
  if (type === "notice" && kind === "raid") return t("titleRaid");
  return t(type === "gift" && money === true ? "titleMoney" : "titleGift");
}

/**
 * Returns a rule to begin a new one with.
 * @param {Rule[]} rules
 */
export function newRule(rules) {
  return whole({ name: freeName("rule", rules), when: { type: "gift" }, title: titleOf({ type: "gift" }) });
}
