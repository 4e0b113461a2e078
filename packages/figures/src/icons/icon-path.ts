import { PathBuilder, type PathData } from '@bough/scene';
import { playSvgPath } from '../svg-path.ts';

/** One shape of an icon as the set has it: the element and its attributes. */
export type IconShape = readonly [element: string, attributes: Readonly<Record<string, string>>];

/** The shapes as path data of SVG, one text each; null when one of them is of a kind that icons do not have. */
export function iconTexts(shapes: readonly IconShape[]): readonly string[] | null {
  const texts: string[] = [];
  for (const [element, attributes] of shapes) {
    const text = shapeText(element, attributes);
    if (text === null) return null;
    texts.push(text);
  }
  return texts;
}

/** The shapes as one path of lines in a square of 24; null when one of them is of a kind that icons do not have. */
export function iconPath(shapes: readonly IconShape[]): PathData | null {
  const texts = iconTexts(shapes);
  if (texts === null) return null;
  const path = new PathBuilder();
  for (const text of texts) playSvgPath(text, path);
  return path.build();
}

function shapeText(element: string, attributes: Readonly<Record<string, string>>): string | null {
  const at = (name: string): number => Number(attributes[name] ?? 0);
  switch (element) {
    case 'path':
      return attributes['d'] ?? null;
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'polyline':
      return `M${attributes['points'] ?? ''}`;
    case 'polygon':
      return `M${attributes['points'] ?? ''}z`;
    case 'circle':
      return ellipseText(at('cx'), at('cy'), at('r'), at('r'));
    case 'ellipse':
      return ellipseText(at('cx'), at('cy'), at('rx'), at('ry'));
    case 'rect':
      return rectText(at('x'), at('y'), at('width'), at('height'), Number(attributes['rx'] ?? attributes['ry'] ?? 0));
    default:
      return null;
  }
}

function ellipseText(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

function rectText(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [w, h] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`;
}
