// @ts-check
/** One beat a second for all that counts down; none while nobody can see the page. */

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

/** @param {() => void} action @returns {() => void} ends it */
export function everySecond(action) {
  listeners.add(action);
  turn();
  return () => {
    listeners.delete(action);
    turn();
  };
}
