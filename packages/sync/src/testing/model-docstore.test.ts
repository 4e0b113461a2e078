import type { ClientId } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import type { Appended } from '@bough/contracts';
import type { Op } from '@bough/map';
import { expect, test } from 'vitest';
import { ModelDocstore } from './model-docstore.ts';
import { aChange, anAdd, CLIENT, ITEM, OTHER, PERSON } from './samples.ts';
import { Trace } from './trace.ts';

const type = (at: number, insert: string, remove = 0): Op => ({
  kind: 'splice',
  id: ITEM,
  field: 'text',
  at,
  remove,
  insert,
});

function append(
  docstore: ModelDocstore,
  base: number,
  counters: Record<number, Op[]>,
  client: ClientId = CLIENT,
): Appended {
  const changes = Object.entries(counters).map(([counter, ops]) => aChange(Number(counter), ops, client));
  let answer: Appended | null = null;
  docstore.append(base, changes, (appended) => {
    answer = appended;
  });
  docstore.startCommit();
  expect(answer).toBeNull();
  docstore.finishCommit();
  if (answer === null) throw new Error('an answer follows the write');
  return answer;
}

function textOf(docstore: ModelDocstore): string {
  let text = '';
  docstore.document((_, written) => {
    text = written;
  });
  return text;
}

function founded(): ModelDocstore {
  const docstore = new ModelDocstore(new Trace(new VirtualClock()));
  append(docstore, 0, { 1: [anAdd(ITEM, 'abc')] }, OTHER);
  return docstore;
}

test('[SYNC-26] what was seen is not kept again, also after a crash', () => {
  const docstore = founded();
  const first = append(docstore, 1, { 1: [type(0, 'x')] });
  docstore.crash(false);
  const again = append(docstore, 1, { 1: [type(0, 'x')] });
  expect(again.outcomes).toEqual(first.outcomes);
  expect(again.changes).toEqual([]);
  expect(docstore.log).toHaveLength(2);
});

test('[SYNC-26] a counter below the last one seen that is not in the log was refused', () => {
  const docstore = founded();
  append(docstore, 1, { 1: [{ kind: 'unlink', id: 'link00000001' as never }], 2: [type(0, 'x')] });
  const again = append(docstore, 1, { 1: [type(0, 'y')], 2: [type(0, 'x')] });
  expect(again.outcomes.map((one) => one.kind)).toEqual(['seen', 'kept']);
});

test('[SYNC-69] a jump is refused whole; a change without ops spends what lies before it', () => {
  const docstore = founded();
  let jumps = 0;
  const tried = (counters: readonly number[], ops: Op[]): void => {
    const changes = counters.map((counter) => aChange(counter, ops));
    docstore.append(
      1,
      changes,
      () => undefined,
      null,
      () => jumps++,
    );
    docstore.startCommit();
    docstore.finishCommit();
  };
  tried([3], [type(0, 'x')]);
  tried([1, 3], [type(0, 'x')]);
  expect([jumps, docstore.log.length]).toEqual([2, 1]);
  const answer = append(docstore, 1, { 40: [], 41: [type(0, 'x')] });
  expect(answer.outcomes).toMatchObject([{ kind: 'seen' }, { kind: 'kept', seq: 2 }]);
  expect(append(docstore, 1, { 7: [type(0, 'late')] }).outcomes).toMatchObject([{ kind: 'seen' }]);
});

test('[SYNC-27] changes of a submit are brought over what came since, a repeated one stands where it stood', () => {
  const docstore = founded();
  append(docstore, 1, { 2: [type(0, '1')] }, OTHER);
  append(docstore, 1, { 1: [type(3, 'd')] });
  append(docstore, 3, { 3: [type(0, '0')] }, OTHER);
  append(docstore, 1, { 1: [type(3, 'd')], 2: [type(4, 'e')] });
  expect(textOf(docstore)).toContain('01abcde');
});

test('[SYNC-27] a refused change does not shift the ones after it', () => {
  const docstore = founded();
  const impossible: Op = { kind: 'move', id: ITEM, parent: ITEM, order: 'a0' };
  const answer = append(docstore, 1, { 1: [type(0, 'lost '), impossible], 2: [type(8, '!')] });
  expect(answer.outcomes).toMatchObject([{ kind: 'refused', reason: 'cycle' }, { kind: 'kept' }]);
  expect(textOf(docstore)).toContain('abc!');
});

test('[SYNC-28] what was not written when the process died was never answered, and is not there', () => {
  const docstore = founded();
  let isAnswered = false;
  docstore.append(1, [aChange(1, [type(0, 'x')])], () => {
    isAnswered = true;
  });
  docstore.startCommit();
  docstore.crash(false);
  docstore.finishCommit();
  expect(isAnswered).toBe(false);
  expect(docstore.log).toHaveLength(1);
  expect(docstore.state({ client: CLIENT, person: PERSON, formerly: null })).toMatchObject({ seq: 1, counter: 0 });
});
