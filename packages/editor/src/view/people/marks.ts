import type { Rect, Spot } from '@bough/scene';

// What other people leave on the screen in one frame, in a form that is drawn alike on the page's canvas and in a worker: words and
// pointers are pictures that were drawn once, so that a frame is nothing but places.

/** A canvas, in sight or not. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** One that is out of sight. */
export type Canvas = OffscreenCanvas | HTMLCanvasElement;

/** What was drawn on one of these. */
export interface Picture {
  readonly number: number;
  /** How wide what is written on it is, in CSS pixels. */
  readonly wide: number;
  /** How far that is from its edges. */
  readonly inset: number;
}

/** In CSS pixels of the screen. */
export interface Marks {
  /** Of each: its picture's number, x, y, how visible. */
  readonly pictures: Float32Array;
  /** Of each, under all pictures: x, y, width, height, radius, how thick, and which of the colours. */
  readonly rings: Float32Array;
  readonly colours: readonly string[];
}

export const PICTURE_PARTS = 4;
export const RING_PARTS = 7;
export const NO_MARKS: Marks = { pictures: new Float32Array(), rings: new Float32Array(), colours: [] };

/** What the page says to the layer in its worker. */
export type ToLayer =
  | { readonly kind: 'begin'; readonly canvas: OffscreenCanvas }
  | { readonly kind: 'picture'; readonly number: number; readonly picture: ImageBitmap }
  | { readonly kind: 'forget' }
  | { readonly kind: 'show'; readonly marks: Marks; readonly size: LayerSize };

/** In CSS pixels, and how many pixels of the device each is wide. */
export interface LayerSize {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** Marks as they are found, one after the other. */
export class FoundMarks {
  readonly #pictures: number[] = [];
  readonly #rings: number[] = [];
  readonly #colours: string[] = [];
  readonly #pixelRatio: number;

  constructor(pixelRatio: number) {
    this.#pixelRatio = pixelRatio;
  }

  /** What is written on it begins there. */
  picture({ number, inset }: Picture, { x, y }: Spot, alpha: number): void {
    // Whole pixels of the device: words would be blurred between two.
    const whole = (at: number): number => Math.round((at - inset) * this.#pixelRatio) / this.#pixelRatio;
    this.#pictures.push(number, whole(x), whole(y), alpha);
  }

  ring({ x, y, width, height }: Rect, radius: number, thick: number, colour: string): void {
    const known = this.#colours.indexOf(colour);
    this.#rings.push(x, y, width, height, radius, thick, known < 0 ? this.#colours.push(colour) - 1 : known);
  }

  all(): Marks {
    const [pictures, rings] = [Float32Array.from(this.#pictures), Float32Array.from(this.#rings)];
    return { pictures, rings, colours: this.#colours };
  }
}

/** Draws them on a canvas whose pixels are CSS pixels. */
export function drawMarks(
  context: Pen,
  { pictures, rings, colours }: Marks,
  pictureOf: (number: number) => ImageBitmap | Canvas | undefined,
  pixelRatio: number,
): void {
  for (let at = 0; at < rings.length; at += RING_PARTS) {
    const [x = 0, y = 0, width = 0, height = 0, radius = 0, thick = 0, colour = 0] = rings.subarray(
      at,
      at + RING_PARTS,
    );
    context.strokeStyle = colours[colour] ?? '';
    context.lineWidth = thick;
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
    context.stroke();
  }
  for (let at = 0; at < pictures.length; at += PICTURE_PARTS) {
    const [number = 0, x = 0, y = 0, alpha = 0] = pictures.subarray(at, at + PICTURE_PARTS);
    const picture = pictureOf(number);
    if (picture === undefined) continue;
    context.globalAlpha = alpha;
    context.drawImage(picture, x, y, picture.width / pixelRatio, picture.height / pixelRatio);
  }
  context.globalAlpha = 1;
}

export function isSameMarks(one: Marks, other: Marks): boolean {
  return (
    isSameList(one.pictures, other.pictures) &&
    isSameList(one.rings, other.rings) &&
    isSameList(one.colours, other.colours)
  );
}

function isSameList<T>(one: ArrayLike<T>, other: ArrayLike<T>): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
