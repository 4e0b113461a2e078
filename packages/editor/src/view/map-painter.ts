import { createCanvasPainter } from '@bough/paint-canvas';
import type { Layout } from '@bough/layout';
import type { ItemId } from '@bough/map';
import { createPalette, type Palette, type PlacedGroup, type Rect, shift } from '@bough/scene';
import { NOTHING } from '../commands/selection.ts';
import { type Camera, mapRect, type View } from '../core/camera/camera.ts';
import { emptyRoot } from '../core/changing.ts';
import { type Preview, previewOf } from '../core/pointers/hits.ts';
import { linkRect } from '../core/camera/looking.ts';
import { type Glide, movingRects, offsetOf } from '../core/picture/motion.ts';
import type { EditorSession } from '../core/editor-session.ts';
import { isFar } from '../core/picture/far.ts';
import { damageInSight } from './damage-in-sight.ts';
import { Late } from './late.ts';
import { ImageShelf } from './image-shelf.ts';
import { type FarPicture, isBlank, type OverlayState, paintOverlay, ringsIn } from './overlay.ts';
import type { OtherPeople, SeenOthers } from './people/other-people.ts';
import type { TownPlan } from './paint-town-plan.ts';
import type { Stage } from './stage.ts';

/** With more than so many subtrees on their way, most of the picture is. */
const MOST_MOVING_PARTS = 60;
const NO_ITEMS: ReadonlySet<ItemId> = new Set();
const NO_OTHERS: SeenOthers = {
  ...{ dragged: new Map(), pulled: new Map(), left: new Map() },
  ...{ isWaiting: false, isMoving: false, nextRestMs: null },
};

/** Paints what is seen: only what changed, only what is in sight. */
export class MapPainter {
  /** The pixels of the map's images, as far as they are loaded. */
  readonly images: ImageShelf;
  #paintAll = true;
  /** From where the canvas shows the map now: null before the first frame. */
  #shown: Camera | null = null;
  /** Nothing lies over the map. */
  #isOverlayBlank = false;
  /** The rings that lie over it; null: more does, or it has to be painted anew. */
  #rings: string | null = null;
  /** What lies over the map is no larger than its rings. */
  #isFitted = false;
  /** Whose words the last frame left to the words' box. */
  #wordless: ItemId | null = null;
  /** Whose words the last frame left out beside large ones. */
  #torn = NO_ITEMS;
  /** The last frame had branches that were pulled from their place. */
  #wasPulled = false;
  /** Where the last frame had things on their way. */
  #lastMoving: readonly Rect[] = [];
  /** What the last frame left to the next one. */
  #owed: readonly Rect[] = [];
  #palette: Palette;
  /** The large words of the map from afar, once somebody has gone so far and their code has come. */
  readonly #plan = new Late<TownPlan>(async () => new (await import('./paint-town-plan.ts')).TownPlan());
  /** The other people, once there is one and their code has come. */
  readonly #others: Late<OtherPeople>;
  /** When the next frame is due though nothing happens; null: none is. */
  nextMs: number | null = null;
  readonly #session: EditorSession;
  readonly #painter = createCanvasPainter();

  constructor(session: EditorSession, imageAddress: (source: string) => string | null, stage: () => Stage) {
    this.#session = session;
    this.#others = new Late(async () => {
      const { inBrowser } = await import('./people/in-browser.ts');
      return inBrowser(stage().addLayer(), () => session.changed());
    });
    this.#palette = createPalette(session.settings.theme, session.settings.contrast);
    this.images = new ImageShelf(imageAddress, () => {
      this.repaint();
      session.changed();
    });
  }

  get palette(): Palette {
    return this.#palette;
  }

  /** The next frame is painted anew as a whole. */
  repaint(): void {
    this.#paintAll = true;
    this.#rings = null;
    const { theme, contrast } = this.#session.settings;
    if (this.#palette.name !== theme || this.#palette.contrast !== contrast) {
      this.#palette = createPalette(theme, contrast);
    }
  }

  /** Letters look different now: what was drawn of people before is drawn anew. */
  faceCame(): void {
    this.#others.here?.drawAnew();
  }

  end(): void {
    this.#others.here?.end();
  }

  /** Paints one frame; true when the next one will look different again. */
  paint(stage: Stage, view: View, nowMs: number): boolean {
    const session = this.#session;
    const { picture } = session;
    // The first picture of a motion is the one that stands there: it need not be painted, so what began it is seen at once.
    const begunMs = picture.takeBegun();
    const shownMs = begunMs ?? nowMs;
    const state = session.beginFrame(shownMs);
    const { editing } = state;
    const { camera, flight } = state.look;
    const preview = previewOf(state, session);
    const far = this.#farWords(camera, view);
    const torn = far?.tornAt(session, camera.scale) ?? NO_ITEMS;
    const others = this.#seenOthers(shownMs);
    this.nextMs = others.nextRestMs;
    if (!session.settings.reducedMotion) picture.letGo(others.left, shownMs);
    const glides = picture.glides(shownMs);
    for (const [id, glide] of [...others.dragged, ...preview.dragged]) glides.set(id, glide);
    const pulled = new Map([...others.pulled, ...preview.pulled]);
    const leaving = picture.leaving(shownMs);
    const isMoving = glides.size > 0 || leaving.length > 0;
    const moving = this.#movingRects(glides, leaving);
    const changed = picture.layout.scene.takeDamage();
    const isMoved = this.#shown === null || !isSame(this.#shown, camera);
    // Lines that were pulled reach further than what they lead to.
    const isPulled = pulled.size > 0 || this.#wasPulled;
    const all = this.#paintAll || isMoved || changed === null || moving === null || isPulled || torn !== this.#torn;
    const isStanding = begunMs !== null && !all && preview.dragged.size === 0 && others.dragged.size === 0;
    const parts = all || isStanding ? [] : [...changed, ...this.#owed, ...moving, ...this.#lastMoving];
    // Words that the words' box takes over or gives back.
    if (editing !== this.#wordless)
      for (const id of [editing, this.#wordless]) parts.push(...this.#boxesOf(id, glides));
    this.#owed = isStanding ? changed : [];
    this.#lastMoving = moving ?? [];
    this.#wordless = editing;
    this.#torn = torn;
    this.#wasPulled = pulled.size > 0;
    this.#paintAll = moving === null && isMoving;
    this.#shown = camera;
    const damage = all ? null : damageInSight(parts, camera, view);
    if (damage === null || damage.length > 0) {
      this.#painter.paint(stage.base, picture.layout.scene, {
        camera,
        palette: this.#palette,
        width: view.width,
        height: view.height,
        pixelRatio: stage.pixelRatio,
        damage,
        image: (source) => this.images.find(source),
        wordless: editing === null ? torn : new Set([editing, ...torn]),
        glide: glides,
        pulled,
        faded: state.faded,
        leaving,
      });
    }
    this.#paintOver(stage, view, glides, preview, far);
    return flight !== null || isMoving || picture.isMoving || others.isWaiting || others.isMoving;
  }

  /** Where the item is to stand, and where it is seen now. */
  #boxesOf(id: ItemId | null, glides: ReadonlyMap<string, Glide>): readonly Rect[] {
    const box = id === null ? null : this.#session.layout.box(id);
    if (box === null) return [];
    const { x, y } = offsetOf(box.id, glides, this.#parentOf);
    return [box, shift(box, x, y)];
  }

  readonly #onCome = (): void => this.#session.changed();

  readonly #parentOf = (id: string): string | null => this.#session.map.items.get(id as ItemId)?.parent ?? null;

  /** Where things are on their way; null when that is so much that everything is painted anew. */
  #movingRects(glides: ReadonlyMap<string, Glide>, leaving: readonly PlacedGroup[]): readonly Rect[] | null {
    if (glides.size > MOST_MOVING_PARTS) return null;
    const { layout } = this.#session;
    return movingRects(glides, leaving, (id) => layout.subtreeBounds(id as ItemId), this.#parentOf);
  }

  #seenOthers(nowMs: number): SeenOthers {
    const { people } = this.#session.facts;
    if (people.length > 0) this.#others.ask(this.#onCome);
    return this.#others.here?.follow(people, this.#session, nowMs) ?? NO_OTHERS;
  }

  #farWords({ scale }: Camera, view: View): FarPicture | null {
    if (!isFar(scale, 0)) return null;
    this.#plan.ask(this.#onCome);
    return this.#plan.here?.of(this.#session, scale, view, this.#session.state.faded) ?? null;
  }

  #paintOver(
    stage: Stage,
    view: View,
    glides: ReadonlyMap<string, Glide>,
    preview: Preview,
    far: FarPicture | null,
  ): void {
    const session = this.#session;
    const { state } = session;
    const { linking, editing } = state;
    // What is presented is marked by nothing.
    const selection = state.present === null ? state.selection : NOTHING;
    const { camera } = state.look;
    const root = emptyRoot(session);
    const alone: OverlayState = {
      ...preview,
      ...{ glides, view, camera, palette: this.#palette, layout: session.layout, selection, editing },
      link: linkRect(state, session),
      linking: linking === null ? null : { from: linking, to: state.hand.pointer },
      matches: state.find === null ? NO_ITEMS : seenMatches(state.find.found, session.layout, mapRect(camera, view)),
      people: null,
      far,
      paintOver: session.settings.paintOver,
      ghost: root === null ? null : { words: session.settings.words.emptyRoot, id: root },
    };
    const people = this.#others.here?.show(stage.overlay, alone, stage.pixelRatio) ?? null;
    const over = { ...alone, people };
    const wasBlank = this.#isOverlayBlank;
    this.#isOverlayBlank = isBlank(over);
    if (wasBlank && this.#isOverlayBlank) return;
    const rings = ringsIn(stage.overlay, over);
    const area = rings !== null && rings.key === this.#rings ? rings.area : null;
    if (area !== null && this.#isFitted) return;
    this.#rings = rings?.key ?? null;
    // Only with the second frame that is the same: where they move, it is as large as the map.
    if (area !== null || this.#isFitted) stage.fitOverlay(area);
    this.#isFitted = area !== null;
    paintOverlay(stage.overlay, over);
    // A canvas in sight is handed on whole in each frame, even when nothing is on it and nothing on it has changed.
    if (wasBlank !== this.#isOverlayBlank) {
      stage.overlay.canvas.style.visibility = this.#isOverlayBlank ? 'hidden' : 'visible';
    }
  }
}

/** Those matches that are in sight: there may be thousands. */
function seenMatches(all: readonly ItemId[], layout: Layout, seen: Rect): ReadonlySet<ItemId> {
  const found = new Set(all);
  return new Set(layout.itemsIn(seen).filter((id) => found.has(id)));
}

function isSame(a: Camera, b: Camera): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale;
}
