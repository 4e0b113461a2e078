import type { Op } from '../changes/change.ts';
import { must } from '@bough/base';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { apply, applyOps, childrenOf, emptyMap, rollback } from './apply.ts';
import { check } from './check.ts';
import { encodeMap, encodeVisible } from '../stored/encode.ts';
import { LIMITS } from '../model/limits.ts';
import { decodeMap } from '../stored/decode.ts';
import type { MindMap } from '../model/model.ts';
import { Dice } from '../testing/dice.ts';
import { holdLawsOfApply, randomChange, randomMap } from '../testing/laws.ts';
import { Memory } from '../testing/random-ops.ts';
import { add, ANN, BEN, commentId, edit, itemId, linkId, mapOf, parsed, refusal, threadId } from '../testing/scene.ts';
import { runStale } from '../testing/stale-run.ts';

const SEEDS = Array.from({ length: 12 }, (_, i) => 100 + i);

test.for(SEEDS)(
  '[MAP-1] [MAP-3] [MAP-4] [MAP-5] [MAP-6] laws of a random history, seed %i',
  { timeout: 30_000 },
  (seed) => {
    const tally = holdLawsOfApply(seed, 120);
    expect(tally.applied).toBeGreaterThan(50);
    expect(tally.refused).toBeGreaterThan(0);
  },
);

test.for([1, 2, 3])(
  '[MAP-7] people who lag behind the log end in the same map, seed %i',
  { timeout: 30_000 },
  (seed) => {
    const tally = runStale(seed, 2500);
    expect(tally.refused).toBeGreaterThan(0);
    expect(tally.recovered).toBeGreaterThan(0);
    expect(tally.transformed).toBeGreaterThan(0);
    expect([...tally.reasons.keys()]).not.toContain('malformed');
  },
);

test('[MAP-1] whatever the ops are, the answer is a value and the map is sound', () => {
  const map = randomMap(new Dice(5), 80);
  const before = encodeMap(map);
  fc.assert(
    fc.property(fc.anything(), (ops) => {
      const outcome = applyOps(map, { author: ANN, at: 1, ops: ops as readonly Op[] });
      expect(outcome.ok ? [] : outcome.error.reason).toEqual(outcome.ok ? [] : 'malformed');
      if (outcome.ok) rollback(map, outcome.value);
    }),
    { seed: 1, numRuns: 500 },
  );
  expect(encodeMap(map)).toBe(before);
});

test('[MAP-1] lawful ops with one value replaced by anything neither throw nor leave an unsound map', () => {
  const dice = new Dice(6);
  const memory = new Memory();
  const map = randomMap(dice, 80, memory);
  const junk: unknown[] = [
    null,
    undefined,
    '',
    'x',
    0,
    -1,
    1e9,
    0.5,
    Number.NaN,
    [],
    {},
    true,
    '\ud800',
    ['a'],
    { x: 1, y: Infinity },
  ];
  let refused = 0;
  for (let i = 0; i < 3000; i++) {
    const change = randomChange(dice, map, memory);
    const [first] = change.ops;
    if (first === undefined) continue;
    const hostile: Record<string, unknown> = { ...first };
    const key = dice.any(Object.keys(hostile)) ?? 'kind';
    hostile[key] = dice.any(junk);
    const outcome = applyOps(map, { ...change, ops: [hostile as unknown as Op] });
    if (!outcome.ok) refused++;
    else if (map.items.size > 60) rollback(map, outcome.value);
  }
  expect(check(map)).toEqual([]);
  expect(refused).toBeGreaterThan(1000);
});

test('[MAP-42] what was parsed is not looked at again when it is applied', () => {
  const map = mapOf({ a: null, b: 'a' });
  let looks = 0;
  const watched = (op: Op): Op =>
    new Proxy(op, {
      ownKeys: (target) => {
        looks++;
        return Reflect.ownKeys(target);
      },
    });
  const [a, b] = [itemId('a'), itemId('b')];
  const ops: Op[] = [
    { kind: 'splice', id: a, field: 'text', at: 0, remove: 1, insert: 'A' },
    { kind: 'set', id: b, fields: { note: 'x' } },
    { kind: 'move', id: b, parent: null, order: 'a1' },
    { kind: 'remove', id: a },
  ];
  const change = { author: ANN, at: 1, ops: parsed(...ops.map(watched)) };
  const before = looks;
  expect(before).toBeGreaterThanOrEqual(ops.length);
  must(apply(map, change));
  expect(looks).toBe(before);
});

test('[MAP-2] when the last op is refused, the ops before it are not there either', () => {
  const map = mapOf({ a: null, b: 'a' });
  const before = encodeMap(map);
  const why = refusal(map, add('c', 'a'), { kind: 'remove', id: itemId('b') }, add('c', 'a'));
  expect(why).toMatchObject({ reason: 'exists', op: 2 });
  expect(encodeMap(map)).toBe(before);
  expect(check(map)).toEqual([]);
});

test('[MAP-4] rolling back out of order is a bug of the caller', () => {
  const map = mapOf({ a: null });
  const first = edit(map, add('b', 'a'));
  const second = edit(map, add('c', 'a'));
  expect(() => rollback(map, first)).toThrow('last one first');
  rollback(map, second);
  expect(() => rollback(map, second)).toThrow('last one first');
  rollback(map, first);
  expect(map.items.size).toBe(1);
});

test('[MAP-8] children stand by order key, then by id, and a list once given stays as it was', () => {
  const map = mapOf({ a: null });
  edit(map, add('z', 'a', 'a1'), add('y', 'a', 'a0'), add('x', 'a', 'a1'));
  const given = childrenOf(map, itemId('a'));
  expect(given).toEqual([itemId('y'), itemId('x'), itemId('z')]);
  edit(map, { kind: 'move', id: itemId('y'), parent: itemId('a'), order: 'a2' });
  expect(childrenOf(map, itemId('a'))).toEqual([itemId('x'), itemId('z'), itemId('y')]);
  expect(given).toEqual([itemId('y'), itemId('x'), itemId('z')]);
  expect(childrenOf(map, null)).toEqual([itemId('a')]);
  expect(childrenOf(map, itemId('none'))).toEqual([]);
});

test('[MAP-9] a move below itself is refused, also when only recovering would make it one', () => {
  const map = mapOf({ a: null, b: 'a', c: 'b', gone: null });
  const move = (id: string, parent: string): Op => ({
    kind: 'move',
    id: itemId(id),
    parent: itemId(parent),
    order: 'a0',
  });
  expect(refusal(map, move('a', 'c')).reason).toBe('cycle');
  expect(refusal(map, move('a', 'a')).reason).toBe('cycle');
  edit(map, { kind: 'remove', id: itemId('gone') }, { kind: 'remove', id: itemId('c') });
  edit(map, { kind: 'set', id: itemId('c'), fields: { note: 'late' } });
  const shelf = map.items.get(itemId('c'))?.parent ?? itemId('none');
  edit(map, { kind: 'move', id: shelf, parent: itemId('b'), order: 'a0' });
  // `gone` would come back below the shelf, which stands below `a`.
  expect(refusal(map, move('a', 'gone')).reason).toBe('cycle');
  expect(map.items.has(itemId('gone'))).toBe(false);
  edit(map, { kind: 'remove', id: itemId('a') });
  expect(refusal(map, { kind: 'restore', id: itemId('a'), parent: itemId('b'), order: 'a0' }).reason).toBe('cycle');
});

test('[MAP-10] an id that is taken is refused, also by something removed', () => {
  const map = mapOf({ a: null, b: 'a' });
  edit(map, { kind: 'comment', thread: threadId('t'), item: itemId('a'), id: commentId('c'), text: 'hi' });
  edit(map, { kind: 'remove', id: itemId('b') });
  expect(refusal(map, add('a', null)).reason).toBe('exists');
  expect(refusal(map, add('b', null)).reason).toBe('exists');
  expect(refusal(map, { kind: 'restore', id: itemId('a'), parent: null, order: 'a0' }).reason).toBe('exists');
  const again: Op = { kind: 'comment', thread: threadId('t'), item: itemId('a'), id: commentId('c'), text: 'hi' };
  expect(refusal(map, again).reason).toBe('exists');
  edit(map, { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: null });
  expect(refusal(map, again).reason).toBe('exists');
});

test('[MAP-11] what was never there is missing', () => {
  const map = mapOf({ a: null });
  const none = itemId('none');
  const link = {
    id: linkId('l'),
    from: itemId('a'),
    to: none,
    label: '',
    colour: null,
    arrow: 'end',
    points: [],
  } as const;
  const ops: Op[] = [
    add('b', 'none'),
    { kind: 'set', id: none, fields: {} },
    { kind: 'splice', id: none, field: 'text', at: 0, remove: 0, insert: 'x' },
    { kind: 'move', id: none, parent: null, order: 'a0' },
    { kind: 'move', id: itemId('a'), parent: none, order: 'a0' },
    { kind: 'remove', id: none },
    { kind: 'restore', id: none, parent: null, order: 'a0' },
    { kind: 'link', link },
    { kind: 'unlink', id: linkId('l') },
    { kind: 'comment', thread: threadId('t'), item: none, id: commentId('c'), text: '' },
    { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: 'x' },
    { kind: 'resolve', thread: threadId('t'), isResolved: true },
  ];
  for (const op of ops) expect(refusal(map, op).reason, op.kind).toBe('missing');
});

test('[MAP-12] a splice outside the text or through a surrogate pair is malformed', () => {
  const map = mapOf({ a: null });
  edit(map, { kind: 'set', id: itemId('a'), fields: { text: 'x🌳y' } });
  const splice = (at: number, remove: number, insert = ''): Op => {
    return { kind: 'splice', id: itemId('a'), field: 'text', at, remove, insert };
  };
  for (const op of [
    splice(2, 0, 'z'),
    splice(0, 2),
    splice(2, 1),
    splice(5, 0),
    splice(0, 5),
    splice(0, 0, '\udf33'),
  ]) {
    expect(refusal(map, op).reason).toBe('malformed');
  }
  edit(map, splice(1, 2, '🌲'));
  expect(map.items.get(itemId('a'))?.text).toBe('x🌲y');
});

test('[MAP-13] each limit of a text is refused one unit beyond it', () => {
  const map = mapOf({ a: null });
  const id = itemId('a');
  for (const field of ['text', 'note'] as const) {
    edit(map, { kind: 'set', id, fields: { [field]: 'x'.repeat(LIMITS[field]) } });
    expect(refusal(map, { kind: 'splice', id, field, at: 0, remove: 0, insert: 'y' }).reason).toBe('limit');
    edit(map, { kind: 'splice', id, field, at: 0, remove: 1, insert: 'y' });
    expect(refusal(map, { kind: 'set', id, fields: { [field]: 'x'.repeat(LIMITS[field] + 1) } }).reason).toBe(
      'malformed',
    );
  }
});

test('[MAP-13] a map has no more levels than its limit, by adding or by moving', () => {
  const map = emptyMap();
  edit(map, add('i1', null));
  for (let i = 2; i <= LIMITS.depth; i++) edit(map, add(`i${i}`, `i${i - 1}`));
  expect(refusal(map, add('deep', `i${LIMITS.depth}`)).reason).toBe('limit');
  edit(map, add('other', null), add('child', 'other'));
  const move = (parent: string): Op => ({ kind: 'move', id: itemId('other'), parent: itemId(parent), order: 'a0' });
  expect(refusal(map, move(`i${LIMITS.depth - 1}`)).reason).toBe('limit');
  edit(map, move(`i${LIMITS.depth - 2}`));
  expect(check(map)).toEqual([]);
  // A branch that was deep once, and no longer is, fits where its present depth fits.
  edit(map, { kind: 'remove', id: itemId('child') }, move(`i${LIMITS.depth - 1}`));
  expect(check(map)).toEqual([]);
});

test('[MAP-13] an item beside others on the last level is added without counting all levels again', () => {
  const map = emptyMap();
  edit(map, add('i1', null));
  for (let i = 2; i <= LIMITS.depth; i++) edit(map, add(`i${i}`, `i${i - 1}`));
  const get = vi.spyOn(map.items, 'get');
  for (let n = 0; n < 100; n++) edit(map, add(`beside${n}`, `i${LIMITS.depth - 1}`));
  expect(get.mock.calls.length).toBeLessThan(100 * 50);
});

test('[MAP-13] what was removed from the deepest place comes back as a root of its own', () => {
  const map = emptyMap();
  edit(map, add('i1', null));
  for (let i = 2; i <= LIMITS.depth; i++) edit(map, add(`i${i}`, `i${i - 1}`));
  edit(map, { kind: 'remove', id: itemId('i1') });
  edit(map, { kind: 'set', id: itemId('i1'), fields: { note: 'late' } });
  expect(map.items.get(itemId('i1'))?.parent).toBeNull();
  expect(map.items.size).toBe(LIMITS.depth + 1);
  expect(check(map)).toEqual([]);
});

/** So many roots and nothing else, read from storage since that is fastest. */
function crowdedMap(count: number): MindMap {
  const ids = Array.from({ length: count }, (_, i) => itemId(`n${String(i).padStart(6, '0')}`));
  const fill = <T>(value: T): T[] => Array.from({ length: count }, () => value);
  const empty = JSON.parse(encodeMap(emptyMap())) as object;
  const items = { ids, orders: fill('a0'), texts: fill(''), levels: fill(1), rest: [] };
  return must(decodeMap({ ...empty, items }));
}

test(
  '[MAP-13] a map has no more items, and a change no more ops and text, than their limits',
  { timeout: 30_000 },
  () => {
    const map = crowdedMap(LIMITS.items - 1);
    edit(map, add('last', null));
    expect(map.items.size).toBe(LIMITS.items);
    expect(refusal(map, add('more', null)).reason).toBe('limit');
    edit(map, { kind: 'remove', id: itemId('n000000') }, add('more', null));
    // The map is full: what was removed cannot come back.
    expect(refusal(map, { kind: 'set', id: itemId('n000000'), fields: { note: 'x' } }).reason).toBe('limit');
    const set: Op = { kind: 'set', id: itemId('n000001'), fields: {} };
    expect(refusal(map, ...Array.from({ length: LIMITS.ops + 1 }, () => set)).reason).toBe('malformed');
    const large: Op = { kind: 'set', id: itemId('n000001'), fields: { text: 'x'.repeat(LIMITS.text) } };
    expect(refusal(map, large, large, large).reason).toBe('malformed');
    edit(map, large, large);
  },
);

test('[MAP-13] links, threads and comments have their limits', { timeout: 30_000 }, () => {
  const map = mapOf({ a: null, b: null });
  const link = (i: number): Op => {
    const ends = { from: itemId('a'), to: itemId('b') };
    return { kind: 'link', link: { id: linkId(`l${i}`), ...ends, label: '', colour: null, arrow: 'end', points: [] } };
  };
  const talk = (thread: string, i: number): Op => {
    return { kind: 'comment', thread: threadId(thread), item: itemId('a'), id: commentId(`c${i}`), text: '' };
  };
  const many = (count: number, make: (i: number) => Op): void => {
    for (let i = 0; i < count; i += 4000)
      edit(map, ...Array.from({ length: Math.min(4000, count - i) }, (_, j) => make(i + j)));
  };
  many(LIMITS.links, link);
  expect(refusal(map, link(LIMITS.links)).reason).toBe('limit');
  edit(map, link(0));
  for (let i = 0; i < LIMITS.comments; i++) edit(map, talk('t', i));
  expect(refusal(map, talk('t', LIMITS.comments)).reason).toBe('limit');
  many(LIMITS.threads - 1, (i) => talk(`u${i}`, 0));
  expect(refusal(map, talk('v', 0)).reason).toBe('limit');
});

test('[MAP-3] comments keep author and time when an undo brings them back', () => {
  const map = mapOf({ a: null });
  applyOps(map, {
    author: BEN,
    at: 5,
    ops: [{ kind: 'comment', thread: threadId('t'), item: itemId('a'), id: commentId('c'), text: 'x' }],
  });
  const before = encodeVisible(map);
  const gone = edit(map, { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: null });
  expect(map.threads.size).toBe(0);
  edit(map, ...gone.inverse);
  expect(encodeVisible(map)).toBe(before);
});
