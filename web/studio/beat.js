// @ts-check
/** Calls listeners once a second while the page is visible, for countdowns. */

/** @type {Set<() => void>} */
const listeners = new Set();
let timer = 0;

function turn() {
  const wanted = listeners.size > 0 && document.visibilityState === "visible";
  if (wanted === (timer !== 0)) return;
  clearInterval(timer);
  timer = wanted ? setInterval(() => listeners.forEach((action) => action()), 1000) : 0;
  if (wanted) listeners.forEach((action) => action());
}

document.addEventListener("visibilitychange", turn);

/** @param {() => void} action @returns {() => void} stops the calls */
export function everySecond(action) {
  listeners.add(action);
  turn();
  return () => {
    listeners.delete(action);
    turn();
  };
}
