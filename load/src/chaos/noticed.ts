import { tryJson } from '@bough/base';

/** Whether the runs noticed a lie; `untried`: there was no run to its end that could have. */
export interface Noticed {
  readonly kind: 'caught' | 'unseen' | 'untried';
  readonly said: string;
}

/** What a run came to by its report (JSON), or by its last words where it wrote none. */
export function noticed(report: string | null, lastWords: string): Noticed {
  const read = tryJson(report);
  const problems: unknown = Array.isArray(read) ? read[0]?.problems : null;
  if (!Array.isArray(problems)) return { kind: 'untried', said: lastWords };
  const [first] = problems;
  return first === undefined ? { kind: 'unseen', said: '' } : { kind: 'caught', said: String(first).slice(0, 160) };
}
