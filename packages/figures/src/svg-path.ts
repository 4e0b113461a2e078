import type { PathSink } from '@bough/scene';

// The path data of SVG (SVG 2, chapter 9), as icon sets and formula setters write it: all commands, absolute and relative. Arcs
// become cubics (the note "Elliptical arc implementation" of that chapter). What is no path ends where it stops being one.

/** A straight-line map of the plane: x' = a x + c y + e, y' = b x + d y + f. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}
/** Leaves everything where it is. */
export const SAME: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** First `inner`, then `outer`. */
export function after(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  };
}

const TOKEN = /([a-z])|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const COUNTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Plays the path into the sink, through the map. */
export function playSvgPath(text: string, sink: PathSink, map: Affine = SAME): void {
  const pen = new Pen(sink, map);
  let command = '';
  let numbers: number[] = [];
  for (const { 0: token, 1: letter } of flagsApart(text).matchAll(TOKEN)) {
    if (letter === undefined) numbers.push(Number(token));
    else {
      command = letter;
      numbers = [];
    }
    const count = COUNTS[command.toLowerCase()];
    if (count === undefined) return;
    if (numbers.length < count || (letter === undefined && count === 0)) continue;
    pen.step(command, numbers);
    numbers = [];
    // Further pairs after a move are lines.
    if (command === 'm') command = 'l';
    if (command === 'M') command = 'L';
  }
}

/** The two flags of an arc may stand without a space before what follows. */
function flagsApart(text: string): string {
  if (!/[aA]/.test(text)) return text;
  const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
  const gap = String.raw`[\s,]*`;
  const arc = new RegExp(
    `(${number})${gap}(${number})${gap}(${number})${gap}([01])${gap}([01])${gap}(${number})${gap}(${number})`,
    'gi',
  );
  return text.replace(/[aA][^a-zA-Z]*/g, (part) => part.replace(arc, ' $1 $2 $3 $4 $5 $6 $7 '));
}

/** Where the path is, in its own coordinates; what it plays has gone through the map. */
class Pen {
  readonly #sink: PathSink;
  readonly #map: Affine;
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** The last control point, for smooth curves: of a cubic, of a quadratic, or none. */
  #control: { readonly kind: 'c' | 'q'; readonly x: number; readonly y: number } | null = null;

  constructor(sink: PathSink, map: Affine) {
    this.#sink = sink;
    this.#map = map;
  }

  step(command: string, n: readonly number[]): void {
    const kind = command.toLowerCase();
    const [ox, oy] = command === kind ? [this.#x, this.#y] : [0, 0];
    const at = (i: number): number => n[i] ?? 0;
    switch (kind) {
      case 'm':
        return this.#move(ox + at(0), oy + at(1));
      case 'l':
        return this.#line(ox + at(0), oy + at(1));
      case 'h':
        return this.#line(ox + at(0), this.#y);
      case 'v':
        return this.#line(this.#x, oy + at(0));
      case 'c':
        return this.#cubic(ox + at(0), oy + at(1), ox + at(2), oy + at(3), ox + at(4), oy + at(5));
      case 's': {
        const { x, y } = this.#mirrored('c');
        return this.#cubic(x, y, ox + at(0), oy + at(1), ox + at(2), oy + at(3));
      }
      case 'q':
        return this.#quadratic(ox + at(0), oy + at(1), ox + at(2), oy + at(3));
      case 't': {
        const { x, y } = this.#mirrored('q');
        return this.#quadratic(x, y, ox + at(0), oy + at(1));
      }
      case 'a':
        return this.#arc(n, ox + at(5), oy + at(6));
      default:
        this.#sink.closePath();
        [this.#x, this.#y, this.#control] = [this.#startX, this.#startY, null];
    }
  }

  #mirrored(kind: 'c' | 'q'): { readonly x: number; readonly y: number } {
    const control = this.#control?.kind === kind ? this.#control : { x: this.#x, y: this.#y };
    return { x: 2 * this.#x - control.x, y: 2 * this.#y - control.y };
  }

  #mapped(x: number, y: number): [number, number] {
    const { a, b, c, d, e, f } = this.#map;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  #move(x: number, y: number): void {
    this.#sink.moveTo(...this.#mapped(x, y));
    [this.#x, this.#y, this.#startX, this.#startY, this.#control] = [x, y, x, y, null];
  }

  #line(x: number, y: number): void {
    this.#sink.lineTo(...this.#mapped(x, y));
    [this.#x, this.#y, this.#control] = [x, y, null];
  }

  #cubic(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#sink.bezierCurveTo(...this.#mapped(x1, y1), ...this.#mapped(x2, y2), ...this.#mapped(x, y));
    [this.#x, this.#y, this.#control] = [x, y, { kind: 'c', x: x2, y: y2 }];
  }

  #quadratic(qx: number, qy: number, x: number, y: number): void {
    const third = (from: number, to: number): number => from + (2 / 3) * (to - from);
    this.#cubic(third(this.#x, qx), third(this.#y, qy), third(x, qx), third(y, qy), x, y);
    this.#control = { kind: 'q', x: qx, y: qy };
  }

  #arc([rx = 0, ry = 0, turn = 0, large = 0, sweep = 0]: readonly number[], x: number, y: number): void {
    const [x0, y0] = [this.#x, this.#y];
    if (rx === 0 || ry === 0 || (x === x0 && y === y0)) return this.#line(x, y);
    const phi = (turn * Math.PI) / 180;
    const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
    const [hx, hy] = [(x0 - x) / 2, (y0 - y) / 2];
    const [px, py] = [cos * hx + sin * hy, cos * hy - sin * hx];
    const excess = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
    const [w, h] = [Math.abs(rx) * excess, Math.abs(ry) * excess];
    const under = (w * h) ** 2 - (w * py) ** 2 - (h * px) ** 2;
    const factor = Math.sqrt(Math.max(0, under / ((w * py) ** 2 + (h * px) ** 2))) * (large === sweep ? -1 : 1);
    const [mx, my] = [(factor * w * py) / h, (-factor * h * px) / w];
    const [cx, cy] = [cos * mx - sin * my + (x0 + x) / 2, sin * mx + cos * my + (y0 + y) / 2];
    const from = Math.atan2((py - my) / h, (px - mx) / w);
    let sweepBy = Math.atan2((-py - my) / h, (-px - mx) / w) - from;
    if (sweep === 0 && sweepBy > 0) sweepBy -= 2 * Math.PI;
    if (sweep !== 0 && sweepBy < 0) sweepBy += 2 * Math.PI;
    const pieces = Math.max(1, Math.ceil(Math.abs(sweepBy) / (Math.PI / 2) - 1e-9));
    const each = sweepBy / pieces;
    const pull = (4 / 3) * Math.tan(each / 4);
    const on = (u: number, v: number): [number, number] => [
      cx + cos * w * u - sin * h * v,
      cy + sin * w * u + cos * h * v,
    ];
    for (let i = 0; i < pieces; i++) {
      const [s, t] = [from + i * each, from + (i + 1) * each];
      const first = on(Math.cos(s) - pull * Math.sin(s), Math.sin(s) + pull * Math.cos(s));
      const second = on(Math.cos(t) + pull * Math.sin(t), Math.sin(t) - pull * Math.cos(t));
      this.#cubic(...first, ...second, ...(i === pieces - 1 ? ([x, y] as const) : on(Math.cos(t), Math.sin(t))));
    }
    this.#control = null;
  }
}
