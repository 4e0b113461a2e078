import type { Camera } from '@bough/paint-canvas';
import type { Rect, Spot } from '@bough/scene';

// The camera is the map's point at the top left of the canvas and a scale: screen = (map - camera) * scale. All of it pure;
// moving in time is flight.ts.

export type { Camera } from '@bough/paint-canvas';

/** The canvas as the camera sees it: its size, and what chrome covers at the edges, in CSS pixels. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly insets: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

/** As wide as a phone at most. */
const NARROW = 640;

export function isNarrow({ width }: Pick<View, 'width'>): boolean {
  return width <= NARROW;
}

/** What is brought in stands so many pixels from the edge. */
const REVEAL_MARGIN = 24;

/** So many pixels along the edges are no sight of a map. */
export const RIM = 8;

/** As far in and out as one can go. */
export const SCALES = { least: 0.004, most: 4 } as const;

const FIT_MOST = 1.2;

/** The scale within what is allowed. */
export function clampScale(scale: number): number {
  return Math.min(SCALES.most, Math.max(SCALES.least, scale));
}

/** Where a point of the screen is on the map. */
export function toMap(camera: Camera, at: Spot): Spot {
  return { x: at.x / camera.scale + camera.x, y: at.y / camera.scale + camera.y };
}

/** Where a point of the map is on the screen. */
export function toScreen(camera: Camera, at: Spot): Spot {
  return { x: (at.x - camera.x) * camera.scale, y: (at.y - camera.y) * camera.scale };
}

/** Where a rectangle of the map is on the screen. */
export function rectToScreen(camera: Camera, rect: Rect): Rect {
  const { x, y } = toScreen(camera, rect);
  return { x, y, width: rect.width * camera.scale, height: rect.height * camera.scale };
}

/** What of the map the view shows, chrome not counted. */
export function mapRect(camera: Camera, view: View): Rect {
  return { x: camera.x, y: camera.y, width: view.width / camera.scale, height: view.height / camera.scale };
}

/** The part of the screen that chrome leaves free. */
export function freeOf({ width, height, insets: { top, right, bottom, left } }: View): Rect {
  return { x: left, y: top, width: width - left - right, height: height - top - bottom };
}

/** What of the map is seen beside the chrome, but for a rim in which nothing can be read. */
export function freeRect(camera: Camera, view: View): Rect {
  const free = freeOf(view);
  const { x, y } = toMap(camera, { x: free.x + RIM, y: free.y + RIM });
  const sizeOf = (size: number): number => Math.max(0, size - 2 * RIM) / camera.scale;
  return { x, y, width: sizeOf(free.width), height: sizeOf(free.height) };
}

/** The picture follows the hand by so many pixels of the screen. */
export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Zooms so that the map's point under `at` stays there. */
export function zoomAt(camera: Camera, at: Spot, factor: number): Camera {
  const scale = clampScale(camera.scale * factor);
  const held = toMap(camera, at);
  return { x: held.x - at.x / scale, y: held.y - at.y / scale, scale };
}

/** The middle of what chrome leaves free. */
export function middleOf(view: View): Spot {
  const { insets } = view;
  return {
    x: insets.left + Math.max(0, view.width - insets.left - insets.right) / 2,
    y: insets.top + Math.max(0, view.height - insets.top - insets.bottom) / 2,
  };
}

/** Puts the middle of the rectangle into the middle of the view. */
export function centreOn(rect: Rect, view: View, scale: number): Camera {
  const middle = middleOf(view);
  return {
    x: rect.x + rect.width / 2 - middle.x / scale,
    y: rect.y + rect.height / 2 - middle.y / scale,
    scale,
  };
}

/** All of the rectangle, as large as fits, never blown up more than that; a margin of 32 pixels stays around it, unless another is named. */
export function fit(bounds: Rect, view: View, most = FIT_MOST, margin = 32): Camera {
  const width = Math.max(1, view.width - view.insets.left - view.insets.right - 2 * margin);
  const height = Math.max(1, view.height - view.insets.top - view.insets.bottom - 2 * margin);
  const scale = Math.min(most, width / Math.max(1, bounds.width), height / Math.max(1, bounds.height));
  return centreOn(bounds, view, clampScale(scale));
}

/**
 * Where to begin in a map that is too large to be read as a whole: its root with its branches, no smaller than can be read, and no
 * emptiness where there could be map. It is smaller, as far as `leastOfCore`, where root and branches are seen whole so. Where the branches
 * of both sides cannot be seen, those of the first one's are, the root at the edge.
 */
export function firstLook(
  {
    bounds,
    root,
    core,
    side,
  }: { readonly bounds: Rect; readonly root: Rect; readonly core: Rect; readonly side: 'left' | 'right' },
  view: View,
  least = 0.5,
  leastOfCore = least,
): Camera {
  const air = isNarrow(view) ? 8 : REVEAL_MARGIN;
  // A phone is high enough for names, or it is moved along them.
  const whole = isNarrow(view) ? fit({ ...core, height: 0 }, view, 0.8, air).scale : fit(core, view, 0.8).scale;
  const scale = whole >= leastOfCore ? whole : least;
  const { insets } = view;
  const centred = centreOn(root, view, scale);
  const width = (view.width - insets.left - insets.right) / scale;
  const height = (view.height - insets.top - insets.bottom) / scale;
  const margin = REVEAL_MARGIN / scale;
  const aside = side === 'right' ? root.x - margin : root.x + root.width + margin - width;
  const isTooWide = width < core.width && root.width + 2 * margin < width / 1.5;
  const middle = centred.x + insets.left / scale;
  // What has room is not cut for the root to be in the middle.
  const shown = width < core.width ? middle : Math.min(Math.max(middle, core.x + core.width - width), core.x);
  // Beside the names of one side rather paper than half names of the other.
  const left = isTooWide ? aside : within(shown, width, bounds.x, bounds.width);
  const top = within(centred.y + insets.top / scale, height, bounds.y, bounds.height);
  return reveal({ x: left - insets.left / scale, y: top - insets.top / scale, scale }, root, view, air);
}

/** Where a window of that length begins, shifted to show no more beside the whole than it must. */
function within(start: number, length: number, from: number, whole: number): number {
  if (length >= whole) return from + (whole - length) / 2;
  return Math.min(Math.max(start, from), from + whole - length);
}

/** The smallest pan that brings the rectangle into the free part of the view; the same camera when it is there already. */
export function reveal(camera: Camera, rect: Rect, view: View, margin = REVEAL_MARGIN): Camera {
  const seen = rectToScreen(camera, rect);
  const dx = shove(seen.x, seen.width, view.insets.left + margin, view.width - view.insets.right - margin);
  const dy = shove(seen.y, seen.height, view.insets.top + margin, view.height - view.insets.bottom - margin);
  return dx === 0 && dy === 0 ? camera : panBy(camera, dx, dy);
}

/** Whether the rectangle fits between what chrome covers, with the margin of `reveal` around it. */
export function isRoomFor(camera: Camera, rect: Rect, { width, height, insets }: View, margin = 24): boolean {
  return (
    rect.width * camera.scale <= width - insets.left - insets.right - 2 * margin &&
    rect.height * camera.scale <= height - insets.top - insets.bottom - 2 * margin
  );
}

/** Whether both are of one size, with the same edges covered. */
export function isSameView(a: View, b: View): boolean {
  const edges = (['top', 'right', 'bottom', 'left'] as const).every((edge) => a.insets[edge] === b.insets[edge]);
  return edges && a.width === b.width && a.height === b.height;
}

/** How far to push a stretch so that it lies within the bounds; its beginning wins when it is longer than they are. */
function shove(start: number, length: number, low: number, high: number): number {
  if (start < low) return low - start;
  if (start + length <= high) return 0;
  return Math.max(high - (start + length), low - start);
}
