import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { putInPlace } from '@bough/service';

// An outbox that is not there looks like that of a new Bough, and mails may have waited in it. So the data folder notes beside it that there
// is one. It is begun anew all the same, for without mail nobody gets in; but not in silence.

/** The outbox's file in the data folder. */
export const OUTBOX_FILE = 'mailer.sqlite';
const MARK = 'outbox.json';

/** Whether the folder had an outbox in a file, and has none any more. */
export function isOutboxGone(folder: string): boolean {
  return existsSync(join(folder, MARK)) && !existsSync(join(folder, OUTBOX_FILE));
}

/** Notes that the folder has an outbox; where nothing can be written, nothing is noted. */
export function noteOutbox(folder: string): void {
  if (existsSync(join(folder, MARK))) return;
  try {
    putInPlace(join(folder, MARK), `${JSON.stringify({ outbox: OUTBOX_FILE })}\n`);
  } catch (error) {
    // A full disk, or one that is only read: it is noted at the next start.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** The outbox is kept elsewhere from now on. */
export function forgetOutbox(folder: string): void {
  rmSync(join(folder, MARK), { force: true });
}
