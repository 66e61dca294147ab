// @ts-check

/** Windows, macOS and Linux in turn; then scripts the first lack; then emoji. */
const FAMILIES = [
  '"Segoe UI"', '"SF Pro Text"', '"Helvetica Neue"', '"Noto Sans"', "Roboto",
  '"PingFang SC"', '"Hiragino Sans"', '"Microsoft YaHei UI"', '"Yu Gothic UI"', '"Malgun Gothic"',
  '"Noto Sans CJK SC"', '"Noto Sans Arabic"', '"Noto Sans Hebrew"', '"Noto Sans Devanagari"',
  '"Noto Sans Thai"', '"Apple Color Emoji"', '"Segoe UI Emoji"', '"Noto Color Emoji"',
  "sans-serif",
].join(", ");

/** Colours, each named for what it paints. */
export const colour = {
  gold: "#ffd75e",
  white: "#ffffff",
  ink: "#191326",
  ring: "#4ade80",
  digit: "#ffffff",
  digitEdge: "#ff7a1a",
  count: "#ff3b4e",
  countEdge: "#ffffff",
  rowLeft: "rgba(22, 15, 38, 0.80)",
  rowRight: "rgba(22, 15, 38, 0.62)",
  rim: "rgba(255, 255, 255, 0.10)",
  card: "#ffffff",
  cardRim: "rgba(20, 14, 40, 0.07)",
  cardName: "#1c1830",
  cardShadow: "rgba(16, 10, 34, 0.34)",
  phone: "#18a957",
  close: "#8d879c",
  closeBack: "#f0eef5",
  waveTop: "#7cf0ff",
  waveBottom: "#2f7bff",
  waveEmpty: "#2a2340",
};

/** @type {Map<string, string>} */
const fonts = new Map();

/**
 * The canvas font of a size in points.
 * @param {number} size
 * @param {400 | 600 | 700} [weight]
 * @param {"normal" | "italic"} [style]
 */
export function font(size, weight = 400, style = "normal") {
  const key = `${style} ${weight} ${size.toFixed(2)}px`;
  let value = fonts.get(key);
  if (value === undefined) {
    if (fonts.size > 200) fonts.clear();
    value = `${key} ${FAMILIES}`;
    fonts.set(key, value);
  }
  return value;
}

/**
 * A hue in degrees that is always the same for the same name.
 * @param {string} name
 */
export function hue(name) {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  }
  return (hash >>> 0) % 360;
}
