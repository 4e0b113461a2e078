import type { PasskeyOrder, PasskeyQuestion } from '@bough/contracts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Authenticator, type KeyKind, type Twist, UP } from '../../../testing/visitors/authenticator.ts';
import { Browser } from '../../../testing/visitors/browser.ts';
import { newcomer, newMailAddress, signedIn, subjectsTo } from '../../../testing/visitors/mail.ts';
import { unzip } from '../../../testing/unzip.ts';
import { turnOn } from '../../../testing/visitors/totp-app.ts';
import { openTwoGateways } from '../../../testing/running/two-gateways.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../../../testing/world.ts';

// Coming in by a passkey through the doors that browsers use, and everybody who would like to come in by somebody else's.

const HOUR_MS = 3_600_000;
const LIFE_MS = 5 * 60_000;
const PASSWORD = 'four words of mine';
let world: World;
let gateway: RunningGateway;
let other: RunningGateway;
beforeAll(async () => {
  ({ world, gateway, other } = await openTwoGateways());
  return world.end;
});

interface Member {
  readonly browser: Browser;
  readonly email: string;
  readonly key: Authenticator;
  /** The id of the passkey. */
  readonly passkey: string;
}
async function order(browser: Browser, proof: string | null = null): Promise<PasskeyOrder> {
  return (await browser.must('POST', '/api/account/passkeys/begin', { proof })).json;
}
async function question(browser: Browser): Promise<PasskeyQuestion> {
  return (await browser.must('POST', '/api/session/passkey')).json;
}
async function member(kind: KeyKind = 'ES256', counts = false): Promise<Member> {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  const key = new Authenticator(kind, { counts });
  const { json } = await browser.must('POST', '/api/account/passkeys', key.make(await order(browser)));
  return { browser, email, key, passkey: json.id };
}
/** What becomes of a sign-in in this browser. */
async function enter(browser: Browser, key: Authenticator, twist: Twist = {}): Promise<unknown> {
  const answer = key.answer(await question(browser), twist);
  return await browser.outcome('POST', '/api/session/passkey/confirm', { answer });
}

describe('coming in', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)(
    '[GW-324] by a passkey that signs with %s, on any browser and gateway',
    async (kind) => {
      const { browser, key, email } = await member(kind);
      const person = await browser.person();
      const elsewhere = await newcomer(gateway);
      expect(await enter(elsewhere, key)).toBe(200);
      expect(await elsewhere.person()).toEqual(person);
      expect(person.email).toBe(email);
      const { sessions } = (await elsewhere.must('GET', '/api/account/sessions')).json;
      expect(sessions.filter(({ by }: { by: string }) => by === 'passkey')).toHaveLength(1);
      // Asked by one gateway, answered to another.
      const third = await newcomer(gateway);
      const asked = await question(third);
      expect(await third.at(other).outcome('POST', '/api/session/passkey/confirm', { answer: key.answer(asked) })).toBe(
        200,
      );
    },
  );

  test('[GW-324] a guest who comes in keeps what they could open', async () => {
    const { key, browser } = await member();
    const guest = await Browser.guest(gateway);
    const map = await guest.makeMap('Made as a guest');
    expect(await enter(guest, key)).toBe(200);
    expect((await guest.person()).id).toBe((await browser.person()).id);
    const { maps } = (await browser.must('GET', '/api/maps')).json;
    expect(maps.map(({ id }: { id: string }) => id)).toContain(map.id);
  });

  test('[GW-324] a session that is there is another one after it, and the one before is worth nothing', async () => {
    const { browser, key } = await member();
    const before = browser.at(gateway);
    expect(await enter(browser, key)).toBe(200);
    expect((await before.ask('GET', '/api/account')).status).toBe(401);
  });

  test('[GW-324] whom an operator keeps out comes in by no passkey', async () => {
    const { browser, key } = await member();
    await world.metadata.setDisabled((await browser.person()).id, world.clock.now());
    expect(await enter(await newcomer(gateway), key)).toBe('gateway/disabled');
  });

  test('[GW-324] whoever left is known by no passkey', async () => {
    const { browser, key } = await member();
    await browser.must('POST', '/api/account/delete', { proof: null });
    expect(await enter(await newcomer(gateway), key)).toBe('gateway/wrong-passkey');
  });

  test('[GW-321] whoever has a second step is asked for no code beside a passkey, which proves both steps', async () => {
    const { browser, key } = await member();
    await turnOn(world, browser);
    const elsewhere = await newcomer(gateway);
    expect(await enter(elsewhere, key)).toBe(200);
    expect(await elsewhere.open()).toMatchObject({ awaitsCode: false, person: { id: (await browser.person()).id } });
    const token = { name: 'a program', scopes: ['maps:read'] };
    expect(await elsewhere.outcome('POST', '/api/tokens', token)).toBe(200);
    world.clock.jump(HOUR_MS + 1);
    expect(await elsewhere.outcome('POST', '/api/tokens', token)).toBe('gateway/unproved');
    const asked = (await elsewhere.must('POST', '/api/account/prove/passkey')).json;
    const answer = key.answer(asked);
    expect(await elsewhere.outcome('POST', '/api/account/prove/passkey/confirm', { answer })).toBe(200);
    expect(await elsewhere.outcome('POST', '/api/tokens', token)).toBe(200);
  });
});

describe('answers that are no good', () => {
  const TWISTS: readonly (readonly [string, Twist])[] = [
    ['another site', { origin: 'https://evil.example' }],
    ['another domain', { domain: 'evil.example' }],
    ['nobody it knows', { flags: UP }],
    ['somebody else’s key', { key: new Authenticator().keys.privateKey }],
    ['another person', { user: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['nobody in particular', { user: null }],
  ];
  test.each(TWISTS)('[GW-321] of %s let nobody in', async (_name, twist) => {
    const { key } = await member();
    const browser = await newcomer(gateway);
    expect(await enter(browser, key, twist)).toBe('gateway/wrong-passkey');
    expect((await browser.open()).person).toBeNull();
    expect(await enter(browser, key)).toBe(200);
  });

  test('[GW-327] an unknown passkey and a wrong answer get the same answer', async () => {
    const { key } = await member();
    const stranger = new Authenticator();
    stranger.user = key.user;
    const browser = await newcomer(gateway);
    const asked = await question(browser);
    const said = async (answer: unknown): Promise<unknown> => {
      const { status, json } = await browser.ask('POST', '/api/session/passkey/confirm', { answer });
      return { status, ...json, requestId: null };
    };
    const unknown = await said(stranger.answer(asked));
    expect(unknown).toMatchObject({ status: 403, code: 'gateway/wrong-passkey' });
    expect(await said(key.answer(asked, { key: stranger.keys.privateKey }))).toEqual(unknown);
    // A known passkey, and the signature of another kind of key.
    expect(await said({ ...key.answer(asked), signature: 'AAAA' })).toEqual(unknown);
  });

  test('[GW-325] a challenge is answered once, on whichever gateway, by however many at once', async () => {
    const { key } = await member();
    const browser = await newcomer(gateway);
    const body = { answer: key.answer(await question(browser)) };
    const tries = Array.from({ length: 10 }, (_each, at) =>
      browser.at(at % 2 === 0 ? gateway : other).outcome('POST', '/api/session/passkey/confirm', body),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'gateway/late-passkey')).toHaveLength(9);
    // Another answer to it comes as late.
    expect(await browser.outcome('POST', '/api/session/passkey/confirm', body)).toBe('gateway/late-passkey');
  });

  test('[GW-325] a challenge is good in the browser that asked, for what it asked, for five minutes', async () => {
    const { key, browser } = await member();
    const [mine, theirs] = [await newcomer(gateway), await newcomer(gateway)];
    const overheard = key.answer(await question(mine));
    expect(await theirs.outcome('POST', '/api/session/passkey/confirm', { answer: overheard })).toBe(
      'gateway/late-passkey',
    );
    const proof = (await browser.must('POST', '/api/account/prove/passkey')).json;
    expect(await browser.outcome('POST', '/api/session/passkey/confirm', { answer: key.answer(proof) })).toBe(
      'gateway/late-passkey',
    );
    const entry = await question(browser);
    expect(await browser.outcome('POST', '/api/account/prove/passkey/confirm', { answer: key.answer(entry) })).toBe(
      'gateway/late-passkey',
    );
    expect(
      await browser.outcome(
        'POST',
        '/api/account/passkeys',
        new Authenticator().make({ ...entry, user: { id: key.user, name: '', displayName: '' } }),
      ),
    ).toBe('gateway/late-passkey');
    for (const challenge of ['', 'AAAA', 'A'.repeat(75)]) {
      expect(await enter(mine, key, { challenge })).toBe('gateway/late-passkey');
    }
    const late = await question(mine);
    world.clock.jump(LIFE_MS - 20_000);
    expect(await mine.outcome('POST', '/api/session/passkey/confirm', { answer: key.answer(late) })).toBe(200);
    const later = await question(theirs);
    world.clock.jump(LIFE_MS);
    expect(await theirs.outcome('POST', '/api/session/passkey/confirm', { answer: key.answer(later) })).toBe(
      'gateway/late-passkey',
    );
  });

  test('[GW-328] a passkey that has counted backwards lets nobody in, and its owner is told, now and then', async () => {
    const { key, email } = await member('ES256', true);
    const browser = await newcomer(gateway);
    expect(await enter(browser, key, { counter: 41 })).toBe(200);
    for (const counter of [41, 40, 0]) {
      expect([counter, await enter(browser, key, { counter })]).toEqual([counter, 'gateway/copied-passkey']);
    }
    expect(
      (await subjectsTo(gateway, email)).filter((each) => each === 'Bough refused one of your passkeys').length,
    ).toBeGreaterThan(0);
    expect(await enter(browser, key, { counter: 42 })).toBe(200);
    await expect.poll(() => world.logged()).toContain('counted backwards');
  });
});

describe('one’s own passkeys', () => {
  test('[GW-329] making one needs a proof: none is asked for, ordered or kept without', async () => {
    const email = newMailAddress();
    const browser = await signedIn(gateway, email);
    await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
    world.clock.jump(HOUR_MS + 1);
    const key = new Authenticator();
    expect(await browser.outcome('POST', '/api/account/passkeys/begin', { proof: null })).toBe('gateway/unproved');
    expect(await browser.outcome('POST', '/api/account/passkeys/begin', { proof: 'a wrong one' })).toBe(
      'gateway/wrong-password',
    );
    const asked = await order(browser, PASSWORD);
    // Ordered by the person, brought by another session of theirs, or by somebody else.
    const elsewhere = await signedIn(gateway, email);
    expect(await elsewhere.outcome('POST', '/api/account/passkeys', key.make(asked))).toBe('gateway/late-passkey');
    const stranger = await signedIn(gateway, newMailAddress());
    expect(await stranger.outcome('POST', '/api/account/passkeys', key.make(asked))).toBe('gateway/late-passkey');
    expect(await browser.outcome('POST', '/api/account/passkeys', key.make(asked))).toBe(200);
    // The order is filled.
    expect(await browser.outcome('POST', '/api/account/passkeys', new Authenticator().make(asked))).toBe(
      'gateway/late-passkey',
    );
    expect((await browser.must('GET', '/api/account/passkeys')).json.passkeys).toHaveLength(1);
  });

  test('[GW-329] each is mailed about, and none is kept without its mail', async () => {
    const { email } = await member();
    expect((await subjectsTo(gateway, email))[0]).toBe('New passkey for your Bough account');
    const silent = await openWorld([]);
    onTestFinished(() => silent.end());
    const quiet = await silent.start({ limitsFactor: 100_000 });
    const browser = await Browser.guest(quiet);
    await silent.metadata.tryClaimEmail((await browser.person()).id, newMailAddress());
    const asked = await order(browser);
    expect(
      (await browser.ask('POST', '/api/account/passkeys', new Authenticator().make(asked))).status,
    ).toBeGreaterThanOrEqual(500);
    expect((await browser.must('GET', '/api/account/passkeys')).json.passkeys).toEqual([]);
  });

  test('[GW-329] a guest has none, and one who registers has', async () => {
    const guest = await Browser.guest(gateway);
    expect(await guest.outcome('POST', '/api/account/passkeys/begin', { proof: null })).toBe('gateway/unproved');
    const before = await guest.person();
    await signedIn(gateway, newMailAddress(), guest);
    const key = new Authenticator();
    await guest.must('POST', '/api/account/passkeys', key.make(await order(guest)));
    const elsewhere = await newcomer(gateway);
    expect(await enter(elsewhere, key)).toBe(200);
    expect((await elsewhere.person()).id).toBe(before.id);
  });

  test('[GW-329] no passkey is kept twice, by whomever, and no more than twenty of one person', async () => {
    const { browser, key } = await member();
    const asked = await order(browser);
    expect(asked.credentials.map(({ id }) => id)).toEqual([key.credential]);
    expect(await browser.outcome('POST', '/api/account/passkeys', key.make(asked))).toBe('gateway/known-passkey');
    const thief = await signedIn(gateway, newMailAddress());
    const copy = new Authenticator('ES256', { id: key.id });
    expect(await thief.outcome('POST', '/api/account/passkeys', copy.make(await order(thief)))).toBe(
      'gateway/known-passkey',
    );
    for (let at = 1; at < 20; at++) {
      await browser.must('POST', '/api/account/passkeys', new Authenticator('EdDSA').make(await order(browser)));
    }
    expect(await browser.outcome('POST', '/api/account/passkeys/begin', { proof: null })).toBe('gateway/malformed');
  });

  test('[GW-330] they have names: where they live, or what their person says', async () => {
    const email = newMailAddress();
    const browser = new Browser(gateway, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    await browser.open();
    await signedIn(gateway, email, browser);
    const apple = Buffer.from('fbfc3007154e4ecc8c0b6e020557d7bd', 'hex');
    for (const [aaguid, name] of [
      [Buffer.alloc(16), null],
      [apple, null],
      [apple, 'The grey one'],
    ] as const) {
      const made = new Authenticator('ES256', { aaguid }).make(await order(browser));
      await browser.must('POST', '/api/account/passkeys', { ...made, name });
    }
    const list = async (): Promise<{ id: string; name: string; usedAt: number | null }[]> =>
      (await browser.must('GET', '/api/account/passkeys')).json.passkeys;
    const [first] = await list();
    expect((await list()).map(({ name }) => name)).toEqual(['Firefox on Linux', 'iCloud Keychain', 'The grey one']);
    await browser.must('PUT', `/api/account/passkeys/${first?.id}`, { name: 'At work' });
    expect((await list())[0]).toMatchObject({ name: 'At work', usedAt: null });
    const stranger = await signedIn(gateway, newMailAddress());
    const path = `/api/account/passkeys/${first?.id}`;
    expect(await stranger.outcome('PUT', path, { name: 'Mine' })).toBe('gateway/absent');
    expect(await stranger.outcome('POST', `${path}/remove`, { proof: null })).toBe('gateway/absent');
    expect(await list()).toHaveLength(3);
  });

  test('[GW-331] removing one needs a proof and is mailed about; it lets nobody in any more', async () => {
    const { browser, email, key, passkey } = await member();
    world.clock.jump(HOUR_MS + 1);
    const path = `/api/account/passkeys/${passkey}/remove`;
    expect(await browser.outcome('POST', path, { proof: null })).toBe('gateway/unproved');
    expect(await enter(await newcomer(gateway), key)).toBe(200);
    await signedIn(gateway, email, browser);
    expect(await browser.outcome('POST', path, { proof: null })).toBe(204);
    expect((await subjectsTo(gateway, email))[0]).toBe('A passkey was removed from your Bough account');
    expect(await browser.outcome('POST', path, { proof: null })).toBe('gateway/absent');
    expect(await enter(await newcomer(gateway), key)).toBe('gateway/wrong-passkey');
  });

  test('[GW-332] a passkey of the person proves their session for another hour, under a new id; nobody else’s does', async () => {
    const { browser, key } = await member();
    const stranger = await member();
    world.clock.jump(HOUR_MS + 1);
    const token = { name: 'a program', scopes: ['maps:read'] };
    expect(await browser.outcome('POST', '/api/tokens', token)).toBe('gateway/unproved');
    const ask = async (): Promise<PasskeyQuestion> => (await browser.must('POST', '/api/account/prove/passkey')).json;
    const prove = async (answer: unknown): Promise<unknown> =>
      browser.outcome('POST', '/api/account/prove/passkey/confirm', { answer });
    const asked = await ask();
    expect(asked.credentials.map(({ id }) => id)).toEqual([key.credential]);
    expect(await prove(stranger.key.answer(asked))).toBe('gateway/wrong-passkey');
    expect(await prove(stranger.key.answer(asked, { user: key.user }))).toBe('gateway/wrong-passkey');
    expect(await prove(key.answer(asked, { flags: UP }))).toBe('gateway/wrong-passkey');
    expect(await browser.outcome('POST', '/api/tokens', token)).toBe('gateway/unproved');
    const copied = browser.at(other);
    // One that was asked for by name need not say whose it is.
    expect(await prove(key.answer(asked, { user: null }))).toBe(200);
    expect((await copied.ask('GET', '/api/account')).status).toBe(401);
    expect((await browser.must('GET', '/api/account')).json).toMatchObject({ isFresh: true, hasPasskey: true });
    expect(await browser.outcome('POST', '/api/tokens', token)).toBe(200);
    expect(await prove(key.answer(asked))).toBe('gateway/late-passkey');
  });

  test('[GW-333] an export names them, and has nothing of what is kept to know them by', async () => {
    const { browser, key } = await member();
    const files = unzip((await browser.must('GET', '/api/account/export')).bytes);
    expect(JSON.parse(files.get('passkeys.json') ?? '')).toMatchObject([{ name: expect.any(String), used: null }]);
    const all = [...files.values()].join('\n');
    const [kept] = await world.metadata.passkeysOf((await browser.person()).id);
    for (const not of [key.credential, kept?.key, kept?.hash]) expect(all).not.toContain(not ?? expect.unreachable());
  });
});

test('[GW-324] where people come in by a provider alone a passkey begins no session and is not made, but proves one that is there', async () => {
  const { browser, key } = await member();
  const only = await world.start({ limitsFactor: 100_000, people: { ...PEOPLE, signIn: 'provider' } });
  const asked = await question(browser);
  const inside = browser.at(only);
  expect(await inside.outcome('POST', '/api/session/passkey')).toBe('gateway/way-closed');
  expect(await inside.outcome('POST', '/api/session/passkey/confirm', { answer: key.answer(asked) })).toBe(
    'gateway/way-closed',
  );
  expect(await inside.outcome('POST', '/api/account/passkeys/begin', { proof: null })).toBe('gateway/way-closed');
  const proof = (await inside.must('POST', '/api/account/prove/passkey')).json;
  expect(await inside.outcome('POST', '/api/account/prove/passkey/confirm', { answer: key.answer(proof) })).toBe(200);
});

test('[GW-334] passkeys are for the name in BOUGH_PUBLIC_URL: there are none where browsers would have none', async () => {
  const at = async (publicUrl: string): Promise<Browser> =>
    newcomer(await world.start({ publicUrl, limitsFactor: 100_000 }));
  const domainAt = async (publicUrl: string): Promise<unknown> => {
    const browser = await at(publicUrl);
    const { passkeys } = (await browser.must('GET', '/api/session/ways')).json;
    const { json } = await browser.ask('POST', '/api/session/passkey', undefined, { origin: publicUrl });
    return passkeys === true ? json.domain : json.code;
  };
  expect(await domainAt('https://maps.example.org:8443')).toBe('maps.example.org');
  expect(await domainAt('http://localhost:8080')).toBe('localhost');
  expect(await domainAt('http://maps.example.org')).toBe('gateway/absent');
  expect(await domainAt('http://127.0.0.1:8080')).toBe('gateway/absent');
  expect(await domainAt('https://192.0.2.7')).toBe('gateway/absent');
  expect(await domainAt('https://[2001:db8::7]')).toBe('gateway/absent');
});
