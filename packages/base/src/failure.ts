/**
 * What the caller of something that failed should do: refresh and retry (conflict), back off (unavailable), stop and call a
 * person (corrupt), fix the call (invalid), ask for rights (denied), treat it as not there (absent), nothing, since nobody
 * waits any more (cancelled).
 */
export type FailureKind = 'conflict' | 'unavailable' | 'corrupt' | 'invalid' | 'denied' | 'absent' | 'cancelled';

export interface FailureDetails {
  readonly kind: FailureKind;
  /** Stable and documented: `<package>/<what>`, for logs, for clients and for search engines. */
  readonly code: string;
  /** What an operator can do about it, where there is something. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** The world's failures: each package extends this once. Ordinary refusals are Results; bugs are thrown by `assert`. */
export abstract class Failure extends Error {
  readonly kind: FailureKind;
  readonly code: string;
  readonly hint: string | undefined;

  constructor(message: string, details: FailureDetails) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = new.target.name;
    this.kind = details.kind;
    this.code = details.code;
    this.hint = details.hint;
  }
}

/** What somebody at a terminal reads of whatever was thrown: the message as a sentence, and the hint after it where there is one. */
export function inSentences(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = thrown instanceof Failure ? thrown.hint : undefined;
  return hint === undefined ? message : `${/[.!?]$/.test(message) ? message : `${message}.`} ${hint}`;
}
