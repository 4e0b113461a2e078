import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../testing/visitors/browser.ts';
import { newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { providerOf, startProvider, type ProviderServer } from '../../../testing/visitors/provider-server.ts';
import { beginAt, comeBy, confirmAt, visitorBy } from '../../../testing/visitors/provider-visit.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../../../testing/world.ts';
import { subjectOf } from './provider.ts';

const both = newMailAddress();
const old = newMailAddress();
const CLAIMS = {
  ada: { email: 'ada@several.example', email_verified: true, name: 'Ada' },
  both: { email: both, email_verified: true },
  again: { email: both, email_verified: true },
  old: { email: old, email_verified: true },
};
let world: World;
let gateway: RunningGateway;
let first: ProviderServer;
let school: ProviderServer;
let silent: ProviderServer;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  first = await startProvider(CLAIMS);
  school = await startProvider(CLAIMS, { id: 'school' });
  silent = await startProvider(CLAIMS, { id: 'silent', isSilent: true });
  const providers = [
    providerOf(first),
    providerOf(school, { id: 'school' }),
    providerOf(silent, { id: 'silent', name: 'One without iss' }),
  ];
  gateway = await world.start({ limitsFactor: 1_000, people: { ...PEOPLE, providers } });
  return world.end;
});

const REFUSED = 'gateway/provider-refused';

test('[GW-341] each provider has its own name, its own path to come back to, and lets its people in', async () => {
  expect((await new Browser(gateway).must('GET', '/api/session/ways')).json.providers).toEqual([
    { id: 'provider', name: 'The Provider' },
    { id: 'school', name: 'The school' },
    { id: 'silent', name: 'One without iss' },
  ]);
  const browser = await newcomer(gateway);
  const pathOf = async (id: string): Promise<string | null> =>
    new URL(await beginAt(browser, id)).searchParams.get('redirect_uri');
  expect(await pathOf('provider')).toBe('https://bough.localhost/sign-in/provider');
  expect(await pathOf('school')).toBe('https://bough.localhost/sign-in/provider/school');
  expect(await comeBy(school, 'school', 'ada', browser)).toBe((await browser.person()).id);
  expect((await browser.must('GET', '/')).status).toBe(200);
  const none = { provider: 'nobody' };
  expect((await browser.ask('POST', '/api/session/provider', none)).json.code).toBe('gateway/absent');
  expect(await confirmAt(browser, 'nobody', 'code=x')).toBe('gateway/absent');
});

test("[GW-341] an answer of one provider with another's state is refused, and its code is given to nobody", async () => {
  for (const [id, other] of [
    ['school', school],
    ['silent', silent],
  ] as const) {
    const [mine, theirs] = [await newcomer(gateway), await newcomer(gateway)];
    // What a hostile provider gets: the browser brings it the honest one's code, under the state that it began with.
    const honest = new URLSearchParams(await first.signIn(await beginAt(theirs, 'provider'), 'ada'));
    const state = new URL(await beginAt(mine, id)).searchParams.get('state') ?? '';
    const before = [first.tokenRequests(), other.tokenRequests()];
    for (const iss of [honest.get('iss') ?? '', other.issuer, null]) {
      const mixed = new URLSearchParams({ code: honest.get('code') ?? '', state, ...(iss === null ? {} : { iss }) });
      expect(await confirmAt(mine, 'provider', mixed.toString())).toBe(REFUSED);
    }
    expect([first.tokenRequests(), other.tokenRequests()]).toEqual(before);
  }
});

test('[GW-341] an answer that says that it is of another provider, or does not say of which where it must, is refused', async () => {
  const browser = await newcomer(gateway);
  const changed = async (
    server: ProviderServer,
    id: string,
    change: (answer: URLSearchParams) => void,
  ): Promise<string> => {
    const answer = new URLSearchParams(await server.signIn(await beginAt(browser, id), 'ada'));
    change(answer);
    return await confirmAt(browser, id, answer.toString());
  };
  const before = [first.tokenRequests(), silent.tokenRequests()];
  expect(await changed(first, 'provider', (answer) => answer.delete('iss'))).toBe(REFUSED);
  expect(await changed(first, 'provider', (answer) => answer.set('iss', school.issuer))).toBe(REFUSED);
  expect(await changed(first, 'provider', (answer) => answer.append('iss', first.issuer))).toBe(REFUSED);
  expect(await changed(silent, 'silent', (answer) => answer.set('iss', first.issuer))).toBe(REFUSED);
  expect([first.tokenRequests(), silent.tokenRequests()]).toEqual(before);
  expect(await changed(silent, 'silent', () => undefined)).toMatch(/^[\w-]{22}$/);
});

test('[GW-340] people are known by the provider and its name for them: one address, one account, whichever vouches for it', async () => {
  const { browser, said } = await visitorBy(first, 'provider', 'both', gateway);
  expect((await visitorBy(school, 'school', 'both', gateway)).said).toBe(said);
  expect((await visitorBy(first, 'provider', 'both', gateway)).said).toBe(said);
  // Another one at a provider that knows this account already, who has been given the address: that is another person.
  expect((await visitorBy(school, 'school', 'again', gateway)).said).toBe(REFUSED);
  expect((await visitorBy(silent, 'silent', 'again', gateway)).said).toBe(said);
  expect((await browser.must('GET', '/api/account')).json.hasProvider).toBe(true);
});

test('[GW-340] what a release with one provider kept is good: its people come in as themselves, and then by others, too', async () => {
  const { id } = await (await signedIn(gateway, old)).person();
  // As such a release wrote it, and as its backups say it.
  const values = {
    person: id,
    password: null,
    provider: subjectOf(first.issuer, 'old'),
    isOwner: false,
    disabledAt: null,
  };
  await world.metadata.addRecords([{ table: 'accounts', values }]);
  // Which provider that was, nobody can say until its person comes.
  expect((await visitorBy(school, 'school', 'old', gateway)).said).toBe(REFUSED);
  expect((await visitorBy(first, 'provider', 'old', gateway)).said).toBe(id);
  expect((await visitorBy(school, 'school', 'old', gateway)).said).toBe(id);
});
