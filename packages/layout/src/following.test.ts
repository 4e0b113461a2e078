import { makeIds, must } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { type ItemId, type Link, newCommentId, newItemId, newLinkId, newThreadId, orderBetween } from '@bough/map';
import { createInterMeasurer } from '@bough/text';
import { describe, expect, test } from 'vitest';
import { createLayout, type Layout } from './index.ts';
import { holdFollowing } from './testing/following.ts';
import { type Outline, outline } from './testing/outline.ts';
import { difference, pictureOf } from './testing/pictures.ts';

const measurer = createInterMeasurer();
const random = seededRandom(19);
const ids = makeIds(new VirtualClock(), random);

const SEEDS = Array.from({ length: 20 }, (_, i) => 300 + i);

test.for(SEEDS)(
  '[LAY-7] [LAY-20] a layout that followed changes of items, links and threads shows what one made afresh shows, seed %i',
  { timeout: 30_000 },
  (seed) => {
    const tally = holdFollowing(seed, { items: 30, links: 20, changes: 80 });
    expect(tally.updates).toBeGreaterThan(50);
    expect(tally.rolledBack).toBeGreaterThan(0);
    expect(tally.links).toBeGreaterThan(10);
    expect(tally.comments).toBeGreaterThan(0);
    expect(tally.damaged).toBeGreaterThan(5);
  },
);

test.for([1, 2, 3])(
  '[LAY-7] [LAY-20] so it does when branches of hundreds of items move with hundreds of links, seed %i',
  { timeout: 60_000 },
  (seed) => {
    const tally = holdFollowing(seed, { items: 600, links: 400, changes: 40 });
    expect(tally.damagedWhole).toBeGreaterThan(0);
    expect(tally.damaged).toBeGreaterThan(0);
    expect(tally.links).toBeGreaterThan(5_000);
  },
);

test('[LAY-19] an update asks for what it touched, and never reads all items, links or threads', () => {
  const { map, id, change } = outline('root\n  a\n    one\n    two\n  b\n    three');
  const link = linkBetween(id('one'), id('three'), 'with');
  must(change({ kind: 'link', link }));
  must(change({ kind: 'link', link: linkBetween(id('two'), id('b'), '') }));
  const layout = createLayout(map, measurer);
  layout.scene.visible(layout.bounds());
  const comment = { thread: newThreadId(ids), item: id('two'), id: newCommentId(ids) };
  const edits: Parameters<typeof change>[] = [
    [
      {
        kind: 'splice',
        id: id('one'),
        field: 'text',
        at: 0,
        remove: 0,
        insert: 'longer than before, ',
      },
    ],
    [{ kind: 'link', link: { ...link, label: 'beside' } }],
    [{ kind: 'comment', ...comment, text: 'why?' }],
    [{ kind: 'edit-comment', thread: comment.thread, id: comment.id, text: null }],
    [{ kind: 'set', id: id('b'), fields: { isFolded: true } }],
    [{ kind: 'remove', id: id('a') }],
  ];
  for (const ops of edits) {
    const { touched } = must(change(...ops));
    const allow = forbidReading(map.items, map.links, map.threads);
    layout.update(map, touched);
    layout.scene.visible(layout.bounds());
    allow();
    expect(difference(pictureOf(map, layout), pictureOf(map, createLayout(map, measurer)))).toBeNull();
  }
  expect(forbidden(map.links)).toThrow('all of them are read');
});

describe('links', () => {
  test('[LAY-9] they are drawn above all items, those that came later too', () => {
    const garden = outline('root\n  a\n  b');
    const layout = createLayout(garden.map, measurer);
    put(garden, layout, linkBetween(garden.id('a'), garden.id('b'), 'with'));
    const order = orderBetween(garden.map.items.get(garden.id('root'))?.order ?? null, null, random);
    const root = { kind: 'add', id: newItemId(ids), parent: null, order, fields: { text: 'later' } } as const;
    layout.update(garden.map, must(garden.change(root)).touched);
    const areLinks = layout.scene.visible(layout.bounds()).map(({ group }) => group.id.startsWith('link:'));
    expect(areLinks).toEqual([false, false, false, false, true]);
  });

  test('[LAY-8] a link that only follows its ends is not named, one that came or went is', () => {
    const garden = outline('root\n  a\n  b');
    const layout = createLayout(garden.map, measurer);
    const link = linkBetween(garden.id('a'), garden.id('b'), '');
    expect(put(garden, layout, link)).toEqual({ changed: [`link:${link.id}`], removed: [] });
    const before = layout.scene.visible(layout.bounds()).at(-1);
    const longer = must(garden.change({ kind: 'set', id: garden.id('a'), fields: { text: 'a\nb\nc\nd' } }));
    const followed = layout.update(garden.map, longer.touched);
    expect([...followed.changed].filter((id) => id.startsWith('link:'))).toEqual([]);
    expect(layout.scene.visible(layout.bounds()).at(-1)?.group.bounds).not.toEqual(before?.group.bounds);
    const gone = must(garden.change({ kind: 'unlink', id: link.id }));
    expect([...layout.update(garden.map, gone.touched).removed]).toEqual([`link:${link.id}`]);
  });

  test('[LAY-10] a link is hit where it runs, and before the line of a branch below it', () => {
    const garden = outline('root\n  a\n  b', {
      a: { offset: { x: 300, y: -200 } },
      b: { offset: { x: 300, y: 200 } },
    });
    const layout = createLayout(garden.map, measurer);
    const link = linkBetween(garden.id('a'), garden.id('b'), 'with');
    put(garden, layout, link);
    const label = layout.scene
      .visible(layout.bounds())
      .at(-1)
      ?.group.commands.find(({ kind }) => kind === 'text');
    const { x, y, width, height } = label?.bounds ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(layout.hit({ x: x + width / 2, y: y + height / 2 }, 0)).toEqual({
      kind: 'link',
      id: link.id,
    });
  });
});

test('[LAY-7] the comments of an item are counted anew when the last of a thread goes', () => {
  const garden = outline('root\n  a');
  const layout = createLayout(garden.map, measurer);
  const plain = layout.box(garden.id('a'))?.width ?? 0;
  const said = { thread: newThreadId(ids), item: garden.id('a'), id: newCommentId(ids) };
  layout.update(garden.map, must(garden.change({ kind: 'comment', ...said, text: 'why?' })).touched);
  expect(layout.box(garden.id('a'))?.width).toBeGreaterThan(plain);
  const taken = must(garden.change({ kind: 'edit-comment', thread: said.thread, id: said.id, text: null }));
  layout.scene.takeDamage();
  layout.update(garden.map, taken.touched);
  expect(layout.box(garden.id('a'))?.width).toBe(plain);
  expect(layout.scene.takeDamage()).not.toEqual([]);
});

function linkBetween(from: ItemId, to: ItemId, label: string): Link {
  return { id: newLinkId(ids), from, to, label, colour: null, arrow: 'end', points: [] };
}

function put(garden: Outline, layout: Layout, link: Link): { changed: string[]; removed: string[] } {
  const { changed, removed } = layout.update(garden.map, must(garden.change({ kind: 'link', link })).touched);
  return { changed: [...changed], removed: [...removed] };
}

const WAYS = ['values', 'keys', 'entries', 'forEach', Symbol.iterator] as const;

/** Until the answer is called, whoever reads one of these maps from one end to the other fails. */
function forbidReading(...maps: readonly object[]): () => void {
  const read = (): never => {
    throw new Error('all of them are read');
  };
  for (const map of maps) for (const way of WAYS) Object.defineProperty(map, way, { value: read, configurable: true });
  return () => {
    for (const map of maps) for (const way of WAYS) Reflect.deleteProperty(map, way);
  };
}

/** What reading it does while that is forbidden: the oracle of the test is alive. */
function forbidden(map: ReadonlyMap<unknown, unknown>): () => void {
  return () => {
    const allow = forbidReading(map);
    try {
      map.forEach(() => undefined);
    } finally {
      allow();
    }
  };
}
