// @ts-check
/** The rules of alerts and clocks in the studio, without a page. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { exampleOf, filledTitle, testOf } from "../web/studio/alerts/example.js";
import { covers, freeName, matches, moved, warningsOf, whole } from "../web/studio/alerts/rules.js";

// The studio reads its language from the browser when its texts load.
Object.defineProperty(globalThis, "localStorage", { value: { getItem: () => "en" }, configurable: true });
Object.assign(globalThis, { document: { documentElement: {} } });
const { addWords } = await import("../web/studio/words.js");
await addWords("alerts");
const { clockSentence, durationText, sentenceOf } = await import("../web/studio/alerts/sentence.js");
const { rulesOfSet, SETS } = await import("../web/studio/alerts/sets.js");

const CONFIG = {
  sources: { currency: "EUR" }, gifts: { enabled: true }, sounds: { enabled: true, volume: 0.8, flourish: false },
  tiers: { enabled: true, value: [20, 200, 1000, 5000], money: [500, 2000, 5000, 20000] },
  catalogue: { rose: { name: "Rose", value: 1 }, rocket: { name: "Rocket", value: 500 }, castle: { name: "Castle", value: 5000 } },
};
const NAMES = { sender: "Mira", message: "Hello", title: "Hydrate", gift: "Rose" };

/** @param {any} when @param {any} [more] */
function rule(when, more = {}) {
  return whole({ name: JSON.stringify(when), title: "{sender}", when, ...more });
}

/** @param {any[]} rules @param {number} index @param {any} [config] */
const faults = (rules, index, config = CONFIG) => warningsOf(rules, index, config).map(({ fault }) => fault);

for (const [text, when] of /** @type {[string, any][]} */ ([
  ["Anything, from anywhere", {}],
  ["A gift worth 1,000 or more, from anywhere", { type: "gift", min: 1000 }],
  ["A subscription of 6 months or more, from Twitch", { type: "notice", kind: "subscription", minMonths: 6, source: "twitch" }],
  ["A tip of 20.00 EUR or more, from Ko-fi", { type: "gift", money: true, min: 2000, source: "kofi" }],
  ["A gift that is no money, worth 20 to 199, from anywhere", { type: "gift", money: false, min: 20, max: 199 }],
  ["The gift Rose, from anywhere", { gift: "rose" }],
  ["A raid with 50 viewers or more, from anywhere", { kind: "raid", minCount: 50 }],
  ["A notice “hype-train”, from the studio and bots", { kind: "hype-train", source: "api" }],
  ["A call, from anywhere", { type: "call" }],
])) {
  test(`A condition is said in words: ${text}`, () => assert.equal(sentenceOf(when, CONFIG), text));
}

for (const [text, more] of /** @type {[string, any][]} */ ([
  ["Each subscription adds 1 minute", { when: { kind: "subscription" }, seconds: 60 }],
  ["Each gift, from TikTok, adds 10 seconds for each one of its number", { when: { type: "gift", source: "tiktok" }, seconds: 10, per: "count" }],
  ["Each tip adds 1 minute 30 seconds for each 5.00 EUR of its worth", { when: { type: "gift", money: true }, seconds: 90, per: "worth", unit: 500 }],
  ["Each raid with 10 viewers or more, takes 1 hour away", { when: { kind: "raid", minCount: 10 }, seconds: -3600 }],
])) {
  test(`A rule of a timer is said in words: ${text}`, () => {
    assert.equal(clockSentence(/** @type {any} */ ({ name: "a", counter: "b", per: "event", unit: 1, ...more }), CONFIG), text);
  });
}

test("A duration is said in words", () => {
  assert.equal(durationText(7260), "2 hours 1 minute");
  assert.equal(durationText(0.5), "0.5 seconds");
  assert.equal(durationText(0), "0 seconds");
});

for (const [outer, inner, expected] of /** @type {[any, any, boolean][]} */ ([
  [{}, { type: "gift" }, true],
  [{ type: "gift" }, {}, false],
  [{ type: "notice" }, { kind: "raid" }, true],
  [{ type: "gift" }, { kind: "raid" }, false],
  [{ min: 100 }, { type: "gift", min: 1000 }, true],
  [{ min: 1000 }, { min: 100 }, false],
  [{ min: 0 }, {}, true],
  [{ max: 10 }, { type: "call" }, true],
  [{ max: 10 }, { type: "gift", max: 5 }, true],
  [{ max: 10 }, { type: "gift" }, false],
  [{ minCount: 1 }, { type: "gift" }, true],
  [{ minCount: 1 }, { type: "notice" }, false],
  [{ minMonths: 3 }, { minMonths: 6 }, true],
  [{ money: false }, { type: "call" }, true],
  [{ money: false }, { type: "gift" }, false],
  [{ source: "twitch" }, { source: "twitch", kind: "raid" }, true],
  [{ gift: "Rose" }, { gift: "rose" }, true],
])) {
  test(`${JSON.stringify(outer)} ${expected ? "takes" : "does not take"} all events of ${JSON.stringify(inner)}`, () => {
    assert.equal(covers(outer, inner), expected);
  });
}

test("A rule below a more general one is never reached, and one above it is", () => {
  const [general, special] = [rule({ type: "gift", min: 100 }), rule({ type: "gift", min: 1000 })];
  assert.deepEqual(warningsOf([general, special], 1, CONFIG), [{ fault: "reached", by: 0 }]);
  assert.deepEqual(faults([special, general], 1), []);
});

test("Rules with equal conditions that follow each other take turns, and others are never reached", () => {
  const [one, other, between] = [rule({ kind: "raid" }), rule({ kind: "raid" }, { name: "b" }), rule({ kind: "follow" })];
  assert.deepEqual(faults([one, other], 1), []);
  assert.deepEqual(faults([one, between, other], 2), ["reached"]);
  assert.deepEqual(faults([one, { ...other, weight: 0 }], 1), ["weight"]);
});

test("A rule for single gifts leaves combos to a later rule, and a rule for combos takes single gifts", () => {
  const [single, combo] = [rule({ type: "gift", min: 100, source: "api" }, { only: true }), rule({ type: "gift", min: 100, source: "api" }, { name: "b", when: { type: "gift", min: 200, source: "api" } })];
  assert.deepEqual(faults([single, combo], 1), []);
  assert.deepEqual(faults([combo, { ...single, when: { ...single.when, min: 300 } }], 1), ["reached"]);
});

test("Conditions that contradict each other are named", () => {
  assert.deepEqual(faults([rule({ min: 10, max: 5 })], 0), ["never"]);
});

test("Two sounds are named, and one is not", () => {
  const loud = { ...CONFIG, sounds: { ...CONFIG.sounds, combo: "/a.wav" } };
  const gift = rule({ type: "gift" }, { sound: "/web/sounds/alert-1.wav" });
  assert.deepEqual(faults([gift], 0), []);
  assert.deepEqual(faults([gift], 0, loud), ["sounds"]);
  assert.deepEqual(faults([rule({ kind: "raid" }, { sound: "/web/sounds/alert-1.wav" })], 0, loud), []);
  assert.deepEqual(faults([{ ...gift, only: true, when: { type: "gift", source: "kofi" } }], 0, loud), []);
  const flourish = { ...CONFIG, sounds: { ...CONFIG.sounds, flourish: true } };
  assert.deepEqual(faults([rule({ kind: "raid" }, { film: "crown", sound: "/web/sounds/alert-1.wav" })], 0, flourish), ["sounds"]);
  assert.deepEqual(faults([{ ...gift }], 0, { ...CONFIG, catalogue: { rose: { name: "Rose", sound: "/b.wav" } } }), ["sounds"]);
});

test("Rules that show gifts only as alerts meet streaks on the platforms that have them", () => {
  assert.deepEqual(faults([rule({ type: "gift" }, { only: true })], 0), ["streaks"]);
  assert.deepEqual(faults([rule({ type: "gift", source: "twitch" }, { only: true })], 0), []);
  assert.deepEqual(faults([rule({ kind: "follow" }, { only: true })], 0), []);
});

for (const set of SETS) {
  test(`Every rule of the set ${set} is reached and has an event that the studio can test`, () => {
    for (const flourish of [false, true]) {
      const config = { ...CONFIG, sounds: { ...CONFIG.sounds, flourish } };
      const rules = rulesOfSet(set, config, ["twitch", "tiktok"]);
      assert.equal(new Set(rules.map(({ name }) => name)).size, rules.length);
      for (const [index, one] of rules.entries()) {
        assert.deepEqual(faults(rules, index, config), [], one.name);
        assert.match(one.name, /^[a-z0-9-]{1,50}$/);
        const example = testOf(rules, index, config, NAMES);
        assert.equal(rules.findIndex(({ when }) => example !== null && matches(when, example.facts)), index, one.name);
      }
    }
  });
}

test("A test event passes by earlier rules", () => {
  const rules = [rule({ type: "gift", money: false }), rule({}), rule({ type: "gift" })];
  assert.equal(testOf(rules, 1, CONFIG, NAMES)?.facts.money, true);
  assert.equal(testOf(rules, 2, CONFIG, NAMES), null);
});

test("A made-up gift has the worth that a condition wants", () => {
  assert.deepEqual(exampleOf({ type: "gift", min: 400 }, CONFIG, NAMES).body.gift, { name: "Rocket", value: 500 });
  assert.deepEqual(exampleOf({ money: true, min: 1999 }, CONFIG, NAMES).values.amount, "19.99 EUR");
  assert.equal(exampleOf({ type: "gift", min: 7000 }, CONFIG, NAMES).facts.worth, 7000);
  assert.equal(exampleOf({ type: "gift", max: 3 }, CONFIG, NAMES).facts.worth, 1);
  assert.deepEqual(exampleOf({ kind: "subscription", minMonths: 6 }, CONFIG, NAMES).body,
    { kind: "subscription", sender: "Mira", months: 6, message: "Hello", test: true });
});

test("A test of a rule for one platform claims to come from it", () => {
  const bodies = [{ type: "call", source: "tiktok" }, { type: "gift", source: "kofi" }, { kind: "raid", source: "twitch" }, { source: "api" }, {}]
    .map((when) => exampleOf(/** @type {any} */ (when), CONFIG, NAMES));
  assert.deepEqual(bodies.map(({ body }) => body.source), ["tiktok", "kofi", "twitch", undefined, undefined]);
  assert.deepEqual(bodies.map(({ facts }) => facts.source), ["tiktok", "kofi", "twitch", "api", "api"]);
  assert.ok(bodies.every(({ body }) => body.test === true));
});

test("A title's placeholders are filled, and other braces stay", () => {
  const { values } = exampleOf({ type: "gift", gift: "rocket" }, CONFIG, NAMES);
  assert.equal(filledTitle("{sender} {gift} ×{count} {amount} {months}{other}", values), "Mira rocket ×1 500 {other}");
});

test("A name for a rule is free and plain", () => {
  assert.equal(freeName("Big Gift!", []), "big-gift");
  assert.equal(freeName("big", [{ name: "big" }, { name: "big-2" }]), "big-3");
  assert.equal(freeName("大", []), "rule");
});

test("An item moves to another place of its list", () => {
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
  assert.deepEqual(moved(["a", "b", "c"], 1, 9), ["a", "c", "b"]);
});

test("The made-up tip has the name that platforms give it, and no picture of the catalogue", () => {
  const config = { ...CONFIG, catalogue: { rose: { name: "Rose", value: 1, image: "/rose.webp" } } };
  const { body, image } = exampleOf({ type: "gift", money: true, min: 2500 }, config, NAMES);
  assert.deepEqual([body.gift.name, image], ["25.00 EUR", undefined]);
  assert.equal(exampleOf({ type: "gift", source: "kofi" }, config, NAMES).body.gift.name, "5.00 EUR");
  assert.equal(exampleOf({ type: "gift", money: true, gift: "rose" }, config, NAMES).image, "/rose.webp");
});
