import type { ClientStatus, ClosedReason } from './client-types.ts';

/** How far the present line has come. `target` and `counter` are what the welcome said. */
export type Stage =
  | { readonly kind: 'none' }
  | { readonly kind: 'greeting'; readonly since: number }
  | { readonly kind: 'joining'; readonly target: number; readonly counter: number }
  | { readonly kind: 'live' };

/** What a client's status follows from. */
export interface StatusFacts {
  readonly unsent: number;
  /** There is a map, with all own changes. */
  readonly isWhole: boolean;
  readonly stage: Stage['kind'] | 'outdated';
  readonly closed: { readonly reason: ClosedReason; readonly detail: string } | null;
  readonly connection: { readonly isOpen: boolean; readonly retryAt: number | null };
}

/** How safe the work is, and how the line stands. */
export function statusOf({ unsent, isWhole, stage, closed, connection }: StatusFacts): ClientStatus {
  if (closed !== null) return { kind: 'refused', unsent, ...closed };
  if (stage === 'outdated') return { kind: 'outdated', unsent, isWhole };
  if (!isWhole) return { kind: 'loading', unsent };
  if (stage === 'live') return { kind: 'live', unsent };
  const { isOpen, retryAt } = connection;
  return isOpen ? { kind: 'joining', unsent } : { kind: 'offline', unsent, retryAt };
}
