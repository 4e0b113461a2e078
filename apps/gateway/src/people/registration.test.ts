import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { deriveKeys } from '../secrets/keys.ts';
import { Browser } from '../testing/visitors/browser.ts';
import { renewSetUp, setUpLink } from '../features/sign-in/set-up.ts';
import { lastSecret, newcomer, newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { KEYS, openWorld, PEOPLE, PUBLIC_URL, type RunningGateway, type World } from '../testing/world.ts';

const secretOf = (turn: number): string =>
  new URL(setUpLink(PUBLIC_URL, deriveKeys(KEYS).setUp, turn)).hash.slice('#secret='.length);
const SECRET = secretOf(0);
let world: World;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  return world.end;
});

async function start(people: Partial<typeof PEOPLE>): Promise<RunningGateway> {
  return await world.start({ limitsFactor: 1_000, people: { ...PEOPLE, ...people } });
}
async function tryMail(gateway: RunningGateway, email: string): Promise<unknown> {
  const browser = await newcomer(gateway);
  await browser.must('POST', '/api/session/sign-in', { email });
  const secret = await lastSecret(gateway, email);
  const { json } = await browser.ask('POST', '/api/session/sign-in/confirm', { secret });
  return json.code ?? json.person.email;
}

test('[GW-75] the set-up link makes one person with an address the owner, and nobody after that', async () => {
  const gateway = await start({ registration: 'closed', domains: ['home.example'] });
  const ways = async (): Promise<unknown> => (await new Browser(gateway).must('GET', '/api/session/ways')).json;
  expect(await ways()).toEqual({
    ...{ providers: [], registration: 'closed', signIn: 'any' },
    ...{ domains: ['home.example'], needsOwner: true, passkeys: true },
  });
  const owner = (await signedIn(await start({}), 'first@home.example')).at(gateway);
  const tryOwn = async (who: Browser, secret: string): Promise<unknown> =>
    (await who.ask('POST', '/api/account/owner', { secret })).json?.code ?? 'done';
  expect(await tryOwn(owner, 'AAAA')).toBe('gateway/bad-token');
  expect(await tryOwn(await newcomer(gateway), SECRET)).toBe('gateway/unauthenticated');
  expect(await tryOwn(await Browser.guest(await start({})), SECRET)).toBe('gateway/unproved');
  expect(await tryOwn(owner, SECRET)).toBe('done');
  expect((await owner.must('GET', '/api/account')).json.isOwner).toBe(true);
  expect(await ways()).toMatchObject({ needsOwner: false });
  expect(await tryOwn(owner, SECRET)).toBe('gateway/bad-token');
});

test('[GW-270] a closed Bough without an owner lets in nobody whom no operator has added', async () => {
  const other = await openWorld(['mailer', 'docstore']);
  onTestFinished(other.end);
  const gateway = await other.start({ limitsFactor: 1_000, people: { ...PEOPLE, registration: 'closed' } });
  const ways = (await new Browser(gateway).must('GET', '/api/session/ways')).json;
  expect(ways).toMatchObject({ registration: 'closed', needsOwner: true });
  expect(await tryMail(gateway, newMailAddress())).toBe('gateway/closed');
  const stranger = newMailAddress();
  const browser = await newcomer(gateway);
  await browser.must('POST', '/api/session/reset', { email: stranger });
  const body = { secret: await lastSecret(gateway, stranger), password: 'four words of mine' };
  expect((await browser.ask('POST', '/api/session/reset/confirm', body)).json).toMatchObject({
    code: 'gateway/closed',
    hint: expect.stringContaining('npm run bough -- add-person'),
  });
  expect(await other.metadata.personByEmail(stranger)).toBeNull();
  expect((await browser.ask('POST', '/api/session/guest', { name: null })).json).toMatchObject({
    code: 'gateway/closed',
  });
});

test('[GW-271] the set-up link ends with its use, also where this Bough has no owner again', async () => {
  const other = await openWorld(['mailer', 'docstore']);
  onTestFinished(other.end);
  const gateway = await other.start({ limitsFactor: 1_000 });
  const tryOwn = async (who: Browser, secret = SECRET): Promise<unknown> =>
    (await who.ask('POST', '/api/account/owner', { secret })).json?.code ?? 'done';
  const first = await signedIn(gateway, newMailAddress());
  expect(await tryOwn(first)).toBe('done');
  await other.metadata.setOwner((await first.person()).id, false, null);
  const again = await other.start({ limitsFactor: 1_000 });
  const people = await Promise.all([gateway, again, gateway].map((at) => signedIn(at, newMailAddress())));
  for (const person of people) expect(await tryOwn(person)).toBe('gateway/bad-token');
  expect(await renewSetUp(other.metadata)).toBe(2);
  expect(await renewSetUp(other.metadata)).toBe(4);
  for (const turn of [0, 1, 2, 3, 5]) {
    expect([turn, await tryOwn(first, secretOf(turn))]).toEqual([turn, 'gateway/bad-token']);
  }
  const won = await Promise.all(people.map((person) => tryOwn(person, secretOf(4))));
  expect([won.filter((each) => each === 'done').length, new Set(won)]).toEqual([
    1,
    new Set(['done', 'gateway/bad-token']),
  ]);
});

test('[GW-74] a closed Bough with an owner takes nobody new, by no way; who has an account comes in as before', async () => {
  const open = await start({});
  const member = newMailAddress();
  await signedIn(open, member);
  const gateway = await start({ registration: 'closed' });
  expect(await tryMail(gateway, newMailAddress())).toBe('gateway/closed');
  expect(await tryMail(gateway, member)).toBe(member);
  const browser = await newcomer(gateway);
  const stranger = newMailAddress();
  await browser.must('POST', '/api/session/reset', { email: stranger });
  const body = { secret: await lastSecret(gateway, stranger), password: 'four words of mine' };
  expect((await browser.ask('POST', '/api/session/reset/confirm', body)).json).toMatchObject({
    code: 'gateway/closed',
  });
  const guest = await browser.ask('POST', '/api/session/guest', { name: null });
  expect(guest.json).toMatchObject({ code: 'gateway/closed' });
  const known = await Browser.guest(open);
  expect((await known.at(gateway).ask('POST', '/api/session/guest', { name: null })).status).toBe(200);
});

test('[GW-74] a guest by a link draws in a closed Bough, and makes and copies no map there; people with an address do', async () => {
  const member = await signedIn(await start({}), newMailAddress());
  const gateway = await start({ registration: 'closed' });
  const owner = member.at(gateway);
  const map = await owner.makeMap();
  const guest = await newcomer(gateway);
  await guest.join((await owner.makeLink(map.id, 'edit')).secret);
  expect((await guest.must('PUT', `/api/maps/${map.id}`, { title: 'By a guest' })).json.title).toBe('By a guest');
  const closed = { code: 'gateway/closed' };
  expect((await guest.ask('POST', '/api/maps', { title: 'Mine' })).json).toMatchObject(closed);
  expect((await guest.ask('POST', `/api/maps/${map.id}/copies`, {})).json).toMatchObject(closed);
  expect((await owner.must('POST', `/api/maps/${map.id}/copies`, {})).json.role).toBe('own');
  expect((await guest.must('GET', '/api/maps')).json.maps).toHaveLength(1);
  // The page offers what is there to be had.
  const mayMake = async (browser: Browser): Promise<boolean> => (await browser.open()).mayMakeMaps;
  expect([await mayMake(guest), await mayMake(await newcomer(gateway)), await mayMake(owner)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await mayMake(await newcomer(await start({})))).toBe(true);
});

test('[GW-74] new accounts have an address of an allowed domain; those below it are others', async () => {
  const gateway = await start({ domains: ['home.example', 'school.example'] });
  expect(await tryMail(gateway, 'ada@school.example')).toBe('ada@school.example');
  for (const email of ['ada@sub.home.example', 'ada@ahome.example', 'ada@home.example.evil.example']) {
    expect(await tryMail(gateway, email)).toBe('gateway/closed');
  }
});

test('[GW-76] who is disabled is out everywhere and comes in by no way, until they are enabled', async () => {
  const gateway = await start({});
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  await browser.must('PUT', '/api/account/password', { password: 'four words of mine', proof: null });
  const { id } = await browser.person();
  await world.metadata.setDisabled(id, world.clock.now());
  const byPassword = async (): Promise<unknown> => {
    const body = { email, password: 'four words of mine' };
    const { json } = await (await newcomer(gateway)).ask('POST', '/api/session/password', body);
    return json.code ?? json.person.id;
  };
  expect(await tryMail(gateway, email)).toBe('gateway/disabled');
  expect(await byPassword()).toBe('gateway/disabled');
  await world.metadata.setDisabled(id, null);
  expect(await byPassword()).toBe(id);
});
