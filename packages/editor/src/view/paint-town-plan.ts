import { fontStack, type Palette } from '@bough/scene';
import { type Camera, toScreen, type View } from '../core/camera/camera.ts';
import { FAR_FACES, FAR_PAD, type FarWord, farShare } from '../core/picture/town-plan.ts';

const FACE = fontStack('sans');
/** The line of its branch below a word. */
const LINE = 2;

/** What is drawn over a map that is seen from afar. */
export interface FarWords {
  readonly words: readonly FarWord[];
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
    const share = farShare(camera.scale, depth);
    if (share === 0) continue;
    context.font = `${face.weight} ${face.size}px ${FACE}`;
    for (const word of far.words) {
      if (word.depth !== depth || far.faded.has(word.id)) continue;
      const at = toScreen(camera, word);
      const [x, y] = [Math.round(at.x + word.dx), Math.round(at.y + word.dy)];
      const { width, height } = word;
      if (x > view.width || y > view.height || x + width < 0 || y + height < 0) continue;
      // Plain words go before the large ones come: both at once could not be read.
      context.globalAlpha = Math.min(0.92, 3 * share);
      context.fillStyle = paper;
      context.beginPath();
      context.roundRect(x, y, width, height, depth === 0 ? height / 2 : 6);
      context.fill();
      context.globalAlpha = share;
      if (depth === 0) {
        context.fillStyle = palette.resolve('ink/10');
        context.fill();
      } else {
        context.fillStyle = palette.resolve(word.colour);
        context.fillRect(x + FAR_PAD.x, y + height - LINE, width - 2 * FAR_PAD.x, LINE);
      }
      context.fillStyle = ink;
      context.fillText(word.words, x + width / 2, y + height / 2);
    }
  }
  context.globalAlpha = 1;
  context.textAlign = 'start';
}
