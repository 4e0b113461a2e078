import type { ItemId, Link, LinkId, Point } from '@bough/map';
import type { Plan, World } from '../world.ts';

// Branch lines and links are bent by control points, at most two of which a person sets by hand.

const NEAR = 24;

/** The line to the item goes through this point of the map; a point that lies near moves there. */
export function bendLine(world: World, id: ItemId, at: Point, began: Point): Plan | null {
  const item = world.map.items.get(id);
  const parent = item?.parent == null ? null : world.layout.box(item.parent);
  if (item === undefined || parent === null) return null;
  const relative = (point: Point): Point => rounded({ x: point.x - parent.entry.x, y: point.y - parent.entry.y });
  const linePoints = withPoint(item.linePoints ?? [], relative(at), relative(began));
  return { ops: [{ kind: 'set', id, fields: { linePoints } }] };
}

/** The link's curve is pulled towards this point of the map. */
export function bendLink(world: World, id: LinkId, at: Point): Plan | null {
  const link = world.map.links.get(id);
  const middle = link === undefined ? null : middleOf(world, link);
  if (link === undefined || middle === null) return null;
  // A cubic with both controls at one point passes three quarters of the way to it.
  const pull = { x: ((at.x - middle.x) * 4) / 3, y: ((at.y - middle.y) * 4) / 3 };
  return { ops: [{ kind: 'link', link: { ...link, points: [rounded(pull)] } }] };
}

/** The item's words or image as wide as the pointer has drawn them, from what they were when it began. */
export function resize(
  world: World,
  id: ItemId,
  grip: 'width' | 'image',
  widthBefore: number,
  by: number,
): Plan | null {
  const item = world.map.items.get(id);
  if (item === undefined) return null;
  if (grip === 'width') {
    const width = Math.round(Math.max(40, Math.min(1200, widthBefore + by)));
    return item.width === width ? null : { ops: [{ kind: 'set', id, fields: { width } }] };
  }
  const { image } = item;
  if (image === null) return null;
  const width = Math.round(Math.max(24, Math.min(1600, widthBefore + by)));
  const height = Math.max(1, Math.round((image.height / image.width) * width));
  return { ops: [{ kind: 'set', id, fields: { image: { ...image, width, height } } }] };
}

function withPoint(points: readonly Point[], point: Point, began: Point): readonly Point[] {
  const near = points.findIndex((one) => Math.hypot(one.x - began.x, one.y - began.y) < NEAR);
  if (near >= 0) return points.with(near, point);
  if (points.length >= 2) {
    const [first, second] = points;
    const isFirst = first !== undefined && second !== undefined && distance(first, began) < distance(second, began);
    return points.with(isFirst ? 0 : 1, point);
  }
  const at = points.findIndex((one) => Math.hypot(one.x, one.y) > Math.hypot(began.x, began.y));
  return at < 0 ? [...points, point] : points.toSpliced(at, 0, point);
}

function middleOf(world: World, link: Link): Point | null {
  const [from, to] = [world.layout.box(link.from), world.layout.box(link.to)];
  if (from === null || to === null) return null;
  // The ends as the layout draws them: at the nearest edges.
  const edge = (box: typeof from, dir: 1 | -1): number => (dir === 1 ? box.x + box.width + 4 : box.x - 4);
  let [start, end]: [1 | -1, 1 | -1] = [1, 1];
  if (to.x > from.x + from.width) end = -1;
  else if (from.x > to.x + to.width) start = -1;
  else if (from.side === 'left' && to.side === 'left') [start, end] = [-1, -1];
  return {
    x: (edge(from, start) + edge(to, end)) / 2,
    y: (from.y + from.height / 2 + to.y + to.height / 2) / 2,
  };
}

function rounded(point: Point): Point {
  // Never -0, which a map cannot hold.
  return { x: Math.round(point.x) + 0, y: Math.round(point.y) + 0 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
