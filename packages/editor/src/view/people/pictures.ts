import { fontStack, type Palette } from '@bough/scene';
import type { Canvas, Pen, Picture } from './marks.ts';

// What is written and drawn of other people, once for each name, colour and density of pixels: two hundred of them in each frame would
// be most of its work.

const FACE = fontStack('sans');
export const LABEL = { x: 12, y: 14, height: 16, pad: 5 };
/** Room for the edge of what is drawn. */
const AROUND = 2;
/** And for an arrow. */
const ARROW = 7;

export type Side = 'left' | 'right' | 'top' | 'bottom';
export const SIDES = ['left', 'right', 'top', 'bottom'] as const satisfies readonly Side[];

/** In which colours, for which screen. */
export interface Look {
  readonly palette: Palette;
  readonly pixelRatio: number;
}

export class Pictures {
  readonly #known = new Map<string, Picture>();
  readonly #widths = new Map<string, number>();
  readonly #draw: Drawing;
  #count = 0;

  constructor(draw: Drawing) {
    this.#draw = draw;
  }

  /** All of it is drawn anew: their face has come, or who had them is gone. */
  forget(): void {
    this.#known.clear();
    this.#widths.clear();
  }

  /** How wide a label with these words is. */
  widthOf(words: string): number {
    const known = this.#widths.get(words);
    if (known !== undefined) return known;
    const context = contextOf(this.#draw.canvas(1, 1));
    context.font = FONT;
    const width = context.measureText(words).width + 2 * LABEL.pad;
    this.#widths.set(words, width);
    return width;
  }

  /** A pointer with its name: its tip is `inset` from the corner. */
  pointer(name: string, colour: string, look: Look): Picture {
    const wide = this.widthOf(name);
    const size = { width: LABEL.x + wide + 2 * AROUND, height: LABEL.y + LABEL.height + 2 * AROUND };
    return this.#of(`pointer ${colour} ${name}`, look, { ...size, wide, inset: AROUND }, (context) => {
      drawPointer(context, colour, look.palette.resolve('paper'));
      label(context, name, { x: AROUND + LABEL.x, y: AROUND + LABEL.y, width: wide }, colour, inkOn(look.palette));
    });
  }

  /** A name alone. */
  name(name: string, colour: string, look: Look): Picture {
    const wide = this.widthOf(name);
    return this.#of(`name ${colour} ${name}`, look, { width: wide, height: LABEL.height, wide, inset: 0 }, (context) =>
      label(context, name, { x: 0, y: 0, width: wide }, colour, inkOn(look.palette)),
    );
  }

  /** Who is out of sight on that side: a name in the colour of its person, or a number in that of the map's words. */
  away(words: string, side: Side, colour: string, isCount: boolean, look: Look): Picture {
    const wide = this.widthOf(words);
    const size = { width: wide + 2 * ARROW, height: LABEL.height + 2 * ARROW };
    const ink = isCount ? look.palette.resolve('paper') : inkOn(look.palette);
    return this.#of(`${side} ${colour} ${words}`, look, { ...size, wide, inset: ARROW }, (context) => {
      label(context, words, { x: ARROW, y: ARROW, width: wide }, colour, ink);
      arrow(context, wide, side, colour);
    });
  }

  #of(
    key: string,
    { palette, pixelRatio }: Look,
    { width, height, wide, inset }: Omit<Picture, 'number'> & { readonly width: number; readonly height: number },
    draw: (context: Pen) => void,
  ): Picture {
    const whole = `${pixelRatio} ${palette.name} ${palette.contrast} ${key}`;
    const known = this.#known.get(whole);
    if (known !== undefined) return known;
    const canvas = this.#draw.canvas(Math.ceil(width * pixelRatio), Math.ceil(height * pixelRatio));
    const context = contextOf(canvas);
    context.scale(pixelRatio, pixelRatio);
    draw(context);
    const picture = { number: this.#count++, wide, inset };
    this.#known.set(whole, picture);
    this.#draw.isDrawn(picture.number, canvas);
    return picture;
  }
}

/** Where pictures are drawn, and who has them then. */
export interface Drawing {
  canvas(width: number, height: number): Canvas;
  isDrawn(number: number, canvas: Canvas): void;
}

const FONT = `500 11px ${FACE}`;

function contextOf(canvas: Canvas): Pen {
  const context: Pen | null = canvas.getContext('2d');
  if (context === null) throw new Error('a bug in Bough: a fresh canvas has a 2d context');
  return context;
}

function inkOn(palette: Palette): string {
  return palette.resolve(palette.name === 'light' ? 'ink' : 'paper');
}

function drawPointer(context: Pen, colour: string, edge: string): void {
  const [x, y] = [AROUND, AROUND];
  context.fillStyle = colour;
  context.strokeStyle = edge;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 4.5, y + 14);
  context.lineTo(x + 7.5, y + 8.5);
  context.lineTo(x + 13.5, y + 7);
  context.closePath();
  context.fill();
  context.stroke();
}

function label(
  context: Pen,
  words: string,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  colour: string,
  ink: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, width, LABEL.height, LABEL.height / 2);
  context.fill();
  context.font = FONT;
  context.fillStyle = ink;
  context.textBaseline = 'middle';
  context.fillText(words, x + LABEL.pad, y + 8.5);
}

/** A little arrow beside a name or a number, outwards. */
function arrow(context: Pen, wide: number, side: Side, colour: string): void {
  const [x, y] = {
    left: [-1, LABEL.height / 2],
    right: [wide + 1, LABEL.height / 2],
    top: [wide / 2, -1],
    bottom: [wide / 2, LABEL.height + 1],
  }[side].map((one) => one + ARROW) as [number, number];
  const [dx, dy] = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] }[side] as [number, number];
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x + 6 * dx, y + 6 * dy);
  context.lineTo(x + 4 * dy, y + 4 * dx);
  context.lineTo(x - 4 * dy, y - 4 * dx);
  context.closePath();
  context.fill();
}
