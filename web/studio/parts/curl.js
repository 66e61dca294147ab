// @ts-check
/** Formats an action as a curl command that works in POSIX shells and in the cmd of Windows. */

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {string} method
 * @property {string} part of the room
 * @property {any} [body]
 */

/** The characters that neither shell changes within double quotes. */
const PLAIN = /[A-Za-z0-9]/;

/** @param {string} text encoded for JSON with `\u` escapes for all other characters */
function spelled(text) {
  let result = "";
  for (let index = 0; index < text.length; index++) {
    const unit = text[index];
    result += PLAIN.test(unit) ? unit : "\\u" + text.charCodeAt(index).toString(16).padStart(4, "0");
  }
  return result;
}

/** @param {any} value @returns {string} JSON with its quotes escaped for a shell */
function quoted(value) {
  if (typeof value === "string") return `\\"${spelled(value)}\\"`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(quoted).join(",")}]`;
  return `{${Object.entries(value).map(([key, inner]) => `\\"${key}\\":${quoted(inner)}`).join(",")}}`;
}

/**
 * @param {Command} command
 * @param {{origin: string, room: string, needsKey: boolean}} where
 */
export function curlOf({ method, part, body }, { origin, room, needsKey }) {
  const words = ["curl"];
  if (method !== "POST" || body === undefined) words.push(`-X ${method}`);
  if (needsKey) words.push(`-H "Authorization: Bearer YOUR_KEY"`);
  if (body !== undefined) words.push(`-H "Content-Type: application/json" -d "${quoted(body)}"`);
  return [...words, `${origin}/v1/rooms/${room}/${part}`].join(" ");
}
