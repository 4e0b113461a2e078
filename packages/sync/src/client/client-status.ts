import type { ClientStatus, ClosedReason } from './client-types.ts';

/** How far the present line has come. `target` and `counter` are what the welcome said. */
export type Stage =
  | { readonly kind: 'none' }
  | { readonly kind: 'greeting'; readonly since: number }
  | { readonly kind: 'joining'; readonly target: number; readonly counter: number }
  /** `isFull`: the server said that it has no room for what was sent. */
  | { readonly kind: 'live'; readonly isFull: boolean };

/** What a client's status follows from, besides its line. */
export interface StatusFacts {
  readonly unsent: number;
  /** There is a map, with all own changes. */
  readonly isWhole: boolean;
  /** The document was asked for, and no server gave it. */
  readonly isUnanswered: boolean;
  readonly isOutdated: boolean;
  readonly closed: { readonly reason: ClosedReason; readonly detail: string } | null;
}

/** How safe the work is, and how the line stands. */
export function statusOf(
  { unsent, isWhole, isUnanswered, isOutdated, closed }: StatusFacts,
  stage: Stage,
  { isOpen, retryAt }: { readonly isOpen: boolean; readonly retryAt: number | null },
): ClientStatus {
  if (closed !== null) return { kind: 'refused', unsent, ...closed };
  if (isOutdated) return { kind: 'outdated', unsent, isWhole };
  if (!isWhole) return { kind: 'loading', unsent, isUnanswered };
  if (stage.kind === 'live') return { kind: stage.isFull && unsent > 0 ? 'full' : 'live', unsent };
  return isOpen ? { kind: 'joining', unsent } : { kind: 'offline', unsent, retryAt };
}
