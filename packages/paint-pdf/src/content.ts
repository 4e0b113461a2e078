import { deflateSync } from 'node:zlib';
import { type PathData, playPath } from '@bough/scene';
import type PdfDocument from 'pdfkit';

// The content of one page, gathered as text and packed once. The library writes a small buffer for each operator, which for a large
// map costs more than all the rest; so its operators are led here too, and ours are written beside them. What the reader's
// graphics state is at any moment is known here, so that nothing is said twice.

type Document = InstanceType<typeof PdfDocument>;

/** What is half as large and takes a fraction of the time of the best packing. */
const PACKING = 3;

/** Writes operators of the page that the document is on; coordinates are those of the current transformation. */
export class Content {
  readonly #document: Document;
  readonly #colours = new Map<string, string>();
  readonly #alphas = new Map<string, { readonly name: string; readonly ref: PDFKit.PDFKitReference }>();
  #operators: string[] = [];
  #fill = '';
  #stroke = '';
  #width = -1;
  #alpha = 1;
  #dash = '';

  constructor(document: Document) {
    this.#document = document;
    document.addContent = (operator: unknown): Document => {
      this.#operators.push(String(operator));
      return document;
    };
  }

  /** The state is what a new page has, or what was saved: nothing that was said before counts. */
  forget(): void {
    this.#fill = '';
    this.#stroke = '';
    this.#width = -1;
    this.#alpha = 1;
    this.#dash = '';
  }

  /** Puts everything into the page; nothing may be written to it after that but by another call. */
  endPage(): void {
    const { content } = this.#document.page;
    content.compress = false;
    Object.assign(content.data, { Filter: 'FlateDecode' });
    content.write(deflateSync(Buffer.from(this.#operators.join('\n'), 'latin1'), { level: PACKING }));
    this.#operators = [];
    this.forget();
  }

  /** Any operators, as they are; they leave the state as it was. */
  write(operators: string): void {
    this.#operators.push(operators);
  }

  /** Makes that the colour of what is filled, letters included. */
  fillIn(colour: string, alpha = 1): void {
    this.#see(alpha);
    if (this.#fill === colour) return;
    this.#fill = colour;
    this.#operators.push(`${this.#rgb(colour)} rg`);
  }

  /** Fills a path whose origin is there. */
  fill(path: PathData, x: number, y: number): void {
    this.#operators.push(`${pathText(path, x, y)} f`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#operators.push(`${number(x)} ${number(y)} ${number(width)} ${number(height)} re f`);
  }

  /** Strokes a path whose origin is there; ends and corners are round. */
  stroke(path: PathData, x: number, y: number, line: StrokeLine): void {
    this.#see(line.alpha ?? 1);
    if (this.#width < 0) this.#operators.push('1 J 1 j');
    if (this.#width !== line.width) this.#operators.push(`${number(line.width)} w`);
    this.#width = line.width;
    const dash = line.dash?.map(number).join(' ') ?? '';
    if (this.#dash !== dash) this.#operators.push(`[${dash}] 0 d`);
    this.#dash = dash;
    if (this.#stroke !== line.colour) this.#operators.push(`${this.#rgb(line.colour)} RG`);
    this.#stroke = line.colour;
    this.#operators.push(`${pathText(path, x, y)} S`);
  }

  #see(alpha: number): void {
    if (alpha === this.#alpha) return;
    this.#alpha = alpha;
    const key = number(alpha);
    let known = this.#alphas.get(key);
    if (known === undefined) {
      const value = Number(key);
      known = {
        name: `Alpha${this.#alphas.size}`,
        ref: this.#document.ref({ Type: 'ExtGState', ca: value, CA: value }),
      };
      known.ref.end(null);
      this.#alphas.set(key, known);
    }
    Object.assign(this.#document.page.ext_gstates, { [known.name]: known.ref });
    this.#operators.push(`/${known.name} gs`);
  }

  #rgb(colour: string): string {
    let known = this.#colours.get(colour);
    if (known === undefined) {
      const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
      known = parts.map((part) => String(Math.round(part * 1_000) / 1_000)).join(' ');
      this.#colours.set(colour, known);
    }
    return known;
  }
}

export interface StrokeLine {
  /** As `#rrggbb`. */
  readonly colour: string;
  readonly width: number;
  readonly alpha?: number;
  readonly dash?: readonly number[];
}

/** Two decimals are finer than a printer's dot; what is not a number is 0. */
export function number(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  if (!(hundredths < LARGE)) return Number.isFinite(value) ? String(Math.round(value)) : '0';
  const whole = Math.trunc(hundredths / 100);
  const text = String(whole) + (FRACTIONS[hundredths - whole * 100] ?? '');
  return value < 0 && hundredths > 0 ? `-${text}` : text;
}

/** Operators that lay the path whose origin is there. */
export function pathText(path: PathData, dx: number, dy: number): string {
  let text = '';
  playPath(
    path,
    {
      moveTo: (x, y) => (text += `${number(x)} ${number(y)} m `),
      lineTo: (x, y) => (text += `${number(x)} ${number(y)} l `),
      bezierCurveTo: (x1, y1, x2, y2, x, y) =>
        (text += `${number(x1)} ${number(y1)} ${number(x2)} ${number(y2)} ${number(x)} ${number(y)} c `),
      closePath: () => (text += 'h '),
    },
    dx,
    dy,
  );
  return text;
}

/** Beyond it no exact hundredths are asked for. */
const LARGE = 2 ** 30;
/** What stands behind a whole number: a table, since a large map has a million numbers and the language's own way takes long. */
const FRACTIONS: readonly string[] = Array.from({ length: 100 }, (_, n) =>
  n === 0 ? '' : `.${String(n).padStart(2, '0').replace(/0$/, '')}`,
);
