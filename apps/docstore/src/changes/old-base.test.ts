import { must } from '@bough/base';
import { type NumberedChange, type Op, parseChange } from '@bough/map';
import { expect, test } from 'vitest';
import { costOf } from './rebase.ts';
import { longHistory } from '../testing/long-history.ts';
import { add, change, itemNamed, mapNamed, typing, writerNamed } from '../testing/test-maps.ts';

// Somebody who says of new text that it was made long ago.

const MAP = mapNamed('one');
const LONG = 5_000;

test('[DOC-250] new text on what lies far back is refused whole, unread, and taken on what there is', async () => {
  const { documents, reads, run } = await longHistory(MAP, LONG);
  const before = reads();
  const changes = [change('bob', 1, add('new', 'an item')), change('bob', 2, typing('root', 0, 'late'))];
  const far = run(documents.append(MAP, { base: 0, changes }));
  await expect(far).rejects.toMatchObject({ code: 'docstore/old-base', kind: 'conflict' });
  expect(reads()).toBe(before);
  const { seq, counter } = await run(documents.state(MAP, writerNamed('bob')));
  expect({ seq, counter }).toEqual({ seq: LONG + 1, counter: 0 });
  const { outcomes } = await run(documents.append(MAP, { base: seq, changes }));
  expect(outcomes).toMatchObject([{ kind: 'kept' }, { kind: 'kept' }]);
  // What was kept is answered as kept, whatever it says it was made on, and so is what is no text.
  const again = await run(documents.append(MAP, { base: 0, changes }));
  expect(again.outcomes).toEqual(outcomes);
  const other = await run(documents.append(MAP, { base: 0, changes: [change('bob', 3, add('more', 'an item'))] }));
  expect(other.outcomes).toMatchObject([{ kind: 'kept' }]);
});

test('[DOC-250] new text on what lies within the last thousands is brought over it', async () => {
  const { documents, run } = await longHistory(MAP, 4_000);
  const { outcomes } = await run(
    documents.append(MAP, { base: 1, changes: [change('bob', 1, typing('root', 0, 'y'))] }),
  );
  expect(outcomes).toMatchObject([{ kind: 'kept' }]);
});

test('[DOC-251] a submit that would be brought over too much is refused before anything of it is kept', async () => {
  const { documents, run } = await longHistory(MAP, 2_000);
  const changes = Array.from({ length: 200 }, (_, n) => change('bob', n + 1, typing('root', 0, 'late')));
  const far = run(documents.append(MAP, { base: 1, changes }));
  await expect(far).rejects.toMatchObject({ code: 'docstore/old-base' });
  expect(await run(documents.state(MAP, writerNamed('bob')))).toMatchObject({ seq: 2_001, counter: 0 });
  // As many on a text that nobody else changed cost nothing.
  const elsewhere = changes.map((_, n) => change('bob', n + 1, typing('warm', 0, 'late')));
  const { outcomes } = await run(documents.append(MAP, { base: 1, changes: elsewhere }));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['kept']));
});

test('[DOC-251] what it costs counts each text by itself, pieces of what is taken out, and long texts', () => {
  const numbered = (...all: readonly (readonly Op[])[]): readonly NumberedChange[] =>
    all.map((ops, n) => ({ ...must(parseChange(change('bob', n + 1, ...ops))), seq: n + 1 }));
  const times = (count: number, op: Op): readonly Op[] => Array.from({ length: count }, () => op);
  const early = numbered(times(10, typing('one', 0, 'x')), times(1_000, typing('two', 0, 'x')));
  expect(costOf(numbered(times(5, typing('one', 0, 'y'))), early)).toBe(5 * 10);
  expect(costOf(numbered(times(5, typing('one', 0, '', 3))), early)).toBe((5 + 10) * 10);
  expect(costOf(numbered(times(5, typing('one', 0, '', 1))), early)).toBe((5 + 5) * 10);
  expect(costOf(numbered([add('three', 'x')]), early)).toBe(0);
  const whole: Op = { kind: 'set', id: itemNamed('one'), fields: { text: 'z'.repeat(6_400) } };
  expect(costOf(numbered([typing('one', 0, 'y')]), numbered([whole, whole]))).toBe(2 * 101);
  const cut = numbered([typing('one', 0, '', 4)]);
  expect(costOf(numbered(times(6, typing('one', 0, 'y'))), cut)).toBe(6 + 4 * 6);
});
