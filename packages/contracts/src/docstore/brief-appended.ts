import type { NumberedChange } from '@bough/map';
import type { Append, Appended, AppendOutcome } from './docstore-types.ts';

// Most changes are kept as they were submitted, and whoever submitted them still has them: a brief answer leaves them out and says so
// in their outcomes.

/** The answer without the changes whose ops are those of the submit: the very same list, not one that is like it. */
export function briefAppended(answer: Appended, submit: Append): Appended {
  const moved: NumberedChange[] = [];
  const asGiven = new Set<number>();
  for (const change of answer.changes) {
    const given = submit.changes.find(({ client, counter }) => client === change.client && counter === change.counter);
    if (given !== undefined && given.ops === change.ops) asGiven.add(change.seq);
    else moved.push(change);
  }
  if (asGiven.size === 0) return answer;
  const outcomes = answer.outcomes.map((outcome): AppendOutcome =>
    outcome.kind === 'kept' && asGiven.has(outcome.seq) ? { ...outcome, isAsGiven: true } : outcome,
  );
  return { ...answer, outcomes, changes: moved };
}

/** The whole answer to this submit; what is no answer to it stays as brief as it is. */
export function wholeAppended(brief: Appended, submit: Append): Appended {
  const changes = [...brief.changes];
  const outcomes = brief.outcomes.map((outcome, i): AppendOutcome => {
    if (outcome.kind !== 'kept' || outcome.isAsGiven !== true) return outcome;
    const { counter, kind, seq } = outcome;
    const given = submit.changes[i];
    if (given?.counter === counter) changes.push({ ...given, seq });
    return { counter, kind, seq };
  });
  if (brief.changes.length > 0) changes.sort((a, b) => a.seq - b.seq);
  return { ...brief, outcomes, changes };
}
