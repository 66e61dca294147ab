// Watches a part of the canvas: what its orange pixels are after each animation frame.
// Set `watched` (device pixels) before it starts; `seen` has one entry a change.
(() => {
  const seen = [];
  let last = "";
  const look = () => {
    requestAnimationFrame(look);
    const canvas = document.getElementById("stage");
    const { x, y, width, height } = window.watched;
    if (canvas === null || canvas.width < x + width) return;
    const { data } = canvas.getContext("2d").getImageData(x, y, width, height);
    let mask = "";
    let painted = false;
    for (let i = 0; i < data.length; i += 4) {
      painted = painted || data[i + 3] > 0;
      const orange = data[i + 3] > 250 && data[i] > 230 &&
        Math.abs(data[i + 1] - 122) < 24 && data[i + 2] < 60;
      mask += orange ? "1" : "0";
    }
    const state = `${painted}${mask}`;
    if (state === last) return;
    last = state;
    seen.push({ time: performance.now(), painted, mask });
  };
  Object.assign(window, { seen });
  requestAnimationFrame(look);
})();
