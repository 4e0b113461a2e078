import type { Link } from '@bough/map';
import {
  type Colour,
  type Command,
  type Group,
  grow,
  type HitTag,
  PathBuilder,
  type PathData,
  pathBounds,
  polyline,
  type Rect,
  roundedRect,
} from '@bough/scene';
import { parseColour } from '../measure/colours.ts';

// The shape of a link: a thin dashed curve from the nearer edge of one box to that of the other, its arrows, and its label. A
// curve is one cubic as a list of eight numbers (start, both controls, end), written in place: an edit may have thousands traced.

export const LABEL_FONT = { family: 'sans', size: 12, weight: 500, italic: false } as const;
export const WIDTH = 1.6;
/** How far a link ends from its boxes. */
export const AIR = 4;
const LABEL_HEIGHT = 20;
const LABEL_PAD = 7;
const MOST_LABEL = 80;
/** Where on its curve a label may stand, in the order of trying. */
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82] as const;
export const LABEL_PLACES = PLACES.length;

/** From start to end: x and y of each of its four points. */
export type LinkCurve = number[];

/** A curve to be written. */
export function newCurve(): LinkCurve {
  // Fractions from the start, so that it never has to become a list of them.
  return [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
}

/** A box that a link ends at, and whether its branch grows to the left. */
export interface LinkEnd extends Rect {
  readonly isLeft: boolean;
}

/** Writes the link's curve: between the nearest edges, on the same side of both when they stand one above the other. */
export function traceLink(link: Link, from: LinkEnd, to: LinkEnd, curve: LinkCurve): void {
  const isRightOf = to.x > from.x + from.width;
  const isLeftOf = from.x > to.x + to.width;
  const areBothLeft = !isRightOf && !isLeftOf && from.isLeft && to.isLeft;
  const startSide = isLeftOf || areBothLeft ? -1 : 1;
  const endSide = isRightOf || areBothLeft ? -1 : 1;
  const startX = edgeOf(from, startSide);
  const startY = from.y + from.height / 2;
  const endX = edgeOf(to, endSide);
  const endY = to.y + to.height / 2;
  curve[0] = startX;
  curve[1] = startY;
  curve[6] = endX;
  curve[7] = endY;
  const first = link.points[0];
  const last = link.points.at(-1);
  if (first === undefined || last === undefined) {
    const [dx, dy] = [endX - startX, endY - startY];
    const reach = Math.max(36, Math.min(160, Math.sqrt(dx * dx + dy * dy) * 0.36));
    curve[2] = startX + startSide * reach;
    curve[3] = startY;
    curve[4] = endX + endSide * reach;
    curve[5] = endY;
    return;
  }
  // Controls that were set by hand are kept relative to the middle between both ends.
  const middleX = (startX + endX) / 2;
  const middleY = (startY + endY) / 2;
  curve[2] = middleX + first.x;
  curve[3] = middleY + first.y;
  curve[4] = middleX + last.x;
  curve[5] = middleY + last.y;
}

function edgeOf(box: LinkEnd, side: number): number {
  return side === 1 ? box.x + box.width + AIR : box.x - AIR;
}

/** The label's words as they are shown, on one line. */
export function labelWords(label: string): string {
  return label.replace(/\s+/g, ' ').slice(0, MOST_LABEL);
}

/** The label's box at one of LABEL_PLACES, the nearest to the middle first; `width` is that of its words. */
export function labelBox(curve: LinkCurve, width: number, place: number): Rect {
  const t = PLACES[place] ?? 0.5;
  return {
    x: along(curve, 0, t) - width / 2 - LABEL_PAD,
    y: along(curve, 1, t) - LABEL_HEIGHT / 2,
    width: width + 2 * LABEL_PAD,
    height: LABEL_HEIGHT,
  };
}

/** Where the curve is at `t`, from 0 to 1: `axis` 0 for x, 1 for y. */
export function along(curve: LinkCurve, axis: 0 | 1, t: number): number {
  const u = 1 - t;
  const [a, b, c, d] = [curve[axis] ?? 0, curve[axis + 2] ?? 0, curve[axis + 4] ?? 0, curve[axis + 6] ?? 0];
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

/** Larger by what stands beside the curve: its arrows, and half of its label (`labelWidth` null: it has none). */
export function withLabel(rect: Rect, labelWidth: number | null): Rect {
  const aside = AIR + ARROW_LENGTH + (labelWidth === null ? 0 : labelWidth / 2 + LABEL_PAD);
  return grow(rect, Math.max(aside, LABEL_HEIGHT));
}

/** Around everything that `linkGroup` draws, at whichever place its label stands (`labelWidth` null: it has none). */
export function linkBounds(link: Link, curve: LinkCurve, labelWidth: number | null): Rect {
  const [left, right] = rangeOf(link, curve, 0, labelWidth === null ? null : labelWidth / 2 + LABEL_PAD);
  const [top, bottom] = rangeOf(link, curve, 1, labelWidth === null ? null : LABEL_HEIGHT / 2);
  return { x: left - AIR, y: top - AIR, width: right - left + 2 * AIR, height: bottom - top + 2 * AIR };
}

/** From where to where it reaches on one axis: all points of the curve, its arrows, and half a label around each of its places. */
function rangeOf({ arrow }: Link, curve: LinkCurve, axis: 0 | 1, halfLabel: number | null): [number, number] {
  let least = Infinity;
  let most = -Infinity;
  for (let i: number = axis; i < curve.length; i += 2) {
    least = Math.min(least, curve[i] ?? 0);
    most = Math.max(most, curve[i] ?? 0);
  }
  for (const end of ENDS_WITH_ARROW[arrow]) {
    const way = wayInto(curve, end);
    const tip = curve[end.tip + axis] ?? 0;
    const [ahead, across] = axis === 0 ? [way.dx, Math.abs(way.dy)] : [way.dy, Math.abs(way.dx)];
    least = Math.min(least, tip + ahead * ARROW_TIP, tip - ahead * ARROW_LENGTH - across * ARROW_HALF);
    most = Math.max(most, tip + ahead * ARROW_TIP, tip - ahead * ARROW_LENGTH + across * ARROW_HALF);
  }
  if (halfLabel === null) return [least, most];
  for (const t of PLACES) {
    const at = along(curve, axis, t);
    least = Math.min(least, at - halfLabel);
    most = Math.max(most, at + halfLabel);
  }
  return [least, most];
}

/** A label where it stands: its words, their width, and the box around them. */
export interface PlacedLabel {
  readonly words: string;
  readonly width: number;
  readonly box: Rect;
}

/** Everything that is drawn of a link, as one group with the id `link:<id>`. */
export function linkGroup(link: Link, curve: LinkCurve, label: PlacedLabel | null, bounds: Rect): Group {
  const path = pathOf(curve);
  const colour: Colour = (link.colour === null ? null : parseColour(link.colour)) ?? 'ink-soft';
  const hit: HitTag = { kind: 'link', id: link.id };
  const commands: Command[] = [
    { kind: 'stroke', path, colour, width: WIDTH, dash: [6, 5], bounds: pathBounds(path), hit },
  ];
  for (const end of ENDS_WITH_ARROW[link.arrow]) commands.push(arrowCommand(curve, end, colour, hit));
  if (label !== null) commands.push(...labelCommands(label, hit));
  return { id: groupIdOf(link), under: [], commands, bounds };
}

/** The curve as a path. */
export function pathOf(curve: LinkCurve): PathData {
  return new PathBuilder()
    .moveTo(curve[0] ?? 0, curve[1] ?? 0)
    .bezierCurveTo(curve[2] ?? 0, curve[3] ?? 0, curve[4] ?? 0, curve[5] ?? 0, curve[6] ?? 0, curve[7] ?? 0)
    .build();
}

/** The name of a link's group. */
export function groupIdOf({ id }: Pick<Link, 'id'>): string {
  return `link:${id}`;
}

/** Of the curve's numbers, where an arrow's tip stands, and the control that it comes from. */
interface ArrowEnd {
  readonly tip: number;
  readonly control: number;
}
const AT_END: ArrowEnd = { tip: 6, control: 4 };
const AT_START: ArrowEnd = { tip: 0, control: 2 };
const ENDS_WITH_ARROW: Readonly<Record<Link['arrow'], readonly ArrowEnd[]>> = {
  none: [],
  end: [AT_END],
  both: [AT_END, AT_START],
};
/** How far an arrow's tip stands out from the end of the curve; how far its wings lie behind that, and to the sides; its notch. */
const ARROW_TIP = 2;
const ARROW_LENGTH = 7;
const ARROW_HALF = 4;
const ARROW_NOTCH = 5;

/** The way from the control into the tip, of length 1. */
function wayInto(curve: LinkCurve, { tip, control }: ArrowEnd): { readonly dx: number; readonly dy: number } {
  const dx = (curve[tip] ?? 0) - (curve[control] ?? 0);
  const dy = (curve[tip + 1] ?? 0) - (curve[control + 1] ?? 0);
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  return { dx: dx / length, dy: dy / length };
}

function arrowCommand(curve: LinkCurve, end: ArrowEnd, colour: Colour, hit: HitTag): Command {
  const { dx, dy } = wayInto(curve, end);
  const corner = (behind: number, aside: number): [number, number] => [
    (curve[end.tip] ?? 0) - dx * behind - dy * aside,
    (curve[end.tip + 1] ?? 0) - dy * behind + dx * aside,
  ];
  const wings = [corner(ARROW_LENGTH, ARROW_HALF), corner(ARROW_LENGTH, -ARROW_HALF)] as const;
  const path = polyline([...corner(-ARROW_TIP, 0), ...wings[0], ...corner(ARROW_NOTCH, 0), ...wings[1]], true);
  return { kind: 'fill', path, colour, bounds: pathBounds(path), hit };
}

function labelCommands({ words, width, box }: PlacedLabel, hit: HitTag): Command[] {
  return [
    { kind: 'fill', path: roundedRect(box, 10), colour: 'paper', bounds: box, hit },
    {
      kind: 'text',
      text: words,
      x: box.x + LABEL_PAD,
      y: box.y + 14.3,
      width,
      font: LABEL_FONT,
      colour: 'ink-soft',
      bounds: box,
      hit,
    },
  ];
}
