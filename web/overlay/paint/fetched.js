/**
 * Fetches pictures from other servers and decodes their bytes. An image element would also accept an SVG,
 * which can take the browser minutes to draw, and an address does not show if it leads to an SVG.
 */

import { formatOf } from "./format.js";

const MAX_BYTES = 16 << 20;
const MAX_SIDE = 8192;
const MAX_PIXELS = 1 << 25;
const TIMEOUT_MILLISECONDS = 30_000;

/**
 * Fetches and decodes the picture at an address. Throws if the file is no PNG, JPEG, GIF or WebP, is too large,
 * or if its server does not allow pages to read it (CORS).
 * @param {string} address @returns {Promise<ImageBitmap>}
 */
export async function fetchPicture(address) {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), TIMEOUT_MILLISECONDS);
  try {
    const answer = await fetch(address, {
      mode: "cors", credentials: "omit", referrerPolicy: "no-referrer", signal: end.signal,
      headers: { Accept: "image/webp,image/png,image/jpeg,image/gif" } });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const bytes = await bytesOf(answer);
    const format = formatOf(bytes);
    if (format === null) throw new Error(`${address}: no PNG, JPEG, GIF or WebP`);
    const { type, width, height } = format;
    if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) {
      throw new Error(`${address}: ${width} × ${height} pixels`);
    }
    return await createImageBitmap(new Blob([bytes], { type }));
  } finally {
    end.abort();
    clearTimeout(timer);
  }
}

/**
 * Returns the body of a response. Throws if it is too large.
 * @param {Response} answer
 */
async function bytesOf(answer) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let count = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    count += next.value.length;
    if (count > MAX_BYTES) throw new Error(`${answer.url}: more than ${MAX_BYTES} bytes`);
  }
  const bytes = new Uint8Array(count);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
