import { entryOf } from '../../audit/entry.ts';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Browser } from '../../../testing/visitors/browser.ts';
import { newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { providerOf, startProvider, type ProviderServer } from '../../../testing/visitors/provider-server.ts';
import { comeBy, visitorBy } from '../../../testing/visitors/provider-visit.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../../../testing/world.ts';
import { groupsIn, type GroupRules, ownerChange } from './groups.ts';

const RULES: GroupRules = { claim: 'groups', allowed: ['staff', 'it'], owners: ['it'], areAll: false };
const REFUSED = 'gateway/provider-refused';
// What the provider says by now, changed by tests as an administrator there would.
const groups: Record<string, unknown> = {};
const people = Object.fromEntries(
  ['ann', 'bo', 'cy', 'dee', 'eve', 'flo', 'gus', 'hal'].map((name) => [
    name,
    {
      ...{ email: `${name}@groups.example`, email_verified: true },
      get groups() {
        return groups[name];
      },
    },
  ]),
);
let world: World;
let server: ProviderServer;
let other: ProviderServer;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  server = await startProvider(people);
  other = await startProvider(people, { id: 'other' });
  gateway = await start(RULES);
  return world.end;
});

async function start(rules: GroupRules, change: Partial<typeof PEOPLE> = {}): Promise<RunningGateway> {
  const scope = 'openid email profile groups';
  const providers = [providerOf(server, { scope, groups: rules }), providerOf(other, { id: 'other' })];
  return await world.start({ limitsFactor: 1_000, people: { ...PEOPLE, providers, ...change } });
}
async function isOwner(browser: Browser): Promise<boolean> {
  return (await browser.must('GET', '/api/account')).json.isOwner;
}
async function statusOf(browser: Browser): Promise<number> {
  return (await browser.ask('GET', '/api/maps')).status;
}

test('[GW-342] only people of the allowed groups come in; who is in none of them, or has no such claim, makes no account', async () => {
  groups['ann'] = ['choir', 'staff'];
  expect((await visitorBy(server, 'provider', 'ann', gateway)).said).toMatch(/^[\w-]{22}$/);
  for (const said of [['choir'], [], undefined, 'Staff', ['staff2'], [['staff']], { staff: true }]) {
    groups['bo'] = said;
    expect((await visitorBy(server, 'provider', 'bo', gateway)).said).toBe(REFUSED);
  }
  expect(await world.metadata.personByEmail('bo@groups.example')).toBeNull();
  groups['bo'] = 'staff';
  expect((await visitorBy(server, 'provider', 'bo', gateway)).said).toMatch(/^[\w-]{22}$/);
});

test('[GW-342] whoever has been taken out of the groups is out: signing in is refused, and the sessions that the provider began end', async () => {
  groups['cy'] = ['staff'];
  const { browser, said } = await visitorBy(server, 'provider', 'cy', gateway);
  const byMail = await signedIn(gateway, 'cy@groups.example');
  expect((await byMail.person()).id).toBe(said);
  groups['cy'] = ['left'];
  expect(await statusOf(browser)).toBe(200);
  expect((await visitorBy(server, 'provider', 'cy', gateway)).said).toBe(REFUSED);
  expect([await statusOf(browser), await statusOf(byMail)]).toEqual([401, 200]);
});

test('[GW-342] where people come in by providers alone, that ends all that they had here', async () => {
  const only = await start(RULES, { signIn: 'provider' });
  groups['dee'] = ['staff'];
  const { browser } = await visitorBy(server, 'provider', 'dee', only);
  const byOther = await visitorBy(other, 'other', 'dee', only);
  groups['dee'] = [];
  expect((await visitorBy(server, 'provider', 'dee', only)).said).toBe(REFUSED);
  expect([await statusOf(browser), await statusOf(byOther.browser)]).toEqual([401, 401]);
});

test('[GW-343] [GW-349] an owner by a group is one as long as the provider says so, at every sign-in', async () => {
  groups['eve'] = ['it'];
  const { browser } = await visitorBy(server, 'provider', 'eve', gateway);
  expect(await isOwner(browser)).toBe(true);
  // Another provider has given nothing, and takes nothing.
  await comeBy(other, 'other', 'eve', browser);
  expect(await isOwner(browser)).toBe(true);
  groups['eve'] = ['staff'];
  await comeBy(server, 'provider', 'eve', browser);
  expect(await isOwner(browser)).toBe(false);
  groups['eve'] = ['it'];
  await comeBy(server, 'provider', 'eve', browser);
  groups['eve'] = [];
  expect((await visitorBy(server, 'provider', 'eve', gateway)).said).toBe(REFUSED);
  expect(await isOwner(await signedIn(gateway, 'eve@groups.example'))).toBe(false);
  const person = (await world.metadata.personByEmail('eve@groups.example'))?.id ?? null;
  const log = await world.metadata.audit({ order: 'oldest first', behind: null, what: null, person, most: 100 });
  const changes = log.filter(({ what }) => what.startsWith('owner')).map(entryOf);
  const about = { by: 'provider', provider: 'provider' };
  expect(changes.map((each) => [each.what, Object.fromEntries(each.about)])).toEqual(
    ['owner-made', 'owner-unmade', 'owner-made', 'owner-unmade'].map((what) => [what, about]),
  );
});

test('[GW-343] an owner by other means stays one, unless the setting says that groups decide', async () => {
  groups['flo'] = ['staff'];
  const { browser } = await visitorBy(server, 'provider', 'flo', gateway);
  const { id } = await browser.person();
  await world.metadata.setOwner(id, true, null);
  await comeBy(server, 'provider', 'flo', browser);
  expect(await isOwner(browser)).toBe(true);
  groups['flo'] = ['it'];
  await comeBy(server, 'provider', 'flo', browser);
  groups['flo'] = ['staff'];
  await comeBy(server, 'provider', 'flo', browser);
  expect(await isOwner(browser)).toBe(true);
  const deciding = browser.at(await start({ ...RULES, areAll: true }));
  await comeBy(other, 'other', 'flo', deciding);
  expect(await isOwner(deciding)).toBe(true);
  await comeBy(server, 'provider', 'flo', deciding);
  expect(await isOwner(deciding)).toBe(false);
});

test('[GW-343] the first owner may come by a group: then the set-up link is worth nothing any more', async () => {
  const fresh = await openWorld(['mailer', 'docstore']);
  onTestFinished(fresh.end);
  const providers = [providerOf(server, { scope: 'openid email profile groups', groups: RULES })];
  const closed = { ...PEOPLE, providers, registration: 'provider', signIn: 'provider' } as const;
  const at = await fresh.start({ limitsFactor: 1_000, people: closed });
  expect((await new Browser(at).must('GET', '/api/session/ways')).json.needsOwner).toBe(true);
  groups['gus'] = ['it'];
  const { browser } = await visitorBy(server, 'provider', 'gus', at);
  expect(await isOwner(browser)).toBe(true);
  expect((await fresh.metadata.setUpTurn()) % 2).toBe(1);
  expect((await (await newcomer(at)).must('GET', '/api/session/ways')).json.needsOwner).toBe(false);
});

test('[GW-342] groups stand in a claim, or below one, whether the token or userinfo says it; what is no list of names is none', async () => {
  groups['hal'] = ['staff'];
  const nested = await start({ ...RULES, claim: 'realm.roles' });
  expect((await visitorBy(server, 'provider', 'hal', nested)).said).toBe(REFUSED);
  expect(groupsIn({ realm: { roles: ['a', 7, 'b'] } }, 'realm.roles')).toEqual(['a', 'b']);
  expect(groupsIn({ 'https://x.example/groups': ['a'] }, 'https://x.example/groups')).toEqual(['a']);
  for (const claims of [{}, { realm: null }, { realm: 'roles' }, { realm: { roles: null } }, { realm: ['roles'] }]) {
    expect(groupsIn(claims, 'realm.roles')).toEqual([]);
  }
  expect(groupsIn({}, '__proto__.constructor.name')).toEqual([]);
  const none = { ...RULES, owners: null };
  expect(ownerChange(none, ['it'], { isOwner: true, ownerBy: 'here', provider: 'here' })).toBe('take');
  expect(ownerChange(none, ['it'], { isOwner: false, ownerBy: null, provider: 'here' })).toBeNull();
});

test('[GW-342] without such settings groups mean nothing', async () => {
  const email = newMailAddress();
  const plain = await startProvider({ ivy: { email, email_verified: true } });
  const at = await world.start({ people: { ...PEOPLE, providers: [providerOf(plain)] } });
  const { browser } = await visitorBy(plain, 'provider', 'ivy', at);
  await world.metadata.setOwner((await browser.person()).id, true, null);
  await comeBy(plain, 'provider', 'ivy', browser);
  expect(await isOwner(browser)).toBe(true);
});
