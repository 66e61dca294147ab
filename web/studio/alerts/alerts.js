// @ts-check
/** The view Alerts, with the rules in the order in which they are tried, and ready-made sets of rules. */

import { icon } from "../icons.js";
import { startForTest } from "../live/tests.js";
import { Files } from "../looks/files.js";
import { Sounding } from "../looks/sounding.js";
import { loadWords } from "../looks/words.js";
import { choice } from "../parts/choice.js";
import { ask } from "../parts/dialog.js";
import { el, put, say } from "../parts/dom.js";
import { menu } from "../parts/menu.js";
import { pastButtons } from "../parts/past.js";
import { Rows } from "../parts/rows.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { editRule, newRule } from "./editor.js";
import { testOf } from "./example.js";
import { Previews } from "./preview.js";
import { ruleRow } from "./row.js";
import { freeName, MOST_RULES, moved, rulesOf } from "./rules.js";
import { exampleNames } from "./scene.js";
import { sentenceOf } from "./sentence.js";
import { rulesOfSet, SETS } from "./sets.js";

/** @typedef {import("./rules.js").Rule} Rule */

/**
 * Loads the texts of the files and films, and returns the view.
 * @returns {Promise<import("../shell.js").Mount>}
 */
export async function openAlerts() {
  await loadWords();
  return (place, studio) => {
    const view = new AlertsView(studio);
    place.append(view.element);
    if (studio.store.state.config === null) studio.settings.read();
    return () => view.dispose();
  };
}

class AlertsView {
  /** @param {import("../shell.js").Studio} studio */
  constructor(studio) {
    /** @private */
    this.studio = studio;
    /** @private */
    this.room = { studio, files: new Files(studio.actions), sounding: new Sounding(), previews: new Previews(studio.store) };
    /** @private */
    this.past = pastButtons(studio);
    /** @private the room's platforms, for the sets */
    this.sources = /** @type {string[]} */ ([]);
    this.list = el("ol", { class: "rules", "aria-labelledby": "alerts-title" });
    this.told = el("p", { class: "only-heard", role: "status" });
    /** @private */
    this.rows = new Rows(this.list, ({ name }) => name, (/** @type {Rule} */ rule) => ruleRow(this, rule), {
      picture: "alerts", action: { text: t("startSimple"), press: () => void this.apply("simple") } });
    this.isOn = el("input", { type: "checkbox", role: "switch", on: { change: () =>
      studio.settings.change({ alerts: { enabled: this.isOn.checked } }, `alerts/enabled ${performance.now()}`) } });
    this.order = el("div", { class: "row wrap" });
    const sets = menu({ content: [icon("looks"), t("sets"), icon("down")] }, () => SETS.map((name) => ({
      text: t(`set_${name}`), action: () => void this.apply(name) })));
    sets.id = "alert-sets";
    this.element = el("section", { class: "panel stack alerts", id: "alerts", "aria-labelledby": "alerts-title", "aria-busy": "true" },
      el("header", { class: "row wrap" }, el("h2", { id: "alerts-title", class: "grow" }, t("alerts")),
        el("label", { class: "row" }, this.isOn, t("alertsOn")), this.past.element),
      el("p", { class: "muted" }, t("alertsMore")),
      el("div", { class: "row wrap" },
        el("button", { type: "button", class: "gold", id: "new-rule", on: { click: () => void this.add() } }, icon("plus"), t("newRule")), sets, this.order),
      this.list, this.told);
    /** @private */
    this.ends = [studio.store.subscribe(["config"], () => this.show())];
    this.readSources();
  }

  dispose() {
    for (const end of this.ends) end();
    this.past.dispose();
    this.room.previews.dispose();
    this.room.sounding.close();
  }

  get config() {
    return this.studio.store.state.config;
  }

  get rules() {
    return rulesOf(this.config);
  }

  get previews() {
    return this.room.previews;
  }

  /** @private */
  async readSources() {
    const { ok, body } = await this.studio.actions.ask("GET", "sources");
    if (ok) this.sources = body.sources.map((/** @type {{kind: string}} */ { kind }) => kind);
  }

  /** @private */
  show() {
    if (this.config === null) return;
    put(this.element, "aria-busy", null);
    const { enabled, order } = this.config.alerts;
    this.isOn.checked = enabled;
    if (this.order.dataset.order !== order) {
      this.order.dataset.order = order;
      this.order.replaceChildren(el("span", { class: "muted" }, t("waitingOrder")), choice(t("waitingOrder"), [["arrival", t("arrival")], ["worth", t("worth")]], order,
        (next) => {
          this.order.dataset.order = next;
          this.studio.settings.change({ alerts: { order: next } }, `alerts/order ${performance.now()}`);
        }));
    }
    this.rows.set(this.rules, t("noRules"));
  }

  /** @private @param {Rule[]} rules */
  save(rules) {
    this.studio.settings.change({ alerts: { rules } }, `alerts/rules ${performance.now()}`);
  }

  /** @private */
  async add() {
    const { rules } = this;
    if (rules.length >= MOST_RULES) return toast(t("tooManyRules", { n: MOST_RULES }), true);
    const result = await editRule(this.room, rules, newRule(rules), rules.length);
    if (result === null) return;
    this.save([...this.rules, result.rule]);
    if (result.isTested) this.test(result.rule.name);
  }

  /** @param {string} name */
  async edit(name) {
    const { rules } = this;
    const index = rules.findIndex((rule) => rule.name === name);
    if (index < 0) return;
    const result = await editRule(this.room, rules, rules[index], index);
    if (result === null) return;
    this.save(this.rules.map((rule) => rule.name === name ? result.rule : rule));
    if (result.isTested) this.test(result.rule.name);
  }

  /** @param {string} name */
  copy(name) {
    const { rules } = this;
    const index = rules.findIndex((rule) => rule.name === name);
    if (index < 0 || rules.length >= MOST_RULES) return;
    this.save([...rules.slice(0, index + 1), { ...rules[index], name: freeName(name, rules) }, ...rules.slice(index + 1)]);
  }

  /** @param {string} name */
  remove(name) {
    this.save(this.rules.filter((rule) => rule.name !== name));
    toast(t("ruleRemoved"));
  }

  /** @param {number} from @param {number} to */
  move(from, to) {
    const { rules } = this;
    const place = Math.min(Math.max(to, 0), rules.length - 1);
    if (place === from || rules[from] === undefined) return;
    this.save(moved(rules, from, place));
    say(this.told, t("ruleMoved", { rule: sentenceOf(rules[from].when, this.config), n: place + 1, m: rules.length }));
  }

  /**
   * Posts a test event that the rule matches, and says if another rule took it.
   * @param {string} name
   */
  async test(name) {
    const { studio, rules, config } = this;
    const index = rules.findIndex((rule) => rule.name === name);
    if (index < 0) return;
    const example = testOf(rules, index, config, exampleNames());
    if (example === null) return toast(t("testImpossible"), true);
    await studio.settings.settled();
    await startForTest(studio);
    const { ok, body } = await studio.actions.press("POST", example.part, asNewSender(example.body));
    if (!ok) return;
    const made = body.alert?.rule;
    if (body.outcome === "skipped" && made === undefined) toast(t("testNoAlert"), true);
    else if (made === undefined || made === name || rules.some((rule) => rule.name === made && JSON.stringify(rule.when) === JSON.stringify(rules[index].when))) toast(t("testSent"));
    else toast(t("testOther", { n: rules.findIndex((rule) => rule.name === made) + 1 }), true);
  }

  /** @private @param {import("./sets.js").SetName} name */
  async apply(name) {
    const { rules, config } = this;
    const next = rulesOfSet(name, config, this.sources);
    const set = t(`set_${name}`);
    if (rules.length > 0 && !await ask(t("setAsk", { set, n: rules.length, m: next.length }), t("replaceRules"))) return;
    this.save(next);
    toast(t("setApplied", { set }));
  }
}

/** The number of test events that this page has sent. */
let tested = 0;

/**
 * Gives a test event a sender of its own: gifts of one sender are a combo, which has one alert for each rule.
 * @param {any} body
 */
function asNewSender(body) {
  const key = "user" in body ? "user" : "sender";
  return { ...body, [key]: { id: `test-${Date.now()}-${++tested}`, name: body[key] } };
}
