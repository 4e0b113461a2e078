import { makeIds, must } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import type { Change, Op } from '@bough/map';
import { parsed } from '@bough/map/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Appended, briefAppended, clientId, docstoreRoutes, personId, wholeAppended } from '../index.ts';

const ids = makeIds(new VirtualClock(), seededRandom(5));
const client = must(clientId(ids.short()));
const author = must(personId(ids.long()));

const titled = (how: string, i: number): Op => ({ kind: 'settings', fields: { title: `${how} ${i}` } });

/** What became of each change of a submit: kept as it was, kept in another form, kept before, refused. */
const fates = fc.array(fc.constantFrom('as given', 'moved', 'before', 'refused'), { maxLength: 8 });

function answerTo(changes: readonly Change[], what: readonly string[]): Appended {
  let seq = 10;
  const kept: Appended['changes'][number][] = [];
  const outcomes = changes.map((change, i): Appended['outcomes'][number] => {
    const { counter } = change;
    if (what[i] === 'refused') return { counter, kind: 'refused', reason: 'missing', detail: 'x' };
    if (what[i] === 'before') return { counter, kind: 'kept', seq: 1 + i };
    seq++;
    kept.push(what[i] === 'moved' ? { ...change, ops: parsed(titled('moved', i)), seq } : { ...change, seq });
    return { counter, kind: 'kept', seq };
  });
  return { seq, lineage: 'abcdefghijkl', mirrored: 9, outcomes, changes: kept };
}

test('[CON-12] a brief answer and its submit are the whole answer, across the wire too', () => {
  fc.assert(
    fc.property(fates, (what) => {
      const changes = what.map((_, i): Change => ({
        client,
        counter: i + 1,
        author,
        at: 1,
        ops: parsed(titled('given', i)),
      }));
      const submit = { base: 10, changes };
      const answer = answerTo(changes, what);
      const brief = briefAppended(answer, submit);
      expect(brief.changes).toHaveLength(what.filter((each) => each === 'moved').length);
      const wire: unknown = JSON.parse(JSON.stringify({ answers: [brief] }));
      const [read = brief] = must(docstoreRoutes.appendSubmits.answer(wire)).answers;
      expect(wholeAppended(read, submit)).toEqual(answer);
    }),
  );
});

test('[CON-12] what is no answer to the submit adds nothing to it', () => {
  const submit = { base: 0, changes: [] };
  const outcome = { counter: 1, kind: 'kept', seq: 1, isAsGiven: true } as const;
  expect(wholeAppended({ seq: 1, lineage: 'abcdefghijkl', outcomes: [outcome], changes: [] }, submit).changes).toEqual(
    [],
  );
});
