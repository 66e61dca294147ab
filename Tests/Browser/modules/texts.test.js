// @ts-check
/** Limits of viewers' texts on the stage: hostile texts get shorter, and texts of real scripts stay as they are. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chance } from "./random.js";
import { Stage } from "../web/overlay/stage/stage.js";
import { limited, limitedGlyphs } from "../web/overlay/stage/texts.js";
import { glyphsOf, valuesOf } from "../web/overlay/widgets/line.js";
import { graphemes } from "../web/shared/text.js";

const SCRIPTS = {
  English: "Thank you so much!!! That was goooood :) www.example.org", German: "Grüße, Straße, Äpfel, Übermut",
  Vietnamese: "Cảm ơn bạn rất nhiều, chúc một buổi tối vui vẻ ệ ộ ẫ", Greek: "ᾄνθρωπος ὦ ᾧ ᾂ Καλημέρα",
  Russian: "Большое спасибо, ё й и\u0301", Arabic: "مُحَمَّدٌ الكَاتِبُ ٱللَّٰهُ الرَّحْمَٰنِ", Persian: "می‌خواهم کتاب‌ها",
  Hebrew: "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים שׁ‍לום", Hindi: "कार्त्स्न्य हूँ फ़िं क्षत्रिय नमस्ते दुनिया", Bengali: "র‍্যাঁ ড়াঁ ধন্যবাদ",
  Tamil: "நன்றி ஸ்ரீ கௌ", Kannada: "ಧನ್ಯವಾದ ಕೋಂ ಸ್ತ್ರೀ", Malayalam: "സ്ത്രീ ന്ദ്രോ ക്ഷ്ണ", Sinhala: "ශ්‍රී ක්‍ෂේ ස්තූතියි",
  Thai: "น้ำผึ้ง ที่ใช้ ก็ไม้ สวัสดีชาวโลก", Lao: "ຂອບໃຈຫຼາຍໆ ນ້ຳ ປູ່ເປັ້ນ", Khmer: "ស្ត្រី ស៊ាំង អរគុណ", Burmese: "မြွှောင့် ကျွန်ုပ် ကျေးဇူးတင်ပါတယ်",
  Tibetan: "བསྒྲུབས ཧཱུྃ རྡྷྲཱིཿ ཐུགས་རྗེ་ཆེ།", Chinese: "謝謝你們大家哈哈哈哈哈", Japanese: "ありがとうございます がぎぐ ｗｗｗｗ", Korean: "감사합니다 ㅋㅋㅋㅋㅋ",
  numbers: "1,000,000,000 10000000000000000000 0:00:00", emoji: "👩🏽‍❤️‍💋‍👨🏻 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇫🇷🇩🇪 1️⃣#️⃣ 👍🏽 ❤️‍🔥 🧑🏿‍🚀 ☺ © ™",
  sentence: "sent \u2068وردة (5)\u2069 · \u2067שלום\u2069",
};

for (const [name, text] of Object.entries(SCRIPTS)) {
  test(`A text in ${name} stays as it is, in each Unicode form`, () => {
    for (const form of ["NFC", "NFD"]) {
      const own = text.normalize(form);
      assert.equal(limited(own), own);
      assert.equal(limitedGlyphs(graphemes(own)), null);
    }
  });
}

for (const [text, drawn] of [
  ["a".repeat(500), "a".repeat(8)],
  [`g${"o".repeat(60)}al!`, `g${"o".repeat(8)}al!`],
  [`x${"哈".repeat(40)}`, `x${"哈".repeat(8)}`],
  [`${"👨‍👩‍👧".repeat(30)}`, "👨‍👩‍👧".repeat(8)],
  ["a\u200B".repeat(40), `${"a\u200B".repeat(8)}${"\u200B".repeat(32)}`],
  ["0".repeat(50), "0".repeat(20)],
]) {
  test(`A run of one character is cut: ${[...text].slice(0, 10).join("")}`, () => assert.equal(limited(text), drawn));
}

for (const [text, drawn] of [
  ["Z\u0335\u0321\u0322\u0316\u0318\u0308\u0300o", "Z\u0335\u0321\u0322o"],
  [`ก${"็".repeat(60)}`, "ก็"],
  [`ก${"็่้".repeat(20)}`, "ก็่้"],
  [`a${"\u0301\u200D".repeat(50)}`, `a\u0301${"\u200D".repeat(50)}`],
  [`क${"ा".repeat(40)}`, `क${"ा".repeat(6)}`],
  [`ཀ${"ྱྲླྭྷྫྙ".repeat(10)}`, "ཀྱྲླྭྷྫ"],
  ["\u0301".repeat(40), "\u0301"],
]) {
  test(`A stack of marks is cut: ${[...text].slice(0, 3).join("")}`, () => assert.equal(limited(text), drawn));
}

test("The first 20 emoji of a text are drawn, and all of its words", () => {
  const text = "🎉🎂🥳".repeat(100);
  assert.equal(limited(`${text} Hi`), `${"🎉🎂🥳".repeat(6)}🎉🎂 Hi`);
  assert.equal([...limited("🇫🇷🇩🇪".repeat(40))].length, 40);
});

test("An emoji that is not drawn leaves one space between its neighbors", () => {
  assert.equal(limited(`${"Hi 🎉 ".repeat(22)}`), `${"Hi 🎉 ".repeat(20)}Hi Hi `);
});

test("A chain of joined emoji counts as all of its emoji, and an ellipsis replaces a character of very many letters", () => {
  const chain = ["👩", "👧", "👦", "👨", "👩"].join("\u200D");
  assert.equal(limited(`${`${chain} `.repeat(5)}x`), `${`${chain} `.repeat(4)}x`);
  assert.equal(limited(`Hi${"👩\u200D".repeat(60)}👧!`), "Hi…!");
  assert.equal(limited(`Hi ${"\u1100".repeat(60)}!`), "Hi …!");
});

/** Parts of hostile texts. Some join their neighbors to one character when the part between them is dropped. */
const PARTS = [
  "a", "b", " ", "0", "é", "é", "哈", "\u1100", "\u1161", "\u11A8", "가", "क", "्", "ा", "ཀ", "ྱ", "ก", "็", "\u0301", "\u0335",
  "\u20DD", "\u200D", "\u200C", "\u200B", "\uFE0F", "\u2068", "\u2069", "\u202E", "👩", "🎉", "❤", "🇫", "🇷", "🏽", "1\uFE0F\u20E3", "\u0600",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧", "\u034F", "﷽", "\r", "\n",
];

test("A limited text is never longer, and its limits change it no more, for any text", () => {
  const random = chance(7);
  const below = (/** @type {number} */ most) => Math.floor(random() * most);
  for (let round = 0; round < 4000; round++) {
    const few = Array.from({ length: 1 + below(5) }, () => PARTS[below(PARTS.length)]);
    let text = "";
    for (let left = 1 + below(40); left > 0; left--) text += few[below(few.length)].repeat(1 + below(12));
    const drawn = limited(text);
    assert.ok(drawn.length <= text.length, JSON.stringify(text));
    // Other texts in between empty the memory of limited texts.
    assert.equal(limited(`${drawn}`), drawn, JSON.stringify(text));
    const glyphs = graphemes(text);
    const kept = limitedGlyphs(glyphs);
    assert.ok(kept === null || kept.from.every((index, i) => kept.glyphs[i].length <= glyphs[index].length));
  }
});

test("The longest hostile texts take less than 50 ms each", () => {
  const texts = [
    `${"👩‍👩‍👧🎉".repeat(250)}`, `a${"\u0301".repeat(16_000)}`, "\u1100🎉\u1161".repeat(500), "क्".repeat(4000),
    `${"\u1100".repeat(9)}🎉`.repeat(200)];
  for (const text of texts) {
    const start = performance.now();
    limited(text);
    assert.ok(performance.now() - start < 50, text.slice(0, 10));
  }
});

const PLACE = { x: 0, y: 0, width: 100, height: 40, alpha: 1 };

test("The stage limits texts of viewers, in new nodes and in changes, and keeps addresses and the streamer's own texts", () => {
  const stage = new Stage();
  const long = "a".repeat(30);
  const bar = "▓".repeat(30);
  stage.apply({ time: 0, full: true, nodes: [
    { ...PLACE, id: "alert/a", kind: "alert", title: long, message: long, name: long, amount: long, avatar: `/${long}`, image: `/${long}` },
    { ...PLACE, id: "counter/c", kind: "counter", text: bar, addedBy: long }] });
  const cut = "a".repeat(8);
  const [alert, counter] = stage.order;
  const { title, message, name, amount, avatar, image } = alert;
  assert.deepEqual([title, message, name, amount], [cut, cut, cut, cut]);
  assert.deepEqual([avatar, image], [`/${long}`, `/${long}`]);
  assert.deepEqual([counter.text, counter.addedBy], [bar, cut]);
  stage.apply({ time: 1, nodes: [{ id: "alert/a", message: "b".repeat(30) }] });
  assert.equal(stage.shown("alert/a")?.message, "b".repeat(8));
});

test("The characters of a caption that are drawn keep their values", () => {
  const glyphs = [...`g${"o".repeat(11)}al`];
  const node = /** @type {any} */ ({ ...PLACE, id: "caption/main", kind: "caption", glyphs });
  assert.equal(glyphsOf(node).join(""), `g${"o".repeat(8)}al`);
  assert.deepEqual(valuesOf(node, glyphs.map((_, index) => index)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13]);
  assert.deepEqual(valuesOf(node, []), []);
  const plain = /** @type {any} */ ({ ...PLACE, id: "caption/main", kind: "caption", glyphs: [..."goal"] });
  const values = [1, 1, 0.5, 0];
  assert.equal(valuesOf(plain, values), values);
});
