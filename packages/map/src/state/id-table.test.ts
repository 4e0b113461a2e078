import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf, IdTable } from './id-table.ts';
import type { ItemId } from '../model/model.ts';

const id = fc.string({ minLength: 0, maxLength: 12 }).map((text) => text as ItemId);

test('[MAP-38] the table of ids finds every id where it stands, and no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 200 }), fc.array(id, { maxLength: 20 }), (ids, others) => {
      const table = new IdTable(ids);
      expect(table.isDistinct).toBe(true);
      for (const [place, each] of ids.entries()) expect(table.find(each)).toBe(place);
      for (const other of others) expect(table.find(other)).toBe(ids.indexOf(other));
    }),
  );
});

test('[MAP-38] an id that stands twice is noticed, wherever it does', () => {
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 50 }), fc.nat(), fc.nat(), (ids, which, where) => {
      const twin = ids[which % ids.length];
      if (twin === undefined) throw new Error('there is one');
      expect(new IdTable(ids.toSpliced(where % (ids.length + 1), 0, twin)).isDistinct).toBe(false);
    }),
  );
});

test('[MAP-38] ids that were chosen to meet in the table are found in a Map instead', () => {
  const meeting: ItemId[] = [];
  for (let i = 0; meeting.length < 300; i++) {
    const each = i.toString(36).padStart(12, '_') as ItemId;
    if ((hashOf(each) & 1_023) === 7) meeting.push(each);
  }
  const table = new IdTable(meeting);
  expect([table.isCrowded, table.isDistinct]).toEqual([true, true]);
  for (const [place, each] of meeting.entries()) expect(table.find(each)).toBe(place);
  expect(table.find('none' as ItemId)).toBe(-1);
  expect(new IdTable([...meeting, ...meeting.slice(0, 1)]).isDistinct).toBe(false);
});
