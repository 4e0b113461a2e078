import { fontStack, type Palette } from '@bough/scene';

/** Who did what is seen, and when; `title` is the map's. */
export interface Caption {
  readonly who: string;
  readonly when: string;
  readonly title: string;
}

/** What a film begins with; `alpha`: how much of it is seen. */
export interface TitleCard {
  readonly title: string;
  readonly line: string;
  readonly alpha: number;
}

interface Paper {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly width: number;
  readonly height: number;
}

/** How much of the height the caption takes, at the foot. */
export const CAPTION_HEIGHT = 48;
const EDGE = 24;
const GAP = 12;

/** Paints the line at the foot: who and when at the left, the map's title at the right, each cut where there is no room. */
export function paintCaption({ context, palette, width, height }: Paper, { who, when, title }: Caption): void {
  const top = height - CAPTION_HEIGHT;
  context.fillStyle = palette.resolve('paper');
  context.fillRect(0, top, width, CAPTION_HEIGHT);
  context.fillStyle = palette.resolve('ink/12');
  context.fillRect(0, top, width, 1);
  const baseline = top + CAPTION_HEIGHT / 2 + 5.5;
  const half = width / 2 - EDGE;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  context.fillStyle = palette.resolve('ink');
  context.font = fontOf(600, 16);
  const name = cut(context, who, half * 0.6);
  context.fillText(name, EDGE, baseline);
  const after = EDGE + (name === '' ? 0 : context.measureText(name).width + GAP);
  context.fillStyle = palette.resolve('ink-soft');
  context.font = fontOf(400, 16);
  context.fillText(cut(context, when, half * 1.1 - (after - EDGE)), after, baseline);
  context.textAlign = 'right';
  context.fillText(cut(context, title, half * 0.8), width - EDGE, baseline);
  context.textAlign = 'left';
}

/** Paints the title in the middle of an empty sheet. */
export function paintTitle({ context, palette, width, height }: Paper, { title, line, alpha }: TitleCard): void {
  context.globalAlpha = alpha;
  context.fillStyle = palette.resolve('paper');
  context.fillRect(0, 0, width, height);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = palette.resolve('ink');
  context.font = fontOf(600, 44);
  context.fillText(cut(context, title, width * 0.84), width / 2, height / 2);
  context.fillStyle = palette.resolve('ink-soft');
  context.font = fontOf(400, 20);
  context.fillText(cut(context, line, width * 0.84), width / 2, height / 2 + 40);
  context.textAlign = 'left';
  context.globalAlpha = 1;
}

function fontOf(weight: number, size: number): string {
  return `${weight} ${size}px ${fontStack('sans')}`;
}

/** The words, or as many of them as there is room for, and an ellipsis. */
function cut(context: CanvasRenderingContext2D, words: string, room: number): string {
  if (context.measureText(words).width <= room) return words;
  const letters = Array.from(words.slice(0, 300));
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
