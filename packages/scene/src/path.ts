import type { PathData, Rect } from './display-list.ts';

// A path is one Float64Array: 0 x y (move), 1 x y (line), 2 x1 y1 x2 y2 x y (cubic), 3 (close).
const MOVE = 0;
const LINE = 1;
const CUBIC = 2;
const CLOSE = 3;

/** What takes a path's steps in turn: Path2D's and every painter's shape. */
export interface PathSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  closePath(): void;
}

/** Plays the path into the sink, moved by dx, dy. */
export function playPath(path: PathData, sink: PathSink, dx = 0, dy = 0): void {
  const at = (i: number): number => path[i] ?? 0;
  for (let i = 0; i < path.length;) {
    const code = path[i];
    if (code === MOVE) sink.moveTo(at(i + 1) + dx, at(i + 2) + dy);
    else if (code === LINE) sink.lineTo(at(i + 1) + dx, at(i + 2) + dy);
    else if (code === CUBIC)
      sink.bezierCurveTo(
        at(i + 1) + dx,
        at(i + 2) + dy,
        at(i + 3) + dx,
        at(i + 4) + dy,
        at(i + 5) + dx,
        at(i + 6) + dy,
      );
    else sink.closePath();
    i += code === CUBIC ? 7 : code === CLOSE ? 1 : 3;
  }
}

/** Writes a path step by step. */
export class PathBuilder implements PathSink {
  readonly #numbers: number[] = [];

  moveTo(x: number, y: number): this {
    this.#numbers.push(MOVE, x, y);
    return this;
  }
  lineTo(x: number, y: number): this {
    this.#numbers.push(LINE, x, y);
    return this;
  }
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    this.#numbers.push(CUBIC, x1, y1, x2, y2, x, y);
    return this;
  }
  closePath(): this {
    this.#numbers.push(CLOSE);
    return this;
  }
  build(): PathData {
    return new Float64Array(this.#numbers);
  }
}

// The control distance with which four cubics come closest to a circle.
const ROUND = 0.5523;

/** A rectangle with round corners, closed; the radius is at most half of the shorter side. */
export function roundedRect(rect: Rect, radius: number): PathData {
  const { x, y, width, height } = rect;
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const k = r * (1 - ROUND);
  const [right, bottom] = [x + width, y + height];
  if (r === 0) return polyline([x, y, right, y, right, bottom, x, bottom], true);
  return new PathBuilder()
    .moveTo(x + r, y)
    .lineTo(right - r, y)
    .bezierCurveTo(right - k, y, right, y + k, right, y + r)
    .lineTo(right, bottom - r)
    .bezierCurveTo(right, bottom - k, right - k, bottom, right - r, bottom)
    .lineTo(x + r, bottom)
    .bezierCurveTo(x + k, bottom, x, bottom - k, x, bottom - r)
    .lineTo(x, y + r)
    .bezierCurveTo(x, y + k, x + k, y, x + r, y)
    .closePath()
    .build();
}

/** An ellipse that fills the rectangle, closed. */
export function ellipse(rect: Rect): PathData {
  const [cx, cy] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const [rx, ry] = [rect.width / 2, rect.height / 2];
  const [kx, ky] = [rx * ROUND, ry * ROUND];
  return new PathBuilder()
    .moveTo(cx - rx, cy)
    .bezierCurveTo(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)
    .bezierCurveTo(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)
    .bezierCurveTo(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)
    .bezierCurveTo(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)
    .closePath()
    .build();
}

/** Straight lines through the points (x, y in turn). */
export function polyline(points: readonly number[], isClosed: boolean): PathData {
  const builder = new PathBuilder();
  for (let i = 0; i + 1 < points.length; i += 2) {
    if (i === 0) builder.moveTo(points[0] ?? 0, points[1] ?? 0);
    else builder.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  }
  if (isClosed) builder.closePath();
  return builder.build();
}

/** Around all points of the path, the control points included: never too small. */
export function pathBounds(path: PathData): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < path.length;) {
    const code = path[i];
    const count = code === CUBIC ? 6 : code === CLOSE ? 0 : 2;
    for (let k = 0; k < count; k += 2) {
      const [x, y] = [path[i + 1 + k] ?? 0, path[i + 2 + k] ?? 0];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    i += 1 + count;
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}
