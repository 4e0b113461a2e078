import type { Link, LinkId, MindMap, Point } from '@bough/map';
import {
  type Colour,
  type Command,
  type Group,
  type GroupSource,
  type HitTag,
  PathBuilder,
  pathBounds,
  type Rect,
  roundedRect,
  type SceneTree,
  union,
} from '@bough/scene';
import type { TextMeasurer } from '@bough/text';
import type { Cubic } from './branch-shape.ts';
import { parseColour } from './colours.ts';
import type { ItemBox } from './layout.ts';

// Links between items: thin dashed curves above the branches, in map coordinates, drawn anew when one of their ends has moved.
// A link whose end is folded away is not shown.

const LABEL = { family: 'sans', size: 12, weight: 500, italic: false } as const;
const WIDTH = 1.6;
/** Where on its curve a label may stand, in the order of trying. */
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];

/** One link's group, as it was drawn last. */
class LinkSource implements GroupSource {
  group: Group;
  slot = -1;

  constructor(group: Group) {
    this.group = group;
  }

  get id(): string {
    return this.group.id;
  }
  get bounds(): Rect {
    return this.group.bounds;
  }
  build(): Group {
    return this.group;
  }
}

/** Keeps the links of the scene in step; what it has drawn it draws again only when something about it changed. */
export class LinkLayer {
  readonly #scene: SceneTree;
  readonly #measurer: TextMeasurer;
  readonly #drawn = new Map<LinkId, { readonly key: string; readonly source: LinkSource }>();

  constructor(scene: SceneTree, measurer: TextMeasurer) {
    this.#scene = scene;
    this.#measurer = measurer;
  }

  /** `isFree` answers whether a rectangle of the map covers no item. */
  update(
    map: MindMap,
    boxOf: (id: Link['from']) => ItemBox | null,
    isFree: (rect: Rect) => boolean,
  ): { changed: string[]; removed: string[] } {
    const changed: string[] = [];
    const removed: string[] = [];
    for (const [id, { source }] of this.#drawn) {
      const link = map.links.get(id);
      if (link !== undefined && boxOf(link.from) !== null && boxOf(link.to) !== null) continue;
      this.#drawn.delete(id);
      this.#scene.remove(source);
      removed.push(`link:${id}`);
    }
    for (const link of map.links.values()) {
      const from = boxOf(link.from);
      const to = boxOf(link.to);
      if (from === null || to === null) continue;
      const curve = curveOf(link, from, to);
      const label = link.label === '' ? null : placeLabel(link.label, curve, this.#measurer, isFree);
      const key = JSON.stringify([link, curve, label?.box]);
      const drawn = this.#drawn.get(link.id);
      if (drawn?.key === key) continue;
      const group = linkGroup(link, curve, label);
      const source = drawn?.source ?? new LinkSource(group);
      source.group = group;
      this.#drawn.set(link.id, { key, source });
      this.#scene.put(source, null, 0, 0);
      changed.push(group.id);
    }
    return { changed, removed };
  }
}

/** One cubic between the ends, its controls set by hand or standing out from both. */
function curveOf(link: Link, from: ItemBox, to: ItemBox): Cubic {
  const { start, end, startDir, endDir } = ends(from, to);
  const reach = Math.max(36, Math.min(160, Math.hypot(end.x - start.x, end.y - start.y) * 0.36));
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const through = link.points.map((point) => ({ x: middle.x + point.x, y: middle.y + point.y }));
  return {
    a: start,
    b: through[0] ?? { x: start.x + startDir * reach, y: start.y },
    c: through.at(-1) ?? { x: end.x + endDir * reach, y: end.y },
    d: end,
  };
}

function linkGroup(link: Link, curve: Cubic, label: Label | null): Group {
  const { a, b, c, d } = curve;
  const path = new PathBuilder().moveTo(a.x, a.y).bezierCurveTo(b.x, b.y, c.x, c.y, d.x, d.y).build();
  const colour: Colour = (link.colour === null ? null : parseColour(link.colour)) ?? 'ink-soft';
  const hit: HitTag = { kind: 'link', id: link.id };
  const commands: Command[] = [
    { kind: 'stroke', path, colour, width: WIDTH, dash: [6, 5], bounds: pathBounds(path), hit },
  ];
  if (link.arrow !== 'none') commands.push(arrow(d, c, colour, hit));
  if (link.arrow === 'both') commands.push(arrow(a, b, colour, hit));
  if (label !== null) commands.push(...labelCommands(label, hit));
  const bounds = commands.map((command) => command.bounds).reduce(union);
  return {
    id: `link:${link.id}`,
    under: [],
    commands,
    bounds: { x: bounds.x - 4, y: bounds.y - 4, width: bounds.width + 8, height: bounds.height + 8 },
  };
}

/** Between the nearest edges; on the same side of both when they stand one above the other. */
function ends(from: ItemBox, to: ItemBox): { start: Point; end: Point; startDir: 1 | -1; endDir: 1 | -1 } {
  const edge = (box: Rect, dir: 1 | -1): Point => ({
    x: dir === 1 ? box.x + box.width + 4 : box.x - 4,
    y: box.y + box.height / 2,
  });
  let startDir: 1 | -1 = 1;
  let endDir: 1 | -1 = 1;
  if (to.x > from.x + from.width) endDir = -1;
  else if (from.x > to.x + to.width) startDir = -1;
  else if (from.side === 'left' && to.side === 'left') [startDir, endDir] = [-1, -1];
  return { start: edge(from, startDir), end: edge(to, endDir), startDir, endDir };
}

function arrow(tip: Point, from: Point, colour: Colour, hit: HitTag): Command {
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const dx = (tip.x - from.x) / length;
  const dy = (tip.y - from.y) / length;
  const at = (along: number, across: number): [number, number] => [
    tip.x - dx * along - dy * across,
    tip.y - dy * along + dx * across,
  ];
  const path = new PathBuilder()
    .moveTo(...at(-2, 0))
    .lineTo(...at(7, 4))
    .lineTo(...at(5, 0))
    .lineTo(...at(7, -4))
    .closePath()
    .build();
  return { kind: 'fill', path, colour, bounds: pathBounds(path), hit };
}

interface Label {
  readonly text: string;
  readonly width: number;
  readonly box: Rect;
}

/** On the curve, as near to its middle as it covers no item; in the middle when it covers one everywhere. */
function placeLabel(
  words: string,
  { a, b, c, d }: Cubic,
  measurer: TextMeasurer,
  isFree: (rect: Rect) => boolean,
): Label {
  const text = words.replace(/\s+/g, ' ').slice(0, 80);
  const width = measurer.width(text, LABEL);
  const boxAt = (t: number): Rect => {
    const u = 1 - t;
    const x = u * u * u * a.x + 3 * u * u * t * b.x + 3 * u * t * t * c.x + t * t * t * d.x;
    const y = u * u * u * a.y + 3 * u * u * t * b.y + 3 * u * t * t * c.y + t * t * t * d.y;
    return { x: x - width / 2 - 7, y: y - 10, width: width + 14, height: 20 };
  };
  const free = PLACES.find((t) => isFree(boxAt(t)));
  return { text, width, box: boxAt(free ?? 0.5) };
}

function labelCommands({ text, width, box }: Label, hit: HitTag): Command[] {
  return [
    { kind: 'fill', path: roundedRect(box, 10), colour: 'paper', bounds: box, hit },
    {
      kind: 'text',
      text,
      x: box.x + 7,
      y: box.y + 14.3,
      width,
      font: LABEL,
      colour: 'ink-soft',
      bounds: box,
      hit,
    },
  ];
}
