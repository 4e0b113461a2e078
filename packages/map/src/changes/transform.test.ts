import type { Op, Splice } from './change.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dice } from '../testing/dice.ts';
import { ghostOf } from './ghost.ts';
import { itemId } from '../testing/scene.ts';
import { Rebase, transformOps } from './transform.ts';

const ID = itemId('a');
const splice = (at: number, remove: number, insert: string): Splice => {
  return { kind: 'splice', id: ID, field: 'text', at, remove, insert };
};
const seeds = fc.integer({ min: 0, max: 0x7fff_ffff });

/** The text after the ops, each of which must lie within it and cut no surrogate pair. */
function run(text: string, ops: readonly Op[]): string {
  let now = text;
  for (const op of ops) {
    if (op.kind === 'set') now = op.fields.text ?? now;
    if (op.kind !== 'splice') continue;
    if (op.at + op.remove > now.length) throw new Error('beyond the text');
    now = now.slice(0, op.at) + op.insert + now.slice(op.at + op.remove);
    if (!now.isWellFormed()) throw new Error('a surrogate pair was cut');
  }
  return now;
}

function someEdits(dice: Dice, base: string, most: number, sets = 0.1): Op[] {
  const ops: Op[] = [];
  let text = base;
  for (let i = dice.below(most + 1); i > 0; i--) {
    const [a, b] = [dice.cut(text), dice.cut(text)];
    const at = Math.min(a, b);
    const whole: Op = { kind: 'set', id: ID, fields: { text: dice.text(8), colour: '3' } };
    ops.push(dice.chance(sets) ? whole : splice(at, dice.chance(0.5) ? 0 : Math.max(a, b) - at, dice.text()));
    text = run(text, ops.slice(-1));
  }
  return ops;
}

test('[MAP-22] whichever of two lists goes first, the text is the same in the end', () => {
  let moved = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const dice = new Dice(seed);
      const base = dice.text(8);
      const early = someEdits(dice, base, 4);
      const late = someEdits(dice, base, 4);
      const after = transformOps(late, early);
      if (after.ops !== late) moved++;
      expect(run(run(base, early), after.ops)).toBe(run(run(base, late), after.over));
    }),
    { seed: 22, numRuns: 4000 },
  );
  expect(moved).toBeGreaterThan(1000);
});

test('[MAP-22] every character that either side put in, and nobody took out, is there once', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const dice = new Dice(seed);
      const base = '.'.repeat(dice.below(20));
      const marked = (letter: string): Op[] => {
        return someEdits(dice, base, 1, 0).map((op) =>
          op.kind === 'splice' ? { ...op, insert: letter.repeat(3) } : op,
        );
      };
      const [early, late] = [marked('A'), marked('B')];
      const text = run(run(base, early), transformOps(late, early).ops);
      expect(text.replaceAll('.', '').split('').sort().join('')).toBe(
        'AAA'.repeat(early.length) + 'BBB'.repeat(late.length),
      );
      expect(text.includes('AAA')).toBe(early.length === 1);
    }),
    { seed: 23, numRuns: 1000 },
  );
});

test('[MAP-37] what was made on top of a change that is taken out stands without it, and keeps what it puts in', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const dice = new Dice(seed);
      const base = '.'.repeat(dice.below(20));
      const edits = (on: string, letter: string): Op[] =>
        someEdits(dice, on, 1, 0).map((op) => (op.kind === 'splice' ? { ...op, insert: letter.repeat(3) } : op));
      const gone = edits(base, 'A');
      const later = edits(run(base, gone), 'B');
      const text = run(base, transformOps(later, ghostOf(gone)).ops);
      expect(text.replaceAll('.', '')).toBe('BBB'.repeat(later.length));
    }),
    { seed: 37, numRuns: 1000 },
  );
});

test('[MAP-23] at the same place, what the log already has stays left', () => {
  const after = transformOps([splice(1, 0, 'late')], [splice(1, 0, 'early')]);
  expect(run(run('xy', [splice(1, 0, 'early')]), after.ops)).toBe('xearlylatey');
  expect(run(run('xy', [splice(1, 0, 'late')]), after.over)).toBe('xearlylatey');
});

test('[MAP-23] a deletion leaves what somebody put into its range', () => {
  const early = [splice(2, 0, 'new')];
  expect(run(run('abcd', early), transformOps([splice(1, 2, '')], early).ops)).toBe('anewd');
});

test('[MAP-24] it makes no difference into which portions the changes in between are cut', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const dice = new Dice(seed);
      const base = dice.text(8);
      const early = someEdits(dice, base, 6);
      const first = someEdits(dice, base, 3);
      const second = someEdits(dice, run(base, first), 3);
      const whole = new Rebase(early);
      const expected = [whole.next(first), whole.next(second)];
      const at = dice.below(early.length + 1);
      let pending: readonly (readonly Op[])[] = [first, second];
      for (const portion of [early.slice(0, at), early.slice(at)]) {
        const rebase = new Rebase(portion);
        pending = pending.map((ops) => rebase.next(ops));
      }
      expect(pending).toEqual(expected);
      // One call per pair of changes, as docstore makes them, comes to the same.
      let over: readonly Op[] = early;
      const oneByOne = [first, second].map((ops) => {
        const both = transformOps(ops, over);
        over = both.over;
        return both.ops;
      });
      expect(oneByOne).toEqual(expected);
    }),
    { seed: 24, numRuns: 2000 },
  );
});

test('[MAP-25] a splice keeps what it puts in when somebody had set the whole text', () => {
  const set: Op = { kind: 'set', id: ID, fields: { text: 'ab', colour: '1' } };
  const after = transformOps([splice(9, 3, 'mine')], [set]);
  expect(run('ab', after.ops)).toBe('abmine');
  expect(after.over).toEqual([{ kind: 'set', id: ID, fields: { text: 'abmine', colour: '1' } }]);
  expect(transformOps([splice(0, 5, '')], [set]).ops).toEqual([]);
  const pair: Op = { kind: 'set', id: ID, fields: { text: '🌳' } };
  expect(run('🌳', transformOps([splice(1, 0, 'x')], [pair]).ops)).toBe('x🌳');
  // The other way round the setting is the later one, and wins.
  expect(transformOps([set], [splice(0, 0, 'x')])).toEqual({ ops: [set], over: [] });
});

test('[MAP-22] ops on other texts, and ops without a place in a text, are handed back as they are', () => {
  const ops: Op[] = [splice(0, 1, 'x'), { kind: 'remove', id: ID }, { kind: 'set', id: ID, fields: { colour: '2' } }];
  const elsewhere: Op[] = [
    { ...splice(0, 5, ''), field: 'note' },
    { ...splice(0, 5, ''), id: itemId('b') },
  ];
  const after = transformOps(ops, elsewhere);
  expect(after.ops).toBe(ops);
  expect(after.over).toEqual(elsewhere);
});
