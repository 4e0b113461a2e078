import { platformRandom } from '@bough/service';
import { expect, test } from 'vitest';
import { checkAudit } from '../../features/audit/check.ts';
import { AuditLog, OF_BOUGH } from '../../features/audit/audit-log.ts';
import { type EntryBody, readBody } from '../../features/audit/entry.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { AT, guest, newAddress } from './fixtures.ts';

const KEYS = [Buffer.from('a key of the audit log')];

/** What is kept of the audit log. Other tests of the store write there, too. */
export function auditContract(open: () => Metadata): void {
  const writer = (now = () => AT): AuditLog => {
    const clock = { now, monotonic: () => 0, after: () => () => undefined };
    return new AuditLog({ metadata: open(), clock, random: platformRandom, auditKeys: KEYS });
  };
  const member = async (): Promise<Person> => {
    const person = { ...guest(), email: newAddress() };
    await open().addPerson(person);
    return person;
  };
  const of = async (person: Person, query: object = {}) => await open().audit({ ...ALL, person: person.id, ...query });
  const said = (row: Parameters<typeof readBody>[0] | undefined): EntryBody => {
    const read = row === undefined ? null : readBody(row);
    return read ?? expect.unreachable('an entry that is read');
  };

  test('[GW-360] entries are read back as they were written, in both orders, page by page, by kind and person', async () => {
    const [person, log] = [await member(), writer()];
    const whats = ['sign-in', 'link-made', 'sign-in', 'sign-out'] as const;
    for (const what of whats) {
      await log.add({
        ...OF_BOUGH,
        what,
        person: person.id,
        name: person.name,
        about: { map: 'x' },
        network: '10.0.0.0/24',
      });
    }
    const rows = await of(person);
    expect(rows.map(({ what }) => what)).toEqual(whats.toReversed());
    expect(rows[0]).toMatchObject({ at: AT, person: person.id, name: person.name });
    expect(said(rows[0])).toMatchObject({ about: [['map', 'x']], network: '10.0.0.0/24', via: 'bough', count: 1 });
    expect((await of(person, { order: 'oldest first' })).map(({ what }) => what)).toEqual(whats);
    expect((await of(person, { what: 'sign-in' })).length).toBe(2);
    const [first, second] = [await of(person, { most: 2 }), await of(person, { most: 2, behind: rows[1]?.id ?? '' })];
    expect([...first, ...second]).toEqual(rows);
  });

  test('[GW-363] many writers at once leave a log that holds; of each one, what it wrote before is named', async () => {
    const person = await member();
    const logs = Array.from({ length: 5 }, () => writer());
    await Promise.all(
      logs.flatMap((log) => [1, 2, 3, 4].map(() => log.add({ ...OF_BOUGH, what: 'proof', person: person.id }))),
    );
    expect(await of(person)).toHaveLength(20);
    const named = new Set((await of(person)).flatMap((row) => said(row).after.map(({ id }) => id)));
    expect((await of(person)).filter(({ id }) => !named.has(id)).length).toBeLessThanOrEqual(5);
    expect((await checkAudit(open(), KEYS)).findings).toEqual([]);
  });

  test('[GW-367] of somebody whose account is deleted the id alone stays, and the entry still holds', async () => {
    const [gone, other] = [await member(), await member()];
    const log = writer();
    for (const person of [gone, other])
      await log.add({ ...OF_BOUGH, what: 'proof', person: person.id, name: person.name });
    await open().removePerson(gone.id);
    const [row] = await of(gone);
    expect(row).toMatchObject({ person: gone.id, name: null, salt: null });
    expect(JSON.stringify(row)).not.toContain(gone.name);
    expect((await of(other))[0]?.name).toBe(other.name);
    expect((await checkAudit(open(), KEYS)).findings).toEqual([]);
  });

  test('[GW-364] what is older than it is kept goes, and the log says until when', async () => {
    const [person, day] = [await member(), 86_400_000];
    const old = writer(() => AT - 30 * day);
    await old.add({ ...OF_BOUGH, what: 'proof', person: person.id });
    await writer(() => AT - 5 * day).add({ ...OF_BOUGH, what: 'sign-in', person: person.id });
    await writer().prune(40);
    expect(await of(person)).toHaveLength(2);
    await writer().prune(10);
    expect((await of(person)).map(({ what }) => what)).toEqual(['sign-in']);
    const [told] = await open().audit({ ...ALL, what: 'audit-pruned' });
    expect(said(told).about).toEqual([['until', String(AT - 10 * day)]]);
    // What is missing is what was said to go.
    expect((await checkAudit(open(), KEYS)).findings).toEqual([]);
  });
}

const ALL = { order: 'newest first', behind: null, what: null, person: null, most: 1_000 } as const;
