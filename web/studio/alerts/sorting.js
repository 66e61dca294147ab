// @ts-check
/** Sorts a list by dragging the handles of its rows, with a mouse, a finger or a pen. */

/**
 * Makes a handle drag its row. Escape ends the movement without effect.
 * @param {HTMLElement} handle @param {HTMLElement} row
 * @param {{from: () => number, dropped: (from: number, to: number) => void}} act
 */
export function dragRow(handle, row, { from, dropped }) {
  handle.addEventListener("pointerdown", (event) => {
    const list = row.parentElement;
    if (event.button !== 0 || list === null) return;
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const start = from();
    const rows = /** @type {HTMLElement[]} */ ([...list.children]);
    const boxes = rows.map((one) => one.getBoundingClientRect());
    const top = scrollTop();
    const y = event.clientY;
    let to = start;
    row.classList.add("dragged");
    const move = (/** @type {PointerEvent} */ moved) => {
      const way = moved.clientY - y + scrollTop() - top;
      row.style.transform = `translateY(${way}px)`;
      const middle = boxes[start].top + boxes[start].height / 2 + way;
      to = placeOf(boxes, start, middle);
      const step = boxes[start].height + gapOf(boxes);
      for (const [index, other] of rows.entries()) {
        if (other === row) continue;
        const isBetween = (index > start && index <= to) || (index < start && index >= to);
        other.style.transform = isBetween ? `translateY(${index > start ? -step : step}px)` : "";
      }
      scrollAt(moved.clientY);
    };
    const end = (/** @type {boolean} */ isDropped) => {
      stop.abort();
      for (const other of rows) other.style.transform = "";
      row.classList.remove("dragged");
      if (isDropped && to !== start) dropped(start, to);
    };
    const stop = new AbortController();
    const { signal } = stop;
    handle.addEventListener("pointermove", move, { signal });
    handle.addEventListener("pointerup", () => end(true), { signal });
    handle.addEventListener("pointercancel", () => end(false), { signal });
    addEventListener("keydown", (key) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      end(false);
    }, { signal, capture: true });
  });
}

function scrollTop() {
  return document.scrollingElement?.scrollTop ?? 0;
}

/**
 * Returns the place of a dragged row.
 * @param {DOMRect[]} boxes @param {number} start @param {number} middle of the dragged row
 */
function placeOf(boxes, start, middle) {
  let to = start;
  while (to < boxes.length - 1 && middle > boxes[to + 1].top + boxes[to + 1].height / 2) to++;
  if (to > start) return to;
  while (to > 0 && middle < boxes[to - 1].top + boxes[to - 1].height / 2) to--;
  return to;
}

/** @param {DOMRect[]} boxes */
function gapOf(boxes) {
  return boxes.length > 1 ? Math.max(0, boxes[1].top - boxes[0].bottom) : 0;
}

/** The height of the page's edges that scroll it during a movement, and the step. */
const EDGE_PIXELS = 60;
const STEP_PIXELS = 12;

/** @param {number} y of the pointer */
function scrollAt(y) {
  if (y < EDGE_PIXELS * 2) scrollBy(0, -STEP_PIXELS);
  else if (y > innerHeight - EDGE_PIXELS) scrollBy(0, STEP_PIXELS);
}
