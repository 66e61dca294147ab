// @ts-check
/** Copies text to the clipboard, even where the browser denies the clipboard API. */

/**
 * Copies a text, or selects it so that the person can copy it.
 * @param {string} text
 * @param {HTMLInputElement | HTMLElement | null} [shown] an element that shows the text
 * @returns {Promise<"copied" | "selected">}
 */
export async function copyText(text, shown = null) {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return copyOld(text) ? "copied" : (select(shown), "selected");
  }
}

/**
 * Copies with the old command, the only way on pages over plain HTTP.
 * @param {string} text
 */
function copyOld(text) {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "only-heard";
  // While a dialog is open, only text inside it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** @param {HTMLInputElement | HTMLElement | null} shown */
function select(shown) {
  if (shown instanceof HTMLInputElement) {
    shown.focus();
    shown.select();
  } else if (shown !== null) getSelection()?.selectAllChildren(shown);
}
