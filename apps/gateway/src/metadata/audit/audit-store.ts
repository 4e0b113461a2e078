import type { PersonId } from '@bough/base';

/** One entry of the audit log as it is kept. Who reads it and what its hash covers: src/audit/entry.ts. */
export interface AuditRow {
  /** A long id, so that entries sort by their birth. */
  readonly id: string;
  readonly at: number;
  readonly what: string;
  readonly person: PersonId | null;
  /** What was said, as text: exactly what the hash covers. */
  readonly body: string;
  /** The person's name at that moment, and what hides it in the body; null: there was none, or the account was deleted. */
  readonly name: string | null;
  readonly salt: string | null;
  /** SHA-256 of the body, base64url. */
  readonly hash: string;
  /** HMAC of that hash, base64url. */
  readonly seal: string;
}
/** Which entries are asked for. */
export interface AuditQuery {
  /** From the newest on, or from the oldest. */
  readonly order: 'newest first' | 'oldest first';
  /** Those behind this one, in that order; null: from the beginning. */
  readonly behind: string | null;
  readonly what: string | null;
  readonly person: PersonId | null;
  readonly most: number;
}

/**
 * The audit log: entries are added, and leave when they are old. Nothing here changes what one says; the name of somebody whose account is
 * deleted goes with the account (AccountStore.removePerson).
 */
export interface AuditStore {
  addAudit(row: AuditRow): Promise<void>;
  audit(query: AuditQuery): Promise<readonly AuditRow[]>;
  /** When the oldest of them was written; Infinity where there are none. */
  oldestAudit(): Promise<number>;
  /** Removes entries from before then; answers how many. */
  pruneAudit(before: number): Promise<number>;
}
