// @ts-check
/** Applies the studio's dark or light theme, which is the system's choice, unless the person has made one. */

/** @typedef {"system" | "dark" | "light"} Theme */

const NAME = "ovation.theme";

/** @returns {Theme} */
export function themeNow() {
  const kept = localStorage.getItem(NAME);
  return kept === "dark" || kept === "light" ? kept : "system";
}

/** @param {Theme} [theme] */
export function applyTheme(theme = themeNow()) {
  localStorage.setItem(NAME, theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
