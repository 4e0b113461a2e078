import { makeIds, must, parsePersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { createLayout } from '@bough/layout';
import { applyOps, type Link, type MindMap, newCommentId, newLinkId, newThreadId, type Op } from '@bough/map';
import type { Rect } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { type Branch, mapOf } from '../editor/trees.ts';
import { randomEdits } from './edits.ts';

// The map of a team that links everything with everything: links from anywhere to anywhere, so that most edits which push a
// branch aside move an end of thousands, half of them with a label that avoids items, and a thread of comments on every other item.

const LINKS = 5_000;
const THREADS = 5_000;
const OPS = 400;
const LABELS = ['see also', 'depends on what was said there', 'before'];

/** What it costs to look for the ways of links around words: those between neighbours, most of which have words between them. */
export interface LookedAt {
  /** The first look at a window's worth of the map, and at all of it. */
  readonly windowMs: number;
  readonly allMs: number;
}

/** The first looks at the tree with so many links between items that stand near each other. */
export function lookAtNear(tree: Branch): LookedAt {
  const map = mapOf(tree);
  const ids = makeIds(new VirtualClock(), seededRandom(5));
  const author = there(parsePersonId(ids.long()));
  const items = [...map.items.keys()];
  const ops: Op[] = Array.from({ length: LINKS }, (_, i) => {
    const at = (i * 7_919) % items.length;
    const [from, to] = [there(items[at]), there(items[(at + 1 + (i % 30)) % items.length])];
    return { kind: 'link', link: { id: newLinkId(ids), from, to, label: '', colour: null, arrow: 'end', points: [] } };
  });
  for (let i = 0; i < ops.length; i += OPS) must(applyOps(map, { author, at: 1, ops: ops.slice(i, i + OPS) }));
  const layout = createLayout(map, createInterMeasurer());
  const bounds = layout.bounds();
  const started = performance.now();
  layout.scene.visible(windowIn(bounds));
  const windowMs = performance.now() - started;
  layout.scene.visible(bounds);
  return { windowMs, allMs: performance.now() - started };
}

function windowIn({ x, y, width, height }: Rect): Rect {
  return { x: x + width / 2 - 960, y: y + height / 2 - 540, width: 1920, height: 1080 };
}

/** The tree with so many links and threads on it. */
export function linkedMap(tree: Branch): MindMap {
  const map = mapOf(tree);
  const random = seededRandom(5);
  const ids = makeIds(new VirtualClock(), random);
  const author = there(parsePersonId(ids.long()));
  const chance = (): number => random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
  const items = [...map.items.keys()];
  const some = <T>(of: readonly T[]): T => there(of[Math.floor(chance() * of.length)]);
  const ops: Op[] = [];
  while (ops.length < LINKS) {
    const [from, to] = [some(items), some(items)];
    if (from === to) continue;
    const label = ops.length % 2 === 0 ? some(LABELS) : '';
    const link: Link = {
      id: newLinkId(ids),
      from,
      to,
      label,
      colour: null,
      arrow: 'end',
      points: [],
    };
    ops.push({ kind: 'link', link });
  }
  for (let i = 0; i < THREADS; i++) {
    ops.push({
      kind: 'comment',
      thread: newThreadId(ids),
      item: some(items),
      id: newCommentId(ids),
      text: 'Who looks after this?',
    });
  }
  for (let i = 0; i < ops.length; i += OPS) must(applyOps(map, { author, at: 1, ops: ops.slice(i, i + OPS) }));
  return map;
}

/** What one edit cost: the layout that follows it, and the first look at a window's worth of the map after it. */
export interface LinkedEdit {
  readonly ms: number;
  readonly lookMs: number;
  readonly isSmall: boolean;
}

/** Edits all over the map, each followed by the layout and by a look, as a frame has it. */
export function editLinked(map: MindMap, count: number): LinkedEdit[] {
  const layout = createLayout(map, createInterMeasurer());
  const view = windowIn(layout.bounds());
  layout.scene.visible(view);
  layout.scene.takeDamage();
  const edit = randomEdits(map);
  const times = Array.from({ length: count }, () => {
    const { applied, isSmall } = edit();
    const started = performance.now();
    layout.update(map, applied.touched);
    layout.scene.takeDamage();
    const followed = performance.now();
    layout.scene.visible(view);
    return { ms: followed - started, lookMs: performance.now() - followed, isSmall };
  });
  const fresh = createLayout(map, createInterMeasurer());
  const show = (one: typeof layout): string =>
    JSON.stringify(
      one.scene
        .visible(view)
        .map(({ group: { id, bounds, commands }, ...place }) => ({
          id,
          bounds,
          count: commands.length,
          ...place,
        }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  if (show(layout) !== show(fresh)) throw new Error('what was followed is not what is there');
  return times;
}

function there<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('it is there');
  return value;
}
