import type { ClientId } from '@bough/base';
import type { Saved } from '@bough/sync';
import type { Unlock } from './journal-lock.ts';

/** The name under which a tab counts, with what was kept under it. */
export interface Journal {
  readonly client: ClientId;
  readonly saved: Saved | null;
  readonly unlock: Unlock;
}
