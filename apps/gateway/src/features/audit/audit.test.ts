import { readFileSync } from 'node:fs';
import { parsePersonId } from '@bough/base';
import { platformRandom } from '@bough/service';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import type { AuditRow } from '../../metadata/audit/audit-store.ts';
import { sqliteAudit } from '../../metadata/audit/sqlite-audit.ts';
import { SqliteDatabase } from '../../metadata/sqlite/sqlite-database.ts';
import { openSqlite } from '../../metadata/sqlite/sqlite-metadata.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { lastSecret, newcomer, newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { AuditLog, OF_BOUGH } from './audit-log.ts';
import { truncated } from './audit-notes.ts';
import { checkAudit } from './check.ts';
import { AUDIT_KINDS, entryOf, readBody } from './entry.ts';

const PASSWORD = 'four words of mine';
const ALL = { order: 'newest first', behind: null, what: null, person: null, most: 1_000 } as const;
let world: World;
let gateway: RunningGateway;
/** The same Bough behind a proxy, which says where somebody comes from. */
let proxied: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer', 'exporter']);
  gateway = await world.start({ limitsFactor: 1_000 });
  proxied = await world.start({ limitsFactor: 1_000, trustedProxies: 1 });
  return world.end;
});

/** Somebody's browser at a network of their own. */
async function cameFrom(network: string): Promise<Browser> {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const browser = new Browser(proxied, { 'x-forwarded-for': network, 'user-agent': agent });
  await browser.open();
  return browser;
}
async function entriesOf(browser: Browser): Promise<readonly AuditRow[]> {
  return await world.metadata.audit({ ...ALL, order: 'oldest first', person: (await browser.person()).id });
}

test('[GW-361] who comes in, shares, revokes, takes along, removes and changes leaves an entry before the answer', async () => {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email, await cameFrom('203.0.113.77'));
  const { id: me } = await browser.person();
  await browser.must('PUT', '/api/account', { name: 'Ada of the entries', hue: 1 });
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const token = (await browser.must('POST', '/api/tokens', { name: 'my build', scopes: ['sharing'] })).json;
  const { id: map } = await browser.makeMap('A title that stays here');
  const link = await browser.makeLink(map, 'edit');
  const friend = await signedIn(gateway, newMailAddress());
  const { id: friendId } = await friend.person();
  await friend.join(link.secret);
  await browser.must('PUT', `/api/maps/${map}/members/${friendId}`, { role: 'comment' });
  const invited = newMailAddress();
  const invitation = (await browser.must('POST', `/api/maps/${map}/invitations`, { email: invited, role: 'view' }))
    .json;
  await browser.must('DELETE', `/api/maps/${map}/invitations/${invitation.id}`);
  await browser.must('PUT', `/api/maps/${map}/public`, { isPublic: true, mayCopy: false });
  await browser.must('DELETE', `/api/maps/${map}/links/${link.id}`);
  await browser.must('GET', `/api/maps/${map}/export/markdown`);
  await browser.must('GET', '/api/account/export');
  await browser.must('DELETE', `/api/tokens/${token.id}`);
  await browser.must('POST', `/api/maps/${map}/trash`);
  await browser.must('DELETE', '/api/trash');
  await browser.must('POST', '/api/session/sign-out-everywhere');
  const rows = await world.metadata.audit({ ...ALL, order: 'oldest first', person: parsePersonId(me) });
  const entries = rows.map(entryOf);
  expect(entries.map(({ what, about }) => [what, Object.fromEntries(about)])).toEqual([
    ['sign-in', { by: 'mail' }],
    ['profile-changed', {}],
    ['password-set', {}],
    ['token-made', { token: token.id }],
    ['link-made', { map, link: link.id, role: 'edit' }],
    ['role-set', { map, to: friendId, role: 'comment' }],
    ['invited', { map, invitation: invitation.id, role: 'view' }],
    ['invitation-withdrawn', { map, invitation: invitation.id }],
    ['map-public', { map, page: 'look' }],
    ['link-revoked', { map, link: link.id }],
    ['map-exported', { map, format: 'markdown' }],
    ['account-exported', {}],
    ['token-ended', { token: token.id }],
    ['map-trashed', { map }],
    ['map-purged', { map }],
    ['sign-out-everywhere', {}],
  ]);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      via: 'page',
      outcome: 'done',
      network: '203.0.113.0/24',
      browser: 'Firefox on Linux',
    });
    expect(AUDIT_KINDS).toContain(entry.what);
  }
  expect(entries.at(-1)?.name).toBe('Ada of the entries');
  // Neither secrets nor addresses nor words of maps.
  const written = JSON.stringify(rows);
  for (const each of [token.secret, link.secret, email, invited, 'A title that', 'my build', '203.0.113.77']) {
    expect(written).not.toContain(each);
  }
  const joined = (await entriesOf(friend)).find(({ what }) => what === 'joined');
  expect(joined === undefined ? null : Object.fromEntries(entryOf(joined).about)).toEqual({ map });
});

test('[GW-367] a deleted account leaves its entries with the id alone, and says what became of its maps', async () => {
  const browser = await signedIn(gateway, newMailAddress());
  const { id } = await browser.person();
  await browser.must('PUT', '/api/account', { name: 'Somebody who leaves', hue: 1 });
  const { id: map } = await browser.makeMap();
  await browser.must('POST', '/api/account/delete', { proof: null });
  const rows = await world.metadata.audit({ ...ALL, order: 'oldest first', person: parsePersonId(id) });
  expect(rows.map(({ what }) => what)).toEqual(['sign-in', 'profile-changed', 'map-purged', 'account-deleted']);
  expect(Object.fromEntries(readBody(rows[2] ?? expect.unreachable())?.about ?? [])).toEqual({ map });
  expect(JSON.stringify(rows)).not.toContain('Somebody who leaves');
});

test('[GW-362] refused sign-ins are told with whom they were about; a flood of them costs a few entries, and is counted', async () => {
  const email = newMailAddress();
  const member = await signedIn(gateway, email);
  await member.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const { id } = await member.person();
  const thief = await cameFrom('198.51.100.9');
  const guess = async (address: string): Promise<unknown> =>
    (await thief.ask('POST', '/api/session/password', { email: address, password: 'a wrong one' })).json.code;
  const refused = async (): Promise<readonly AuditRow[]> =>
    (await world.metadata.audit({ ...ALL, what: 'sign-in' })).filter((row) => entryOf(row).outcome === 'refused');
  expect(await guess(email)).toBe('gateway/wrong-password');
  expect((await refused())[0]).toMatchObject({ person: id });
  expect(entryOf((await refused())[0] ?? expect.unreachable())).toMatchObject({
    ...{ code: 'gateway/wrong-password', network: '198.51.100.0/24', about: [['by', 'password']], count: 1 },
  });
  const before = (await refused()).length;
  for (let i = 0; i < 30; i++) await guess(email);
  expect((await refused()).length).toBe(before);
  const unknown = newMailAddress();
  for (let i = 0; i < 5; i++) expect(await guess(unknown)).toBe('gateway/wrong-password');
  expect((await refused()).length).toBe(before + 1);
  expect((await refused())[0]).toMatchObject({ person: null, name: null });
  expect(JSON.stringify(await refused())).not.toContain(unknown);
  // A link that is none, from a thousand networks: the budget of all strangers together.
  for (let i = 0; i < 400; i++) {
    const stranger = new Browser(proxied, { 'x-forwarded-for': `10.${i >> 8}.${i & 255}.1` });
    stranger.take(thief.cookie);
    stranger.csrf = thief.csrf;
    await stranger.ask('POST', '/api/session/sign-in/confirm', { secret: 'none' });
  }
  expect((await refused()).length).toBeLessThanOrEqual(before + 301);
  world.clock.jump(600_001);
  const counts = async (): Promise<readonly number[]> => (await refused()).map((row) => entryOf(row).count);
  await until(async () => (await counts()).includes(30) && (await counts()).includes(4));
  await until(async () => (await counts()).some((count) => count > 90 && count < 130));
});

/** A log of three entries in a store of its own, and what has been done to it. */
async function logOf(count: number): Promise<{ readonly store: Metadata; readonly rows: readonly AuditRow[] }> {
  const store = openSqlite(':memory:');
  const parts = { metadata: store, clock: world.clock, random: platformRandom, auditKeys: OWN };
  const logs = [new AuditLog(parts), new AuditLog(parts)];
  for (let i = 0; i < count; i++) await logs[i % 2]?.add({ ...OF_BOUGH, what: 'sign-in', name: `Person ${i}` });
  return { store, rows: await store.audit({ ...ALL, order: 'oldest first' }) };
}
/** The same entries in another store: what somebody with the database in hand can do. */
async function copyOf(rows: readonly AuditRow[]): Promise<Metadata> {
  const store = openSqlite(':memory:');
  for (const row of rows) await store.addAudit(row);
  return store;
}
const OWN = [Buffer.from('the newest key'), Buffer.from('an older key')];

test('[GW-363] an entry that was altered, removed, put in or given another name is found, with its id', async () => {
  const { store, rows } = await logOf(7);
  expect(await checkAudit(store, OWN)).toMatchObject({ entries: 7, findings: [] });
  const [third] = rows.slice(3, 4);
  if (third === undefined) throw new Error('there are seven');
  const without = await copyOf(rows.filter((row) => row !== third));
  expect((await checkAudit(without, OWN)).findings).toEqual([expect.stringContaining(`missing: ${third.id}`)]);
  const changes: readonly (readonly [object, string])[] = [
    [{ body: third.body.replace('"done"', '"refused"') }, 'was altered'],
    [{ what: 'sign-out' }, 'was altered'],
    [{ at: third.at - 1 }, 'was altered'],
    [{ name: 'Somebody else' }, 'another name'],
  ];
  for (const [change, says] of changes) {
    const altered = await copyOf(rows.map((row) => (row === third ? { ...row, ...change } : row)));
    expect((await checkAudit(altered, OWN)).findings).toEqual([expect.stringContaining(third.id)]);
    expect((await checkAudit(altered, OWN)).findings[0]).toContain(says);
  }
  // Written by somebody who knows how, but not the key; in the place of one, or beside all.
  const forger = await logWith([Buffer.from('no key of ours')], rows.slice(0, 3));
  const forged = await copyOf([...rows.filter((row) => row !== third), ...forger]);
  const { findings } = await checkAudit(forged, OWN);
  expect(findings).toContainEqual(expect.stringMatching(new RegExp(`${forger[0]?.id} .*not written by this Bough`)));
  expect(findings).toContainEqual(expect.stringContaining(`missing: ${third.id}`));
});

/** What a writer with these keys adds to those rows. */
async function logWith(auditKeys: readonly Uint8Array[], rows: readonly AuditRow[]): Promise<readonly AuditRow[]> {
  const metadata = await copyOf(rows);
  const log = new AuditLog({ metadata, clock: world.clock, random: platformRandom, auditKeys });
  await log.add({ ...OF_BOUGH, what: 'sign-in' });
  return (await metadata.audit({ ...ALL, order: 'oldest first' })).slice(rows.length);
}

test('[GW-363] entries of a key that is gone hold as long as newer ones vouch for them; what went at the end shows from outside', async () => {
  const { store, rows } = await logOf(4);
  const next = [Buffer.from('a key of next year')];
  const all = [...rows, ...(await logWith(next, rows))];
  expect((await checkAudit(await copyOf(all), next)).findings).toEqual([]);
  expect((await checkAudit(await copyOf(rows), next)).findings).toHaveLength(4);
  const { newest } = await checkAudit(store, OWN);
  expect((await checkAudit(store, OWN, newest)).findings).toEqual([]);
  const shortened = await copyOf(rows.slice(0, -1));
  expect((await checkAudit(shortened, OWN)).findings).toEqual([]);
  expect((await checkAudit(shortened, OWN, newest)).findings).toEqual([expect.stringContaining(newest?.id ?? '')]);
});

test('[GW-360] SQLite itself refuses to change what an entry says', async () => {
  const { store, rows } = await logOf(1);
  const [row = expect.unreachable()] = rows;
  await expect(store.addAudit(row)).rejects.toThrow(/UNIQUE/);
  const database = new SqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  await sqliteAudit(database).addAudit(row);
  for (const change of ["what = 'proof'", 'at = 1', "body = '{}'", "name = 'Ann'", 'name = NULL, at = 2']) {
    expect(() => database.run(`UPDATE audit SET ${change}`)).toThrow('entries of the audit log are not changed');
  }
  expect(await sqliteAudit(database).audit(ALL)).toEqual([row]);
  expect(
    Object.keys(store)
      .filter((name) => /audit/i.test(name))
      .toSorted(),
  ).toEqual(['addAudit', 'audit', 'oldestAudit', 'pruneAudit']);
});

test('[GW-365] an owner of this Bough reads the log, by kind and person, in pages and as JSON lines; nobody else does', async () => {
  const owner = await signedIn(gateway, newMailAddress());
  const ownerId = (await owner.person()).id;
  await world.metadata.setOwner(ownerId, true, null);
  const other = await signedIn(gateway, newMailAddress());
  const { id: map } = await other.makeMap();
  for (let i = 0; i < 55; i++) await other.makeLink(map, 'view');
  for (const browser of [other, await Browser.guest(gateway)]) {
    for (const path of ['/api/audit', '/api/audit/lines']) {
      expect((await browser.ask('GET', path)).json).toMatchObject({ code: 'gateway/denied' });
    }
  }
  expect((await (await newcomer(gateway)).ask('GET', '/api/audit')).status).toBe(401);
  const { id: who } = await other.person();
  const first = (await owner.must('GET', `/api/audit?who=${who}&what=link-made`)).json;
  expect(first.entries).toHaveLength(50);
  expect(first.people).toEqual([expect.objectContaining({ id: who })]);
  const second = (await owner.must('GET', `/api/audit?who=${who}&what=link-made&behind=${first.next}`)).json;
  expect([second.entries.length, second.next]).toEqual([5, null]);
  const { text, headers } = await owner.must('GET', `/api/audit/lines?who=${who}`);
  expect(headers['content-type']).toBe('application/x-ndjson');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ what }) => what)).toEqual(['sign-in', ...Array.from({ length: 55 }, () => 'link-made')]);
  expect(lines[1]).toMatchObject({ person: who, about: { map, role: 'view' }, outcome: 'done' });
  // Taking it along is told, too.
  expect((await entriesOf(owner)).map(({ what }) => what)).toContain('audit-exported');
  const spec = readFileSync(new URL('../../../SPEC.md', import.meta.url), 'utf8');
  expect(AUDIT_KINDS.filter((kind) => !spec.includes(`\`${kind}\``))).toEqual([]);
});

test('[GW-424] with the log go the titles of maps that the owner has in their list, and of no others', async () => {
  const owner = await signedIn(gateway, newMailAddress());
  await world.metadata.setOwner((await owner.person()).id, true, null);
  const other = await signedIn(gateway, newMailAddress());
  const { id: map } = await other.makeMap('Somebody’s own affairs');
  const { secret } = await other.makeLink(map, 'view');
  const asked = async (): Promise<unknown> =>
    (await owner.must('GET', `/api/audit?who=${(await other.person()).id}`)).json.maps;
  expect(await asked()).toEqual([]);
  await owner.join(secret);
  expect(await asked()).toEqual([{ id: map, title: 'Somebody’s own affairs' }]);
});

test('[GW-361] a network is cut to what a provider gives to many', () => {
  expect([truncated('203.0.113.77'), truncated('2001:db8:1:2::/64'), truncated('nonsense')]).toEqual([
    ...['203.0.113.0/24', '2001:db8:1::/48', null],
  ]);
});

test('[GW-361] what a token does says so', async () => {
  const browser = await signedIn(gateway, newMailAddress());
  const { id: map } = await browser.makeMap();
  const made = (await browser.must('POST', '/api/tokens', { name: 'b', scopes: ['sharing'] })).json;
  const program = new Browser(gateway, { authorization: `Bearer ${made.secret}` });
  expect((await program.ask('POST', `/api/v1/maps/${map}/links`, { role: 'view' })).status).toBe(200);
  const row = (await entriesOf(browser)).at(-1);
  const entry = entryOf(row ?? expect.unreachable());
  expect(entry).toMatchObject({ what: 'link-made', via: 'api' });
  expect(Object.fromEntries(entry.about)).toMatchObject({ token: made.id, map });
});

test('[GW-362] a mailed link that is none is refused and told, and the one that is good after it lets in', async () => {
  const browser = await newcomer(gateway);
  const email = newMailAddress();
  await browser.must('POST', '/api/session/sign-in', { email });
  await browser.must('POST', '/api/session/sign-in/confirm', { secret: await lastSecret(gateway, email) });
  expect((await entriesOf(browser)).map((row) => entryOf(row).outcome)).toEqual(['done']);
});
