import type { PersonId } from '@bough/base';
import type { AuditRow, AuditStore } from '../../metadata/audit/audit-store.ts';
import type { PeopleStore } from '../../metadata/people/people-store.ts';
import { type EntryBody, isSealed, type Point, readBody, wrongIn } from './entry.ts';

/** What a check of the whole log found. */
export interface AuditCheck {
  readonly entries: number;
  /** The newest entry: whoever keeps it outside can ask later whether it still stands. */
  readonly newest: Point | null;
  /** One sentence each. */
  readonly findings: readonly string[];
}
interface Seen {
  readonly hash: string;
  readonly at: number;
  readonly isSealed: boolean;
  readonly after: readonly Point[];
}

/** Of each person: entries that were written with a name and have none. */
type Nameless = Map<PersonId, Pick<Point, 'id' | 'at'>[]>;

const PAGE = 1_000;

/** Every entry in the order asked for, page by page. */
export async function* everyEntry(
  store: AuditStore,
  query: { readonly what: string | null; readonly person: AuditRow['person'] },
): AsyncGenerator<AuditRow> {
  let behind: string | null = null;
  for (;;) {
    const rows: readonly AuditRow[] = await store.audit({ ...query, order: 'oldest first', behind, most: PAGE });
    yield* rows;
    behind = rows.at(-1)?.id ?? null;
    if (rows.length < PAGE) return;
  }
}

/**
 * Reads all of it, and says which entries were altered, which were written by somebody without the key, and which are missing though
 * others name them. Entries of an old key count when a later one vouches for them. What was removed at the very end is noticed by `point`.
 * A name that is missing went with its account, or was taken out.
 */
export async function checkAudit(
  store: AuditStore & Pick<PeopleStore, 'people'>,
  keys: readonly Uint8Array[],
  point: Point | null = null,
): Promise<AuditCheck> {
  const seen = new Map<string, Seen>();
  const findings: string[] = [];
  const nameless: Nameless = new Map();
  let prunedTo = 0;
  for await (const row of everyEntry(store, { what: null, person: null })) {
    const said = readBody(row);
    const wrong = wrongIn(row, said);
    if (wrong !== null) findings.push(`${nameOf(row)} ${wrong}`);
    const { hash, at } = row;
    const isOwn = isSealed(row, keys);
    seen.set(row.id, { hash, at, isSealed: isOwn, after: said?.after ?? [] });
    if (said !== null) noteNameless(nameless, row, said, isOwn);
    if (isOwn && said !== null) prunedTo = Math.max(prunedTo, prunedIn(said));
  }
  findings.push(...(await namesTaken(store, nameless)));
  const vouched = vouchedFor(seen);
  for (const [id, { at, hash, isSealed: isOwn, after }] of seen) {
    const hashes = vouched.get(id);
    if (!isOwn && hashes?.has(hash) !== true) findings.push(`${nameOf({ id, at })} was not written by this Bough`);
    else if (hashes !== undefined && !(hashes.size === 1 && hashes.has(hash))) {
      findings.push(`${nameOf({ id, at })} is not what later entries name`);
    }
    for (const named of after) {
      if (!seen.has(named.id) && named.at >= prunedTo) findings.push(`an entry is missing: ${nameOf(named)}`);
    }
  }
  if (point !== null && seen.get(point.id)?.hash !== point.hash && point.at >= prunedTo) {
    findings.push(`an entry is not there as it was: ${nameOf(point)}`);
  }
  const newest = [...seen].at(-1);
  const end = newest === undefined ? null : { id: newest[0], hash: newest[1].hash, at: newest[1].at };
  return { entries: seen.size, newest: end, findings: [...new Set(findings)] };
}

/** What entries that are sealed, or named by such, say of the entries before them. */
function vouchedFor(seen: ReadonlyMap<string, Seen>): ReadonlyMap<string, ReadonlySet<string>> {
  const vouched = new Map<string, Set<string>>();
  const open = [...seen].flatMap(([id, each]) => (each.isSealed ? [id] : []));
  const isDone = new Set(open);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { id: named, hash } of seen.get(id)?.after ?? []) {
      const hashes = vouched.get(named) ?? new Set();
      vouched.set(named, hashes.add(hash));
      if (seen.get(named)?.hash !== hash || isDone.has(named)) continue;
      isDone.add(named);
      open.push(named);
    }
  }
  return vouched;
}

/** Notes an entry without the name that it was written with. Those of an account that was deleted went with it. */
function noteNameless(nameless: Nameless, { person, name, id, at }: AuditRow, said: EntryBody, isOurs: boolean): void {
  if (person === null) return;
  if (isOurs && said.what === 'account-deleted' && said.outcome !== 'refused') nameless.delete(person);
  else if (name === null && said.nameSeal !== null) {
    nameless.set(person, nameless.get(person) ?? []);
    nameless.get(person)?.push({ id, at });
  }
}

/** Entries whose name was taken out although the account is there. */
async function namesTaken(store: Pick<PeopleStore, 'people'>, nameless: Nameless): Promise<readonly string[]> {
  const people = [...nameless.keys()];
  const findings: string[] = [];
  for (let from = 0; from < people.length; from += PAGE) {
    const here = await store.people(people.slice(from, from + PAGE));
    const rows = here.flatMap(({ id }) => nameless.get(id) ?? []);
    findings.push(...rows.map((row) => `${nameOf(row)} has no name any more, though the account is there`));
  }
  return findings;
}

function prunedIn({ what, about }: EntryBody): number {
  const until = what === 'audit-pruned' ? about.find(([key]) => key === 'until')?.[1] : undefined;
  return until === undefined ? 0 : Number(until);
}

function nameOf({ id, at }: Pick<Point, 'id' | 'at'>): string {
  return `${id} of ${new Date(at).toISOString()}`;
}
