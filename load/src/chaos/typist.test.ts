import type { ItemId, NumberedChange, Op } from '@bough/map';
import { Dice, parsed } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { lostWords } from './typist.ts';

const IDS = new Dice(1).ids;
const [ANN, BEN] = [IDS.long(), IDS.long()];
const item = IDS.short() as ItemId;

function change(author: string, ...ops: readonly Op[]): NumberedChange {
  const facts = { seq: 1, client: 'one', counter: 1, author, at: 1 };
  return { ...facts, ops: parsed(...ops) } as NumberedChange;
}

function typed(insert: string): Op {
  return { kind: 'splice', id: item, field: 'text', at: 0, remove: 0, insert };
}

test('a word that the page showed and its person did not put into the map is lost', () => {
  const log = [
    change(ANN, { kind: 'add', id: item, parent: null, order: 'a0', fields: { text: 'wo' } }),
    change(BEN, typed('word2')),
    change(ANN, typed('rd'), typed('1')),
  ];
  expect(lostWords(['word1'], log, ANN)).toEqual([]);
  expect(lostWords(['word1', 'word2'], log, ANN)).toEqual([
    'S1: Chromium: "word2" was shown by the page, and is not in the log',
  ]);
});
