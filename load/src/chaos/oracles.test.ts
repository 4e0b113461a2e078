import { applyOps, emptyMap, encodeMap, mapHash, type NumberedChange } from '@bough/map';
import { Dice, Memory, parsed, randomOps } from '@bough/map/testing';
import type { Saved } from '@bough/sync';
import { expect, test } from 'vitest';
import {
  commentProblems,
  type Ended,
  fateProblems,
  inferredProblems,
  isTooEarly,
  leftProblems,
  mapProblems,
  orderProblems,
  revokedProblems,
  shownProblems,
  type Witness,
} from './oracles.ts';

const LINEAGE = 'a-lineage';
const IDS = new Dice(1).ids;
const ANN = IDS.long() as NumberedChange['author'];

/** Twenty changes of one person, and what they make. */
function played(): { readonly ended: Ended; readonly ann: Witness } {
  const [dice, memory, map] = [new Dice(5), new Memory(), emptyMap()];
  const beginning = encodeMap(map);
  const log: NumberedChange[] = [];
  while (log.length < 20) {
    const ops = parsed(...randomOps(dice, map, memory));
    const seq = log.length + 1;
    const change = { seq, client: 'one' as NumberedChange['client'], counter: seq, author: ANN, at: 1_000 + seq, ops };
    if (ops.length > 0 && applyOps(map, change).ok) log.push(change);
  }
  const ended = { beginning, log, document: encodeMap(map), lineages: [{ id: LINEAGE, from: 0 }] };
  const put = new Map(log.map(({ counter, ops }) => [counter, ops]));
  const acknowledged = new Map(log.map(({ counter, seq }) => [counter, { lineage: LINEAGE, seq }]));
  const heard = [{ atMs: 10, lineage: LINEAGE, changes: log }];
  return { ended, ann: { id: ANN, client: 'one', put, acknowledged, refused: new Set(), heard, hash: mapHash(map) } };
}

/** The log with one of its changes made otherwise. */
function withChange(
  log: readonly NumberedChange[],
  at: number,
  more: Partial<NumberedChange>,
): readonly NumberedChange[] {
  return log.map((change, n) => (n === at ? { ...change, ...more } : change));
}

const { ended, ann } = played();
const { log } = ended;

test('of what went well nothing is said', () => {
  expect(orderProblems(log)).toEqual([]);
  expect(mapProblems(ended, [ann])).toEqual([]);
  expect(commentProblems(ended)).toEqual([]);
  expect(fateProblems(ended, ann)).toEqual([]);
  expect(shownProblems(ended, ann)).toEqual([]);
  expect(revokedProblems(ended, ann, { atMs: 11, atSeq: 20 })).toEqual([]);
});

test('numbers with a gap, a change that stands twice and one out of its order are found', () => {
  expect(orderProblems(log.toSpliced(7, 1))[0]).toMatch(/^S4: number 9 stands at 8/);
  expect(orderProblems(withChange(log, 7, { counter: 7 }))).toContain(`S2: ${ANN} one/7 stands twice`);
  expect(orderProblems(withChange(log, 7, { counter: 3 }))[0]).toMatch(/^S3: /);
});

test('a document that is not what its changes make, and a copy that is another map, are found', () => {
  expect(mapProblems({ ...ended, document: encodeMap(emptyMap()) }, [])).toContain(
    'S7: the document is not what its changes make',
  );
  expect(mapProblems(ended, [{ ...ann, hash: 'another' }])).toEqual([`S12: ${ANN} has another map than the server`]);
  expect(mapProblems(ended, [{ ...ann, hash: null }])).toEqual([]);
});

test('a change that is gone, kept twice, kept as something else, or never written is found; one that was refused is not missed', () => {
  // One that more than takes text away.
  const at = log.findLastIndex(({ ops }) => ops.some(({ kind }) => kind === 'add'));
  const without = { ...ended, log: log.toSpliced(at, 1) };
  expect(fateProblems(without, ann)[0]).toContain(`S1, S18: ${ANN}/${at + 1} is neither kept nor refused`);
  expect(fateProblems(without, { ...ann, refused: new Set([at + 1]) })).toEqual([]);
  const twice = { ...ended, log: [...log, ...log.slice(3, 4)] };
  expect(fateProblems(twice, ann)).toContain(`S1: ${ANN}/4 stands 2 times`);
  const [first] = log;
  const other = { ...ended, log: withChange(log, at, { ops: first?.ops ?? parsed() }) };
  expect(fateProblems(other, ann)).toContain(`S1: ${ANN}/${at + 1} stands as something else`);
  const put = new Map([...ann.put].filter(([counter]) => counter !== at + 1));
  expect(fateProblems(ended, { ...ann, put })).toEqual([`S1: ${ANN}/${at + 1} stands in the log, and nobody wrote it`]);
});

test('what was shown or acknowledged and is other now is found, but not under a name that the order has lost', () => {
  const other = { ...ended, log: withChange(log, 11, { at: 5 }) };
  expect(shownProblems(other, ann)).toEqual([`S5: ${ANN} was shown another change as number 12 of ${LINEAGE}`]);
  const shorter = { ...ended, log: log.slice(0, 19) };
  expect(shownProblems(shorter, ann).map((problem) => problem.slice(0, 3))).toEqual(['S5:', 'S5:']);
  const renamed = [...ended.lineages, { id: 'another', from: 19 }];
  expect(shownProblems({ ...shorter, lineages: renamed }, ann)).toEqual([]);
});

test('what somebody is shown or writes after access has ended is found', () => {
  expect(revokedProblems(ended, ann, { atMs: 9, atSeq: 20 })[0]).toMatch(/^S13: .* was shown/);
  expect(revokedProblems(ended, ann, { atMs: 11, atSeq: 18 })[0]).toMatch(/^S13: 2 changes/);
});

test('a comment that is gone and one that is another’s are found; one that was taken back is not missed', () => {
  const said = log.flatMap((change) => change.ops).find((op) => op.kind === 'comment');
  if (said === undefined) throw new Error('nobody says anything in these changes');
  const { thread, item } = said;
  const id = IDS.short() as typeof said.id;
  const ops = parsed({ kind: 'comment', thread, item, id, text: 'Well said' });
  const back = parsed({ kind: 'edit-comment', thread, id, text: null });
  const added = [...log, { ...log[19], seq: 21, counter: 21, ops }] as readonly NumberedChange[];
  expect(commentProblems({ ...ended, log: added })).toEqual(['S1: the comment of change 21 is gone']);
  const taken = [...added, { ...log[19], seq: 22, counter: 22, ops: back }] as readonly NumberedChange[];
  expect(commentProblems({ ...ended, log: taken })).toEqual([]);
  const first = log.findIndex((change) => change.ops.some(({ kind }) => kind === 'comment'));
  expect(first).toBeGreaterThan(-1);
  const other = { ...ended, log: withChange(log, first, { author: IDS.long() as NumberedChange['author'] }) };
  expect(commentProblems(other)).toEqual([`S1: the comment of change ${first + 1} is another's`]);
});

test('what a browser goes on keeping when all is well is found, but not what the second location may lack', () => {
  const lineages = [{ id: LINEAGE, from: 0 }];
  const change = { counter: 3, base: 0, at: 0, ops: parsed() };
  const kept = { pending: [], acknowledged: [{ ...change, lineage: LINEAGE, seq: 8 }] } satisfies Partial<Saved>;
  expect(leftProblems(ANN, { ...kept, pending: [change] }, lineages, 7)[0]).toMatch(/^S1: .*\/3 waits/);
  expect(leftProblems(ANN, kept, lineages, 7)).toEqual([]);
  expect(leftProblems(ANN, kept, lineages, null)).toEqual([]);
  expect(leftProblems(ANN, kept, [...lineages, { id: 'another', from: 7 }], 8)).toEqual([]);
  expect(leftProblems(ANN, kept, lineages, 8)[0]).toMatch(/^S18: .*\/3 stays/);
});

test('a change is forgotten too early where the second location lacks it, and not where its order has lost it', () => {
  const lineages = [{ id: LINEAGE, from: 0 }];
  const change = { lineage: LINEAGE, seq: 8 };
  expect(isTooEarly(change, lineages, 8)).toBe(false);
  expect(isTooEarly(change, lineages, 7)).toBe(true);
  expect(isTooEarly(change, lineages, 0)).toBe(true);
  expect(isTooEarly(change, [...lineages, { id: 'another', from: 7 }], 7)).toBe(false);
});

test('changes that their author took for refused and that stand in the log are found, and a few are let pass', () => {
  const person = { id: ANN, client: 'one' };
  expect(inferredProblems(ended, [{ ...person, inferred: new Set([1, 2, 3, 4, 5, 99]) }])).toEqual([]);
  expect(inferredProblems(ended, [{ ...person, inferred: new Set([3, 4, 5, 6, 7, 8]) }])).toEqual([
    'S1: 6 changes were told as refused, and stand in the log, the first as number 3',
  ]);
  expect(inferredProblems(ended, [{ ...person, id: 'ben', inferred: new Set([3, 4, 5, 6, 7, 8]) }])).toEqual([]);
});
