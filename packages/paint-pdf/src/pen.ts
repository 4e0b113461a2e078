import {
  type Command,
  PathBuilder,
  type PathData,
  type PlacedGroup,
  playPath,
  type Rect,
  roundedRect,
  type TextRun,
} from '@bough/scene';
import type PdfDocument from 'pdfkit';
import type { Content } from './content.ts';
import { saying } from './fonts/turned-letters.ts';
import { emojiShape } from './fonts/emoji-shapes.ts';
import type { Face, FontShelf, Han } from './fonts/font-shelf.ts';
import { FaceInDocument, type Place } from './fonts/glyph-words.ts';
import type { PdfOptions } from './pdf-options.ts';
import { type Piece, piecesOf, wordsApart } from './pieces.ts';

type Document = InstanceType<typeof PdfDocument>;
type PenOptions = Pick<PdfOptions, 'palette' | 'image'> & { readonly shelf: FontShelf; readonly han: Han };

const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;
/** The size of the sheet's own words. */
const LABEL = 8;

/** Words that lead somewhere, in the coordinates of the page as it is now. */
export interface DrawnLink extends Rect {
  readonly href: string;
  readonly words: string;
}

/** Draws commands of a display list on a page whose coordinates are the map's. */
export class Pen {
  readonly #document: Document;
  readonly #content: Content;
  readonly #options: PenOptions;
  readonly #faces = new Map<Face, FaceInDocument>();
  readonly #pieces = new Map<string, readonly Piece[]>();
  readonly #images = new Map<string, PDFKit.Mixins.ImageSrc | null>();
  readonly #links: DrawnLink[] = [];

  constructor(document: Document, content: Content, options: PenOptions) {
    this.#document = document;
    this.#content = content;
    this.#options = options;
  }

  /** A short word of the sheet itself, such as its number. */
  label(text: string, x: number, y: number): void {
    const face = this.#faceOf(this.#options.shelf.first({ weight: 400, italic: false }));
    this.#content.fillIn('#888888');
    this.#content.write(face.show(text, { x: x - face.widthOf(text, LABEL) / 2, y, size: LABEL }));
  }

  /** Draws one command of the group where the group stands. */
  draw(command: Command, { x, y }: PlacedGroup): void {
    switch (command.kind) {
      case 'fill':
        // What only a finger finds.
        if (command.alpha === 0) return;
        this.#content.fillIn(this.#colour(command.colour), command.alpha ?? 1);
        this.#content.fill(command.path, x, y);
        if (command.says !== undefined)
          this.#say(command.says, x + command.bounds.x, y + command.bounds.y + command.bounds.height);
        return;
      case 'stroke':
        this.#content.stroke(command.path, x, y, { ...command, colour: this.#colour(command.colour) });
        return;
      case 'text':
        this.#text(command, x + command.x, y + command.y);
        return;
      default:
        this.#image(command.source, { ...command.bounds, x: x + command.bounds.x, y: y + command.bounds.y });
    }
  }

  /** A blank that stands for a shape, for readers that take texts. */
  #say(words: string, x: number, y: number): void {
    const blank = this.#faceOf(this.#options.shelf.first({ weight: 400, italic: false }));
    this.#content.write(saying(words, blank.show(' ', { x, y, size: LABEL })));
  }

  #image(source: string, { x, y, width, height }: Rect): void {
    const image = this.#imageOf(source);
    if (image !== null) {
      this.#content.fillIn(this.#colour('ink'));
      this.#document.image(image, x, y, { width, height });
    } else if (!source.startsWith('icon:')) {
      this.#content.fillIn(this.#colour('ink/8'));
      this.#content.fill(roundedRect({ x: 0, y: 0, width, height }, 6), x, y);
    }
  }

  /** The image as the document holds it: once, however often it is shown. */
  #imageOf(source: string): PDFKit.Mixins.ImageSrc | null {
    const known = this.#images.get(source);
    if (known !== undefined) return known;
    const bytes = this.#options.image?.(source) ?? null;
    const opened = bytes === null ? null : openImage(this.#document, bytes);
    this.#images.set(source, opened);
    return opened;
  }

  /** The links of what was drawn since the last call: each becomes an element of its paragraph. */
  takeLinks(): readonly DrawnLink[] {
    return this.#links.splice(0);
  }

  #text(run: TextRun, x: number, y: number): void {
    if (run.text === '') return;
    const { size } = run.font;
    const pieces = this.#piecesOf(run);
    const isRtl = run.rtl === true;
    const widths = pieces.map((piece) => this.#widthOf(piece, size, isRtl));
    const natural = widths.reduce((sum, width) => sum + width, 0);
    const stretch = natural > 0 ? run.width / natural : 1;
    this.#content.fillIn(this.#colour(run.colour), run.alpha ?? 1);
    let at = isRtl ? x + natural * stretch : x;
    for (const [i, piece] of pieces.entries()) {
      if (piece.kind === 'letters') this.#content.fillIn(this.#colour(run.colour), run.alpha ?? 1);
      const width = (widths[i] ?? 0) * stretch;
      if (isRtl) at -= width;
      this.#piece(piece, { x: at, y, size, stretch, isRtl });
      if (!isRtl) at += width;
    }
    this.#lines(run, x, y);
    if (run.href !== undefined && SAFE_HREF.test(run.href)) {
      this.#links.push({ x, y: y - size, width: run.width, height: size * 1.3, href: run.href, words: run.text });
    }
  }

  #piece(piece: Piece, { x, y, size, stretch = 1, isRtl = false }: Place): void {
    const content = this.#content;
    if (piece.kind === 'letters') {
      return content.write(this.#faceOf(piece.face).show(piece.text, { x, y, size, stretch, isRtl }));
    }
    // Readers take a text from where letters stand: a blank stands for the picture.
    const blank = this.#faceOf(this.#options.shelf.first({ weight: 400, italic: false })).show(' ', { x, y, size });
    content.write(saying(piece.text, blank));
    const shape = emojiShape(piece.text);
    for (const { path, colour, alpha } of shape?.layers ?? []) {
      content.fillIn(colour, alpha);
      content.fill(scaled(path, size * stretch, size), x, y);
    }
  }

  #lines({ font: { size }, strike, underline, width }: TextRun, x: number, y: number): void {
    const thickness = Math.max(0.5, size / 14);
    if (underline === true) this.#content.fillRect(x, y + size * 0.12, width, thickness);
    if (strike === true) this.#content.fillRect(x, y - size * 0.28, width, thickness);
  }

  #widthOf(piece: Piece, size: number, isRtl: boolean): number {
    if (piece.kind === 'emoji') return size * (emojiShape(piece.text)?.width ?? 1);
    return this.#faceOf(piece.face).widthOf(piece.text, size, isRtl);
  }

  #faceOf(face: Face): FaceInDocument {
    let known = this.#faces.get(face);
    if (known === undefined) {
      known = new FaceInDocument(this.#document, face);
      this.#faces.set(face, known);
    }
    return known;
  }

  #piecesOf(run: TextRun): readonly Piece[] {
    const key = `${run.font.family} ${run.font.weight} ${run.font.italic} ${run.rtl === true} ${run.text}`;
    const known = this.#pieces.get(key);
    if (known !== undefined) return known;
    const cut = piecesOf(run.text, run.font, this.#options);
    const pieces = run.rtl === true ? wordsApart(cut) : cut;
    this.#pieces.set(key, pieces);
    return pieces;
  }

  #colour(name: string): string {
    return this.#options.palette.resolve(name);
  }
}

function scaled(path: PathData, sx: number, sy: number): PathData {
  const larger = new PathBuilder();
  playPath(path, {
    moveTo: (x, y) => void larger.moveTo(x * sx, y * sy),
    lineTo: (x, y) => void larger.lineTo(x * sx, y * sy),
    bezierCurveTo: (a, b, c, d, x, y) => void larger.bezierCurveTo(a * sx, b * sy, c * sx, d * sy, x * sx, y * sy),
    closePath: () => void larger.closePath(),
  });
  return larger.build();
}

/** The library's own opening of an image, which its types leave out: what it answers is shown without being read again. */
function openImage(document: Document, bytes: Uint8Array): PDFKit.Mixins.ImageSrc {
  if (!canOpen(document)) throw new Error('the library cannot open images any more');
  return document.openImage(Buffer.from(bytes));
}

function canOpen(document: object): document is { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc } {
  return 'openImage' in document && typeof document.openImage === 'function';
}
