import type { Link, LinkId, MindMap, Point } from '@bough/map';
import {
  type Colour,
  type Command,
  type Group,
  type HitTag,
  PathBuilder,
  pathBounds,
  type Rect,
  roundedRect,
  type SceneTree,
  union,
} from '@bough/scene';
import type { TextMeasurer } from '@bough/text';
import { parseColour } from './colours.ts';
import type { ItemBox } from './layout.ts';

// Links between items: thin dashed curves above the branches, in map coordinates, drawn anew when one of their ends has moved.
// A link whose end is folded away is not shown.

const LABEL = { family: 'sans', size: 12, weight: 500, italic: false } as const;
const WIDTH = 1.6;

/** Keeps the links of the scene in step; what it has drawn it draws again only when something about it changed. */
export class LinkLayer {
  readonly #scene: SceneTree;
  readonly #measurer: TextMeasurer;
  readonly #drawn = new Map<LinkId, string>();

  constructor(scene: SceneTree, measurer: TextMeasurer) {
    this.#scene = scene;
    this.#measurer = measurer;
  }

  update(map: MindMap, boxOf: (id: Link['from']) => ItemBox | null): { changed: string[]; removed: string[] } {
    const changed: string[] = [];
    const removed: string[] = [];
    for (const id of this.#drawn.keys()) {
      const link = map.links.get(id);
      if (link !== undefined && boxOf(link.from) !== null && boxOf(link.to) !== null) continue;
      this.#drawn.delete(id);
      this.#scene.remove(`link:${id}`);
      removed.push(`link:${id}`);
    }
    for (const link of map.links.values()) {
      const from = boxOf(link.from);
      const to = boxOf(link.to);
      if (from === null || to === null) continue;
      const key = JSON.stringify([link, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height]);
      if (this.#drawn.get(link.id) === key) continue;
      this.#drawn.set(link.id, key);
      const group = linkGroup(link, from, to, this.#measurer);
      this.#scene.put({ id: group.id, bounds: group.bounds, build: () => group }, null, 0, 0);
      changed.push(group.id);
    }
    return { changed, removed };
  }
}

function linkGroup(link: Link, from: ItemBox, to: ItemBox, measurer: TextMeasurer): Group {
  const { start, end, startDir, endDir } = ends(from, to);
  const reach = Math.max(36, Math.min(160, Math.hypot(end.x - start.x, end.y - start.y) * 0.36));
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const through = link.points.map((point) => ({ x: middle.x + point.x, y: middle.y + point.y }));
  const first = through[0] ?? { x: start.x + startDir * reach, y: start.y };
  const last = through.at(-1) ?? { x: end.x + endDir * reach, y: end.y };
  const path = new PathBuilder()
    .moveTo(start.x, start.y)
    .bezierCurveTo(first.x, first.y, last.x, last.y, end.x, end.y)
    .build();
  const colour: Colour = (link.colour === null ? null : parseColour(link.colour)) ?? 'ink-soft';
  const hit: HitTag = { kind: 'link', id: link.id };
  const commands: Command[] = [
    { kind: 'stroke', path, colour, width: WIDTH, dash: [6, 5], bounds: pathBounds(path), hit },
  ];
  if (link.arrow !== 'none') commands.push(arrow(end, last, colour, hit));
  if (link.arrow === 'both') commands.push(arrow(start, first, colour, hit));
  if (link.label !== '') {
    const x = (start.x + 3 * first.x + 3 * last.x + end.x) / 8;
    const y = (start.y + 3 * first.y + 3 * last.y + end.y) / 8;
    commands.push(...label(link.label, { x, y }, measurer, hit));
  }
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

function label(text: string, at: Point, measurer: TextMeasurer, hit: HitTag): Command[] {
  const line = text.replace(/\s+/g, ' ').slice(0, 80);
  const width = measurer.width(line, LABEL);
  const box = { x: at.x - width / 2 - 7, y: at.y - 10, width: width + 14, height: 20 };
  return [
    { kind: 'fill', path: roundedRect(box, 10), colour: 'paper', bounds: box, hit },
    {
      kind: 'text',
      text: line,
      x: at.x - width / 2,
      y: at.y + 4.3,
      width,
      font: LABEL,
      colour: 'ink-soft',
      bounds: box,
      hit,
    },
  ];
}
