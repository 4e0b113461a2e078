import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Draft } from '@bough/formats';
import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import { type Judge, NOTHING, type Seen, spaced, textsOf, treeOf } from './judge.ts';
import { known, placeOf, printed } from './programs.ts';

// LibreOffice Draw opens the drawing and saves it as flat XML. It knows no glue in this format: which boxes a line joins is told by where
// it ends, as somebody sees it.

/** How many files it is given at once. */
const AT_ONCE = 20;

export const libreoffice: Judge = {
  name: 'LibreOffice',
  format: 'vsdx',
  find: () => known('libreoffice', '--version'),
  expect: (draft) => ({ ...NOTHING, tree: treeOf(draft), texts: textsOf(draft), links: linesBetween(draft) }),
  see: async (files) => {
    const folder = dirname(files[0] ?? '.');
    const convert = [`-env:UserInstallation=file://${folder}/settings`, '--headless', '--convert-to', 'fodg'];
    for (let at = 0; at < files.length; at += AT_ONCE)
      await printed(placeOf('libreoffice'), [...convert, '--outdir', folder, ...files.slice(at, at + AT_ONCE)]);
    return files.map((file) => seenInDrawing(readFileSync(file.replace(/vsdx$/, 'fodg'), 'utf8')));
  },
};

/** Links between items, with their labels. */
function linesBetween(draft: Draft): string[] {
  const position = new Map(draft.items.map(({ key }, i) => [key, i]));
  return draft.links.map(({ from, to, label }) =>
    `${position.get(from)} > ${position.get(to)} ${spaced(label)}`.trim(),
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}
interface Box {
  readonly text: string;
  readonly middle: Point;
  readonly width: number;
  readonly height: number;
}
interface Line {
  readonly from: Point;
  readonly to: Point;
  readonly label: string;
  /** Without arrows and words. */
  readonly isPlain: boolean;
}

/**
 * A drawing's boxes in their order, and their tree by the lines. Branches are plain, come first, and in the order of the boxes at which they
 * end; all other lines are links.
 */
export function seenInDrawing(flatXml: string): Seen | string {
  // A sign for what cannot be read is a letter like any other.
  const parser = new DOMParser({ onError: (level, why) => void (level === 'fatalError' && fail(why)) });
  const document = parser.parseFromString(flatXml, 'text/xml');
  const page = document.getElementsByTagName('draw:page')[0];
  if (page === undefined) return 'LibreOffice found no page';
  const arrows = arrowStyles(Array.from(document.getElementsByTagName('style:style')));
  const boxes: Box[] = [];
  const lines: Line[] = [];
  for (const shape of elementsIn(page).filter(({ nodeName }) => nodeName.startsWith('draw:'))) {
    const all = [shape, ...Array.from(shape.getElementsByTagName('*'))];
    const paragraphs = Array.from(shape.getElementsByTagName('text:p'), wordsOf);
    const text = spaced(paragraphs.join(' '));
    const ends = all.map(endsOf).find((found) => found !== null);
    const size = all.map(boundsOf).find((found) => found !== null);
    if (ends !== undefined) {
      const isPlain = text === '' && !all.some((part) => arrows.has(part.getAttribute('draw:style-name') ?? ''));
      lines.push({ ...ends, label: text, isPlain });
    } else if (size !== undefined) boxes.push({ ...size, text });
  }
  const parents: (number | null)[] = boxes.map(() => null);
  const links: string[] = [];
  let branched = 0;
  for (const { from, to, label, isPlain } of lines) {
    const [a, b] = [boxAt(from, boxes), boxAt(to, boxes)];
    if (isPlain && b > a && b > branched) parents[(branched = b)] = a;
    else links.push(`${a} > ${b} ${label}`.trim());
  }
  const tree: number[] = [];
  for (const parent of parents) tree.push(parent === null ? 1 : (tree[parent] ?? 0) + 1);
  return { ...NOTHING, tree, texts: boxes.map(({ text }) => text), links };
}

function fail(why: string): never {
  throw new Error(why);
}

function elementsIn(node: Node): Element[] {
  return Array.from(node.childNodes).filter((child): child is Element => child.nodeType === 1);
}

/** The words of a paragraph: several blanks, tabs and line breaks are elements. */
function wordsOf(node: Node): string {
  if (node.nodeType === 3) return node.nodeValue ?? '';
  if (['text:s', 'text:tab', 'text:line-break'].includes(node.nodeName)) return ' ';
  return Array.from(node.childNodes, wordsOf).join('');
}

/** The names of all styles that put an arrow at an end. */
function arrowStyles(styles: readonly Element[]): ReadonlySet<string> {
  const isArrow = (style: Element): boolean =>
    Array.from(style.getElementsByTagName('*')).some((part) =>
      /./.test(`${part.getAttribute('draw:marker-start') ?? ''}${part.getAttribute('draw:marker-end') ?? ''}`),
    );
  return new Set(styles.filter(isArrow).map((style) => style.getAttribute('style:name') ?? ''));
}

/** Where a line begins and ends; null for what is no line. An outline that closes is none. */
function endsOf(shape: Element): { from: Point; to: Point } | null {
  const [x1, y1, x2, y2] = ['svg:x1', 'svg:y1', 'svg:x2', 'svg:y2'].map((name) => centimetres(shape, name));
  if (shape.nodeName === 'draw:line' && x1 !== undefined && y1 !== undefined && x2 !== undefined && y2 !== undefined)
    return { from: { x: x1, y: y1 }, to: { x: x2, y: y2 } };
  const path = shape.nodeName === 'draw:path' ? (shape.getAttribute('svg:d') ?? '') : 'z';
  const bounds = boundsOf(shape);
  if (/z\s*$/i.test(path) || bounds === null) return null;
  const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
  const [startX = 0, startY = 0] = numbers;
  const [endX = 0, endY = 0] = numbers.slice(-2);
  // One relative curve, in hundredths of a millimetre from the upper left corner.
  const place = (x: number, y: number): Point => ({
    x: bounds.middle.x - bounds.width / 2 + x / 1000,
    y: bounds.middle.y - bounds.height / 2 + y / 1000,
  });
  return { from: place(startX, startY), to: place(startX + endX, startY + endY) };
}

function boundsOf(shape: Element): Omit<Box, 'text'> | null {
  const [x, y] = [centimetres(shape, 'svg:x'), centimetres(shape, 'svg:y')];
  const [width, height] = [centimetres(shape, 'svg:width'), centimetres(shape, 'svg:height')];
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null;
  return { middle: { x: x + width / 2, y: y + height / 2 }, width, height };
}

function centimetres(shape: Element, name: string): number | undefined {
  return /^(-?[\d.]+)cm$/
    .exec(shape.getAttribute(name) ?? '')
    ?.slice(1)
    .map(Number)[0];
}

/** The box one of whose sides has its middle nearest. */
function boxAt(end: Point, boxes: readonly Box[]): number {
  let [nearest, least] = [-1, Infinity];
  boxes.forEach(({ middle, width, height }, i) => {
    const [dx, dy] = [Math.abs(end.x - middle.x), Math.abs(end.y - middle.y)];
    const distance = Math.min(Math.hypot(dx - width / 2, dy), Math.hypot(dx, dy - height / 2));
    if (distance < least) [nearest, least] = [i, distance];
  });
  return nearest;
}
