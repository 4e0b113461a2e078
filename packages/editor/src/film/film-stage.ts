import { assert, type ClientId } from '@bough/base';
import { createCanvasPainter } from '@bough/paint-canvas';
import type { ItemId } from '@bough/map';
import type { Patch } from '@bough/map/difference';
import { type Contrast, createPalette, grow, type Palette, type Rect, union } from '@bough/scene';
import { type Camera, rectToScreen } from '../core/camera/camera.ts';
import { offsetOf } from '../core/picture/motion.ts';
import { pageFigures } from '../core/picture/page-figures.ts';
import { Picture } from '../core/picture/picture.ts';
import type { Theme } from '../core/ports/theme.ts';
import { type MomentMap, openMoment } from '../moments/moment-map.ts';
import { ImageShelf } from '../view/image-shelf.ts';
import { type Caption, CAPTION_HEIGHT, paintCaption, paintTitle, type TitleCard } from './film-words.ts';

/** How a film looks; sizes in pixels of a film that is 720 high. */
export interface FilmStageSettings {
  readonly client: ClientId;
  readonly width: number;
  readonly height: number;
  /** Pixels of the film for each of them. */
  readonly pixelRatio: number;
  readonly theme: Theme;
  readonly contrast: Contrast;
  readonly imageAddress: (source: string) => string | null;
}

/** One picture of the film. */
export interface FilmPicture {
  readonly timeMs: number;
  readonly camera: Camera;
  readonly caption: Caption;
  readonly card: TitleCard | null;
  /** Items with a ring around them: somebody has just changed them. */
  readonly ringed: readonly ItemId[];
}

/** So long a picture waits for faces and images at most; when they did not come by then, no other one waits. */
const LONGEST_WAIT_MS = 3_000;
const RING_GAP = 4;

/** Paints moments of a map on a canvas that stands on no page, in a time that is not the clock's: nothing is late, and nothing is skipped. */
export class FilmStage {
  readonly canvas: HTMLCanvasElement;
  /** The map that is painted, for whoever brings the faces that it needs. */
  readonly moments: MomentMap;
  readonly #settings: FilmStageSettings;
  readonly #context: CanvasRenderingContext2D;
  readonly #painter = createCanvasPainter();
  readonly #palette: Palette;
  readonly #images: ImageShelf;
  readonly #unfollow: () => void;
  #picture: Picture;
  #nowMs = 0;
  /** Nothing has been waited for in vain. */
  #isPatient = true;
  /** Something has come that the picture painted last has not. */
  #hasNews = false;

  constructor(owner: Document, settings: FilmStageSettings) {
    const { client, width, height, pixelRatio, theme, contrast, imageAddress } = settings;
    this.#settings = settings;
    this.canvas = owner.createElement('canvas');
    Object.assign(this.canvas, { width: width * pixelRatio, height: height * pixelRatio });
    // Each picture is read back by the encoder.
    const context = this.canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    assert(context !== null, 'a canvas of that size can be painted on');
    this.#context = context;
    this.#palette = createPalette(theme, contrast);
    this.#images = new ImageShelf(imageAddress, () => (this.#hasNews = true));
    this.moments = openMoment(client);
    this.#picture = new Picture(this.moments.map);
    this.moments.subscribe((event) => {
      if (event.kind === 'replaced') this.#picture = new Picture(this.moments.map);
      else if (event.kind === 'touched') this.#picture.update(this.moments.map, event.touched, this.#nowMs);
    });
    this.#unfollow = pageFigures.subscribe(() => {
      this.#hasNews = this.#picture.showFigures(this.moments.map) || this.#hasNews;
    });
  }

  /** Makes the map another moment; what moves begins to move then. */
  show(patch: Patch, timeMs: number): void {
    this.#nowMs = timeMs;
    this.moments.show(patch);
  }

  /** Whether anything is on its way, so that the next picture is another one. */
  get isMoving(): boolean {
    return this.#picture.isMoving;
  }

  /** Around all of the map. */
  bounds(): Rect {
    return this.#picture.layout.bounds();
  }

  /** Around those of the items that are seen; null: around none. */
  boundsOf(ids: readonly ItemId[]): Rect | null {
    return ids.reduce<Rect | null>((all, id) => {
      const box = this.#picture.layout.box(id);
      return box === null ? all : all === null ? box : union(all, box);
    }, null);
  }

  /** Paints a picture with everything that belongs on it, once that has come. */
  async paint(picture: FilmPicture): Promise<void> {
    this.#hasNews = false;
    this.#paint(picture);
    await this.#settled();
    if (this.#hasNews) this.#paint(picture);
  }

  /** Lets go of what it holds. */
  close(): void {
    this.#unfollow();
    this.moments.close();
    this.canvas.width = 0;
  }

  /** The faces and images that the picture asked for have come, or do not come in time. */
  async #settled(): Promise<void> {
    const { fonts } = this.canvas.ownerDocument;
    const isWriting = fonts.status === 'loading';
    if (!this.#isPatient || (!isWriting && !this.#images.isWaiting)) return;
    const come = Promise.all([this.#images.settled(), isWriting ? fonts.ready : null]).then(() => true);
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), LONGEST_WAIT_MS));
    this.#isPatient = await Promise.race([come, late]);
    this.#hasNews ||= isWriting;
  }

  #paint({ timeMs, camera, caption, card, ringed }: FilmPicture): void {
    const { width, height, pixelRatio } = this.#settings;
    const { layout } = this.#picture;
    const glide = this.#picture.glides(timeMs);
    this.#painter.paint(this.#context, layout.scene, {
      ...{ camera, palette: this.#palette, width, height, pixelRatio, damage: null },
      ...{ image: (source: string) => this.#images.find(source), glide, leaving: this.#picture.leaving(timeMs) },
    });
    const context = this.#context;
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.globalAlpha = 1;
    const parentOf = (id: string): string | null => this.moments.map.items.get(id as ItemId)?.parent ?? null;
    context.strokeStyle = this.#palette.resolve('ink');
    context.lineWidth = 1.5;
    for (const id of ringed) {
      const box = layout.box(id);
      if (box === null) continue;
      const { x, y } = offsetOf(id, glide, parentOf);
      const seen = rectToScreen(camera, { x: box.x + x, y: box.y + y, width: box.width, height: box.height });
      const at = grow(seen, RING_GAP * Math.min(1, camera.scale));
      if (at.y + at.height > height - CAPTION_HEIGHT) continue;
      context.beginPath();
      context.roundRect(at.x, at.y, at.width, at.height, box.depth === 0 ? at.height / 2 : Math.min(10, at.height / 2));
      context.stroke();
    }
    const paper = { context, palette: this.#palette, width, height };
    paintCaption(paper, caption);
    if (card !== null) paintTitle(paper, card);
  }
}
