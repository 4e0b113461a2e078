import { makeIds, parsePersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import {
  applyOps,
  childrenOf,
  emptyMap,
  type ItemId,
  newCommentId,
  newItemId,
  newLinkId,
  newThreadId,
  type Op,
  ordersBetween,
} from '@bough/map';
import { describe, expect, it } from 'vitest';
import { type RowCounts, ROWS, rowsOf } from './tree-rows.ts';

function star(branches: number): { readonly map: ReturnType<typeof emptyMap>; readonly ids: ItemId[] } {
  const random = seededRandom(3);
  const ids = makeIds(new VirtualClock(), random);
  const map = emptyMap();
  const root = newItemId(ids);
  const ops: Op[] = [{ kind: 'add', id: root, parent: null, order: 'a0', fields: { text: 'root' } }];
  for (const order of ordersBetween(null, null, branches, random)) {
    ops.push({ kind: 'add', id: newItemId(ids), parent: root, order, fields: { text: order } });
  }
  const author = parsePersonId(ids.long());
  if (author !== null) expect(applyOps(map, { author, at: 0, ops }).ok).toBe(true);
  return { map, ids: [root, ...childrenOf(map, root)] };
}

describe('tree rows', () => {
  it('[EDIT-50] a small map is there as a whole, with levels and places', () => {
    const { map, ids } = star(3);
    const rows = rowsOf(map, ids[2] ?? null, new Set(ids.slice(2, 3)));
    expect(rows.map((row) => [row.level, row.position, row.siblings, row.isExpanded, row.isSelected])).toEqual([
      [1, 1, 1, true, false],
      [2, 1, 3, null, false],
      [2, 2, 3, null, true],
      [2, 3, 3, null, false],
    ]);
  });

  it('[EDIT-69] a row has what is said of its item beside the words', () => {
    const { map, ids } = star(1);
    const rows = rowsOf(map, null, new Set(), ({ id, text }) => ({
      words: `heard ${text}`,
      beside: id === ids[0] ? `about ${text}` : '',
    }));
    expect(rows.map(({ beside }) => beside)).toEqual(['about root', '']);
    expect(rows[0]?.words).toBe('heard root');
    const plain = rowsOf(map, null, new Set());
    expect(plain.map(({ beside }) => beside)).toEqual(['', '']);
    expect(plain[0]?.words).toBe('root');
  });

  it('[EDIT-50] of a large one the focused item and its neighbours', () => {
    const { map, ids } = star(2000);
    const focus = ids[1000] ?? null;
    const rows = rowsOf(map, focus, new Set());
    expect(rows.length).toBeLessThanOrEqual(ROWS.around + 2);
    for (const id of [ids[0], ids[999], focus, ids[1001]]) expect(rows.some((row) => row.id === id)).toBe(true);
  });

  it('[EDIT-75] each row counts the comments, links and what is folded away of its item', () => {
    const { map, ids } = star(2);
    const [root, first, second] = ids;
    if (root === undefined || first === undefined || second === undefined) throw new Error('they are there');
    const author = parsePersonId(makeIds(new VirtualClock(), seededRandom(3)).long());
    const made = makeIds(new VirtualClock(), seededRandom(4));
    const ops: Op[] = [
      { kind: 'set', id: root, fields: { isFolded: true } },
      {
        kind: 'link',
        link: { id: newLinkId(made), from: first, to: second, label: '', colour: null, arrow: 'end', points: [] },
      },
      { kind: 'comment', thread: newThreadId(made), item: second, id: newCommentId(made), text: 'why' },
    ];
    if (author !== null) expect(applyOps(map, { author, at: 0, ops }).ok).toBe(true);
    const told = (id: ItemId) => {
      const counted = new Map<ItemId, RowCounts>();
      rowsOf(
        map,
        id,
        new Set(),
        (item, counts) => (counted.set(item.id, counts), { words: '', beside: '' }),
        undefined,
        () => 7,
      );
      return counted.get(id);
    };
    const nothing = { comments: 0, links: 0, folded: 0 };
    expect(told(root)).toEqual({ ...nothing, folded: 7 });
    if (author !== null)
      applyOps(map, { author, at: 0, ops: [{ kind: 'set', id: root, fields: { isFolded: false } }] });
    expect(told(first)).toEqual({ ...nothing, links: 1 });
    expect(told(second)).toEqual({ ...nothing, comments: 1, links: 1 });
  });
});
