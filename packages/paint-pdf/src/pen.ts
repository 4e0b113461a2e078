import { type Command, playPath, type PlacedGroup, type TextRun } from '@bough/scene';
import type PdfDocument from 'pdfkit';
import type { Face, FontShelf } from './font-shelf.ts';
import type { PdfOptions } from './paint-pdf.ts';
import { type Piece, piecesOf, wordsApart } from './pieces.ts';

type Document = InstanceType<typeof PdfDocument>;
type PenOptions = Pick<PdfOptions, 'palette' | 'image' | 'emoji'> & { readonly shelf: FontShelf };

const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;
/** How much of a line of its size an emoji is wide and high. */
const EMOJI_WIDTH = 1.25;

/** Draws commands of a display list on a page whose coordinates are the map's. */
export class Pen {
  readonly #document: Document;
  readonly #options: PenOptions;
  readonly #registered = new Set<Face>();
  readonly #pieces = new Map<string, readonly Piece[]>();

  constructor(document: Document, options: PenOptions) {
    this.#document = document;
    this.#options = options;
  }

  /** A short word of the sheet itself, such as its number. */
  label(text: string, x: number, y: number): void {
    this.#face(this.#options.shelf.first({ weight: 400, italic: false }), 8);
    this.#document.fillColor('#888888').text(text, x, y, { lineBreak: false });
  }

  /** Draws one command of the group where the group stands. */
  draw(command: Command, { x, y }: PlacedGroup): void {
    const document = this.#document;
    switch (command.kind) {
      case 'fill':
        this.#path(command.path, x, y);
        document.fillColor(this.#colour(command.colour), command.alpha ?? 1).fill();
        return;
      case 'stroke':
        document.save().lineCap('round').lineJoin('round').lineWidth(command.width);
        if (command.dash !== undefined) document.dash(command.dash[0] ?? 1, { space: command.dash[1] ?? 1 });
        this.#path(command.path, x, y);
        document
          .strokeColor(this.#colour(command.colour), command.alpha ?? 1)
          .stroke()
          .restore();
        return;
      case 'text':
        this.#text(command, x + command.x, y + command.y);
        return;
      default: {
        const { bounds, source } = command;
        const at = [x + bounds.x, y + bounds.y] as const;
        const bytes = this.#options.image?.(source) ?? null;
        if (bytes !== null) document.image(Buffer.from(bytes), ...at, { width: bounds.width, height: bounds.height });
        else if (!source.startsWith('icon:')) {
          document.roundedRect(...at, bounds.width, bounds.height, 6).fill(this.#colour('ink/8'));
        }
      }
    }
  }

  #path(path: Float64Array, x: number, y: number): void {
    const document = this.#document;
    playPath(
      path,
      {
        moveTo: (px, py) => void document.moveTo(px, py),
        lineTo: (px, py) => void document.lineTo(px, py),
        bezierCurveTo: (...points) => void document.bezierCurveTo(...points),
        closePath: () => void document.closePath(),
      },
      x,
      y,
    );
  }

  #text(run: TextRun, x: number, y: number): void {
    if (run.text.trim() === '') return;
    const document = this.#document;
    const { size } = run.font;
    const pieces = this.#piecesOf(run);
    const widths = pieces.map((piece) => this.#widthOf(piece, size));
    const natural = widths.reduce((sum, width) => sum + width, 0);
    // Less than a hundredth apart nobody sees, and every scaling is a number more on each page.
    const stretch = natural > 0 && Math.abs(run.width / natural - 1) > 0.01 ? run.width / natural : 1;
    document.fillColor(this.#colour(run.colour), run.alpha ?? 1);
    let at = run.rtl === true ? x + natural * stretch : x;
    for (const [i, piece] of pieces.entries()) {
      const width = (widths[i] ?? 0) * stretch;
      if (run.rtl === true) at -= width;
      this.#piece(piece, at, y, size, stretch);
      if (run.rtl !== true) at += width;
    }
    this.#lines(run, x, y);
    if (run.href !== undefined && SAFE_HREF.test(run.href)) {
      document.link(x, y - size, run.width, size * 1.3, run.href);
    }
  }

  #piece(piece: Piece, x: number, y: number, size: number, stretch: number): void {
    const document = this.#document;
    if (piece.kind === 'letters') {
      this.#face(piece.face, size);
      const scaling = stretch === 1 ? {} : { horizontalScaling: stretch * 100 };
      document.text(piece.text, x, y, { lineBreak: false, baseline: 'alphabetic', ...scaling });
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
    const document = this.#document;
    const thickness = Math.max(0.5, size / 14);
    if (underline === true) document.rect(x, y + size * 0.12, width, thickness).fill();
    if (strike === true) document.rect(x, y - size * 0.28, width, thickness).fill();
  }

  #widthOf(piece: Piece, size: number): number {
    if (piece.kind === 'emoji') return size * EMOJI_WIDTH;
    this.#face(piece.face, size);
    return this.#document.widthOfString(piece.text);
  }

  /** Makes the face the current one. */
  #face(face: Face, size: number): void {
    if (!this.#registered.has(face)) {
      this.#registered.add(face);
      this.#document.registerFont(face.name, face.bytes());
    }
    this.#document.font(face.name).fontSize(size);
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
