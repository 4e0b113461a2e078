import type { Shape } from '@bough/map';
import { tryUtf8Decode } from '@bough/base';
import { parseHtml } from '../html/parse-html.ts';
import { hexColourIn } from '../shared/branch-colours.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import { draftOfDrawing, type DrawnArrow, type DrawnShape } from '../shared/drawing.ts';
import type { Reporter } from '../shared/report.ts';
import { bytesOfBase64 } from '../shared/text/base64.ts';
import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { need } from '../shared/unreadable.ts';
import { elementsIn, readXml, wordsIn, type XmlElement } from '../shared/xml/xml.ts';
import { inflateRaw } from '../shared/zip.ts';

// draw.io (diagrams.net): <mxfile> with a <diagram> for each page, whose <mxGraphModel> stands there as XML or deflated; or the model alone.
// Cells are vertices or edges; words and addresses may stand in an <object> or <UserObject> around a cell.

/** The shapes and arrows of the pages. */
export function readDrawio(source: string, reporter: Reporter): Draft {
  const root = readXml(source, reporter).find(({ name }) => name === 'mxfile' || name === 'mxGraphModel');
  need(root !== undefined, 'not-this-format', 'It has no diagram of draw.io.');
  const diagrams = elementsIn(root).filter(({ name }) => name === 'diagram');
  const models = root.name === 'mxfile' ? diagrams.map((diagram) => modelOf(diagram, reporter)) : [root];
  if (models.length > 1)
    reporter.note(
      'approximated',
      'Several pages became several roots of one map.',
      diagrams[1]?.attributes.get('name'),
    );
  const page = new Cells(reporter);
  models.forEach((model, i) => page.read(model, i));
  const title = diagrams.length === 1 ? (diagrams[0]?.attributes.get('name') ?? '') : '';
  return draftOfDrawing({ title: /^Page-?\s?\d+$/i.test(title) ? '' : title, ...page.drawn() }, reporter);
}

function modelOf(diagram: XmlElement, reporter: Reporter): XmlElement | undefined {
  const inside = elementsIn(diagram).find(({ name }) => name === 'mxGraphModel');
  const packed = wordsIn(diagram).trim();
  if (inside !== undefined || packed === '') return inside;
  const bytes = bytesOfBase64(packed);
  need(bytes !== null, 'not-this-format', 'A page of the diagram is damaged.');
  const text = percentDecoded(tryUtf8Decode(inflateRaw(bytes)) ?? '');
  return readXml(text, reporter).find(({ name }) => name === 'mxGraphModel');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Cell {
  readonly id: string;
  readonly value: string;
  readonly style: ReadonlyMap<string, string>;
  readonly isVertex: boolean;
  readonly isEdge: boolean;
  readonly parent: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly address: string;
  /** What an object around it says that nothing here stands for. */
  readonly unplaced: readonly string[];
  readonly x: number;
  readonly y: number;
}

class Cells {
  readonly #reporter: Reporter;
  readonly #shapes: DrawnShape[] = [];
  readonly #arrows: DrawnArrow[] = [];

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  read(model: XmlElement | undefined, page: number): void {
    const root = elementsIn(model).find(({ name }) => name === 'root');
    const cells = elementsIn(root).map((element) => cellOf(element, page));
    const byId = new Map(cells.map((cell) => [cell.id, cell]));
    const ends = new Set(
      cells.flatMap(({ isEdge, attributes }) => (isEdge ? [attributes.get('source'), attributes.get('target')] : [])),
    );
    const parents = new Set(cells.map(({ parent }) => parent));
    const labels = new Map<string, string>();
    for (const cell of cells) {
      if (!cell.isVertex) continue;
      // Words at an arrow are a cell in it.
      if (byId.get(cell.parent)?.isEdge === true) {
        labels.set(
          cell.parent,
          [labels.get(cell.parent) ?? '', textOf(cell)].filter((words) => words !== '').join(' '),
        );
      } else if (cell.value !== '' || ends.has(cell.attributes.get('id')) || parents.has(cell.id)) {
        this.#shape(cell, byId, page);
      } else {
        this.#reporter.note('lost', 'Shapes without words, to which no arrow leads.', '');
      }
    }
    for (const cell of cells) {
      if (!cell.isEdge) continue;
      const [from, to] = ['source', 'target'].map((name) => keyOf(cell.attributes.get(name) ?? '', page));
      const label = [textOf(cell), labels.get(cell.id) ?? ''].filter((words) => words !== '').join(' ');
      const starts = (cell.style.get('startArrow') ?? 'none') !== 'none';
      const arrow = cell.style.get('endArrow') === 'none' ? 'none' : starts ? 'both' : 'end';
      this.#arrows.push({
        from: from ?? '',
        to: to ?? '',
        label,
        arrow,
        colour: hexColourIn(cell.style.get('strokeColor')),
      });
    }
  }

  drawn(): {
    readonly shapes: DrawnShape[];
    readonly arrows: DrawnArrow[];
    readonly files: ReadonlyMap<string, Uint8Array>;
  } {
    return { shapes: this.#shapes, arrows: this.#arrows, files: new Map() };
  }

  #shape(cell: Cell, byId: ReadonlyMap<string, Cell>, page: number): void {
    const fields: OpenFields = { text: textOf(cell) };
    if (isWebAddress(cell.address)) fields.href = cell.address;
    else if (cell.address !== '')
      this.#reporter.note('lost', 'An address that is neither of the web nor of an item.', cell.address);
    const shape = shapeOf(cell.style);
    if (shape !== null) fields.shape = shape;
    const colour = hexColourIn(cell.style.get('strokeColor'));
    if (colour !== null && colour !== '#000000') fields.colour = colour;
    if (cell.attributes.get('collapsed') === '1') fields.isFolded = true;
    for (const thing of cell.unplaced) this.#reporter.note('lost', `Bough has no place for: ${thing}.`, fields.text);
    const fill = cell.style.get('fillColor') ?? 'none';
    if (fill !== 'none' && fill !== 'default' && !/^#f{6}$/i.test(fill))
      this.#reporter.note('lost', 'Bough has no place for: fill colours.', fields.text);
    if (cell.style.has('image'))
      this.#reporter.note('lost', 'Bough has no place for: pictures of shapes.', fields.text);
    let [x, y] = [cell.x, cell.y];
    const seen = new Set<Cell>([cell]);
    for (let at = byId.get(cell.parent); at?.isVertex === true && !seen.has(at); at = byId.get(at.parent)) {
      [x, y] = [x + at.x, y + at.y];
      seen.add(at);
      if (seen.size > DEEPEST) break;
    }
    const above = byId.get(cell.parent);
    this.#shapes.push({ id: cell.id, fields, x, y, within: above?.isVertex === true ? above.id : null, page });
  }
}

/** Groups in groups, as far as their places are followed. */
const DEEPEST = 50;

function cellOf(element: XmlElement, page: number): Cell {
  const isWrapped = element.name !== 'mxCell';
  const cell = isWrapped ? elementsIn(element).find(({ name }) => name === 'mxCell') : element;
  const attributes = new Map([
    ...(cell?.attributes ?? []),
    ...(isWrapped ? [['id', element.attributes.get('id') ?? ''] as const] : []),
  ]);
  const geometry = elementsIn(cell).find(({ name }) => name === 'mxGeometry')?.attributes;
  const style = new Map(
    (attributes.get('style') ?? '')
      .split(';')
      .slice(0, 200)
      .map((part): [string, string] => {
        const at = part.indexOf('=');
        return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
      }),
  );
  return {
    id: keyOf(attributes.get('id') ?? '', page),
    value: (isWrapped ? element.attributes.get('label') : attributes.get('value')) ?? '',
    style,
    isVertex: attributes.get('vertex') === '1',
    isEdge: attributes.get('edge') === '1',
    parent: keyOf(attributes.get('parent') ?? '', page),
    attributes,
    address: element.attributes.get('link') ?? '',
    unplaced: isWrapped ? unplacedIn(element.attributes) : [],
    x: Number(geometry?.get('x')) || 0,
    y: Number(geometry?.get('y')) || 0,
  };
}

/** What an object says of itself by names that the diagram's program knows. */
const OF_OBJECTS = new Set(['id', 'label', 'link', 'placeholders', 'tooltip']);

function unplacedIn(attributes: ReadonlyMap<string, string>): readonly string[] {
  const isTipped = (attributes.get('tooltip') ?? '') !== '';
  const isMore = [...attributes.keys()].some((name) => !OF_OBJECTS.has(name));
  return [...(isTipped ? ['words where the pointer rests'] : []), ...(isMore ? ['properties'] : [])];
}

function keyOf(id: string, page: number): string {
  return page === 0 ? id : `${page + 1}: ${id}`;
}

/** Words are HTML where the style says so; else they stand for themselves. */
function textOf({ value, style }: Cell): string {
  if (style.get('html') === '1' || /<(?:br|div|b|i|p|span|font)\b/i.test(value))
    return markdownOf({ name: 'div', attributes: new Map(), children: parseHtml(value).children });
  return markdownOfWords(value.trim());
}

function shapeOf(style: ReadonlyMap<string, string>): Shape | null {
  const named = style.get('shape') ?? '';
  if (style.has('ellipse') || /ellipse|cloud/i.test(named)) return 'ellipse';
  if (style.has('rhombus') || named === 'rhombus') return 'diamond';
  if (named === 'parallelogram') return 'parallelogram';
  if (style.has('text') || named === 'partialRectangle' || style.get('strokeColor') === 'none') return null;
  return style.get('rounded') === '1' ? 'pill' : 'box';
}
