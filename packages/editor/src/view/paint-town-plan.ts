import type { Layout } from '@bough/layout';
import type { ItemId, MindMap } from '@bough/map';
import { FAR_SCALE } from '@bough/paint-canvas';
import { fontStack, type Palette, type Rect } from '@bough/scene';
import { type Camera, toScreen, type View } from '../core/camera/camera.ts';
import { isFar } from '../core/picture/far.ts';
import { FAR_FACES, FAR_PAD, type FarWord, KeptPlan, tornBy } from '../core/picture/town-plan.ts';
import type { FarPicture } from './overlay.ts';

const FACE = fontStack('sans');
/** The line of its branch below a word. */
const LINE = 2;
/** Above and below its room, where nothing else is written. */
const AIR = 1.5;

const NONE: ReadonlySet<ItemId> = new Set();

/** What is drawn over a map that is seen from afar. Fetched when somebody first goes so far. */
export class TownPlan implements FarPicture {
  readonly #kept = new KeptPlan();
  #plan = this.#kept.last;
  /** Those of its words that are shown. */
  #words: readonly FarWord[] = [];
  #faded: ReadonlySet<string> = new Set();
  #torn = NONE;
  #tornOf: readonly unknown[] = [];

  /** The words for this map, from so far, but those that stand back for a branch that is shown alone. */
  of(shown: Parameters<KeptPlan['from']>[0], scale: number, view: View, faded: ReadonlySet<string>): this {
    const plan = this.#kept.from(shown, scale, view);
    if (plan === this.#plan && faded === this.#faded) return this;
    this.#plan = plan;
    this.#faded = faded;
    this.#words = faded.size === 0 ? plan.words : plan.words.filter(({ id }) => !isFaded(shown.map, id, faded));
    return this;
  }

  paint(context: CanvasRenderingContext2D, camera: Camera, view: View, palette: Palette): void {
    paintTownPlan(context, this.#words, camera, view, palette);
  }

  /** Asked for in each frame: while map, scale and what stands back are the same, so is the answer. */
  tornAt(
    { layout, version }: { readonly layout: Layout; readonly version: number },
    scale: number,
  ): ReadonlySet<ItemId> {
    // Bars of words are torn by nothing.
    if (scale < FAR_SCALE) return NONE;
    const of = [this.#plan, layout, version, scale, this.#faded];
    if (of.some((one, i) => one !== this.#tornOf[i])) {
      const words = this.#words.filter(({ depth }) => isFar(scale, depth));
      this.#torn = tornBy(words, layout, scale);
      this.#tornOf = of;
    }
    return this.#torn;
  }

  nameOf(id: ItemId, camera: Camera): Rect | null {
    const word = this.#plan.names.get(id);
    return word === undefined || !isFar(camera.scale, word.depth) ? null : plateOf(word, camera);
  }
}

/** Whether the item stands back, or something that it stands in. */
function isFaded({ items }: MindMap, id: ItemId, faded: ReadonlySet<string>): boolean {
  for (let at: ItemId | null = id; at !== null; at = items.get(at)?.parent ?? null) if (faded.has(at)) return true;
  return false;
}

/** Paints those that are in sight: ink on paper, over the line of their branch. */
function paintTownPlan(
  context: CanvasRenderingContext2D,
  words: readonly FarWord[],
  camera: Camera,
  view: View,
  palette: Palette,
): void {
  const [ink, paper] = [palette.resolve('ink'), palette.resolve('paper')];
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  // The deeper ones first: what is read first lies on top.
  for (let depth = FAR_FACES.length - 1; depth >= 0; depth--) {
    const face = FAR_FACES[depth] ?? FAR_FACES[0];
    if (!isFar(camera.scale, depth)) continue;
    for (const word of words) {
      if (word.depth !== depth) continue;
      const { x, y, width, height } = plateOf(word, camera);
      if (x > view.width || y > view.height || x + width < 0 || y + height < 0) continue;
      context.font = `${face.weight} ${word.size}px ${FACE}`;
      context.globalAlpha = 0.92;
      context.fillStyle = paper;
      context.beginPath();
      // Up to the next name, so that no slice of a plain word shows between two.
      context.roundRect(x, y - AIR, width, height + 2 * AIR, depth === 0 ? height / 2 : 6);
      context.fill();
      context.globalAlpha = 1;
      if (depth === 0) {
        context.fillStyle = palette.resolve('ink/10');
        context.beginPath();
        context.roundRect(x, y, width, height, height / 2);
        context.fill();
      } else {
        context.fillStyle = palette.resolve(word.colour);
        context.fillRect(x + FAR_PAD.x, y + height - LINE, width - 2 * FAR_PAD.x, LINE);
      }
      context.fillStyle = ink;
      context.fillText(word.words, x + width / 2, y + height / 2);
    }
  }
  context.textAlign = 'start';
}

/** Where a word lies on the screen. */
function plateOf(word: FarWord, camera: Camera): Rect {
  const at = toScreen(camera, word);
  return { x: Math.round(at.x + word.dx), y: Math.round(at.y + word.dy), width: word.width, height: word.height };
}
