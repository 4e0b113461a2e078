import { must } from '@bough/base';
import { applyOps, emptyMap, encodeVisible, type ItemId, type MindMap, type Op } from '@bough/map';
import { Dice, Memory, randomOps } from '@bough/map/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anAdd, ITEM, PERSON } from '../testing/samples.ts';
import { UndoHistory } from './undo.ts';

const CHILD = 'item00000002' as ItemId;
const THEIRS = 'item00000003' as ItemId;

/** One person with a map and a history; what others do comes in between. */
class Author {
  readonly map: MindMap = emptyMap();
  readonly history = new UndoHistory();
  #counter = 0;

  do(ops: readonly Op[], step?: string, nowMs = 0): boolean {
    const applied = applyOps(this.map, { author: PERSON, at: 1, ops });
    if (!applied.ok) return false;
    this.history.did(++this.#counter, this.history.stepOf(step, nowMs), applied.value.inverse);
    return true;
  }

  others(ops: readonly Op[]): boolean {
    const applied = applyOps(this.map, { author: PERSON, at: 1, ops });
    if (applied.ok) this.history.foreign(ops, Infinity);
    return applied.ok;
  }

  undo(): boolean {
    const ops = this.history.takeUndo(this.map);
    if (ops === null) return false;
    this.history.undid(++this.#counter, must(applyOps(this.map, { author: PERSON, at: 1, ops })).inverse);
    return true;
  }

  redo(): boolean {
    const ops = this.history.takeRedo(this.map);
    if (ops === null) return false;
    this.history.redid(++this.#counter, must(applyOps(this.map, { author: PERSON, at: 1, ops })).inverse);
    return true;
  }

  text(id: ItemId = ITEM): string | undefined {
    return this.map.items.get(id)?.text;
  }
}

const type = (at: number, insert: string): Op => ({ kind: 'splice', id: ITEM, field: 'text', at, remove: 0, insert });

test('[SYNC-23] alone, undoing everything restores every state on the way, and redoing everything does, too', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const dice = new Dice(seed);
      const author = new Author();
      const states = [encodeVisible(author.map)];
      while (states.length < 12) {
        const ops = randomOps(dice, author.map, new Memory()).filter(
          (op) => op.kind !== 'comment' && op.kind !== 'edit-comment',
        );
        if (ops.length > 0 && author.do(ops)) states.push(encodeVisible(author.map));
      }
      const undone: string[] = [];
      while (author.undo()) undone.push(encodeVisible(author.map));
      const distinct = states.filter((state, at) => state !== states[at - 1]);
      expect(undone.at(-1)).toBe(states[0]);
      expect(distinct).toEqual(expect.arrayContaining(undone));
      while (author.redo());
      expect(encodeVisible(author.map)).toBe(states.at(-1));
    }),
    { numRuns: 60 },
  );
});

test('[SYNC-23] own typing is taken back around what others have typed', () => {
  const author = new Author();
  author.others([anAdd(ITEM, 'middle')]);
  author.do([type(6, ' mine')]);
  author.others([type(0, 'theirs ')]);
  expect(author.text()).toBe('theirs middle mine');
  author.undo();
  expect(author.text()).toBe('theirs middle');
  author.others([type(0, 'more ')]);
  author.redo();
  expect(author.text()).toBe('more theirs middle mine');
});

test('[SYNC-24] what others have set, moved or built upon since is left to them', () => {
  const author = new Author();
  author.do([anAdd(ITEM, 'mine')]);
  author.do([{ kind: 'set', id: ITEM, fields: { colour: '1', icon: 'star' } }]);
  author.others([{ kind: 'set', id: ITEM, fields: { colour: '2' } }]);
  author.undo();
  expect(author.map.items.get(ITEM)).toMatchObject({ colour: '2', icon: null });
  author.others([anAdd(THEIRS, 'theirs', ITEM)]);
  expect(author.undo()).toBe(false);
  expect(author.map.items.has(ITEM)).toBe(true);
});

test('[SYNC-24] a move is not taken back when somebody else has moved the item since', () => {
  const author = new Author();
  author.do([anAdd(ITEM), anAdd(CHILD), anAdd(THEIRS)]);
  author.do([{ kind: 'move', id: CHILD, parent: ITEM, order: 'a0' }]);
  author.others([{ kind: 'move', id: CHILD, parent: THEIRS, order: 'a0' }]);
  author.undo();
  expect(author.map.items.get(CHILD)?.parent).toBe(THEIRS);
});

test('[SYNC-25] edits under one name in quick succession are one step; a pause, another name or an end begins another', () => {
  const author = new Author();
  author.others([anAdd(ITEM, '')]);
  for (const [at, letter] of 'abc'.split('').entries()) author.do([type(at, letter)], 'typing', at * 100);
  author.do([type(3, 'd')], 'typing', 2000);
  author.do([type(4, 'e')], 'other', 2001);
  author.history.endStep();
  author.do([type(5, 'f')], 'other', 2002);
  const texts: (string | undefined)[] = [];
  while (author.undo()) texts.push(author.text());
  expect(texts).toEqual(['abcde', 'abcd', 'abc', '']);
});

test('[SYNC-23] a new edit ends what could be done again, and a refused one cannot be taken back', () => {
  const author = new Author();
  author.do([anAdd(ITEM, '')]);
  author.do([type(0, 'a')]);
  author.undo();
  expect(author.history.canRedo).toBe(true);
  author.do([type(0, 'b')]);
  expect(author.history.canRedo).toBe(false);
  author.history.refused(4);
  author.undo();
  expect(author.map.items.size).toBe(0);
});
