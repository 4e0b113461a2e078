import { platformRandom } from '@bough/service';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditRow } from '../../metadata/audit/audit-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { openSqlite } from '../../metadata/sqlite/sqlite-metadata.ts';
import { AT, guest } from '../../testing/metadata-contract/fixtures.ts';
import { AuditLog, OF_BOUGH } from './audit-log.ts';
import { checkAudit } from './check.ts';
import type { AuditKind } from './entry.ts';

const KEYS = [Buffer.from('a key')];
const ALL = { order: 'oldest first', behind: null, what: null, person: null, most: 1_000 } as const;

interface Kept {
  readonly store: Metadata;
  readonly person: Person;
  readonly add: (what: AuditKind, outcome?: 'done' | 'refused', name?: string | null) => Promise<void>;
}

/** A log in which one person has left two entries. */
async function logOfTwo(): Promise<Kept> {
  const store = openSqlite(':memory:');
  onTestFinished(() => store.close());
  const person = guest();
  await store.addPerson(person);
  const clock = { now: () => AT, monotonic: () => 0, after: () => () => undefined };
  const log = new AuditLog({ metadata: store, clock, random: platformRandom, auditKeys: KEYS });
  const add: Kept['add'] = async (what, outcome = 'done', name = person.name) =>
    await log.add({ ...OF_BOUGH, what, outcome, person: person.id, name });
  await add('sign-in');
  await add('link-made');
  return { store, person, add };
}

/** The same, after somebody with the database in hand has taken all names out. */
async function withoutNames({ store, person }: Kept): Promise<Metadata> {
  const other = openSqlite(':memory:');
  onTestFinished(() => other.close());
  await other.addPerson(person);
  for (const row of await rowsOf(store)) await other.addAudit({ ...row, name: null, salt: null });
  return other;
}
const rowsOf = async (store: Metadata): Promise<readonly AuditRow[]> => await store.audit(ALL);
const findingsIn = async (store: Metadata): Promise<readonly string[]> => (await checkAudit(store, KEYS)).findings;

test('[GW-416] names that were taken out of the log are found while their account is there', async () => {
  const kept = await logOfTwo();
  expect(await findingsIn(kept.store)).toEqual([]);
  const other = await withoutNames(kept);
  const rows = await rowsOf(other);
  expect(await findingsIn(other)).toEqual(rows.map(({ id }) => expect.stringContaining(`${id} of `)));
  expect((await findingsIn(other))[0]).toContain('has no name any more');
  await other.removePerson(kept.person.id);
  expect(await findingsIn(other)).toEqual([]);
});

test('[GW-416] an account that was deleted and came back by a backup has its later names alone', async () => {
  const kept = await logOfTwo();
  await kept.store.removePerson(kept.person.id);
  await kept.add('account-deleted', 'done', null);
  await kept.store.addPerson(kept.person);
  await kept.add('sign-in');
  expect(await findingsIn(kept.store)).toEqual([]);
  const rows = await rowsOf(await withoutNames(kept));
  expect(await findingsIn(await withoutNames(kept))).toEqual([expect.stringContaining(rows.at(-1)?.id ?? '')]);
});

test('[GW-416] a deletion that was refused explains nothing', async () => {
  const kept = await logOfTwo();
  await kept.add('account-deleted', 'refused');
  expect(await findingsIn(await withoutNames(kept))).toHaveLength(3);
});
