import { type Camera, fit, grow, type Rect, union, type View } from '@bough/editor/film';

// The camera of a film. It has a goal, and glides there as a spring does that never swings over: position and speed have no jumps,
// whatever becomes of the goal. The goal stays while what is to be seen is well in sight, so that the camera rests most of the time.

/** As large as a small map is shown. */
const MOST_SCALE = 1.25;
/** While all of a map can be read at that scale, all of it is shown; after that the work is followed. */
const READABLE = 0.5;
/** How near one goes to the work. */
const WORK_SCALE = 0.8;
/** Room around what is to be seen, as a share of it: a map can grow into it before the camera has to move. */
const ROOM = 0.08;
/** With what is to be seen that much smaller than it could be, one goes nearer. */
const TOO_FAR = 1.5;
/** With both places in so many times as much as one sees, one is far from the other. */
const FAR = 1.6;
/** How quickly it goes: it is there after a second and a half. */
const PULL_PER_SECOND = 4;
/** So near it is there. */
const NEAR = { pixels: 0.25, scale: 0.0005 } as const;

interface Axis {
  readonly at: number;
  readonly perSecond: number;
}

/** What is in the middle of the free part of the view, and the logarithm of the scale. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Follows a map that grows. */
export class FilmCamera {
  readonly #view: View;
  #goal: Camera | null = null;
  #axes: Readonly<Record<keyof Place, Axis>> | null = null;
  #camera: Camera = { x: 0, y: 0, scale: 1 };

  constructor(view: View) {
    this.#view = view;
  }

  get camera(): Camera {
    return this.#camera;
  }

  /** The camera is where it wants to be. */
  get isAtRest(): boolean {
    return this.#camera === this.#goal;
  }

  /** What is to be seen now: the whole map, and where people have worked lately, null for all of it. Time goes on by so much. */
  follow(whole: Rect, work: Rect | null, byMs: number): void {
    const all = fit(roomy(whole), this.#view, MOST_SCALE);
    const isAll = work === null || all.scale >= READABLE;
    const wanted = isAll ? whole : work;
    const best = isAll ? all : fit(roomy(work), this.#view, WORK_SCALE);
    this.#goal = this.#goalFor(wanted, best);
    this.#glide(byMs);
  }

  /** The goal stays while it will do. What is far away is gone to from above: first both places are in sight, then one goes down to it. */
  #goalFor(wanted: Rect, best: Camera): Camera {
    const [goal, view] = [this.#goal, this.#view];
    if (goal === null) return best;
    if (isSeen(wanted, goal, view)) {
      return best.scale > goal.scale * TOO_FAR && isSeen(wanted, this.#camera, view) ? best : goal;
    }
    const { x, y, scale } = this.#camera;
    const seen = { x, y, width: view.width / scale, height: view.height / scale };
    const both = union(seen, wanted);
    const isFar = both.width > FAR * seen.width || both.height > FAR * seen.height;
    return isFar ? fit(both, view, best.scale) : best;
  }

  #glide(byMs: number): void {
    const goal = this.#goal;
    if (goal === null || this.isAtRest) return;
    const to = placeOf(goal, this.#view);
    if (this.#axes === null) {
      this.#axes = { x: still(to.x), y: still(to.y), zoom: still(to.zoom) };
      this.#camera = goal;
      return;
    }
    const { x, y, zoom } = this.#axes;
    const after = { x: pulled(x, to.x, byMs), y: pulled(y, to.y, byMs), zoom: pulled(zoom, to.zoom, byMs) };
    this.#axes = after;
    const far = Math.hypot(after.x.at - to.x, after.y.at - to.y) * goal.scale;
    const speed = Math.hypot(after.x.perSecond, after.y.perSecond) * goal.scale;
    const isThere =
      far < NEAR.pixels && speed < NEAR.pixels * PULL_PER_SECOND && Math.abs(after.zoom.at - to.zoom) < NEAR.scale;
    if (isThere) this.#axes = { x: still(to.x), y: still(to.y), zoom: still(to.zoom) };
    this.#camera = isThere ? goal : cameraOf({ x: after.x.at, y: after.y.at, zoom: after.zoom.at }, this.#view);
  }
}

function roomy(rect: Rect): Rect {
  return grow(rect, Math.max(rect.width, rect.height) * ROOM);
}

/** Whether all of the rectangle is in the free part of the view. */
function isSeen(rect: Rect, camera: Camera, { width, height, insets }: View): boolean {
  const [left, top] = [(rect.x - camera.x) * camera.scale, (rect.y - camera.y) * camera.scale];
  return (
    left >= insets.left &&
    top >= insets.top &&
    left + rect.width * camera.scale <= width - insets.right &&
    top + rect.height * camera.scale <= height - insets.bottom
  );
}

function still(at: number): Axis {
  return { at, perSecond: 0 };
}

/** A spring that is damped just so much that it does not swing, after that time: exact, however long that is. */
function pulled({ at, perSecond }: Axis, to: number, byMs: number): Axis {
  const seconds = byMs / 1_000;
  const away = at - to;
  const push = perSecond + PULL_PER_SECOND * away;
  const left = Math.exp(-PULL_PER_SECOND * seconds);
  return {
    at: to + (away + push * seconds) * left,
    perSecond: (perSecond - PULL_PER_SECOND * push * seconds) * left,
  };
}

function middle({ width, height, insets }: View): { readonly x: number; readonly y: number } {
  return { x: (insets.left + width - insets.right) / 2, y: (insets.top + height - insets.bottom) / 2 };
}

function placeOf({ x, y, scale }: Camera, view: View): Place {
  const { x: across, y: down } = middle(view);
  return { x: x + across / scale, y: y + down / scale, zoom: Math.log(scale) };
}

function cameraOf({ x, y, zoom }: Place, view: View): Camera {
  const { x: across, y: down } = middle(view);
  const scale = Math.exp(zoom);
  return { x: x - across / scale, y: y - down / scale, scale };
}
