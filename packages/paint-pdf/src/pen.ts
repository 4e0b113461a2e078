import { type Command, type PlacedGroup, type Rect, roundedRect, type TextRun } from '@bough/scene';
import type PdfDocument from 'pdfkit';
import type { Content } from './content.ts';
import type { Face, FontShelf } from './font-shelf.ts';
import { FaceInDocument } from './glyph-words.ts';
import type { PdfOptions } from './paint-pdf.ts';
import { type Piece, piecesOf, wordsApart } from './pieces.ts';

type Document = InstanceType<typeof PdfDocument>;
type PenOptions = Pick<PdfOptions, 'palette' | 'image' | 'emoji'> & { readonly shelf: FontShelf };

const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;
/** How much of a line of its size an emoji is wide and high. */
const EMOJI_WIDTH = 1.25;
/** The size of the sheet's own words. */
const LABEL = 8;

/** Draws commands of a display list on a page whose coordinates are the map's. */
export class Pen {
  readonly #document: Document;
  readonly #content: Content;
  readonly #options: PenOptions;
  readonly #faces = new Map<Face, FaceInDocument>();
  readonly #pieces = new Map<string, readonly Piece[]>();
  readonly #images = new Map<string, PDFKit.Mixins.ImageSrc | null>();

  constructor(document: Document, content: Content, options: PenOptions) {
    this.#document = document;
    this.#content = content;
    this.#options = options;
  }

  /** A short word of the sheet itself, such as its number. */
  label(text: string, x: number, y: number): void {
    const face = this.#faceOf(this.#options.shelf.first({ weight: 400, italic: false }));
    this.#content.fillIn('#888888');
    this.#content.write(face.show(text, x - face.widthOf(text, LABEL) / 2, y, LABEL, 1));
  }

  /** Draws one command of the group where the group stands. */
  draw(command: Command, { x, y }: PlacedGroup): void {
    switch (command.kind) {
      case 'fill':
        this.#content.fillIn(this.#colour(command.colour), command.alpha ?? 1);
        this.#content.fill(command.path, x, y);
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

  #text(run: TextRun, x: number, y: number): void {
    if (run.text.trim() === '') return;
    const { size } = run.font;
    const pieces = this.#piecesOf(run);
    const widths = pieces.map((piece) => this.#widthOf(piece, size));
    const natural = widths.reduce((sum, width) => sum + width, 0);
    // Less than a hundredth apart nobody sees, and every scaling is a number more on each page.
    const stretch = natural > 0 && Math.abs(run.width / natural - 1) > 0.01 ? run.width / natural : 1;
    this.#content.fillIn(this.#colour(run.colour), run.alpha ?? 1);
    let at = run.rtl === true ? x + natural * stretch : x;
    for (const [i, piece] of pieces.entries()) {
      const width = (widths[i] ?? 0) * stretch;
      if (run.rtl === true) at -= width;
      this.#piece(piece, at, y, size, stretch);
      if (run.rtl !== true) at += width;
    }
    this.#lines(run, x, y);
    if (run.href !== undefined && SAFE_HREF.test(run.href)) {
      this.#document.link(x, y - size, run.width, size * 1.3, run.href);
    }
  }

  #piece(piece: Piece, x: number, y: number, size: number, stretch: number): void {
    const document = this.#document;
    if (piece.kind === 'letters') {
      this.#content.write(this.#faceOf(piece.face).show(piece.text, x, y, size, stretch));
      return;
    }
    const picture = this.#options.emoji?.(piece.text) ?? null;
    if (picture === null) return;
    document.markContent('Span', { actual: piece.text, alt: piece.text });
    const width = size * EMOJI_WIDTH * stretch;
    document.image(Buffer.from(picture), x, y - size * 0.95, { width, height: size * EMOJI_WIDTH });
    document.endMarkedContent();
  }

  #lines({ font: { size }, strike, underline, width }: TextRun, x: number, y: number): void {
    const thickness = Math.max(0.5, size / 14);
    if (underline === true) this.#content.fillRect(x, y + size * 0.12, width, thickness);
    if (strike === true) this.#content.fillRect(x, y - size * 0.28, width, thickness);
  }

  #widthOf(piece: Piece, size: number): number {
    if (piece.kind === 'emoji') return size * EMOJI_WIDTH;
    return this.#faceOf(piece.face).widthOf(piece.text, size);
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
    const key = `${run.font.weight} ${run.font.italic} ${run.rtl === true} ${run.text}`;
    const known = this.#pieces.get(key);
    if (known !== undefined) return known;
    const cut = piecesOf(run.text, run.font, this.#options.shelf);
    const pieces = run.rtl === true ? wordsApart(cut) : cut;
    this.#pieces.set(key, pieces);
    return pieces;
  }

  #colour(name: string): string {
    return this.#options.palette.resolve(name);
  }
}

/** The library's own opening of an image, which its types leave out: what it answers is shown without being read again. */
function openImage(document: Document, bytes: Uint8Array): PDFKit.Mixins.ImageSrc {
  if (!canOpen(document)) throw new Error('the library cannot open images any more');
  return document.openImage(Buffer.from(bytes));
}

function canOpen(document: object): document is { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc } {
  return 'openImage' in document && typeof document.openImage === 'function';
}
