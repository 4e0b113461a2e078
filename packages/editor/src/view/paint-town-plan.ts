import type { ItemId } from '@bough/map';
import { fontStack, type Palette, type Rect } from '@bough/scene';
import { type Camera, toScreen, type View } from '../core/camera/camera.ts';
import { FAR_FACES, FAR_PAD, type FarWord, isFar } from '../core/picture/town-plan.ts';

const FACE = fontStack('sans');
/** The line of its branch below a word. */
const LINE = 2;
/** Above and below its room, where nothing else is written. */
const AIR = 1.5;

/** What is drawn over a map that is seen from afar. */
export interface FarWords {
  readonly words: readonly FarWord[];
  /** The same, by their items. */
  readonly names: ReadonlyMap<ItemId, FarWord>;
  /** What stands back for a branch that is shown alone: it has no words. */
  readonly faded: ReadonlySet<string>;
}

/** Paints those that are in sight: ink on paper, over the line of their branch. */
export function paintTownPlan(
  context: CanvasRenderingContext2D,
  far: FarWords,
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
    for (const word of far.words) {
      if (word.depth !== depth || far.faded.has(word.id)) continue;
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
export function plateOf(word: FarWord, camera: Camera): Rect {
  const at = toScreen(camera, word);
  return { x: Math.round(at.x + word.dx), y: Math.round(at.y + word.dy), width: word.width, height: word.height };
}
