import type { Layout } from '@bough/layout';
import { createCanvasPainter } from '@bough/paint-canvas';
import type { Palette, Rect, Spot } from '@bough/scene';
import { mapRect, type View } from '../core/camera/camera.ts';
import type { EditorSession } from '../core/editor-session.ts';

// All of a map as a small picture, which is as high or as wide as the map is. A map that is far higher than wide, or far wider than
// high, would be a stroke: it is spread across, and each item is a bar then.

/** How large the small picture is, in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the map to the picture: where the map's origin is, and how large a unit of the map is each way. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
}

const MARGIN = 8;
/** The longer side of the picture, and between which the shorter one is. */
const LONG = 208;
const SHORT = { least: 72, most: 140 } as const;
/** As large as a small map is drawn. */
const MOST_SCALE = 0.25;
/** A map that would be narrower than that is spread. */
const NARROW = 24;
/** Bars are seen from so many pixels. */
const LEAST_BAR = { width: 3, height: 1 } as const;

/** How large the picture of a map of these bounds is. */
export function minimapSize({ width, height }: Size): Size {
  const short = (share: number): number => Math.round(Math.min(SHORT.most, Math.max(SHORT.least, LONG * share)));
  return width >= height
    ? { width: LONG, height: short(height / Math.max(1, width)) }
    : { width: short(width / height), height: LONG };
}

/** Where all of a map is in a picture of this size, in its middle. */
export function minimapFrame(bounds: Rect, { width, height }: Size): Frame {
  const [right, bottom] = [width - 2 * MARGIN, height - 2 * MARGIN];
  const [most, mostDown] = [right / Math.max(1, bounds.width), bottom / Math.max(1, bounds.height)];
  const scale = Math.min(MOST_SCALE, most, mostDown);
  const across = bounds.width * scale < NARROW ? Math.min(MOST_SCALE, most) : scale;
  const down = bounds.height * scale < NARROW ? Math.min(MOST_SCALE, mostDown) : scale;
  return {
    ...{ across, down },
    x: width / 2 - (bounds.x + bounds.width / 2) * across,
    y: height / 2 - (bounds.y + bounds.height / 2) * down,
  };
}

/** The small picture of a map that is open, and of what is seen of it. Fetched when somebody wants it. */
export class Minimap {
  readonly #session: EditorSession;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  get size(): Size {
    return minimapSize(this.#layout.bounds());
  }

  get #layout(): Layout {
    return this.#session.layout;
  }

  get #frame(): Frame {
    return minimapFrame(this.#layout.bounds(), this.size);
  }

  /** Paints all of the map onto a canvas that becomes as large as the picture. */
  paint(canvas: HTMLCanvasElement, palette: Palette): void {
    const { size } = this;
    const frame = this.#frame;
    const pixelRatio = canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
    Object.assign(canvas, { width: size.width * pixelRatio, height: size.height * pixelRatio });
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) return;
    if (frame.across !== frame.down) return paintBars(context, this.#layout, frame, palette, pixelRatio);
    createCanvasPainter().paint(context, this.#layout.scene, {
      ...{ ...size, pixelRatio, palette, damage: null },
      camera: { x: -frame.x / frame.across, y: -frame.y / frame.across, scale: frame.across },
      image: () => null,
    });
  }

  /** Where the window on the map is in the picture. */
  window(view: View): Rect {
    return placed(this.#frame, mapRect(this.#session.state.look.camera, view));
  }

  /** Moves the window so that its middle is at this place of the picture. */
  lookAt({ x, y }: Spot): void {
    const frame = this.#frame;
    const spot = { x: (x - frame.x) / frame.across, y: (y - frame.y) / frame.down };
    this.#session.dispatch({ kind: 'look-at', spot });
  }
}

function placed({ x, y, across, down }: Frame, rect: Rect): Rect {
  return {
    x: rect.x * across + x,
    y: rect.y * down + y,
    width: rect.width * across,
    height: rect.height * down,
  };
}

function paintBars(
  context: CanvasRenderingContext2D,
  layout: Layout,
  frame: Frame,
  palette: Palette,
  pixelRatio: number,
): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.fillStyle = palette.resolve('paper');
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  for (const id of layout.itemsIn(layout.bounds())) {
    const box = layout.box(id);
    if (box === null) continue;
    const { x, y, width, height } = placed(frame, box);
    context.fillStyle = palette.resolve(box.depth === 0 ? 'ink' : box.colour);
    context.fillRect(x, y, Math.max(LEAST_BAR.width, width), Math.max(LEAST_BAR.height, height * 0.6));
  }
}
