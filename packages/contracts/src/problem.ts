import type { FailureKind } from '@bough/base';
import { line } from './line.ts';
import { object, oneOf, optional, type ParsedBy, text } from './parser.ts';
import { requestId } from './ids.ts';

/** What the caller should do; see Failure. */
export const problemKind = oneOf('conflict', 'unavailable', 'corrupt', 'invalid', 'denied', 'absent', 'cancelled');

/** Every refusal of every service, as JSON. */
export const problem = object({
  kind: problemKind,
  /** Stable and documented: `<package>/<what>`. */
  code: line(100),
  /** One plain sentence. */
  message: text({ max: 2_000 }),
  hint: optional(text({ max: 2_000 })),
  requestId,
});
export type Problem = ParsedBy<typeof problem>;

const STATUS_OF: Readonly<Record<FailureKind, number>> = {
  conflict: 409,
  unavailable: 503,
  corrupt: 500,
  invalid: 400,
  denied: 403,
  absent: 404,
  cancelled: 499,
};

const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map([
  ['unauthenticated', 401],
  ['no-route', 404],
  ['too-large', 413],
  ['too-many', 429],
  ['no-method', 405],
  ['changed', 412],
  ['key-reused', 422],
]);

/** The HTTP status of a problem: by what its code says after the slash where HTTP has a word for it, else by its kind. */
export function statusOf(refusal: Pick<Problem, 'kind' | 'code'>): number {
  const what = refusal.code.slice(refusal.code.indexOf('/') + 1);
  return STATUS_OF_CODE.get(what) ?? STATUS_OF[refusal.kind];
}
