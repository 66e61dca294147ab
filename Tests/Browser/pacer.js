// Reads off the canvas which instant of a wave it shows: `paced` has an entry an animation frame,
// its time and that of the wave, in milliseconds. The line of water is drawn point by point.
// `arrived` has the times at which messages came.
(() => {
  const paced = [];
  const arrived = [];
  window.WebSocket = class extends WebSocket {
    constructor(...values) {
      super(...values);
      this.addEventListener("message", () => arrived.push(performance.now()));
    }
  };
  let points = [];
  const lineTo = CanvasRenderingContext2D.prototype.lineTo;
  CanvasRenderingContext2D.prototype.lineTo = function (x, y) {
    points.push([x, y]);
    return lineTo.call(this, x, y);
  };
  const clip = CanvasRenderingContext2D.prototype.clip;
  let line = [];
  CanvasRenderingContext2D.prototype.clip = function (...values) {
    // The first corner of the path does not belong to the line.
    if (points.length > 10) line = points.slice(1);
    return clip.apply(this, values);
  };
  const beginPath = CanvasRenderingContext2D.prototype.beginPath;
  CanvasRenderingContext2D.prototype.beginPath = function () {
    points = [];
    return beginPath.call(this);
  };

  // y = rest + a·sin(u) + b·cos(u), least squares.
  const phaseOf = () => {
    const sums = Array.from({ length: 3 }, () => [0, 0, 0, 0]);
    for (const [x, y] of line) {
      const row = [1, Math.sin((x * Math.PI) / 180), Math.cos((x * Math.PI) / 180), y];
      for (let i = 0; i < 3; i++) for (let j = 0; j < 4; j++) sums[i][j] += row[i] * row[j];
    }
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) {
        if (k === i) continue;
        const factor = sums[k][i] / sums[i][i];
        for (let j = i; j < 4; j++) sums[k][j] -= factor * sums[i][j];
      }
    }
    const [, a, b] = sums.map((row, index) => row[3] / row[index]);
    return Math.atan2(-b, a);
  };

  // The phase is 24·e/π after e seconds.
  let turns = 0;
  let last = 0;
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (tick) => ask((refresh) => {
    line = [];
    tick(refresh);
    if (line.length < 10) return;
    const phase = phaseOf();
    if (phase < last - Math.PI) turns++;
    if (phase > last + Math.PI) turns--;
    last = phase;
    paced.push([refresh, ((phase + turns * 2 * Math.PI) * Math.PI * 1000) / 24]);
  });
  Object.assign(window, { paced, arrived });
})();
