import { isRecord } from '@bough/base';
import type { Shape } from '@bough/map';
import { hexColourIn } from '../shared/branch-colours.ts';
import { ownImage } from '../shared/bundle.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import { draftOfDrawing, type DrawnArrow, type DrawnShape } from '../shared/drawing.ts';
import { jsonOf, listOf, textOf, type Members } from '../shared/json.ts';
import type { Reporter } from '../shared/report.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { need } from '../shared/unreadable.ts';

// Excalidraw: elements with places. Words stand in text elements, those of a shape or an arrow in one that names it; arrows name what they
// lead from and to, and where they do not, what lies at their ends is taken.

const SHAPES: Readonly<Record<string, Shape | null>> = {
  rectangle: 'box',
  ellipse: 'ellipse',
  diamond: 'diamond',
  text: null,
  image: null,
  embeddable: null,
  iframe: null,
  frame: null,
  magicframe: null,
};

/** Whether the value is what Excalidraw writes, into a file or to the clipboard. */
export function isExcalidraw(value: unknown): value is Members {
  return isRecord(value) && textOf(value['type']).startsWith('excalidraw') && Array.isArray(value['elements']);
}

/** The shapes and arrows of the drawing. */
export function readExcalidraw(source: string, reporter: Reporter): Draft {
  const file = jsonOf(source);
  need(isExcalidraw(file), 'not-this-format', 'It is no drawing of Excalidraw.');
  const elements = listOf(file['elements'])
    .filter(isRecord)
    .filter(({ isDeleted }) => isDeleted !== true);
  const scene = new Scene(elements, isRecord(file['files']) ? file['files'] : {}, reporter);
  return draftOfDrawing({ title: '', ...scene.drawn() }, reporter);
}

class Scene {
  readonly #elements: readonly Members[];
  readonly #pictures: Members;
  readonly #reporter: Reporter;
  readonly #words = new Map<string, string>();
  /** The shape whose words an element is. */
  readonly #holders = new Map<string, string>();
  readonly #files = new Map<string, Uint8Array>();

  constructor(elements: readonly Members[], pictures: Members, reporter: Reporter) {
    this.#elements = elements;
    this.#pictures = pictures;
    this.#reporter = reporter;
    const ids = new Set(elements.map(({ id }) => id));
    for (const element of elements) {
      const holder = element['containerId'];
      if (element['type'] !== 'text' || !ids.has(holder)) continue;
      this.#words.set(textOf(holder), wordsOf(element));
      this.#holders.set(textOf(element['id']), textOf(holder));
    }
  }

  drawn(): { shapes: DrawnShape[]; arrows: DrawnArrow[]; files: ReadonlyMap<string, Uint8Array> } {
    const shapes: DrawnShape[] = [];
    const boxes: Members[] = [];
    for (const element of this.#elements) {
      const type = textOf(element['type']);
      if (Object.hasOwn(SHAPES, type)) {
        if (this.#holders.has(textOf(element['id']))) continue;
        shapes.push(this.#shape(element, type));
        boxes.push(element);
      } else if (type !== 'arrow' && type !== 'line') {
        this.#reporter.note('lost', 'Drawings by hand.', type);
      }
    }
    const arrows = this.#elements
      .filter(({ type }) => type === 'arrow' || type === 'line')
      .flatMap((arrow) => this.#arrow(arrow, boxes));
    // What has neither words nor an arrow is decoration.
    const ends = new Set(arrows.flatMap(({ from, to }) => [from, to]));
    const holders = new Set(shapes.map(({ within }) => within));
    const said = shapes.filter(({ id, fields }) => {
      const isThere = fields.text !== '' || fields.image !== undefined || ends.has(id) || holders.has(id);
      if (!isThere) this.#reporter.note('lost', 'Shapes without words, to which no arrow leads.', '');
      return isThere;
    });
    return { shapes: said, arrows, files: this.#files };
  }

  #shape(element: Members, type: string): DrawnShape {
    const id = textOf(element['id']);
    const words = type === 'text' ? wordsOf(element) : (this.#words.get(id) ?? textOf(element['name']));
    const fields: OpenFields = { text: markdownOfWords(words) };
    const shape = SHAPES[type] ?? null;
    if (shape !== null) fields.shape = shape === 'box' && isRecord(element['roundness']) ? 'pill' : shape;
    const colour = hexColourIn(textOf(element['strokeColor']));
    if (colour !== null && !PLAIN.has(colour)) fields.colour = colour;
    const link = textOf(element['link']);
    if (isWebAddress(link)) fields.href = link;
    else if (link !== '') this.#reporter.note('lost', 'An address that is neither of the web nor of an item.', link);
    if (type === 'image') this.#image(element, fields);
    const within = textOf(element['frameId']);
    return { id, fields, ...placeOf(element), within: within === '' ? null : within, page: 0 };
  }

  #image(element: Members, fields: OpenFields): void {
    const name = textOf(element['fileId']);
    const file = Object.hasOwn(this.#pictures, name) ? this.#pictures[name] : undefined;
    const bytes = ownImage(textOf(isRecord(file) ? file['dataURL'] : undefined))?.bytes ?? null;
    if (bytes === null) {
      this.#reporter.note('lost', 'An image that is not in the file.', name);
      return;
    }
    this.#files.set(name, bytes);
    const [width, height] = [numberOf(element['width']) || 240, numberOf(element['height']) || 240];
    fields.image = { source: `file:${name}`, width: Math.abs(width), height: Math.abs(height) };
  }

  #arrow(element: Members, boxes: readonly Members[]): DrawnArrow[] {
    const [from, to] = (['start', 'end'] as const).map((end) => {
      const bound = element[`${end}Binding`];
      const id = isRecord(bound) ? textOf(bound['elementId']) : '';
      // An arrow may be tied to the words of a shape instead.
      return (this.#holders.get(id) ?? id) || this.#atEnd(element, end, boxes);
    });
    const label = this.#words.get(textOf(element['id'])) ?? '';
    if (element['type'] === 'line' && (from === '' || to === '')) {
      this.#reporter.note('lost', 'Drawings by hand.', 'line');
      return [];
    }
    const [starts, ends] = [textOf(element['startArrowhead']) !== '', textOf(element['endArrowhead']) !== ''];
    // A head at the beginning alone leads the other way.
    const isTurned = starts && !ends;
    const arrow = starts && ends ? 'both' : starts || ends ? 'end' : 'none';
    const way = isTurned ? { from: to ?? '', to: from ?? '' } : { from: from ?? '', to: to ?? '' };
    return [{ ...way, label, arrow, colour: null }];
  }

  /** The smallest shape at an end that is tied to nothing. */
  #atEnd(element: Members, end: 'start' | 'end', boxes: readonly Members[]): string {
    const points = listOf(element['points']);
    const point = end === 'start' ? points[0] : points.at(-1);
    if (!Array.isArray(point) || boxes.length > MOST_FOR_ENDS) return '';
    const { x, y } = placeOf(element);
    const [atX, atY] = [x + numberOf(point[0]), y + numberOf(point[1])];
    const near = boxes.filter((box) => {
      const place = placeOf(box);
      const isIn = (at: number, from: number, length: number): boolean =>
        at >= from - NEAR && at <= from + length + NEAR;
      return isIn(atX, place.x, numberOf(box['width'])) && isIn(atY, place.y, numberOf(box['height']));
    });
    const areaOf = (box: Members): number => numberOf(box['width']) * numberOf(box['height']);
    const [nearest] = near.toSorted((a, b) => areaOf(a) - areaOf(b));
    if (nearest === undefined) return '';
    this.#reporter.note('approximated', 'An arrow that only ends beside a shape was taken to lead there.', '');
    return textOf(nearest['id']);
  }
}

const NEAR = 16;
const MOST_FOR_ENDS = 2_000;
/** The pen's own colours. */
const PLAIN = new Set(['#000000', '#1e1e1e', '#ffffff']);

function wordsOf(element: Members): string {
  return (textOf(element['originalText']) || textOf(element['text'])).trim();
}

function placeOf(element: Members): { readonly x: number; readonly y: number } {
  return { x: numberOf(element['x']), y: numberOf(element['y']) };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
