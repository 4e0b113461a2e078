import { must } from '@bough/base';
import { applyOps, check, childrenOf, decodeMap, encodeVisible, isRecoveredItem, type MindMap } from '@bough/map';
import { differenceBetween } from '@bough/map/difference';
import { Dice, Memory, randomMap, randomOps } from '@bough/map/testing';
import { expect, it } from 'vitest';
import { Table } from '../testing/table.ts';
import { selectionOf } from '../commands/selection.ts';
import { compared, withOldWords } from './compared.ts';

const copyOf = (map: MindMap): MindMap => must(decodeMap(encodeVisible(map)));

it('[EDIT-91] what is gone stands where it stood, old words above the new ones, and what moved is told its old parent', () => {
  const on = new Table('trees\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew');
  const before = copyOf(on.map);
  const named = (text: string) => on.named(text);
  const [oak, acorn, ash, yew] = [named('oak'), named('acorn'), named('ash'), named('yew')];
  on.selection = selectionOf([oak]);
  on.run('delete-branch');
  on.take({ ops: [{ kind: 'set', id: ash, fields: { text: 'beech', isFolded: true } }] });
  on.take({ ops: [{ kind: 'move', id: yew, parent: ash, order: 'a0' }] });
  const after = copyOf(on.map);
  const difference = differenceBetween(before, after);
  const { map, marks, order } = compared(before, after, difference);
  expect(childrenOf(map, named('trees'))).toEqual([oak, ash]);
  expect(childrenOf(map, oak)).toEqual(childrenOf(before, oak));
  expect(map.items.get(ash)?.text).toBe('~~ash~~\nbeech');
  expect(map.items.get(ash)?.isFolded).toBe(false);
  expect(marks.get(acorn)).toEqual({ kind: 'removed', from: null });
  expect(marks.get(ash)).toEqual({ kind: 'changed', from: null });
  expect(marks.get(yew)).toEqual({ kind: 'moved', from: named('trees') });
  expect(order.slice(0, 2)).toEqual([oak, acorn]);
  expect(order.slice(-2)).toEqual([ash, yew]);
});

it('[EDIT-91] of any two moments everything that differs is in the map that shows both, and the moments stay as they are', () => {
  let shown = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const dice = new Dice(seed);
    const memory = new Memory();
    const map = randomMap(dice, 40, memory);
    const before = copyOf(map);
    for (let i = 0; i < 40; i++) {
      const author = dice.ids.long() as Parameters<typeof applyOps>[1]['author'];
      applyOps(map, { author, at: i, ops: randomOps(dice, map, memory) });
    }
    const after = copyOf(map);
    const texts = [encodeVisible(before), encodeVisible(after)];
    const difference = differenceBetween(before, after);
    const { map: both, order } = compared(before, after, difference);
    expect(check(both)).toEqual([]);
    const differs = [difference.added, difference.removed, difference.moved, new Set(difference.changed.keys())];
    const all = new Set(differs.flatMap((ids) => [...ids]));
    // What only held what was recovered has a name that nobody can give.
    const some = [...all].filter((id) => !isRecoveredItem(id) || after.items.has(id));
    expect(new Set(order), `seed ${seed}`).toEqual(new Set(some));
    expect([encodeVisible(before), encodeVisible(after)]).toEqual(texts);
    shown += order.length;
  }
  expect(shown).toBeGreaterThan(500);
});

it('[EDIT-91] old words are struck through line by line, and nothing is struck where there was none', () => {
  expect(withOldWords('one\n\ntwo ~~x~~', 'new')).toBe('~~one~~\n~~two x~~\nnew');
  expect(withOldWords('', 'new')).toBe('new');
  expect(withOldWords('old', ' ')).toBe('~~old~~');
});
