import { utf8Encode } from '@bough/base';
import { branchColours, hexColourOf } from '../shared/branch-colours.ts';
import type { Draft, DraftItem } from '../shared/draft.ts';
import { FIELD_PLACES } from '../shared/field-places.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import type { Reporter } from '../shared/report.ts';
import { writeZip } from '../shared/zip.ts';
import {
  CONTENT_TYPES,
  DOCUMENT,
  DOCUMENT_RELATIONS,
  PAGE_NAMESPACE,
  pages,
  PAGES_RELATIONS,
  RELATIONS,
} from './package-parts.ts';
import { type Box, connectorShape, facingSides, inches, itemShape, type Line } from './shapes.ts';

// A Visio package (ECMA-376 parts): one page as large as the map, a box for each item and a glued connector for each branch and
// link. Connectors come first, so that they lie below all words.

/** Where an item stands, in CSS pixels, y downwards. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PIXELS_PER_INCH = 96;
const COLUMN = 300;
const ROW = 60;
const BOX: Omit<Placed, 'x' | 'y'> = { width: 220, height: 40 };
const MARGIN = 48;
/** By level, as the screen has them, in pixels; deeper levels are as the last. */
const FONT_SIZES = [17, 15, 13] as const;
const LINE_WEIGHTS = [4, 4, 2.5, 1.6] as const;
const ROOT_COLOUR = '#555555';
const LINK_COLOUR = '#777777';

/** The draft as .vsdx. `placeOf` answers where the screen shows an item; without it items stand in columns by level. */
export function writeVsdx(
  draft: Draft,
  placeOf: ((key: string) => Placed | null) | null,
  reporter: Reporter,
): Uint8Array {
  const { boxes, width, height } = boxesOf(draft, placeOf);
  const numbers = new Map(draft.items.map(({ key }, i) => [key, i]));
  const colours = branchColours(draft);
  const lines: string[] = [];
  const connects: string[] = [];
  const connect = (from: number, to: number, line: Omit<Line, 'from' | 'to'>): void => {
    const [a, b] = [boxes[from], boxes[to]];
    if (a === undefined || b === undefined) return;
    const id = draft.items.length + 1 + lines.length;
    lines.push(connectorShape(id, { ...facingSides(a, b), ...line }));
    connects.push(
      `<Connect FromSheet="${id}" FromCell="BeginX" FromPart="9" ToSheet="${from + 1}" ToCell="PinX" ToPart="3"/>`,
      `<Connect FromSheet="${id}" FromCell="EndX" FromPart="12" ToSheet="${to + 1}" ToCell="PinX" ToPart="3"/>`,
    );
  };
  const path: number[] = [];
  const items = draft.items.map((item, i) => {
    path.length = item.level - 1;
    const parent = path.at(-1);
    path.push(i);
    const colour = colours[i] ?? ROOT_COLOUR;
    const weight = (LINE_WEIGHTS[item.level - 1] ?? 1.6) / PIXELS_PER_INCH;
    if (parent !== undefined) connect(parent, i, { colour, weight, isBranch: true, label: '', arrow: 'none' });
    report(item, reporter);
    return itemShape(i + 1, {
      box: boxes[i] ?? { x: 0, y: 0, width: 1, height: 1 },
      text: item.fields.text,
      tip: plainWords(item.fields.note ?? ''),
      fontSize: ((FONT_SIZES[item.level - 1] ?? 13) * (item.fields.size ?? 1)) / PIXELS_PER_INCH,
      form: item.fields.shape ?? null,
      colour,
      link: linkOf(item.fields.href ?? null, numbers),
    });
  });
  for (const { from, to, label, colour, arrow } of draft.links) {
    const [a, b] = [numbers.get(from), numbers.get(to)];
    const own = colour === null ? LINK_COLOUR : hexColourOf(colour);
    if (a === undefined || b === undefined) continue;
    connect(a, b, { colour: own, weight: 1.5 / PIXELS_PER_INCH, isBranch: false, label, arrow });
  }
  const page =
    `<?xml version="1.0" encoding="utf-8"?>\n<PageContents ${PAGE_NAMESPACE} xml:space="preserve">` +
    `<Shapes>${lines.join('')}${items.join('')}</Shapes>${connects.length === 0 ? '' : `<Connects>${connects.join('')}</Connects>`}</PageContents>`;
  return writeZip({
    '[Content_Types].xml': utf8Encode(CONTENT_TYPES),
    '_rels/.rels': utf8Encode(RELATIONS),
    'visio/document.xml': utf8Encode(DOCUMENT),
    'visio/_rels/document.xml.rels': utf8Encode(DOCUMENT_RELATIONS),
    'visio/pages/pages.xml': utf8Encode(pages(inches(width), inches(height))),
    'visio/pages/_rels/pages.xml.rels': utf8Encode(PAGES_RELATIONS),
    'visio/pages/page1.xml': utf8Encode(page),
  });
}

/** All boxes in inches, y upwards, on a page that has a margin around them. */
function boxesOf(
  draft: Draft,
  placeOf: ((key: string) => Placed | null) | null,
): { readonly boxes: readonly Box[]; readonly width: number; readonly height: number } {
  const places = draft.items.map(({ key, level }, row) => {
    return placeOf?.(key) ?? { ...BOX, x: (level - 1) * COLUMN, y: row * ROW };
  });
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of places) {
    left = Math.min(left, x - MARGIN);
    top = Math.min(top, y - MARGIN);
    right = Math.max(right, x + width + MARGIN);
    bottom = Math.max(bottom, y + height + MARGIN);
  }
  const boxes = places.map(({ x, y, width, height }) => ({
    x: (x - left + width / 2) / PIXELS_PER_INCH,
    y: (bottom - y - height / 2) / PIXELS_PER_INCH,
    width: width / PIXELS_PER_INCH,
    height: height / PIXELS_PER_INCH,
  }));
  return { boxes, width: (right - left) / PIXELS_PER_INCH, height: (bottom - top) / PIXELS_PER_INCH };
}

function linkOf(
  href: string | null,
  numbers: ReadonlyMap<string, number>,
): { address: string } | { shape: number } | null {
  if (href === null) return null;
  if (!href.startsWith('item:')) return { address: href };
  const number = numbers.get(href.slice(5));
  return number === undefined ? null : { shape: number + 1 };
}

function report({ fields }: DraftItem, reporter: Reporter): void {
  for (const [name, { visio }] of Object.entries(FIELD_PLACES)) {
    if (visio === null && (Reflect.get(fields, name) ?? null) !== null)
      reporter.note('lost', `Visio has no place for: ${name}.`, fields.text);
  }
  if (fields.isFolded === true) reporter.note('approximated', 'What is folded is drawn unfolded.', fields.text);
}
