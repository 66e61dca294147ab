// @ts-check
/** The key that the studio was opened with. */

const NAME = "ovation.key";

/** Whether the page is shown within OBS, as a dock. */
export const isDock = navigator.userAgent.includes("OBS/");

/**
 * The key in the address's fragment, else the one of this tab. A browser's address bar and history
 * forget it at once; a dock, which has neither, needs it there when OBS starts again.
 * @returns {string | null}
 */
export function takeKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key === null || key === "") return sessionStorage.getItem(NAME);
  if (!isDock) {
    sessionStorage.setItem(NAME, key);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return key;
}

/** @param {string} key */
export function keepKey(key) {
  sessionStorage.setItem(NAME, key);
}
