// @ts-check
/** The platforms' names, small enough for the studio's first load. */

/** @type {Record<string, string>} by the server's word for the source */
export const NAMES = {
  twitch: "Twitch",
  youtube: "YouTube",
  tiktok: "TikTok",
  bilibili: "Bilibili",
  kofi: "Ko-fi",
  stripe: "Stripe",
  github: "GitHub Sponsors",
  streamelements: "StreamElements",
  streamlabs: "Streamlabs",
  kick: "Kick",
};
