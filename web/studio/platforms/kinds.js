// @ts-check
/** The list of supported platforms, with instructions to set up each, and samples of its deliveries. */

import { NAMES } from "./names.js";

/**
 * @typedef {object} Delivery a request of a platform
 * @property {Record<string, string>} fields
 * @property {string} body
 *
 * @typedef {import("../words.js").Word} Word
 *
 * @typedef {object} Kind
 * @property {string} kind the server's name
 * @property {string} name the usual name; empty: `otherPlatform`
 * @property {Word} hint explains what to paste where
 * @property {Word} [secret] the platform's name for its secret; absent if it signs nothing, and needs a key
 * @property {boolean} [signsItself] true if it signs with a key of its own, so that neither secret nor key is needed
 * @property {boolean} [isMade] true if the person chooses the secret, not the platform
 * @property {{word: Word, delivery: () => Delivery}[]} samples
 */

const JSON_TYPE = { "Content-Type": "application/json" };

/** @param {any} body @param {Record<string, string>} [fields] @returns {Delivery} */
function json(body, fields = {}) {
  return { fields: { ...JSON_TYPE, ...fields }, body: JSON.stringify(body) };
}

/** @param {Word} word @param {string} type @param {any} event */
function twitch(word, type, event) {
  const fields = { "Twitch-Eventsub-Message-Type": "notification", "Twitch-Eventsub-Message-Id": "sample" };
  const who = { user_id: "1234", user_login: "ann", user_name: "Ann" };
  return { word, delivery: () => json({ subscription: { type }, event: { ...who, ...event } }, fields) };
}

const CHANNEL = { from_broadcaster_user_id: "1234", from_broadcaster_user_name: "Ann" };
const TWITCH = [
  twitch("sampleSub", "channel.subscribe", { tier: "1000", is_gift: false }),
  twitch("sampleBomb", "channel.subscription.gift", { tier: "1000", total: 5, is_anonymous: false }),
  twitch("sampleCheer", "channel.cheer", { bits: 100, message: "Cheer100", is_anonymous: false }),
  twitch("sampleFollow", "channel.follow", {}),
  twitch("sampleRaid", "channel.raid", { ...CHANNEL, viewers: 42 }),
  twitch("sampleReward", "channel.channel_points_custom_reward_redemption.add", { reward: { title: "Hydrate" } }),
];

function kofi() {
  const payment = {
    message_id: "sample", type: "Donation", is_public: true, from_name: "Ann", message: "", amount: "5.00", currency: "USD",
  };
  return {
    fields: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `data=${encodeURIComponent(JSON.stringify(payment))}`,
  };
}

function stripe() {
  const object = { id: "sample", amount: 500, currency: "usd", metadata: { name: "Ann" } };
  return json({ type: "payment_intent.succeeded", data: { object } });
}

function gitHub() {
  const sponsorship = {
    node_id: "sample", privacy_level: "public", sponsor: { id: 1234, login: "ann" }, tier: { monthly_price_in_cents: 500 },
  };
  return json({ action: "created", sponsorship }, { "X-GitHub-Event": "sponsorship" });
}

/** @param {Word} word @param {string} type @param {any} details */
function youTube(word, type, details) {
  const authorDetails = { channelId: "UC1234", displayName: "Ann" };
  return { word, delivery: () => json({ id: "sample", snippet: { type, ...details }, authorDetails }) };
}

const YOUTUBE = [
  youTube("sampleSuperChat", "superChatEvent", {
    superChatDetails: { amountMicros: "5000000", currency: "USD", userComment: "Hello!" } }),
  youTube("sampleMember", "newSponsorEvent", { newSponsorDetails: { memberLevelName: "Gold" } }),
  youTube("sampleBomb", "membershipGiftingEvent", { membershipGiftingDetails: { giftMembershipsCount: 5 } }),
];

/** @param {Word} word @param {string} cmd @param {any} data */
function bilibili(word, cmd, data) {
  return { word, delivery: () => json({ cmd, data: { uid: 1234, uname: "小安", ...data } }) };
}

const BILIBILI = [
  bilibili("sampleGift", "SEND_GIFT", { giftId: 31036, giftName: "小花花", num: 5, tid: "sample" }),
  bilibili("sampleGuard", "GUARD_BUY", { guard_level: 3, gift_name: "舰长", num: 1, username: "小安" }),
  bilibili("sampleSuperChat", "SUPER_CHAT_MESSAGE", { id: 1, price: 30, message: "加油" }),
];

/** @param {Word} word @param {string} event @param {any} data */
function tikTok(word, event, data) {
  const user = { userId: "1234", uniqueId: "ann.example", nickname: "Ann" };
  return { word, delivery: () => json({ event, data: { common: { msgId: "sample" }, user, ...data } }) };
}

const GALAXY = { giftName: "Galaxy", giftType: 2, diamondCount: 1000 };
const TIKTOK = [
  tikTok("sampleGift", "gift", { giftId: 11046, repeatCount: 1, repeatEnd: 0, groupId: "0", giftDetails: GALAXY }),
  tikTok("sampleFollow", "follow", {}),
];

/** @param {Word} word @param {string} listener @param {any} event */
function streamElements(word, listener, event) {
  return { word, delivery: () => json({ listener, event: { _id: "sample", name: "ann", ...event } }) };
}

const STREAMELEMENTS = [
  streamElements("sampleTip", "tip-latest", { amount: 5, message: "Hello!" }),
  streamElements("sampleSub", "subscriber-latest", { amount: 1 }),
  streamElements("sampleBomb", "subscriber-latest", { amount: 5, gifted: true, bulkGifted: true, sender: "ann" }),
  streamElements("sampleCheer", "cheer-latest", { amount: 100 }),
  streamElements("sampleFollow", "follower-latest", {}),
  streamElements("sampleRaid", "raid-latest", { amount: 42 }),
];

/** @param {Word} word @param {string} type @param {any} message */
function streamlabs(word, type, message) {
  return { word, delivery: () => json({ type, message: [{ _id: "sample", name: "Ann", ...message }] }) };
}

const STREAMLABS = [
  streamlabs("sampleTip", "donation", { amount: "5", currency: "USD", message: "Hello!" }),
  streamlabs("sampleSub", "subscription", { sub_plan: "1000" }),
  streamlabs("sampleCheer", "bits", { amount: 100 }),
  streamlabs("sampleFollow", "follow", {}),
  streamlabs("sampleRaid", "raid", { raiders: 42 }),
];

/** @param {Word} word @param {string} type @param {any} event */
function kick(word, type, event) {
  return { word, delivery: () => json(event, { "Kick-Event-Type": type, "Kick-Event-Message-Id": "sample" }) };
}

const ON_KICK = { is_anonymous: false, user_id: 1234, username: "Ann" };
const KICK = [
  kick("sampleSub", "channel.subscription.new", { subscriber: ON_KICK, duration: 1 }),
  kick("sampleBomb", "channel.subscription.gifts", { gifter: ON_KICK, giftees: [{ user_id: 1 }, { user_id: 2 }] }),
  kick("sampleGift", "kicks.gifted", { sender: ON_KICK, gift: { amount: 500, name: "Rage Quit" } }),
  kick("sampleFollow", "channel.followed", { follower: ON_KICK }),
];

/** @type {Kind[]} */
export const KINDS = [
  { kind: "twitch", name: NAMES.twitch, hint: "hintTwitch", secret: "secret", isMade: true, samples: TWITCH },
  { kind: "youtube", name: NAMES.youtube, hint: "hintBridge", samples: YOUTUBE },
  { kind: "tiktok", name: NAMES.tiktok, hint: "hintBridge", samples: TIKTOK },
  { kind: "bilibili", name: NAMES.bilibili, hint: "hintBridge", samples: BILIBILI },
  { kind: "kofi", name: NAMES.kofi, hint: "hintKofi", secret: "secretToken", samples: [{ word: "sampleTip", delivery: kofi }] },
  { kind: "stripe", name: NAMES.stripe, hint: "hintStripe", secret: "secretSigning", samples: [{ word: "sampleTip", delivery: stripe }] },
  { kind: "github", name: NAMES.github, hint: "hintGitHub", secret: "secret", isMade: true, samples: [{ word: "sampleSponsor", delivery: gitHub }] },
  { kind: "streamelements", name: NAMES.streamelements, hint: "hintStreamElements", samples: STREAMELEMENTS },
  { kind: "streamlabs", name: NAMES.streamlabs, hint: "hintStreamlabs", samples: STREAMLABS },
  { kind: "kick", name: NAMES.kick, hint: "hintKick", signsItself: true, samples: KICK },
  { kind: "generic", name: "", hint: "hintGeneric", samples: [] },
];

/**
 * Returns a delivery with a pasted body, as JSON or as a form, depending on its first character.
 * @param {string} text @returns {Delivery}
 */
export function pasted(text) {
  const isJSON = /^\s*[[{"]/.test(text);
  return { fields: isJSON ? JSON_TYPE : { "Content-Type": "application/x-www-form-urlencoded" }, body: text.trim() };
}
