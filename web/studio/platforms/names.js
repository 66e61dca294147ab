// @ts-check
/** The names of the platforms, in a file of their own to keep the studio's first load small. */

/** @type {Record<string, string>} by the server's name for the source */
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
