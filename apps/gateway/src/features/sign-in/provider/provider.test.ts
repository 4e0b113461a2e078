import { parsePersonId } from '@bough/base';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../testing/visitors/browser.ts';
import { newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { CLIENT, providerOf, startProvider, type ProviderServer } from '../../../testing/visitors/provider-server.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../../../testing/world.ts';

const [known, disabled] = [newMailAddress(), newMailAddress()];
const CLAIMS = {
  ada: { email: 'Ada@Provider.example', email_verified: true, name: 'Ada Lovelace' },
  joins: { email: known, email_verified: true, name: 'Somebody' },
  changed: { email: known, email_verified: true },
  disabled: { email: disabled, email_verified: true },
  unverified: { email: 'charles@provider.example', email_verified: false },
  silent: { email: 'grace@provider.example' },
  bare: {},
};
let world: World;
let gateway: RunningGateway;
let server: ProviderServer;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  server = await startProvider(CLAIMS);
  gateway = await world.start(withProvider(false));
  return world.end;
});

function withProvider(trustsAddresses: boolean): { readonly limitsFactor: number; readonly people: typeof PEOPLE } {
  return { limitsFactor: 1_000, people: { ...PEOPLE, providers: [providerOf(server, { trustsAddresses })] } };
}
async function begin(browser: Browser): Promise<string> {
  return (await browser.must('POST', '/api/session/provider', { provider: 'provider' })).json.url;
}
async function confirm(browser: Browser, answer: string): Promise<string> {
  const { json } = await browser.ask('POST', '/api/session/provider/confirm', { provider: 'provider', answer });
  return json.code ?? json.person.id;
}
async function comeAs(who: keyof typeof CLAIMS, browser: Browser): Promise<string> {
  return await confirm(browser, await server.signIn(await begin(browser), who));
}

test('[GW-72] the browser is sent to the provider with state, nonce and PKCE, and nothing secret', async () => {
  const url = new URL(await begin(await newcomer(gateway)));
  expect(url.origin).toBe(server.issuer);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'bough',
    redirect_uri: 'https://bough.localhost/sign-in/provider',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(url.searchParams.get(name)?.length).toBeGreaterThan(40);
  expect(url.href).not.toContain(encodeURIComponent(CLIENT.clientSecret));
  expect((await new Browser(gateway).must('GET', '/api/session/ways')).json.providers).toEqual([
    { id: 'provider', name: 'The Provider' },
  ]);
});

test('[GW-72] whom the provider vouches for is a person, the same one the next time, whatever address they have by then', async () => {
  const browser = await newcomer(gateway);
  const id = await comeAs('ada', browser);
  expect(await browser.person()).toMatchObject({ id, name: 'Ada Lovelace', email: 'ada@provider.example' });
  expect((await browser.must('GET', '/api/account')).json).toMatchObject({ hasProvider: true, isFresh: true });
  expect((await browser.must('GET', '/api/account/sessions')).json.sessions).toMatchObject([{ by: 'provider' }]);
  expect(
    await world.metadata.tryChangeEmail((await browser.person()).id, 'ada@provider.example', newMailAddress()),
  ).toBe(true);
  expect(await comeAs('ada', await newcomer(gateway))).toBe(id);
});

test('[GW-30] a verified address joins the account that has it, and a guest keeps the maps', async () => {
  const { id } = await (await signedIn(gateway, known)).person();
  const guest = await Browser.guest(gateway);
  await guest.makeMap('Drawn as a guest');
  expect(await comeAs('joins', guest)).toBe(id);
  const { maps } = (await guest.must('GET', '/api/maps')).json;
  expect(maps.map(({ title }: { title: string }) => title)).toEqual(['Drawn as a guest']);
  // The provider has given the address to somebody else: that is another person.
  expect(await comeAs('changed', await newcomer(gateway))).toBe('gateway/provider-refused');
});

test('[GW-30] a guest who is refused keeps the maps: the address was given to somebody else, or its account is disabled', async () => {
  const comes = async (who: 'changed' | 'disabled'): Promise<readonly unknown[]> => {
    const guest = await Browser.guest(gateway);
    const { id } = await guest.makeMap('Drawn as a guest');
    return [await comeAs(who, guest), (await guest.ask('GET', `/api/maps/${id}`)).status];
  };
  await comeAs('joins', await newcomer(gateway));
  expect(await comes('changed')).toEqual(['gateway/provider-refused', 200]);
  const { id } = await (await signedIn(gateway, disabled)).person();
  const person = parsePersonId(id) ?? expect.unreachable('it is an id');
  await world.metadata.setDisabled(person, world.clock.now());
  expect(await comes('disabled')).toEqual(['gateway/disabled', 200]);
});

test('[GW-73] an address that the provider does not call verified is none, unless the operator vouches for the provider', async () => {
  for (const who of ['unverified', 'silent', 'bare'] as const) {
    expect(await comeAs(who, await newcomer(gateway))).toBe('gateway/provider-refused');
  }
  const trusting = await world.start(withProvider(true));
  const browser = await newcomer(trusting);
  await comeAs('silent', browser);
  expect((await browser.person()).email).toBe('grace@provider.example');
  expect(await comeAs('bare', await newcomer(trusting))).toBe('gateway/provider-refused');
});

test('[GW-72] an answer is good once, in the browser that asked, within ten minutes, on any gateway', async () => {
  const browser = await newcomer(gateway);
  const answer = await server.signIn(await begin(browser), 'ada');
  const stranger = await newcomer(gateway);
  expect(await confirm(stranger, answer)).toBe('gateway/provider-refused');
  const altered = answer.replace(/state=(.)/, (_whole, first: string) => `state=${first === 'A' ? 'B' : 'A'}`);
  expect(await confirm(browser, altered)).toBe('gateway/provider-refused');
  expect(await confirm(browser, 'code=x')).toBe('gateway/provider-refused');
  const other = browser.at(await world.start(withProvider(false)));
  const outcomes = await Promise.all([confirm(browser.at(gateway), answer), confirm(other, answer)]);
  expect(outcomes.filter((each) => each === 'gateway/provider-refused')).toHaveLength(1);
  const late = await server.signIn(await begin(browser), 'ada');
  world.clock.jump(10 * 60_000);
  expect(await confirm(browser, late)).toBe('gateway/provider-refused');
});

test('[GW-72] a code that was put in place of another lets nobody in: the verifier and the nonce do not fit', async () => {
  const [victim, attacker] = [await newcomer(gateway), await newcomer(gateway)];
  const stolen = new URLSearchParams(await server.signIn(await begin(victim), 'ada'));
  const own = new URLSearchParams(await server.signIn(await begin(attacker), 'ada'));
  own.set('code', stolen.get('code') ?? '');
  expect(await confirm(attacker, own.toString())).toBe('gateway/provider-refused');
});

test('[GW-72] who says no at the provider is told so; a provider that is away is said to be away, and only for now', async () => {
  const browser = await newcomer(gateway);
  expect(await confirm(browser, await server.refuse(await begin(browser)))).toBe('gateway/provider-refused');
  const nobody = providerOf({ issuer: 'http://127.0.0.1:1' });
  const away = await world.start({ people: { ...PEOPLE, providers: [nobody] } });
  const answer = await (await newcomer(away)).ask('POST', '/api/session/provider', { provider: 'provider' });
  expect(answer.json).toMatchObject({ code: 'gateway/provider', kind: 'unavailable' });
  const none = await world.start();
  expect(
    (await (await newcomer(none)).ask('POST', '/api/session/provider', { provider: 'provider' })).json,
  ).toMatchObject({
    code: 'gateway/absent',
  });
});
