import { createCanvasPainter } from '@bough/paint-canvas';
import type { ItemBox } from '@bough/layout';
import type { ItemId } from '@bough/map';
import {
  addDamage,
  createPalette,
  type Palette,
  type PlacedGroup,
  type Rect,
  shift,
  type Spot,
  union,
} from '@bough/scene';
import {
  type Camera,
  centreOn,
  firstLook,
  fit,
  mapRect,
  middleOf,
  reveal,
  toMap,
  type View,
} from '../core/camera/camera.ts';
import { cameraAt, type Flight } from '../core/camera/flight.ts';
import type { EditorSettings } from '../core/editor-types.ts';
import { type Glide, movingRects, offsetOf } from '../core/picture/motion.ts';
import type { Desk } from './desk.ts';
import { gripsOf } from './grips.ts';
import { ImageShelf } from './image-shelf.ts';
import { isBlank, type OverlayState, paintOverlay } from './overlay.ts';
import type { Stage } from './stage.ts';

/** What the gestures show while they last. */
export type Preview = Pick<OverlayState, 'handle' | 'drop' | 'band' | 'isDragging'> & {
  /** Where the pointer is while a link is drawn from one item to another. */
  readonly pointer: Spot | null;
  /** What is dragged, and how far it is from its place. */
  readonly dragged: ReadonlyMap<string, Glide>;
};

/** Nothing is hovered, dragged or drawn. */
export const NO_PREVIEW: Preview = {
  handle: null,
  drop: null,
  band: null,
  isDragging: false,
  pointer: null,
  dragged: new Map(),
};

/** With more than so many subtrees on their way, most of the picture is. */
const MOST_MOVING_PARTS = 60;
const NO_MATCHES: ReadonlySet<ItemId> = new Set();

/** Where one looks from, and the painting of what is seen: only what changed, only what is in sight. */
export class Viewport {
  preview: Preview = NO_PREVIEW;
  /** The pixels of the map's images, as far as they are loaded. */
  readonly images: ImageShelf;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  #flight: Flight | null = null;
  #isPlaced = false;
  #paintAll = true;
  /** From where the canvas shows the map now: null before the first frame. */
  #shown: Camera | null = null;
  /** Nothing lies over the map. */
  #isOverlayBlank = false;
  /** Whose words the last frame left to the words' box. */
  #wordless: ItemId | null = null;
  /** Where the last frame had things on their way. */
  #lastMoving: readonly Rect[] = [];
  /** What the last frame left to the next one. */
  #owed: readonly Rect[] = [];
  #palette: Palette;
  readonly #desk: Desk;
  readonly #painter = createCanvasPainter();
  readonly #settings: () => EditorSettings;

  constructor(desk: Desk, settings: () => EditorSettings, onImage: () => void) {
    this.#desk = desk;
    this.#settings = settings;
    this.#palette = createPalette(settings().theme, settings().contrast);
    const onLoaded = (): void => {
      this.repaint();
      onImage();
    };
    this.images = new ImageShelf((source) => settings().imageAddress(source), onLoaded);
  }

  get camera(): Camera {
    return this.#camera;
  }
  get palette(): Palette {
    return this.#palette;
  }
  get isFlying(): boolean {
    return this.#flight !== null;
  }

  repaint(): void {
    this.#paintAll = true;
    const { theme, contrast } = this.#settings();
    if (this.#palette.name !== theme || this.#palette.contrast !== contrast) {
      this.#palette = createPalette(theme, contrast);
    }
  }

  /** At once, by hand: any flight ends. */
  jump(camera: Camera): void {
    this.#flight = null;
    this.#camera = camera;
  }

  /** The map moved under what is held: the camera goes along, a flight too. */
  shift(dx: number, dy: number): void {
    const along = (camera: Camera): Camera => ({ ...camera, x: camera.x + dx, y: camera.y + dy });
    this.#camera = along(this.#camera);
    if (this.#flight !== null)
      this.#flight = { ...this.#flight, from: along(this.#flight.from), to: along(this.#flight.to) };
  }

  /** Goes on as the hand did; not for who wants no motion. */
  glide(to: Camera, nowMs: number): void {
    if (!this.#settings().reducedMotion) this.fly(to, nowMs);
  }

  fly(to: Camera, nowMs: number): void {
    if (to === this.#camera) return;
    if (this.#settings().reducedMotion) this.jump(to);
    else this.#flight = { from: this.#camera, to, startMs: nowMs };
  }

  /** Where the camera will be when nothing disturbs it. */
  get goal(): Camera {
    return this.#flight?.to ?? this.#camera;
  }

  /** The first look at a map: all of it while that can be read, else its first root, with as many of its branches as can be read. */
  placeOnce(view: View): void {
    const bounds = this.#desk.picture.layout.bounds();
    if (this.#isPlaced || view.width === 0 || this.#desk.map.items.size === 0) return;
    this.#isPlaced = true;
    const whole = fit(bounds, view);
    const root = [...this.#desk.map.items.values()].find((item) => item.parent === null);
    const box = root === undefined ? null : this.#desk.picture.layout.box(root.id);
    if (whole.scale >= 0.5 || box === null) this.jump(centreOn(bounds, view, Math.min(1, whole.scale)));
    else this.jump(firstLook({ bounds, root: box, core: this.#coreOf(box) }, view));
  }

  /** An item and the branches that grow from it. */
  #coreOf(root: ItemBox): Rect {
    const boxes = this.#desk.childrenOf(root.id).flatMap((id) => this.#desk.picture.layout.box(id) ?? []);
    return boxes.reduce<Rect>((all, box) => union(all, box), root);
  }

  reveal(rect: Rect, view: View, nowMs: number): void {
    const goal = this.goal;
    const next = reveal(goal, rect, view);
    if (next !== goal) this.fly(next, nowMs);
  }

  middle(view: View): Spot {
    return toMap(this.#camera, middleOf(view));
  }

  /** Paints one frame; true when the next one will look different again. */
  paint(stage: Stage, view: View, nowMs: number): boolean {
    const { picture } = this.#desk;
    // The first picture of a motion is the one that stands there: it need not be painted, so what began it is seen at once.
    const begunMs = picture.takeBegun();
    const shownMs = begunMs ?? nowMs;
    if (this.#flight !== null) {
      const { camera, isThere } = cameraAt(this.#flight, shownMs);
      this.#camera = camera;
      if (isThere) this.#flight = null;
    }
    const glides = picture.glides(shownMs);
    for (const [id, glide] of this.preview.dragged) glides.set(id, glide);
    const leaving = picture.leaving(shownMs);
    const isMoving = glides.size > 0 || leaving.length > 0;
    const moving = this.#movingRects(glides, leaving);
    const damage = picture.layout.scene.takeDamage();
    const { editing } = this.#desk;
    const isMoved = this.#shown === null || !isSame(this.#shown, this.#camera);
    const all = this.#paintAll || isMoved || damage === null || moving === null;
    const isStanding = begunMs !== null && !all && this.preview.dragged.size === 0;
    const parts = all || isStanding ? [] : [...damage, ...this.#owed, ...moving, ...this.#lastMoving];
    // Words that the words' box takes over or gives back.
    if (editing !== this.#wordless)
      for (const id of [editing, this.#wordless]) parts.push(...this.#boxesOf(id, glides));
    this.#owed = isStanding ? damage : [];
    this.#lastMoving = moving ?? [];
    this.#wordless = editing;
    this.#paintAll = moving === null && isMoving;
    this.#shown = this.#camera;
    if (all || parts.length > 0) {
      this.#painter.paint(stage.base, picture.layout.scene, {
        camera: this.#camera,
        palette: this.#palette,
        width: view.width,
        height: view.height,
        pixelRatio: stage.pixelRatio,
        damage: all ? null : merged(parts),
        image: (source) => this.images.find(source),
        wordless: new Set(editing === null ? [] : [editing]),
        glide: glides,
        faded: this.#desk.faded,
        leaving,
      });
    }
    this.#paintOver(stage, view, glides);
    return this.#flight !== null || isMoving || picture.isMoving;
  }

  /** Where the item is to stand, and where it is seen now. */
  #boxesOf(id: ItemId | null, glides: ReadonlyMap<string, Glide>): readonly Rect[] {
    const box = id === null ? null : this.#desk.picture.layout.box(id);
    if (box === null) return [];
    const { x, y } = offsetOf(box.id, glides, this.#parentOf);
    return [box, shift(box, x, y)];
  }

  readonly #parentOf = (id: string): string | null => this.#desk.map.items.get(id as ItemId)?.parent ?? null;

  /** Where things are on their way; null when that is so much that everything is painted anew. */
  #movingRects(glides: ReadonlyMap<string, Glide>, leaving: readonly PlacedGroup[]): readonly Rect[] | null {
    if (glides.size > MOST_MOVING_PARTS) return null;
    const { layout } = this.#desk.picture;
    return movingRects(glides, leaving, (id) => layout.subtreeBounds(id as ItemId), this.#parentOf);
  }

  #paintOver(stage: Stage, view: View, glides: ReadonlyMap<string, Glide>): void {
    const { words } = this.#settings();
    const root = this.#desk.emptyRoot;
    const state: OverlayState = {
      ...this.preview,
      glides,
      view,
      camera: this.#camera,
      palette: this.#palette,
      layout: this.#desk.picture.layout,
      selection: this.#desk.selection,
      editing: this.#desk.editing,
      grips:
        this.preview.isDragging || this.#desk.editing !== null
          ? []
          : gripsOf(this.#desk, this.#camera).map((one) => one.spot),
      link: this.#desk.linkRect,
      linking: this.#desk.linking === null ? null : { from: this.#desk.linking, to: this.preview.pointer },
      matches: this.#desk.findState === null ? NO_MATCHES : this.#seenMatches(view),
      people: this.#desk.open.facts().people,
      ghost: root === null ? null : { words: words.emptyRoot, id: root },
    };
    const wasBlank = this.#isOverlayBlank;
    this.#isOverlayBlank = isBlank(state);
    if (wasBlank && this.#isOverlayBlank) return;
    paintOverlay(stage.overlay, state);
    // A canvas in sight is handed on whole in each frame, even when nothing is on it and nothing on it has changed.
    if (wasBlank !== this.#isOverlayBlank) {
      stage.overlay.canvas.style.visibility = this.#isOverlayBlank ? 'hidden' : 'visible';
    }
  }

  /** Those matches that are in sight: there may be thousands. */
  #seenMatches(view: View): ReadonlySet<ItemId> {
    const found = new Set(this.#desk.found);
    return new Set(this.#desk.picture.layout.itemsIn(mapRect(this.#camera, view)).filter((id) => found.has(id)));
  }
}

function isSame(a: Camera, b: Camera): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale;
}

/** As few rectangles as cover them. */
function merged(parts: readonly Rect[]): Rect[] {
  const rects: Rect[] = [];
  for (const part of parts) addDamage(rects, part);
  return rects;
}
