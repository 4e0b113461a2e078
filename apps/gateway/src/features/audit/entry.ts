import { createHash } from 'node:crypto';
import { parseBase64Url, type PersonId, type Random, toBase64Url } from '@bough/base';
import {
  type AuditEntry,
  type AuditOutcome,
  type AuditVia,
  integer,
  list,
  longId,
  nullable,
  object,
  oneOf,
  pair,
  type ParsedBy,
  personId,
  text,
} from '@bough/contracts';
import type { AuditRow } from '../../metadata/audit/audit-store.ts';
import { isSeal, seal } from '../../secrets/keys.ts';

// One entry of the audit log. What it says is a text of JSON, `body`; `hash` is the SHA-256 of that text, and `seal` the hash's HMAC
// under a key that the database does not have. In the text stand the id and the hash of the entry that the same process wrote before, and
// of the newest that it found: so whoever alters or removes one must write all that came after it anew, and cannot. Several processes
// write at once without asking each other: what they write is no row but a graph, in which each entry names what it saw.
//
// The name of the person is not in the text but hidden in it, by a salt that stands beside it: when the account is deleted both go, and
// the rest still holds.

/** What is said of one event. */
export interface NewEntry {
  readonly what: AuditKind;
  readonly person: PersonId | null;
  /** The person's name now; null: nobody, or somebody who is about to be gone. */
  readonly name: string | null;
  readonly via: AuditVia;
  readonly outcome: AuditOutcome;
  readonly code: string | null;
  readonly about: About;
  readonly network: string | null;
  readonly browser: string | null;
  readonly count: number;
}
/** Ids and plain words: no secret, no address of anybody, no words of maps. */
export type About = Readonly<Partial<Record<AboutName, string>>>;
type AboutName =
  | 'map'
  | 'folder'
  | 'into'
  | 'group'
  | 'added'
  | 'removed'
  | 'to'
  | 'link'
  | 'invitation'
  | 'token'
  | 'passkey'
  | 'session'
  | 'role'
  | 'by'
  | 'format'
  | 'page'
  | 'provider'
  | 'until'
  | 'command'
  | 'note'
  | 'when';

/** Every kind of event; each one stands in SPEC.md. A new one is added here, and to audited-routes.ts where a route makes it. */
export const AUDIT_KINDS = [
  ...(['sign-in', 'sign-out', 'sign-out-everywhere', 'session-ended', 'proof'] as const),
  ...(['password-set', 'password-removed', 'address-changed', 'profile-changed', 'mail-wish-changed'] as const),
  ...(['passkey-made', 'passkey-removed', 'second-step-on', 'second-step-off', 'recovery-codes-made'] as const),
  'was-not-me',
  ...(['token-made', 'token-ended', 'account-exported', 'account-deleted', 'person-added'] as const),
  ...(['map-exported', 'map-trashed', 'map-restored', 'map-purged', 'map-given', 'map-public'] as const),
  ...(['map-offered', 'offer-withdrawn', 'offer-declined'] as const),
  ...(['invited', 'invitation-withdrawn', 'joined', 'role-set', 'inviting-set', 'share-ended', 'left'] as const),
  ...(['link-made', 'link-revoked', 'folder-removed', 'folder-moved', 'map-placed'] as const),
  ...(['group-changed', 'group-removed'] as const),
  ...(['owner-made', 'owner-unmade', 'person-disabled', 'person-enabled', 'set-up-link-renewed'] as const),
  ...(['operator-command', 'audit-exported', 'audit-pruned'] as const),
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const MOST = 4_000;
const body = object({
  id: longId,
  at: integer(0, Number.MAX_SAFE_INTEGER),
  what: text({ max: 40 }),
  person: nullable(personId),
  nameSeal: nullable(text({ max: 100 })),
  via: oneOf('page', 'api', 'command', 'bough'),
  outcome: oneOf('done', 'refused', 'failed'),
  code: nullable(text({ max: 80 })),
  about: list(pair(text({ max: 20 }), text({ max: MOST })), 20),
  network: nullable(text({ max: 100 })),
  browser: nullable(text({ max: 100 })),
  count: integer(1, Number.MAX_SAFE_INTEGER),
  after: list(object({ id: longId, hash: text({ max: 100 }), at: integer(0, Number.MAX_SAFE_INTEGER) }), 2),
});
/** The text of an entry, read. */
export type EntryBody = ParsedBy<typeof body>;

/** How an entry is named by later ones. */
export type Point = Pick<AuditRow, 'id' | 'hash' | 'at'>;

/** The entry as it is kept. */
export function makeRow(
  entry: NewEntry,
  where: { readonly id: string; readonly at: number; readonly after: readonly Point[] },
  secrets: { readonly keys: readonly Uint8Array[]; readonly random: Random },
): AuditRow {
  const { id, at, after } = where;
  const { what, person, name, via, outcome, code, network, browser, count } = entry;
  const salt = name === null ? null : toBase64Url(secrets.random.bytes(16));
  const nameSeal = name === null ? null : hideName(salt, name);
  const about = Object.entries(entry.about).map(([key, value]) => [key, value.slice(0, MOST)] as const);
  const said = { id, at, what, person, nameSeal, via, outcome, code, about, network, browser, count, after };
  const written = JSON.stringify(said satisfies EntryBody);
  const hash = hashOf(written);
  return { id, at, what, person, body: written, name, salt, hash, seal: toBase64Url(seal(secrets.keys, hash)) };
}

/** What an entry says; null where its text is none of ours. */
export function readBody(row: AuditRow): EntryBody | null {
  try {
    const read = body(JSON.parse(row.body));
    return read.ok ? read.value : null;
  } catch {
    return null;
  }
}

/** The entry as its owner reads it; what cannot be read is shown as what the database has of it. */
export function entryOf(row: AuditRow): AuditEntry {
  const { id, at, what, person, name } = row;
  const said = readBody(row);
  if (said === null) {
    const nothing = { about: [], network: null, browser: null, count: 1 };
    return { id, at, what, person, name, via: 'bough', outcome: 'failed', code: 'unreadable', ...nothing };
  }
  const { via, outcome, code, about, network, browser, count } = said;
  return { id, at, what, person, name, via, outcome, code, about, network, browser, count };
}

/** What is wrong with an entry by itself, in a few words; null: nothing. */
export function wrongIn(row: AuditRow, said: EntryBody | null): string | null {
  if (hashOf(row.body) !== row.hash || said === null) return 'was altered';
  const isSame = said.id === row.id && said.at === row.at && said.what === row.what && said.person === row.person;
  if (!isSame) return 'was altered';
  // A name that is gone went with its account.
  if (row.name !== null && hideName(row.salt, row.name) !== said.nameSeal) return 'has another name than was written';
  return null;
}

/** Whether one of the keys sealed it. */
export function isSealed(row: AuditRow, keys: readonly Uint8Array[]): boolean {
  const mac = parseBase64Url(row.seal);
  return mac !== null && isSeal(keys, row.hash, mac);
}

function hashOf(written: string): string {
  return createHash('sha256').update(written).digest('base64url');
}

function hideName(salt: string | null, name: string): string {
  return createHash('sha256')
    .update(`${salt ?? ''} ${name}`)
    .digest('base64url');
}
