import type { Drop, ItemBox, Layout } from '@bough/layout';
import type { ItemId } from '@bough/map';
import {
  type Command,
  fontStack,
  grow,
  type Palette,
  playPath,
  type Rect,
  type Spot,
  touches,
  union,
} from '@bough/scene';
import { type Camera, mapRect, rectToScreen, toScreen, type View } from '../core/camera/camera.ts';
import type { Selection } from '../commands/selection.ts';
import type { PaintOver } from '../core/ports/editor-types.ts';
import type { Glide } from '../core/picture/motion.ts';

/** The large words of a map, painted over it, and where that of an item lies on the screen. */
export interface FarPicture {
  paint(context: CanvasRenderingContext2D, camera: Camera, view: View, palette: Palette): void;
  nameOf(id: ItemId, camera: Camera): Rect | null;
  /** The items whose plain words are to be left out, since a large word would leave only bits of them. */
  tornAt(shown: { readonly layout: Layout; readonly version: number }, scale: number): ReadonlySet<ItemId>;
}

/** Where other people are: what they have selected, and where they point. */
export interface PeoplePicture {
  paint(context: CanvasRenderingContext2D): void;
}

/** Everything that is drawn over the map and belongs to nobody's map. */
export interface OverlayState {
  readonly camera: Camera;
  readonly view: View;
  readonly palette: Palette;
  readonly layout: Layout;
  readonly selection: Selection;
  readonly editing: ItemId | null;
  readonly matches: ReadonlySet<ItemId>;
  /** The other people who are here; null: nobody is, or they have a layer of their own. */
  readonly people: PeoplePicture | null;
  readonly handle: Spot | null;
  readonly drop: Drop | null;
  readonly band: Rect | null;
  readonly isDragging: boolean;
  /** Where what is selected can be made wider. */
  readonly grips: readonly Spot[];
  readonly line: { readonly drawn: Command; readonly at: Spot; readonly bends: readonly Spot[] } | null;
  /** The link that is selected, as it stands on the map. */
  readonly link: Rect | null;
  /** A link on its way: from this item to the pointer, or to the item that is selected. */
  readonly linking: { readonly from: ItemId; readonly to: Spot | null } | null;
  readonly glides: ReadonlyMap<string, Glide>;
  /** The ghost words and where they stand, while the first root is empty. */
  readonly ghost: { readonly words: string; readonly id: ItemId } | null;
  /** The large words of a map that is seen from afar; null while its own can be read. */
  readonly far: FarPicture | null;
  readonly paintOver?: PaintOver | undefined;
}

const FACE = fontStack('sans');
const DOT_GAP = 24;
const RING_GAP = 4;
/** The widest of them. */
const RING_WIDTH = 2;
const GRIP = 4.5;
const GRIP_LINE = 1.5;
const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };
/** Names of branches stand close to each other. */
const NAME_GAP = 1;

/** Whether nothing of it is seen: so it is too while somebody types, for what is typed in has no ring. */
export function isBlank(state: OverlayState): boolean {
  const has = partsOf(state).some((one) => one !== null) || state.grips.length > 0 || state.paintOver !== undefined;
  const { ids } = state.selection;
  const isSelected = ids.size > 1 || (ids.size === 1 && (state.editing === null || !ids.has(state.editing)));
  const isMarked = isSelected || state.matches.size > 0;
  return !has && !isMarked && !state.isDragging;
}

/** What is there or not. */
function partsOf(state: OverlayState): readonly unknown[] {
  const { line, handle, drop, link, linking, ghost, far, people } = state;
  return [line, handle, drop, state.band, link, linking, ghost, far, people];
}

/** Rings and grips: what they look like, in a word, and what they cover. */
export interface Rings {
  readonly key: string;
  readonly area: Rect;
}

/** What is seen of it where it is nothing but rings and grips, for which nothing else counts; null: there is more. */
export function ringsIn(context: CanvasRenderingContext2D, state: OverlayState): Rings | null {
  const { grips, matches, isDragging } = state;
  const parts = [...partsOf(state), state.paintOver];
  if (parts.some((one) => one != null) || isDragging || matches.size > 0) return null;
  const { palette, selection, editing } = state;
  const seen = seenBy(state);
  const rings = [...selection.ids].filter((id) => id !== editing).map((id) => ringAt(context, state, id, seen));
  const rects = [
    ...rings.flatMap((one) => (one === null ? [] : [grow(one.rect, RING_WIDTH)])),
    ...grips.map(({ x, y }) => grow({ x, y, width: 0, height: 0 }, GRIP + GRIP_LINE)),
  ];
  const area = rects.length === 0 ? NOWHERE : rects.reduce(union);
  return { key: JSON.stringify([palette.name, palette.contrast, selection.focus, rings, grips]), area };
}

/** A little more than the window shows. */
export function seenBy({ camera, view }: OverlayState): Rect {
  return grow(mapRect(camera, view), 20 / camera.scale);
}

/** Paints it, in CSS pixels of the screen; costs what is in sight and selected. */
export function paintOverlay(context: CanvasRenderingContext2D, state: OverlayState): void {
  context.clearRect(0, 0, state.view.width, state.view.height);
  dots(context.canvas, state);
  const ink = state.palette.resolve('ink');
  const seen = seenBy(state);
  const { far } = state;
  const mark = (isOfNames: boolean): void => {
    const isHere = (id: ItemId): boolean => (far?.nameOf(id, state.camera) != null) === isOfNames;
    for (const id of state.matches) if (isHere(id)) found(context, state, id, seen);
    for (const id of state.selection.ids) {
      if (id !== state.editing && isHere(id))
        ring(context, state, id, seen, ink, id === state.selection.focus ? RING_WIDTH : 1.25);
    }
  };
  state.paintOver?.(context, state);
  // A name lies over the marks of what has none, and has its own around it.
  mark(false);
  if (far !== null) {
    far.paint(context, state.camera, state.view, state.palette);
    mark(true);
  }
  if (state.line !== null) lineUnder(context, state, state.line, ink);
  for (const spot of state.grips) grip(context, spot, state.palette);
  if (state.link !== null) linkRing(context, state, state.link);
  if (state.linking !== null) linkOnItsWay(context, state, state.linking);
  state.people?.paint(context);
  if (state.drop !== null) preview(context, state, state.drop);
  if (state.handle !== null) plus(context, state.handle, state.palette);
  if (state.band !== null) band(context, state.band, state.palette);
  if (state.ghost !== null) ghostWords(context, state, state.ghost);
}

/** As a highlighter marks it: many of them stand close together, and from afar they shrink with their words. */
function found(context: CanvasRenderingContext2D, state: OverlayState, id: ItemId, seen: Rect): void {
  const box = state.layout.box(id);
  if (box === null || !touches(box, seen)) return;
  const scale = Math.min(1, state.camera.scale);
  const at = ringOf(context, state, box, RING_GAP * scale);
  context.fillStyle = state.palette.resolve('branch:2');
  context.strokeStyle = context.fillStyle;
  context.lineWidth = 1.5 * scale;
  context.beginPath();
  context.roundRect(at.x, at.y, at.width, at.height, box.depth === 0 ? at.height / 2 : Math.min(8, at.height / 3));
  context.globalAlpha = 0.26;
  context.fill();
  context.globalAlpha = 1;
  context.stroke();
}

/** A ring around an item's words. */
function ring(
  context: CanvasRenderingContext2D,
  state: OverlayState,
  id: ItemId,
  seen: Rect,
  colour: string,
  width: number,
): void {
  const at = ringAt(context, state, id, seen);
  if (at === null) return;
  const { rect, radius } = at;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
  context.stroke();
}

/** Where it is; null where it is out of sight. */
export function ringAt(
  context: CanvasRenderingContext2D,
  state: OverlayState,
  id: ItemId,
  seen: Rect,
): { readonly rect: Rect; readonly radius: number } | null {
  const box = state.layout.box(id);
  if (box === null || !touches(box, seen)) return null;
  const rect = ringOf(context, state, box);
  return { rect, radius: box.depth === 0 ? rect.height / 2 : Math.min(10, rect.height / 2) };
}

function ringOf(context: CanvasRenderingContext2D, state: OverlayState, box: ItemBox, gap = RING_GAP): Rect {
  const name = state.far?.nameOf(box.id, state.camera) ?? null;
  if (name !== null) return grow(name, NAME_GAP);
  if (box.id === state.ghost?.id) return grow(ghostPill(context, state, state.ghost), gap);
  const glide = state.glides.get(box.id);
  const rect = { x: box.x + (glide?.dx ?? 0), y: box.y + (glide?.dy ?? 0), width: box.width, height: box.height };
  return grow(rectToScreen(state.camera, rect), gap);
}

function preview(context: CanvasRenderingContext2D, state: OverlayState, drop: Drop): void {
  const accent = state.palette.resolve('accent');
  const ghost = rectToScreen(state.camera, drop.ghost);
  context.strokeStyle = accent;
  context.lineWidth = 2;
  if (drop.curve !== null) {
    const [a, b, c, d] = drop.curve.map((spot) => toScreen(state.camera, spot));
    if (a === undefined || b === undefined || c === undefined || d === undefined) return;
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.bezierCurveTo(b.x, b.y, c.x, c.y, d.x, d.y);
    context.stroke();
  }
  context.beginPath();
  context.roundRect(ghost.x, ghost.y, ghost.width, ghost.height, 8);
  context.globalAlpha = 0.16;
  context.fillStyle = accent;
  context.fill();
  context.globalAlpha = 1;
  context.stroke();
}

/** The + handle: 18 pixels across, whatever the zoom. */
function plus(context: CanvasRenderingContext2D, at: Spot, palette: Palette): void {
  context.fillStyle = palette.resolve('ink');
  context.beginPath();
  context.arc(at.x, at.y, 9, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = palette.resolve('paper');
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(at.x - 4, at.y);
  context.lineTo(at.x + 4, at.y);
  context.moveTo(at.x, at.y - 4);
  context.lineTo(at.x, at.y + 4);
  context.stroke();
}

function grip(context: CanvasRenderingContext2D, at: Spot, palette: Palette): void {
  context.fillStyle = palette.resolve('paper');
  context.strokeStyle = palette.resolve('ink');
  context.lineWidth = GRIP_LINE;
  context.beginPath();
  context.arc(at.x, at.y, GRIP, 0, Math.PI * 2);
  context.fill();
  context.stroke();
}

/** What a press would bend, or give another colour. */
function lineUnder(
  context: CanvasRenderingContext2D,
  { camera, palette }: OverlayState,
  { drawn, at, bends }: NonNullable<OverlayState['line']>,
  ink: string,
): void {
  if (drawn.kind !== 'fill' && drawn.kind !== 'stroke') return;
  context.save();
  context.scale(camera.scale, camera.scale);
  context.translate(at.x - camera.x, at.y - camera.y);
  context.globalAlpha = 0.3;
  context.beginPath();
  playPath(drawn.path, context, 0, 0);
  context.fillStyle = ink;
  context.strokeStyle = ink;
  // A thin line is seen under its highlight.
  context.lineWidth = drawn.kind === 'stroke' ? drawn.width + 4 / camera.scale : 1.5 / camera.scale;
  if (drawn.kind === 'fill') context.fill();
  context.stroke();
  context.restore();
  for (const spot of bends) grip(context, toScreen(camera, spot), palette);
}

function linkRing(context: CanvasRenderingContext2D, { camera, palette }: OverlayState, rect: Rect): void {
  const at = grow(rectToScreen(camera, rect), RING_GAP);
  context.strokeStyle = palette.resolve('ink');
  context.lineWidth = 1.25;
  context.setLineDash([2, 4]);
  context.beginPath();
  context.roundRect(at.x, at.y, at.width, at.height, 10);
  context.stroke();
  context.setLineDash([]);
}

function linkOnItsWay(
  context: CanvasRenderingContext2D,
  state: OverlayState,
  { from, to }: { readonly from: ItemId; readonly to: Spot | null },
): void {
  const middle = (id: ItemId | null): Spot | null => {
    const box = id === null ? null : state.layout.box(id);
    return box === null ? null : toScreen(state.camera, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  };
  const start = middle(from);
  const focus = state.selection.focus === from ? null : middle(state.selection.focus);
  const end = focus ?? to;
  if (start === null || end === null) return;
  context.strokeStyle = state.palette.resolve('accent');
  context.lineWidth = 2;
  context.setLineDash([6, 5]);
  context.beginPath();
  context.moveTo(start.x, start.y);
  const across = (start.x + end.x) / 2;
  context.bezierCurveTo(across, start.y, across, end.y, end.x, end.y);
  context.stroke();
  context.setLineDash([]);
}

function band(context: CanvasRenderingContext2D, rect: Rect, palette: Palette): void {
  context.fillStyle = palette.resolve('ink');
  context.globalAlpha = 0.06;
  context.fillRect(rect.x, rect.y, rect.width, rect.height);
  context.globalAlpha = 0.5;
  context.strokeStyle = palette.resolve('ink');
  context.lineWidth = 1;
  context.strokeRect(rect.x + 0.5, rect.y + 0.5, rect.width, rect.height);
  context.globalAlpha = 1;
}

type Ghost = NonNullable<OverlayState['ghost']>;

function ghostWords(context: CanvasRenderingContext2D, state: OverlayState, ghost: Ghost): void {
  if (state.layout.words(ghost.id) === null) return;
  const pill = ghostPill(context, state, ghost);
  context.fillStyle = state.palette.resolve('ink/10');
  context.beginPath();
  context.roundRect(pill.x, pill.y, pill.width, pill.height, pill.height / 2);
  context.fill();
  context.fillStyle = state.palette.resolve('ink/50');
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.fillText(ghost.words, pill.x + pill.width / 2, pill.y + pill.height / 2);
  context.textAlign = 'start';
}

/** The pill of an empty root is too small for the ghost: a wider one lies over it. Sets the face of its words. */
function ghostPill(context: CanvasRenderingContext2D, { layout, camera }: OverlayState, ghost: Ghost): Rect {
  const words = layout.words(ghost.id);
  if (words === null) return { x: 0, y: 0, width: 0, height: 0 };
  const { scale } = camera;
  const middle = toScreen(camera, { x: words.x + words.width / 2, y: words.y + words.height / 2 });
  context.font = `${words.font.weight} ${words.font.size * scale}px ${FACE}`;
  const half = { x: context.measureText(ghost.words).width / 2 + 24 * scale, y: 24 * scale };
  return { x: middle.x - half.x, y: middle.y - half.y, width: 2 * half.x, height: 2 * half.y };
}

/** Faint dots while something is dragged. They stand still then, so the browser keeps them: painted in each frame they would cost more than the map. */
function dots({ style }: HTMLElement, { camera, view, palette, isDragging }: OverlayState): void {
  const gap = DOT_GAP * camera.scale * (camera.scale < 0.5 ? 4 : 1);
  const isShown = isDragging && gap >= 6 && view.width > 0;
  const image = isShown ? `radial-gradient(circle at 1px 1px, ${palette.resolve('ink')}2a 1px, transparent 1.3px)` : '';
  // Asked first: a style that is set again is computed again.
  if (style.backgroundImage === '' && image === '') return;
  Object.assign(style, {
    backgroundImage: image,
    backgroundSize: `${gap}px ${gap}px`,
    backgroundPosition: `${-((camera.x * camera.scale) % gap)}px ${-((camera.y * camera.scale) % gap)}px`,
  });
}
