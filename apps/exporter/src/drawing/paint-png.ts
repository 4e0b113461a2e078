import { createCanvas, GlobalFonts, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import { utf8Encode } from '@bough/base';
import { emojiShape, type Face, facesIn, type Han } from '@bough/paint-pdf';
import {
  type Command,
  type Font,
  grow,
  type Palette,
  type PathData,
  type PlacedGroup,
  playPath,
  type Rect,
  type Scene,
  type TextRun,
} from '@bough/scene';
import { writeZip } from '@bough/formats/zip';
import { PngFile } from './png-file.ts';
import { PNG_LIMITS, pngSize, tilesOf, tilesPage, viewOf } from './png-size.ts';
import type { Pictures } from './pictures.ts';

// A scene as pixels, by the library that draws the canvas of most browsers (Skia). It is painted in strips of the picture's
// width, each packed while the next one is painted: so a large picture takes no more memory than a small one.

export interface PngOptions {
  /** Of the map. */
  readonly title: string;
  readonly palette: Palette;
  /** Pixels for each of the map's. */
  readonly scale: number;
  /** In tiles where one picture would have too many pixels. */
  readonly isTiled: boolean;
  readonly isTransparent: boolean;
  /** Whose shapes Chinese characters have. */
  readonly han: Han;
  readonly pictures: Pictures;
  /** Asked between strips, and waited for; true stops the work. */
  readonly isStopped: () => Promise<boolean>;
}

/** Pixels of a strip. */
const STRIP = 1_000_000;
/** How far beyond its bounds a command may show, in map units: letters that lean out, ends of lines, soft edges. */
const OVERHANG = 24;

/** A picture, or an archive of its tiles. */
export interface PaintedFile {
  readonly bytes: Uint8Array;
  readonly extension: 'png' | 'zip';
  readonly mediaType: 'image/png' | 'application/zip';
}

/**
 * The whole scene as PNG. Where that would have too many pixels it is in a smaller scale, or in tiles, as asked for; null when it was
 * stopped.
 */
export async function paintPng(scene: Scene, options: PngOptions, limits = PNG_LIMITS): Promise<PaintedFile | null> {
  const { written, scale, tiles } = pngSize(scene, options, limits);
  const brushes = new Brushes(scene, { ...options, scale }, await options.pictures.decoded());
  if (tiles === null) {
    const bytes = await brushes.paint({ x: 0, y: 0, ...written }, options.isStopped);
    return bytes && { bytes, extension: 'png', mediaType: 'image/png' };
  }
  const files: Record<string, Uint8Array> = {
    'index.html': utf8Encode(tilesPage({ title: options.title, size: written, tiles })),
  };
  for (const { name, x, y, width, height } of tilesOf(written, tiles)) {
    const bytes = await brushes.paint({ x, y, width, height }, options.isStopped);
    if (bytes === null) return null;
    files[name] = bytes;
  }
  // Each is packed already.
  return { bytes: writeZip(files, Infinity), extension: 'zip', mediaType: 'application/zip' };
}

/** The part of the scene as a PNG of that width; null when it was stopped. */
export async function paintCard(
  scene: Scene,
  { region, width, ...options }: Omit<BrushOptions, 'scale'> & CardOptions,
): Promise<Uint8Array | null> {
  const scale = width / region.width;
  const brushes = new Brushes(scene, { ...options, scale }, await options.pictures.decoded(), region);
  return await brushes.paint({ x: 0, y: 0, width, height: Math.round(region.height * scale) }, options.isStopped);
}
interface CardOptions extends Pick<PngOptions, 'pictures' | 'isStopped'> {
  readonly region: Rect;
  /** In pixels. */
  readonly width: number;
}

/** Paints rectangles of the whole picture, each as a file. */
class Brushes {
  readonly #scene: Scene;
  readonly #options: BrushOptions;
  readonly #images: ReadonlyMap<string, Image>;
  readonly #view: Rect;

  constructor(scene: Scene, options: BrushOptions, images: ReadonlyMap<string, Image>, view = viewOf(scene)) {
    this.#scene = scene;
    this.#options = options;
    this.#images = images;
    this.#view = view;
  }

  /** The rectangle, in pixels of the whole; null when it was stopped. */
  async paint({ x, y, width, height }: Rect, isStopped: PngOptions['isStopped']): Promise<Uint8Array | null> {
    const { scale, isTransparent } = this.#options;
    const view = this.#view;
    const strip = Math.min(height, Math.max(16, Math.floor(STRIP / width)));
    const canvas = createCanvas(width, strip);
    const context = canvas.getContext('2d');
    const brush = new Brush(context, this.#scene, this.#options, this.#images);
    const file = new PngFile(width, height);
    for (let top = 0; top < height; top += strip) {
      const [left, above] = [view.x + x / scale, view.y + (y + top) / scale];
      if (await isStopped()) return null;
      brush.paint({ x: left, y: above, width: width / scale, height: strip / scale }, { width, height: strip });
      const rows = Math.min(strip, height - top);
      // What covers everything is the same multiplied by its alpha or not, and taking it as it is costs half.
      const pixels = isTransparent ? context.getImageData(0, 0, width, rows).data : canvas.data();
      await file.rows(pixels, rows);
      letGo(pixels);
    }
    return await file.end();
  }
}

/** Gives the memory back at once: for each strip whose memory waits to be found, the collector would look through all that lives. */
function letGo({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

type BrushOptions = Pick<PngOptions, 'palette' | 'scale' | 'isTransparent' | 'han'>;

class Brush {
  readonly #context: SKRSContext2D;
  readonly #scene: Scene;
  readonly #options: BrushOptions;
  readonly #images: ReadonlyMap<string, Image>;
  readonly #faces: readonly Face[];
  readonly #fonts = new Map<string, string>();
  readonly #colours = new Map<string, string>();
  // What the context was told last: each telling is a call into native code, which takes as long as a small shape.
  #alpha = -1;
  #fill = '';
  #font: Font | null = null;
  #isRtl = false;

  constructor(context: SKRSContext2D, scene: Scene, options: BrushOptions, images: ReadonlyMap<string, Image>) {
    this.#context = context;
    this.#scene = scene;
    this.#options = options;
    this.#images = images;
    this.#faces = facesIn(scene, options.han);
    for (const face of this.#faces) register(face);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.textRendering = 'geometricPrecision';
    context.textAlign = 'left';
    context.direction = 'ltr';
  }

  /** The part of the map over the whole canvas. */
  paint(part: Rect, pixels: { readonly width: number; readonly height: number }): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    this.#see(1);
    if (this.#options.isTransparent) context.clearRect(0, 0, pixels.width, pixels.height);
    else {
      this.#fillIn(this.#colour('paper'));
      context.fillRect(0, 0, pixels.width, pixels.height);
    }
    const groups = this.#scene.visible(part);
    const sight = grow(part, OVERHANG);
    for (const layer of ['under', 'commands'] as const) {
      for (const placed of groups) this.#group(placed, layer, part, sight);
    }
  }

  /** A group that is in many strips has most of its commands in one of them. */
  #group({ group, x, y }: PlacedGroup, layer: 'under' | 'commands', part: Rect, sight: Rect): void {
    const { scale } = this.#options;
    let isPlaced = false;
    for (const command of group[layer]) {
      const { bounds } = command;
      const top = y + bounds.y;
      if (top > sight.y + sight.height || top + bounds.height < sight.y) continue;
      // What only a finger finds.
      if (command.kind !== 'image' && command.alpha === 0) continue;
      if (!isPlaced) this.#context.setTransform(scale, 0, 0, scale, (x - part.x) * scale, (y - part.y) * scale);
      isPlaced = true;
      this.#draw(command);
    }
  }

  #draw(command: Command): void {
    const context = this.#context;
    this.#see(command.kind === 'image' ? 1 : (command.alpha ?? 1));
    switch (command.kind) {
      case 'fill':
        this.#fillIn(this.#colour(command.colour));
        this.#trace(command.path);
        context.fill();
        return;
      case 'stroke':
        context.strokeStyle = this.#colour(command.colour);
        context.lineWidth = command.width;
        if (command.dash !== undefined) context.setLineDash([...command.dash]);
        this.#trace(command.path);
        context.stroke();
        if (command.dash !== undefined) context.setLineDash([]);
        return;
      case 'text':
        this.#text(command);
        return;
      default: {
        const { x, y, width, height } = command.bounds;
        const image = this.#images.get(command.source);
        if (image !== undefined) context.drawImage(image, x, y, width, height);
        else if (!command.source.startsWith('icon:')) {
          this.#fillIn(this.#colour('ink/8'));
          context.beginPath();
          context.roundRect(x, y, width, height, 6);
          context.fill();
        }
      }
    }
  }

  #text(run: TextRun): void {
    if (run.emoji === true) return this.#emoji(run);
    const context = this.#context;
    const { font, x, y, width, text } = run;
    this.#fillIn(this.#colour(run.colour));
    if (!isSameFont(this.#font, font)) context.font = this.#fontOf(font);
    this.#font = font;
    const isRtl = run.rtl === true;
    if (isRtl !== this.#isRtl) context.direction = isRtl ? 'rtl' : 'ltr';
    this.#isRtl = isRtl;
    context.fillText(text, x, y);
    const thickness = Math.max(1, font.size / 14);
    if (run.underline === true) context.fillRect(x, y + font.size * 0.16, width, thickness);
    if (run.strike === true) context.fillRect(x, y - font.size * 0.3, width, thickness);
  }

  /** Emoji are shapes here as in every painter, since no two systems have the same ones. */
  #emoji({ text, x, y, width, font, alpha = 1 }: TextRun): void {
    const context = this.#context;
    const shapes = [...graphemes.segment(text)].flatMap(({ segment }) => emojiShape(segment) ?? []);
    const natural = shapes.reduce((sum, shape) => sum + shape.width, 0);
    if (natural === 0) return;
    const size = Math.min(width / natural, font.size * 1.25);
    context.save();
    const [seen, filled] = [this.#alpha, this.#fill];
    context.translate(x, y);
    context.scale(size, size);
    for (const shape of shapes) {
      for (const layer of shape.layers) {
        this.#see(alpha * layer.alpha);
        this.#fillIn(layer.colour);
        this.#trace(layer.path);
        context.fill();
      }
      context.translate(shape.width, 0);
    }
    context.restore();
    [this.#alpha, this.#fill] = [seen, filled];
  }

  #see(alpha: number): void {
    if (alpha !== this.#alpha) this.#context.globalAlpha = alpha;
    this.#alpha = alpha;
  }

  #fillIn(colour: string): void {
    if (colour !== this.#fill) this.#context.fillStyle = colour;
    this.#fill = colour;
  }

  /** Makes the path the current one. Path objects would cost more than they spare: most paths are in one strip. */
  #trace(path: PathData): void {
    this.#context.beginPath();
    playPath(path, this.#context);
  }

  /** All faces that the map needs, those of the asked family and weight first: the first that has a character draws it. */
  #fontOf(font: Font): string {
    const key = `${font.family} ${font.weight} ${font.italic} ${font.size}`;
    let known = this.#fonts.get(key);
    if (known === undefined) {
      const far = (face: Face): number =>
        (/Mono|Code/.test(face.family) === (font.family === 'mono') ? 0 : 1_000_000) +
        (face.family.startsWith('Inter') ? 0 : 10_000) +
        Math.abs(face.weight - font.weight) +
        (face.isItalic === font.italic ? 0 : 1_000);
      const names = this.#faces.toSorted((a, b) => far(a) - far(b)).map((face) => `"${register(face)}"`);
      known = `${font.size}px ${names.length === 0 ? 'sans-serif' : names.join(', ')}`;
      this.#fonts.set(key, known);
    }
    return known;
  }

  #colour(name: string): string {
    let known = this.#colours.get(name);
    if (known === undefined) {
      known = this.#options.palette.resolve(name);
      this.#colours.set(name, known);
    }
    return known;
  }
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const registered = new Map<Face, string>();

/** Each file of a face has a name of its own: it is the map's text that says which one is needed, not what a system has. */
function register(face: Face): string {
  let known = registered.get(face);
  if (known === undefined) {
    known = `bough-${registered.size}`;
    GlobalFonts.register(face.bytes(), known);
    registered.set(face, known);
  }
  return known;
}

function isSameFont(one: Font | null, other: Font): boolean {
  if (one === other) return true;
  if (one === null || one.size !== other.size || one.family !== other.family) return false;
  return one.weight === other.weight && one.italic === other.italic;
}
