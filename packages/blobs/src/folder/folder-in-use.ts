import { isInUse } from '@bough/disk';
import { journalOf } from './journal-path.ts';

/** Whether another process has the folder open. */
export function isFolderInUse(folder: string): boolean {
  return isInUse(journalOf(folder));
}
