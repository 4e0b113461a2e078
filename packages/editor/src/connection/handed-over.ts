import type { PersonId } from '@bough/base';
import type { SavedPending, StoreWrite } from '@bough/sync';
import { LOCKS } from './journal-database.ts';

// A browser drops the transactions that its database has not finished when their page goes. So a page that is about to go writes down own
// changes that are under way a second time, in the one place that is written at once. take-up.ts takes them in when a page opens.

/** What is written down under the name of the journal's lock. */
export interface HandedOver {
  readonly person: PersonId;
  /** The last form of a change is the last one here. */
  readonly pending: readonly SavedPending[];
}

/** Writes down the own changes among the writes; answers whether any are written down. */
export function handOver(name: string, person: PersonId, writes: readonly StoreWrite[]): boolean {
  const pending = writes.flatMap((write) => (write.kind === 'pending' ? [write.pending] : []));
  // Without locks no page knows whose tab is gone, and takes nothing up.
  if (pending.length === 0 || !('locks' in navigator)) return false;
  try {
    localStorage.setItem(name, JSON.stringify({ person, pending } satisfies HandedOver));
    return true;
  } catch {
    // No room, or a browser that keeps nothing: it is left to the database.
    return false;
  }
}

/** The database has it now. */
export function takeBack(name: string): void {
  localStorage.removeItem(name);
}

/** The names of what was handed over, and not taken up or taken back. */
export function handedOver(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(LOCKS));
  } catch {
    return [];
  }
}
