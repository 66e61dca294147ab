// @ts-check
/** Binary frames by hand, as docs/binary.md has them. */

/** @param {number} value @returns {number[]} */
export function natural(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
  return [...bytes, value];
}

/** @param {number} value */
export function integer(value) {
  return natural(value < 0 ? -2 * value - 1 : 2 * value);
}

/** @param {string} text */
export function text(text) {
  const bytes = new TextEncoder().encode(text);
  return [...natural(bytes.length), ...bytes];
}

/** @param {number[]} bits */
export function mask(...bits) {
  const value = bits.reduce((value, bit) => value | (1 << bit), 0);
  return [value & 0xff, value >> 8];
}

/** @param {(number | number[])[]} parts @returns {ArrayBuffer} */
export function message(...parts) {
  return new Uint8Array(parts.flat()).buffer;
}
