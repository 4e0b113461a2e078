import type { Shape } from '@bough/map';
import { hexColourIn } from '../shared/branch-colours.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import { draftOfDrawing, type DrawnArrow, type DrawnShape } from '../shared/drawing.ts';
import type { Reporter } from '../shared/report.ts';
import { textOf } from '../shared/text/bytes-to-text.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { childAt, childrenNamed } from '../shared/xml/by-local-name.ts';
import { readXml, type XmlElement, type XmlNode } from '../shared/xml/xml.ts';
import type { ZipReader } from '../shared/zip.ts';

// A Visio package: the shapes of its pages, and the connectors that are glued to them. Words of several fonts are read as plain ones.

const PAGE = /^visio\/pages\/page(\d{1,6})\.xml$/;

/** Whether the archive is a Visio package. */
export function isVsdx(names: readonly string[]): boolean {
  return names.some((name) => PAGE.test(name));
}

/** The shapes and connectors of the pages. */
export function readVsdx(zip: ZipReader, reporter: Reporter): Draft {
  const pages = zip.names().flatMap((name) => {
    const number = PAGE.exec(name)?.[1];
    return number === undefined ? [] : [{ name, number: Number(number) }];
  });
  const drawing = { shapes: [] as DrawnShape[], arrows: [] as DrawnArrow[] };
  const masters = mastersOf(zip, reporter);
  const sorted = pages.sort((a, b) => a.number - b.number);
  sorted.forEach(({ name }, i) => {
    const bytes = zip.read(name);
    const root = bytes === null ? undefined : readXml(textOf(bytes, reporter), reporter)[0];
    new Page(root, { page: i, masters, reporter }).into(drawing);
  });
  const used = new Set(drawing.shapes.map(({ page }) => page));
  if (used.size > 1) reporter.note('approximated', 'Several pages became several roots of one map.', '');
  return draftOfDrawing({ title: '', ...drawing, files: new Map() }, reporter);
}

/** What the masters are called, by their number. */
function mastersOf(zip: ZipReader, reporter: Reporter): ReadonlyMap<string, string> {
  const bytes = zip.read('visio/masters/masters.xml');
  const root = bytes === null ? undefined : readXml(textOf(bytes, reporter), reporter)[0];
  return new Map(
    childrenNamed(root, 'Master').map(({ attributes }) => [
      attributes.get('ID') ?? '',
      attributes.get('NameU') ?? attributes.get('Name') ?? '',
    ]),
  );
}

interface Reading {
  readonly page: number;
  readonly masters: ReadonlyMap<string, string>;
  readonly reporter: Reporter;
}

interface Found {
  readonly element: XmlElement;
  readonly cells: ReadonlyMap<string, string>;
  readonly id: string;
  readonly group: string | null;
  readonly x: number;
  readonly y: number;
}

class Page {
  readonly #root: XmlElement | undefined;
  readonly #reading: Reading;

  constructor(root: XmlElement | undefined, reading: Reading) {
    this.#root = root;
    this.#reading = reading;
  }

  into(drawing: { readonly shapes: DrawnShape[]; readonly arrows: DrawnArrow[] }): void {
    const { page, reporter } = this.#reading;
    const found = this.#all();
    const ends = new Map<string, { from?: string; to?: string }>();
    for (const { attributes } of childrenNamed(childAt(this.#root, 'Connects'), 'Connect')) {
      const line = ends.get(attributes.get('FromSheet') ?? '') ?? {};
      const cell = attributes.get('FromCell') ?? '';
      if (cell === 'BeginX' || cell === 'EndX')
        line[cell === 'BeginX' ? 'from' : 'to'] = attributes.get('ToSheet') ?? '';
      ends.set(attributes.get('FromSheet') ?? '', line);
    }
    const glued = new Set([...ends.values()].flatMap(({ from, to }) => [from, to]));
    const groups = new Set(found.map(({ group }) => group));
    const names = new Map(found.map(({ element, id }) => [element.attributes.get('NameU') ?? '', id]));
    for (const shape of found) {
      const words = wordsOf(shape.element);
      if (shape.cells.has('BeginX')) {
        const line = ends.get(shape.id);
        const way = { from: this.#key(line?.from ?? ''), to: this.#key(line?.to ?? '') };
        const [starts, leads] = ['BeginArrow', 'EndArrow'].map((name) => (Number(shape.cells.get(name)) || 0) > 0);
        const arrow = starts === true ? 'both' : leads === true ? 'end' : 'none';
        const colour = hexColourIn(shape.cells.get('LineColor'));
        drawing.arrows.push({ ...way, label: words, arrow, colour });
      } else if (words !== '' || glued.has(shape.id) || groups.has(shape.id)) {
        const within = shape.group === null ? null : this.#key(shape.group);
        const fields = this.#fields(shape, words, names);
        drawing.shapes.push({ id: this.#key(shape.id), fields, x: shape.x, y: shape.y, within, page });
      } else {
        reporter.note('lost', 'Shapes without words, to which no arrow leads.', '');
      }
    }
  }

  /** All shapes, those in groups too, with their places on the page, y downwards. */
  #all(): Found[] {
    const found: Found[] = [];
    const first = childrenNamed(childAt(this.#root, 'Shapes'), 'Shape');
    const work = first.map((element) => ({ element, group: null as string | null, left: 0, bottom: 0 })).reverse();
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { element, group } = next;
      const cells = new Map(
        childrenNamed(element, 'Cell').map(({ attributes }) => [attributes.get('N') ?? '', attributes.get('V') ?? '']),
      );
      const numberOf = (name: string): number => Number(cells.get(name)) || 0;
      const [x, y] = [next.left + numberOf('PinX'), next.bottom + numberOf('PinY')];
      const id = element.attributes.get('ID') ?? '';
      found.push({ element, cells, id, group, x: x * PIXELS, y: -y * PIXELS });
      const inside = { group: id, left: x - numberOf('LocPinX'), bottom: y - numberOf('LocPinY') };
      for (const child of childrenNamed(childAt(element, 'Shapes'), 'Shape').toReversed())
        work.push({ element: child, ...inside });
    }
    return found;
  }

  #fields({ element, cells }: Found, words: string, names: ReadonlyMap<string, string>): OpenFields {
    const fields: OpenFields = { text: markdownOfWords(words) };
    const note = cells.get('Comment') ?? '';
    if (note !== '') fields.note = markdownOfWords(note);
    const colour = hexColourIn(cells.get('LineColor'));
    if (colour !== null && colour !== '#000000') fields.colour = colour;
    const master = this.#reading.masters.get(element.attributes.get('Master') ?? '') ?? '';
    const shape = SHAPES.find(([pattern]) => pattern.test(master))?.[1];
    if (shape !== undefined) fields.shape = shape;
    const links = childrenNamed(element, 'Section').find(({ attributes }) => attributes.get('N') === 'Hyperlink');
    for (const row of childrenNamed(links, 'Row')) {
      const said = new Map(
        childrenNamed(row, 'Cell').map(({ attributes }) => [attributes.get('N') ?? '', attributes.get('V') ?? '']),
      );
      const address = said.get('Address') ?? '';
      const target = names.get((said.get('SubAddress') ?? '').split('/').at(-1) ?? '');
      if (fields.href !== undefined) continue;
      if (isWebAddress(address)) fields.href = address;
      else if (address === '' && target !== undefined) fields.href = `item:${this.#key(target)}`;
      else this.#reading.reporter.note('lost', 'An address that is neither of the web nor of an item.', address);
    }
    return fields;
  }

  #key(id: string): string {
    return id === '' ? '' : `${this.#reading.page + 1}.${id}`;
  }
}

/** Lengths are inches. */
const PIXELS = 96;

const SHAPES: readonly (readonly [RegExp, Shape])[] = [
  [/rounded|terminator|start\/end/i, 'pill'],
  [/ellipse|circle|oval/i, 'ellipse'],
  [/diamond|decision/i, 'diamond'],
  [/parallelogram|^data\b/i, 'parallelogram'],
  [/rectangle|square|process|box/i, 'box'],
];

/** The words between the marks of fonts and paragraphs. */
function wordsOf(shape: XmlElement): string {
  const text = childAt(shape, 'Text');
  let words = '';
  const work: XmlNode[] = text === undefined ? [] : [text];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string') words += next;
    else for (const child of next.children.toReversed()) work.push(child);
  }
  return words.replaceAll(/[\u2028\r]/g, '\n').trim();
}
