import { type JournalName, lockName } from './journal-database.ts';

// Two tabs may never count with one client id. Each holds the lock of its journal for as long as it lives; the browser frees
// the lock of a tab that was closed or crashed, and so says which journals are orphans.

/** Frees what was held; twice does nothing. */
export type Unlock = () => void;

/** The lock of a journal, or null when another tab has it, or when the browser has no locks (a page without https). */
export async function tryLock(locks: LockManager | undefined, name: JournalName): Promise<Unlock | null> {
  if (locks === undefined) return null;
  return new Promise((resolve) => {
    let unlock: Unlock = () => undefined;
    const held = new Promise<void>((free) => {
      unlock = free;
    });
    const asked = locks.request(lockName(name.map, name.client), { ifAvailable: true }, (lock) => {
      resolve(lock === null ? null : unlock);
      return lock === null ? undefined : held;
    });
    asked.catch(() => resolve(null));
  });
}
