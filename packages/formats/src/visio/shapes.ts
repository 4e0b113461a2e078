import type { Link, Shape } from '@bough/map';
import { cell, plainCells, textCells } from './cells.ts';

// Items and lines as Visio's shapes. Places are inches from the lower left corner of the page.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a box stands: its middle, and its size. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** An item as a box: what is seen of it, and what it leads to. */
export interface ItemShape {
  readonly box: Box;
  readonly text: string;
  /** Shown where the pointer rests. */
  readonly tip: string;
  readonly fontSize: number;
  readonly form: Shape | null;
  readonly colour: string;
  readonly link: { readonly address: string } | { readonly shape: number } | null;
}

/** A number of inches as a cell has it. */
export function inches(value: number): string {
  return String(Number(value.toFixed(4)));
}

/** White under its words, so that lines that cross it leave them to be read. */
export function itemShape(id: number, { box, text, tip, fontSize, form, colour, link }: ItemShape): string {
  const { width, height } = box;
  const words = textCells(text, inches(fontSize));
  const hasLine = form !== null && form !== 'none';
  return (
    `<Shape ID="${id}" NameU="Item.${id}" Type="Shape" LineStyle="0" FillStyle="0" TextStyle="0">` +
    cell('PinX', inches(box.x)) + cell('PinY', inches(box.y)) + cell('Width', inches(width)) + cell('Height', inches(height)) +
    cell('LocPinX', inches(width / 2)) + cell('LocPinY', inches(height / 2)) +
    cell('LineColor', colour) + cell('LineWeight', '0.0208') + cell('LinePattern', hasLine ? '1' : '0') +
    cell('Rounding', form === 'pill' ? inches(Math.min(width, height) / 2) : '0') +
    cell('FillForegnd', '#ffffff') + cell('FillPattern', '1') + (tip === '' ? '' : cell('Comment', tip)) +
    words.fonts + hyperlink(link) + geometry(form, width, height) + `${words.text}</Shape>`
  ); // prettier-ignore
}

function hyperlink(link: ItemShape['link']): string {
  if (link === null) return '';
  const target =
    'address' in link
      ? cell('Address', link.address)
      : cell('Address', '') + cell('SubAddress', `Map/Item.${link.shape}`);
  return `<Section N="Hyperlink"><Row N="Row_1">${target}</Row></Section>`;
}

function geometry(form: Shape | null, width: number, height: number): string {
  const rows = form === 'ellipse' ? [ellipse(width, height)] : path(corners(form, width, height));
  return `<Section N="Geometry" IX="0">${cell('NoFill', '0')}${rows.join('')}</Section>`;
}

function corners(form: Shape | null, width: number, height: number): Point[] {
  const [middle, half] = [width / 2, height / 2];
  if (form === 'diamond') return [{ x: middle, y: 0 }, { x: width, y: half }, { x: middle, y: height }, { x: 0, y: half }]; // prettier-ignore
  const lean = form === 'parallelogram' ? Math.min(width, height) / 4 : 0;
  return [{ x: 0, y: 0 }, { x: width - lean, y: 0 }, { x: width, y: height }, { x: lean, y: height }]; // prettier-ignore
}

function path(points: readonly Point[]): string[] {
  return [...points, points[0] ?? { x: 0, y: 0 }].map(({ x, y }, i) => {
    return `<Row T="${i === 0 ? 'MoveTo' : 'LineTo'}" IX="${i + 1}">${cell('X', inches(x))}${cell('Y', inches(y))}</Row>`;
  });
}

function ellipse(width: number, height: number): string {
  const [x, y] = [inches(width / 2), inches(height / 2)];
  const ends = cell('A', inches(width)) + cell('B', y) + cell('C', x) + cell('D', inches(height));
  return `<Row T="Ellipse" IX="1">${cell('X', x)}${cell('Y', y)}${ends}</Row>`;
}

/** A line between two boxes. */
export interface Line {
  readonly from: Point;
  readonly to: Point;
  readonly colour: string;
  /** In inches. */
  readonly weight: number;
  /** Branches bend, links are straight. */
  readonly isBranch: boolean;
  readonly label: string;
  readonly arrow: Link['arrow'];
}

/** A connector: a shape with two ends, which the page's list of connections glues to boxes. */
export function connectorShape(id: number, { from, to, colour, weight, isBranch, label, arrow }: Line): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const words = plainCells(label, '0.1146');
  const end = (x: string, y: string): string => cell('X', x) + cell('Y', y);
  const bend = `<Row T="RelCubBezTo" IX="2">${end('1', '1')}${cell('A', '0.5')}${cell('B', '0')}${cell('C', '0.5')}${cell('D', '1')}</Row>`;
  const straight = `<Row T="LineTo" IX="2">${end(inches(dx), inches(dy))}</Row>`;
  return (
    `<Shape ID="${id}" NameU="Line.${id}" Type="Shape" LineStyle="0" FillStyle="0" TextStyle="0">` +
    cell('PinX', inches(from.x)) + cell('PinY', inches(from.y)) + cell('Width', inches(dx)) + cell('Height', inches(dy)) +
    cell('LocPinX', '0') + cell('LocPinY', '0') +
    cell('BeginX', inches(from.x)) + cell('BeginY', inches(from.y)) + cell('EndX', inches(to.x)) + cell('EndY', inches(to.y)) +
    (label === '' ? '' : cell('TxtPinX', inches(dx / 2)) + cell('TxtPinY', inches(dy / 2)) + cell('TextBkgnd', '#ffffff')) +
    cell('LineColor', colour) + cell('LineWeight', inches(weight)) + cell('FillPattern', '0') +
    cell('BeginArrow', arrow === 'both' ? '4' : '0') + cell('EndArrow', arrow === 'none' ? '0' : '4') + cell('ObjType', '2') +
    words.fonts +
    `<Section N="Geometry" IX="0">${cell('NoFill', '1')}<Row T="MoveTo" IX="1">${end('0', '0')}</Row>` +
    `${isBranch && dx !== 0 && dy !== 0 ? bend : straight}</Section>${words.text}</Shape>`
  ); // prettier-ignore
}

/** Where a line between two boxes leaves one and reaches the other: at the sides that face each other. */
export function facingSides(a: Box, b: Box): { readonly from: Point; readonly to: Point } {
  const gap = Math.abs(b.x - a.x) - (a.width + b.width) / 2;
  if (gap >= 0) {
    const way = b.x > a.x ? 1 : -1;
    return { from: { x: a.x + (way * a.width) / 2, y: a.y }, to: { x: b.x - (way * b.width) / 2, y: b.y } };
  }
  const way = b.y > a.y ? 1 : -1;
  return { from: { x: a.x, y: a.y + (way * a.height) / 2 }, to: { x: b.x, y: b.y - (way * b.height) / 2 } };
}
