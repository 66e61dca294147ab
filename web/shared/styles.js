// @ts-check
/** The styles of the themes beside colors and corners, such as material, type, figures and the particles they throw. */

/** @typedef {[name: string, end: string]} Pair Two colors as `#rrggbb`. */

/**
 * @typedef {object} Style
 * @property {string} material the name of the plates' material
 * @property {Pair[]} ladder the colors of the tiers 0 to 4
 * @property {string[]} bits the names of the particles' shapes
 * @property {"sans" | "serif" | "mono"} display the font of names and figures
 * @property {"sans" | "serif" | "mono"} text the font of other words
 * @property {"circle" | "square" | "slant"} avatar
 * @property {"" | "cut" | "pixel"} picture the style of gifts' pictures: unchanged, cut out, or pixels
 * @property {string[]} [inks] the colors of names in the tiers 0 to 4; absent: the theme's color of names
 * @property {number} [lean] the slant of figures; absent: 0.2
 * @property {"font" | "tube" | "pixel"} [figure] the kind of figures; absent: font
 * @property {string} [figureBorder] the color of the border with which figures are cut out; absent: they have none
 * @property {string} [figureInk] the color of the line between a figure and its border
 * @property {boolean} [isFlat] figures are cut of one sheet
 * @property {boolean} [isGlossy] figures have a gloss
 * @property {boolean} [isUpper] names are in capitals
 * @property {boolean} [hasSeal] a seal tells the tier
 * @property {string} [prompt] before what was sent
 * @property {number} [snap] the grid on which particles move
 * @property {boolean} [hasFlatCaptions] the letters of captions have one color; absent: it runs down from white to a light
 *   color of the theme
 * @property {boolean} [isLight] words are dark on light plates
 */

/** @type {Pair[]} */
const NORTH = [
  ["#8f87b8", "#ffffff"], ["#29b6ff", "#7df0e6"], ["#6a35ff", "#d452ff"], ["#ff1f7a", "#ff8a1f"], ["#ffb52e", "#fff0b0"]];

/** @type {Style} */
const bare = {
  material: "plain", ladder: NORTH, bits: ["spark", "paper"], display: "sans", text: "sans", avatar: "circle", picture: "" };

/** @type {Style} */
const plain = { ...bare, inks: ["#ffd75e", "#aef4ff", "#ffffff", "#ffffff", "#ffe08a"] };

/** @type {Record<string, Style>} */
export const styles = {
  aurora: { ...plain, material: "glass" },
  neon: { ...bare, material: "tubes", bits: ["tube"], figure: "tube", lean: 0.12, ladder: [
    ["#5a6cff", "#8fa0ff"], ["#19e3ff", "#7df6ff"], ["#b44bff", "#19e3ff"], ["#ff2fa8", "#ffb02f"], ["#ffb800", "#ff3d6e"]] },
  paper: { ...bare, material: "card", bits: ["paper"], display: "serif", picture: "cut", lean: 0, isFlat: true, figureBorder: "#fff8ea", figureInk: "#2c1306", isLight: true, ladder: [
    ["#c8a27a", "#8a5a3a"], ["#3fa7a0", "#8fd0b8"], ["#5b63c9", "#a9a2e8"], ["#e4572e", "#f3a83c"], ["#c8253c", "#f2b531"]] },
  pixel: { ...bare, material: "pixels", bits: ["pixel"], display: "mono", text: "mono", avatar: "square", picture: "pixel",
    figure: "pixel", snap: 2, ladder: [
      ["#8e97d8", "#c8cdf5"], ["#2f8fe8", "#4fc3ff"], ["#8a3fe0", "#b86bff"], ["#e8365a", "#ff7a3f"], ["#c8620f", "#ffb52a"]] },
  gala: { ...bare, material: "lacquer", bits: ["flake"], display: "serif", text: "serif", lean: 0, ladder: [
    ["#b08d4a", "#ffe9ad"], ["#1f6f63", "#ffe9ad"], ["#2b4fb0", "#ffe9ad"], ["#8a1538", "#ffd98a"], ["#c58a1a", "#fff3c4"]] },
  sakura: { ...bare, material: "blossom", bits: ["petal"], display: "serif", lean: 0.08, figureBorder: "#ffffff", figureInk: "#701440", isLight: true, ladder: [
    ["#f2a7c3", "#ffd7e5"], ["#f283ae", "#ffc2d8"], ["#c77be0", "#f2a7e0"], ["#f0437f", "#ff9a8a"], ["#e8a63a", "#ff8fb0"]] },
  terminal: { ...bare, material: "screen", bits: ["digit"], display: "mono", text: "mono", avatar: "square", figure: "tube", lean: 0,
    prompt: "> ", ladder: [
      ["#3fae6a", "#9dffbf"], ["#37ff7f", "#c8ffd8"], ["#2fe8ff", "#c8fbff"], ["#ffb72f", "#ffe6b0"], ["#ff5a4a", "#ffd0c8"]] },
  brush: { ...bare, material: "stroke", bits: ["drop"], display: "serif", text: "serif", lean: 0.1, hasSeal: true, ladder: [
    ["#8c8678", "#d8cfbd"], ["#4d7f86", "#9fd0d0"], ["#4a5aa8", "#a9b6f0"], ["#c8321e", "#ff8a5a"], ["#c8321e", "#f3cf6b"]] },
  match: { ...bare, material: "panels", bits: ["slash"], avatar: "slant", lean: 0.26, isUpper: true, ladder: [
    ["#5b73a8", "#b8c8f0"], ["#1f6fd8", "#2fd0ff"], ["#5a2fd8", "#c84bff"], ["#d81f3a", "#ff7a1f"], ["#101a30", "#ffc52e"]] },
  jelly: { ...bare, material: "jelly", bits: ["bubble", "heart"], picture: "cut", lean: 0.05, isGlossy: true, figureBorder: "#ffffff", figureInk: "#3a1064", isLight: true,
    ladder: [
      ["#a9a4e8", "#8f86dd"], ["#4fc3f7", "#3f9cf0"], ["#b07bff", "#8a55f0"], ["#ff6fa5", "#ff4d86"], ["#ffc23d", "#ff9a2e"]] },
  classic: { ...plain, hasFlatCaptions: true },
  minimal: { ...bare, hasFlatCaptions: true, bits: ["spark"], ladder: [
    ["#8e8e93", "#ffffff"], ["#3f8cf0", "#8fc4ff"], ["#6a4bdc", "#8f6bff"], ["#d8345f", "#e8703f"], ["#f0b429", "#ffe9a8"]] },
};
