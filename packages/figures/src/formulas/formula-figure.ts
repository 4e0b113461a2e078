import { PathBuilder, type PathData } from '@bough/scene';
import { after, type Affine, playSvgPath, SAME } from '../svg-path.ts';

/** Letters of a formula that its own faces lack, to be written in the map's. */
export interface FormulaWords {
  readonly text: string;
  /** Where the baseline begins. */
  readonly x: number;
  readonly y: number;
  /** Height of the letters. */
  readonly size: number;
}
/** A formula as one filled shape. All numbers are in times of the letters' size; the baseline begins at 0, 0, and y grows downwards. */
export interface FormulaFigure {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  readonly path: PathData;
  readonly words: readonly FormulaWords[];
}

/** What is read of an element: the setter's own tree has it, and so has any other. */
export interface SvgNode {
  readonly kind: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly SvgNode[];
  /** Of a node that is text. */
  readonly value: string;
}

/** Units of an em. The letters of the faces are lower than those of the map, so they are set a seventh larger. */
const EM = 1000 / 1.14;
/** As many shapes as a formula of the longest source can have, and more. */
const MOST_NODES = 20_000;
const RULE = 60;

/** Reads the setter's picture; everything in it that is not a path, a box, a line or letters is left out. Null: it is not one. */
export function figureOf(svg: SvgNode): FormulaFigure | null {
  const [left, top, width, height] = numbersIn(svg.attributes['viewBox']);
  if (left === undefined || top === undefined || width === undefined || height === undefined) return null;
  const path = new PathBuilder();
  const words: FormulaWords[] = [];
  const scale: Affine = { ...SAME, a: 1 / EM, d: 1 / EM };
  const work = svg.children.map((node) => ({ node, map: scale })).reverse();
  let count = 0;
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (++count > MOST_NODES) return null;
    const { node } = next;
    const map = inside(node, next.map);
    draw(node, map, path, words);
    for (const child of node.children.toReversed()) work.push({ node: child, map });
  }
  return { width: width / EM, ascent: -top / EM, descent: (top + height) / EM, path: path.build(), words };
}

function draw(node: SvgNode, map: Affine, path: PathBuilder, words: FormulaWords[]): void {
  const at = (name: string): number => Number(node.attributes[name] ?? 0) || 0;
  switch (node.kind) {
    case 'path':
      playSvgPath(textOf(node, 'd'), path, map);
      return;
    case 'rect': {
      const [x, y, w, h] = [at('x'), at('y'), at('width'), at('height')];
      if (node.attributes['fill'] === 'none') frame(x, y, w, h, map, path);
      else box(x, y, w, h, map, path);
      return;
    }
    case 'line': {
      const [x1, y1, x2, y2] = [at('x1'), at('y1'), at('x2'), at('y2')];
      const isUpright = x1 === x2;
      box(
        Math.min(x1, x2) - (isUpright ? RULE / 2 : 0),
        Math.min(y1, y2) - (isUpright ? 0 : RULE / 2),
        Math.abs(x2 - x1) + (isUpright ? RULE : 0),
        Math.abs(y2 - y1) + (isUpright ? 0 : RULE),
        map,
        path,
      );
      return;
    }
    case 'text': {
      const text = node.children.map((child) => child.value).join('');
      const size = Number.parseFloat(textOf(node, 'font-size')) || 1000;
      words.push({ text, x: map.e, y: map.f, size: Math.abs(map.d) * size });
    }
  }
}

function box(x: number, y: number, width: number, height: number, map: Affine, path: PathBuilder): void {
  playSvgPath(`M${x} ${y}h${width}v${height}h${-width}z`, path, map);
}

function frame(x: number, y: number, width: number, height: number, map: Affine, path: PathBuilder): void {
  box(x, y, width, RULE, map, path);
  box(x, y + height - RULE, width, RULE, map, path);
  box(x, y, RULE, height, map, path);
  box(x + width - RULE, y, RULE, height, map, path);
}

/** Where the inside of an element lies: its own transform, and what a picture in the picture is stretched to. */
function inside(node: SvgNode, outer: Affine): Affine {
  let map = outer;
  for (const [, name, text] of textOf(node, 'transform').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second] = numbersIn(text);
    if (name === 'translate') map = after(map, { ...SAME, e: first, f: second ?? 0 });
    if (name === 'scale') map = after(map, { ...SAME, a: first, d: second ?? first });
    if (name === 'rotate') {
      const [cos, sin] = [Math.cos((first * Math.PI) / 180), Math.sin((first * Math.PI) / 180)];
      map = after(map, { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 });
    }
  }
  if (node.kind !== 'svg') return map;
  const at = (name: string): number => Number(node.attributes[name] ?? 0) || 0;
  const [left = 0, top = 0, width = 0, height = 0] = numbersIn(node.attributes['viewBox']);
  const stretched = { ...SAME, a: width > 0 ? at('width') / width : 1, d: height > 0 ? at('height') / height : 1 };
  return after(after(map, { ...SAME, e: at('x'), f: at('y') }), after(stretched, { ...SAME, e: -left, f: -top }));
}

/** Of an attribute that is not there, nothing. */
function textOf(node: SvgNode, name: string): string {
  const value = node.attributes[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function numbersIn(text: unknown): number[] {
  return typeof text === 'string' ? [...text.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi)].map(Number) : [];
}
