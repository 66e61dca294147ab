// @ts-check
/** Keeps the sum of sounds below full scale. A sum below the threshold passes unchanged, 6 ms later. */

/** In decibels relative to full scale. The loudest built-in sound has a peak of −8. */
const THRESHOLD = -6;
const RATIO = 20;
/** The share of the gain that the compressor node adds to make up for its compression of full scale (Web Audio 1.1). */
const MAKEUP = 0.6;
/** The last stage is linear up to the first level. It takes all levels above the second for the second. */
const LINEAR = 0.8;
const MOST = 8;
const POINTS = 8193;

/**
 * Creates a limiter before the context's destination. Returns the node to connect sounds to.
 * @param {BaseAudioContext} context
 * @returns {AudioNode}
 */
export function limiter(context) {
  const compressor = new DynamicsCompressorNode(context, {
    threshold: THRESHOLD, ratio: RATIO, knee: 0, attack: 0.001, release: 0.15,
  });
  const added = -THRESHOLD * (1 - 1 / RATIO) * MAKEUP;
  const level = new GainNode(context, { gain: 10 ** (-added / 20) / MOST });
  const ceiling = new WaveShaperNode(context, { curve: ceilingCurve() });
  compressor.connect(level).connect(ceiling).connect(context.destination);
  return compressor;
}

/** Returns the curve that rounds off peaks which the compressor is too slow for. Its input is divided by `MOST`. */
function ceilingCurve() {
  const curve = new Float32Array(POINTS);
  for (let index = 0; index < POINTS; index++) {
    const input = MOST * (2 * index / (POINTS - 1) - 1);
    const size = Math.abs(input);
    const beyond = Math.tanh((size - LINEAR) / (1 - LINEAR)) * (1 - LINEAR);
    curve[index] = Math.sign(input) * (size <= LINEAR ? size : LINEAR + beyond);
  }
  return curve;
}
