import type { Op } from '../changes/change.ts';
import { expect, test } from 'vitest';
import { must } from '@bough/base';
import { applyOps, emptyMap, rollback } from '../apply/apply.ts';
import { encodeVisible } from '../stored/encode.ts';
import { Dice } from '../testing/dice.ts';
import { everyOp } from '../testing/every-op.ts';
import { randomChange, randomMap } from '../testing/laws.ts';
import { Memory, randomOps } from '../testing/random-ops.ts';
import { add, ANN, BEN, edit, itemId } from '../testing/scene.ts';
import { transformOps } from '../changes/transform.ts';
import { isSpliced } from '../model/fields.ts';
import type { MindMap } from '../model/model.ts';
import { withoutOverwritten } from './derived/undo-claims.ts';
import { Footprint } from './derived/footprint.ts';
import { isAboutComments } from './derived/role.ts';
import { kindNamed, kindOf, KINDS } from './table.ts';
import { wordsOf } from './derived/words.ts';

// The laws of a kind, over the table: a kind that is added is held to them without a word said here.

const NAMES = Object.keys(KINDS);

test('[MAP-40] every kind has samples and comes up in random histories, where it applies', () => {
  expect([...new Set(everyOp().map((op) => op.kind))]).toEqual(NAMES);
  const applied = new Set<string>();
  const dice = new Dice(40);
  const memory = new Memory();
  const map = randomMap(dice, 100, memory);
  for (let i = 0; i < 500; i++) {
    const change = randomChange(dice, map, memory);
    if (applyOps(map, change).ok) for (const op of change.ops) applied.add(op.kind);
  }
  expect([...applied].toSorted()).toEqual(NAMES.toSorted());
});

test('[MAP-40] no two kinds share a letter, and none has two forms that say the same', () => {
  const letters = Object.values(KINDS).flatMap((kind) => Object.keys(kind.letters));
  expect(new Set(letters).size).toBe(letters.length);
  for (const letter of letters) expect(letter).toMatch(/^[a-z]$/);
});

test('[MAP-40] the size of an op counts all that was written in it', () => {
  const dice = new Dice(41);
  const memory = new Memory();
  const map = randomMap(dice, 100, memory);
  for (let i = 0; i < 500; i++) {
    for (const op of randomOps(dice, map, memory)) {
      const written = wordsOf([op]).reduce((sum, words) => sum + words.length, 0);
      expect(kindOf(op).size(op), op.kind).toBeGreaterThanOrEqual(64 + written);
    }
  }
});

test('[MAP-40] a kind that commenters may send changes nothing but comments; every other kind does', () => {
  const dice = new Dice(42);
  const memory = new Memory();
  const map = randomMap(dice, 100, memory);
  const changing = new Set<string>();
  for (let i = 0; i < 1500; i++) {
    const [op] = randomOps(dice, map, memory);
    if (op === undefined) continue;
    const before = encodeVisible(map, { comments: 'none' });
    const outcome = applyOps(map, { author: ANN, at: 1, ops: [op] });
    // Commenting on what was removed brings it back: comment-rights.ts keeps those who may not edit from that.
    if (!outcome.ok || outcome.value.recovered.length > 0) continue;
    if (encodeVisible(map, { comments: 'none' }) !== before) changing.add(op.kind);
    if (dice.chance(0.7)) rollback(map, outcome.value);
  }
  const editing = everyOp().filter((op) => !isAboutComments(op));
  expect([...changing].toSorted()).toEqual([...new Set(editing.map((op) => op.kind))].toSorted());
});

test('[MAP-40] ops that are not related do the same in either order', () => {
  const dice = new Dice(43);
  const memory = new Memory();
  const map = randomMap(dice, 150, memory);
  const both = (a: Op, b: Op): string | null => {
    const first = applyOps(map, { author: ANN, at: 1, ops: [a] });
    if (!first.ok) return null;
    const second = applyOps(map, { author: ANN, at: 1, ops: [b] });
    const seen = second.ok ? encodeVisible(map) : null;
    if (second.ok) rollback(map, second.value);
    rollback(map, first.value);
    return seen;
  };
  const tried = new Set<string>();
  for (let i = 0; i < 4000; i++) {
    if (dice.chance(0.2)) applyOps(map, randomChange(dice, map, memory));
    const [a] = randomOps(dice, map, memory);
    const [b] = randomOps(dice, map, memory);
    if (a === undefined || b === undefined) continue;
    const footprint = new Footprint();
    footprint.add([a], false);
    if (footprint.isRelatedTo([b])) continue;
    const seen = both(a, b);
    if (seen === null) continue;
    tried.add(a.kind).add(b.kind);
    expect(both(b, a), JSON.stringify([a, b])).toBe(seen);
  }
  // A removal may reach anything.
  expect([...tried, 'remove', 'restore'].toSorted()).toEqual(NAMES.toSorted());
});

test('[MAP-40] undo leaves what somebody else has done since', () => {
  const left = new Set<string>();
  const saying = NAMES.filter((name) => kindNamed(name)?.role === 'edit' && name !== 'remove' && name !== 'unlink');
  // Until each kind has come up: a new one, or a new field, deals the cards anew.
  for (let seed = 0; seed < 50 || (seed < 1000 && saying.some((name) => !left.has(name))); seed++) {
    const dice = new Dice(seed);
    const memory = new Memory();
    const map = randomMap(dice, 12, memory);
    for (let i = 0; i < 100; i++) {
      const own = applyOps(map, { author: ANN, at: 1, ops: randomOps(dice, map, memory).slice(0, 1) });
      if (!own.ok) continue;
      const before = factsOf(map);
      const [theirs] = randomOps(dice, map, memory);
      const other = theirs && applyOps(map, { author: BEN, at: 1, ops: [theirs] });
      if (theirs && other?.ok === true) {
        const said = [...factsOf(map)].filter(([name, value]) => before.get(name) !== value);
        const overwritten = (inverse: readonly Op[]): string[] => {
          const undone = applyOps(map, { author: ANN, at: 1, ops: transformOps(inverse, [theirs]).ops });
          if (!undone.ok) return [];
          const now = factsOf(map);
          rollback(map, undone.value);
          return said.filter(([name, value]) => now.get(name) !== value).map(([name]) => name);
        };
        const { inverse } = own.value;
        if (overwritten(inverse).length > 0) left.add(theirs.kind);
        const says = JSON.stringify([inverse, theirs]);
        expect(overwritten(withoutOverwritten(inverse, [theirs], map, [])), says).toEqual([]);
        rollback(map, other.value);
      }
      if (dice.chance(0.7)) rollback(map, own.value);
    }
  }
  expect([...left]).toEqual(expect.arrayContaining(saying));
});

test('[MAP-40] a side that somebody set by a move since is left, and so is one they set by itself', () => {
  const place = { id: itemId('a'), parent: itemId('root'), order: 'a5' } as const;
  const moves = { kind: 'move', ...place, side: 'left' } as const;
  const sets = { kind: 'set', id: itemId('a'), fields: { side: 'left' } } as const;
  const undo = (own: Op, theirs: Op): string | null | undefined => {
    const map = emptyMap();
    edit(map, add('root', null), add('a', 'root'));
    const { inverse } = must(applyOps(map, { author: ANN, at: 1, ops: [own] }));
    must(applyOps(map, { author: BEN, at: 1, ops: [theirs] }));
    must(applyOps(map, { author: ANN, at: 1, ops: withoutOverwritten(inverse, [theirs], map, []) }));
    return map.items.get(itemId('a'))?.side;
  };
  expect(undo({ ...moves, side: 'right' }, sets)).toBe('left');
  expect(undo({ ...sets, fields: { side: 'right' } }, moves)).toBe('left');
  // A move that says no side leaves mine to be undone.
  expect(undo({ ...sets, fields: { side: 'right' } }, { kind: 'move', ...place })).toBe(null);
});

/** What is set on items, links and the map, but for texts. */
function factsOf({ items, links, settings }: MindMap): Map<string, unknown> {
  const facts = new Map<string, unknown>(Object.entries(settings));
  for (const item of items.values()) {
    for (const [name, value] of Object.entries(item)) if (!isSpliced(name)) facts.set(`${item.id} ${name}`, value);
  }
  for (const link of links.values()) facts.set(link.id, link);
  return facts;
}
