import { utf8Encode } from '@bough/base';
import type { Draft } from '../shared/draft.ts';
import { escapeAttribute, escapeText } from '../shared/write-xml.ts';
import { writeZip } from '../shared/zip.ts';
import {
  CONTENT_TYPES,
  DOCUMENT,
  DOCUMENT_RELATIONS,
  PAGES,
  PAGES_RELATIONS,
  PAGE_NAMESPACE,
  RELATIONS,
} from './package-parts.ts';

// A Visio package (ECMA-376 parts): one page, a rectangle for each item and a glued connector for each branch and link. Places
// are inches from the lower left corner.

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

/** The draft as .vsdx. `placeOf` answers where the screen shows an item; without it items stand in columns by level. */
export function writeVsdx(draft: Draft, placeOf: ((key: string) => Placed | null) | null): Uint8Array {
  const places = draft.items.map(({ key, level }, row) => {
    return placeOf?.(key) ?? { ...BOX, x: (level - 1) * COLUMN, y: row * ROW };
  });
  const left = places.reduce((least, { x }) => Math.min(least, x), 0);
  const bottom = places.reduce((most, { y, height }) => Math.max(most, y + height), 0);
  const shapes: string[] = [];
  const connects: string[] = [];
  const numbers = new Map<string, number>();
  const path: number[] = [];
  const inches = (pixels: number): string => (pixels / PIXELS_PER_INCH).toFixed(4);
  const centre = (i: number): { x: string; y: string } => {
    const { x, y, width, height } = places[i] ?? { ...BOX, x: 0, y: 0 };
    return { x: inches(x - left + width / 2), y: inches(bottom - y - height / 2) };
  };
  let next = draft.items.length + 1;
  const connect = (from: number, to: number, label: string): void => {
    const id = next++;
    shapes.push(connector(id, centre(from), centre(to), label));
    connects.push(
      `<Connect FromSheet="${id}" FromCell="BeginX" FromPart="9" ToSheet="${from + 1}" ToCell="PinX" ToPart="3"/>`,
      `<Connect FromSheet="${id}" FromCell="EndX" FromPart="12" ToSheet="${to + 1}" ToCell="PinX" ToPart="3"/>`,
    );
  };
  draft.items.forEach(({ key, level, fields }, i) => {
    numbers.set(key, i);
    const { width, height } = places[i] ?? BOX;
    shapes.push(box(i + 1, centre(i), inches(width), inches(height), fields.text));
    path.length = level - 1;
    const parent = path.at(-1);
    path.push(i);
    if (parent !== undefined) connect(parent, i, '');
  });
  for (const { from, to, label } of draft.links) {
    const [a, b] = [numbers.get(from), numbers.get(to)];
    if (a !== undefined && b !== undefined) connect(a, b, label);
  }
  const page =
    `<?xml version="1.0" encoding="utf-8"?>\n<PageContents ${PAGE_NAMESPACE} xml:space="preserve">` +
    `<Shapes>${shapes.join('')}</Shapes>${connects.length === 0 ? '' : `<Connects>${connects.join('')}</Connects>`}</PageContents>`;
  return writeZip({
    '[Content_Types].xml': utf8Encode(CONTENT_TYPES),
    '_rels/.rels': utf8Encode(RELATIONS),
    'visio/document.xml': utf8Encode(DOCUMENT),
    'visio/_rels/document.xml.rels': utf8Encode(DOCUMENT_RELATIONS),
    'visio/pages/pages.xml': utf8Encode(PAGES),
    'visio/pages/_rels/pages.xml.rels': utf8Encode(PAGES_RELATIONS),
    'visio/pages/page1.xml': utf8Encode(page),
  });
}

function cell(name: string, value: string): string {
  return `<Cell N="${name}" V="${escapeAttribute(value)}"/>`;
}

function box(id: number, pin: { x: string; y: string }, width: string, height: string, text: string): string {
  const corner = (row: number, type: string, x: string, y: string): string =>
    `<Row T="${type}" IX="${row}">${cell('X', x)}${cell('Y', y)}</Row>`;
  return (
    `<Shape ID="${id}" Type="Shape" LineStyle="0" FillStyle="0" TextStyle="0">` +
    cell('PinX', pin.x) + cell('PinY', pin.y) + cell('Width', width) + cell('Height', height) +
    cell('LocPinX', String(Number(width) / 2)) + cell('LocPinY', String(Number(height) / 2)) +
    `<Section N="Geometry" IX="0">${corner(1, 'MoveTo', '0', '0')}${corner(2, 'LineTo', width, '0')}` +
    `${corner(3, 'LineTo', width, height)}${corner(4, 'LineTo', '0', height)}${corner(5, 'LineTo', '0', '0')}</Section>` +
    `<Text>${escapeText(text)}</Text></Shape>`
  ); // prettier-ignore
}

function connector(id: number, from: { x: string; y: string }, to: { x: string; y: string }, label: string): string {
  const [dx, dy] = [Number(to.x) - Number(from.x), Number(to.y) - Number(from.y)];
  const text = label === '' ? '' : `<Text>${escapeText(label)}</Text>`;
  return (
    `<Shape ID="${id}" Type="Shape" LineStyle="0" FillStyle="0" TextStyle="0">` +
    cell('BeginX', from.x) + cell('BeginY', from.y) + cell('EndX', to.x) + cell('EndY', to.y) +
    cell('PinX', from.x) + cell('PinY', from.y) + cell('LocPinX', '0') + cell('LocPinY', '0') +
    cell('Width', String(dx)) + cell('Height', String(dy)) + cell('ObjType', '2') +
    `<Section N="Geometry" IX="0">${cell('NoFill', '1')}<Row T="MoveTo" IX="1">${cell('X', '0')}${cell('Y', '0')}</Row>` +
    `<Row T="LineTo" IX="2">${cell('X', String(dx))}${cell('Y', String(dy))}</Row></Section>${text}</Shape>`
  ); // prettier-ignore
}
