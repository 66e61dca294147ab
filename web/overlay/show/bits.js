// @ts-check
/** Paints the particles that themes throw, such as sparks, paper, flakes and petals. */

import { TAU } from "./ease.js";
import { rgba, tint } from "./tone.js";
import { disc, linear, polygon, radial } from "./trace.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("./art.js").Art} Art */

/**
 * Traces a heart about the origin.
 * @param {Context} ctx @param {number} s its half width
 */
export function heartPath(ctx, s) {
  ctx.beginPath();
  ctx.moveTo(0, s * 0.92);
  ctx.bezierCurveTo(-s * 0.5, s * 0.52, -s * 1.06, s * 0.18, -s * 1.04, -s * 0.36);
  ctx.bezierCurveTo(-s * 1.02, -s * 0.86, -s * 0.34, -s * 1.08, 0, -s * 0.52);
  ctx.bezierCurveTo(s * 0.34, -s * 1.08, s * 1.02, -s * 0.86, s * 1.04, -s * 0.36);
  ctx.bezierCurveTo(s * 1.06, s * 0.18, s * 0.5, s * 0.52, 0, s * 0.92);
}

/** @type {Record<string, (ctx: Context, c: string, k: number) => void>} */
const shapes = {
  spark(ctx, c) {
    ctx.fillStyle = radial(ctx, 0, 0, 7, ["#ffffff", c, rgba(c, 0)]);
    ctx.fillRect(-8, -8, 16, 16);
  },
  paper(ctx, c) {
    ctx.fillStyle = linear(ctx, -4, -4, 4, 4, [tint(c, 0.25), tint(c, -0.2)]);
    ctx.fillRect(-3.5, -5.5, 7, 11);
  },
  ribbon(ctx, c) {
    Object.assign(ctx, { strokeStyle: linear(ctx, 0, -8, 0, 8, [tint(c, 0.4), c, tint(c, -0.3), tint(c, 0.3)]), lineWidth: 3 });
    ctx.beginPath();
    ctx.moveTo(-1, -8);
    ctx.bezierCurveTo(7, -5, -8, -1, 1, 2);
    ctx.bezierCurveTo(6, 4, -1, 6, 0, 8);
    ctx.stroke();
  },
  dot(ctx, c) {
    ctx.fillStyle = linear(ctx, -4, -4, 4, 4, [tint(c, 0.35), tint(c, -0.15)]);
    disc(ctx, 0, 0, 4);
    ctx.fill();
  },
  flake(ctx, c) {
    ctx.fillStyle = linear(ctx, -6, -6, 6, 6, [tint(c, 0.85), tint(c, 0.2), tint(c, -0.22), tint(c, 0.6)]);
    polygon(ctx, [[-6, -1], [-1, -6], [5, -3.5], [6, 2], [0, 5.5], [-4.5, 4]]);
    ctx.fill();
  },
  petal(ctx, c) {
    ctx.fillStyle = radial(ctx, 0, 5, 13, [tint(c, -0.12), tint(c, 0.55)]);
    ctx.beginPath();
    ctx.moveTo(0, 7);
    ctx.bezierCurveTo(-8, 2, -6, -7, -1.5, -6.4);
    ctx.lineTo(0, -4.6);
    ctx.lineTo(1.5, -6.4);
    ctx.bezierCurveTo(6, -7, 8, 2, 0, 7);
    ctx.fill();
  },
  heart(ctx, c) {
    heartPath(ctx, 6.5);
    ctx.fillStyle = radial(ctx, 0, 0, 9, [tint(c, 0.55), c, tint(c, -0.25)], -2, -3);
    ctx.fill();
  },
  star(ctx, c) {
    ctx.fillStyle = radial(ctx, 0, 0, 8, [tint(c, 0.7), c]);
    ctx.beginPath();
    for (let i = 0; i < 10; i++) {
      const [r, a] = [i % 2 ? 3.1 : 7, (i / 10) * TAU - TAU / 4];
      ctx.lineTo(Math.cos(a) * r, Math.sin(a) * r);
    }
    ctx.fill();
  },
  pixel(ctx, c) {
    ctx.fillStyle = c;
    ctx.fillRect(-3, -3, 6, 6);
    ctx.fillStyle = tint(c, 0.5);
    ctx.fillRect(-3, -3, 3, 3);
  },
  slash(ctx, c) {
    ctx.fillStyle = c;
    polygon(ctx, [[-1, 7], [3, -7], [5.5, -7], [1.5, 7]]);
    ctx.fill();
  },
  drop(ctx, c) {
    ctx.fillStyle = c;
    ctx.beginPath();
    ctx.ellipse(0, 0, 6, 2.6, 0, 0, TAU);
    ctx.arc(-7.2, 1.5, 1.3, 0, TAU);
    ctx.fill();
  },
  tube(ctx, c, k) {
    Object.assign(ctx, { lineCap: "round", shadowColor: c, shadowBlur: 4.5 * k, lineWidth: 2.2, strokeStyle: tint(c, 0.55) });
    ctx.beginPath();
    ctx.moveTo(-5, 0);
    ctx.lineTo(5, 0);
    ctx.stroke();
  },
  digit(ctx, c) {
    ctx.fillStyle = c;
    ctx.font = "700 13px 'Noto Sans Mono',Consolas,monospace";
    ctx.fillText("1", -4, 5);
  },
  bubble(ctx, c) {
    ctx.fillStyle = radial(ctx, 0, 0, 7, [[0, rgba(c, 0.1)], [0.75, rgba(c, 0.35)], [1, rgba(tint(c, 0.5), 0.95)]]);
    disc(ctx, 0, 0, 6.5);
    ctx.fill();
    ctx.fillStyle = "#ffffff";
    disc(ctx, -2.4, -2.4, 1.5);
    ctx.fill();
  },
};

/**
 * @param {Art} art @param {string} shape @param {string} color
 * @returns {import("./art.js").Picture}
 */
function paintBit(art, shape, color) {
  return art.paint(16, 16, (ctx, k) => {
    ctx.translate(8, 8);
    shapes[shape](ctx, color, k);
  }, { pad: 3 });
}

/** @param {Art} art @param {string} shape @param {string} color */
export function bit(art, shape, color) {
  return art.keep(paintBit, shape, color);
}
