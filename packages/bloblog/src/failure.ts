import { Failure, type FailureDetails } from '@bough/base';

/** What can go wrong with a log and its store; every code is explained in SPEC.md. */
export class LogFailure extends Failure {
  override readonly code: LogFailureCode;
  /** What stands in the place of an object that cannot be opened, so that it can be replaced; null elsewhere. */
  readonly etag: string | null;

  constructor(
    message: string,
    details: FailureDetails & { readonly code: LogFailureCode; readonly etag?: string | null },
  ) {
    super(message, details);
    this.code = details.code;
    this.etag = details.etag ?? null;
  }
}

/** The codes of `LogFailure`. */
export type LogFailureCode =
  | 'bloblog/lost' // another writer replaced the head
  | 'bloblog/unavailable' // the store did not answer in time, again and again
  | 'bloblog/closed' // the log was closed, or had failed before
  | 'bloblog/exists' // a log that was to be made is there
  | 'bloblog/damaged' // an object is not what it was when it was written
  | 'bloblog/missing' // an object that the head names is not there
  | 'bloblog/unknown-key' // sealed with a key that is not in the table
  | 'bloblog/malformed' // an object of a format that this version cannot read
  | 'bloblog/rolled-back' // an older head was put in the place of one that this process saw
  | 'bloblog/diverged' // the second location is no prefix of the first
  | 'bloblog/forked' // one location lost changes that the other has, and went on under a new lineage
  | 'bloblog/out-of-range' // changes or a state that the log does not have
  | 'bloblog/bad-settings'; // keys or settings that cannot work

/** Whether an object was not there that a head names: it is lost, or a newer head has replaced it. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof LogFailure && failure.code === 'bloblog/missing';
}

/** What tells that an object is whole, but not for this process. */
const READABLE: ReadonlySet<string> = new Set(['bloblog/unknown-key', 'bloblog/malformed']);

/**
 * The failure, when it says that an object is not what was put there, or not there at all; else null. One that wants another key or a
 * newer version is whole: no copy helps.
 */
export function tryDamage(failure: unknown): LogFailure | null {
  const isOne = failure instanceof LogFailure && failure.kind === 'corrupt' && !READABLE.has(failure.code);
  return isOne ? failure : null;
}

/** A `corrupt` failure about one object. */
export function damaged(key: string, what: string, cause?: unknown): LogFailure {
  return new LogFailure(`${key}: ${what}`, {
    kind: 'corrupt',
    code: 'bloblog/damaged',
    hint: 'Run verify: it says whether the other location has the object whole, and reconcile copies it back.',
    cause,
  });
}
