import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describeWith } from '@bough/house/servers';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../metadata/people/people-store.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { guest, newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { observed } from '../../testing/observed.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../../testing/world.ts';
import { mongoOldSessions } from './mongo-old-sessions.ts';
import type { OldSessionStore } from './old-sessions.ts';

const SECRETS = ['an older secret', 'a secret of the old server'] as const;
const DAY_MS = 86_400_000;
const MANY = 10_000;

const OLD_SERVER = fileURLToPath(new URL('../../testing/running/old-server.mjs', import.meta.url));

describeWith('mongodb', (server) => {
  let world: World;
  let client: MongoClient;
  let url: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    world = await openWorld();
    // Rows of the old server end by the real clock.
    world.clock.jump(Date.now() - world.clock.now());
    const address = new URL(server().url);
    address.pathname = `/${server().database}`;
    url = address.href;
    client = await MongoClient.connect(url);
    return world.end;
  });
  afterAll(async () => {
    for (const child of children) child.kill();
    await client.db().dropDatabase();
    await client.close();
  });

  const rows = () => client.db().collection<{ _id: string; expires?: Date; session?: string }>('sessions');
  async function member(): Promise<Person & { readonly email: string }> {
    const person = { ...guest(), email: newAddress(), createdAt: world.clock.now() };
    await world.metadata.addPerson(person);
    return person;
  }

  /** A gateway that carries sessions over, and every call that it makes of its stores. */
  async function start(change: Partial<typeof PEOPLE.oldSessions> = {}): Promise<{
    readonly gateway: RunningGateway;
    readonly writes: () => readonly string[];
  }> {
    const real = mongoOldSessions({ url, collection: 'sessions' });
    const removals: string[] = [];
    const store: OldSessionStore = {
      find: (id) => real.find(id),
      remove: async (ids) => {
        removals.push(`remove ${ids.length}`);
        await real.remove(ids);
      },
      close: () => real.close(),
    };
    const { metadata, calls } = observed(world.metadata);
    const settings = {
      cookie: 'connect.sid',
      secrets: SECRETS,
      person: 'passport.user',
      csrf: 'csrfSecret',
      ...change,
    };
    const people = { ...PEOPLE, oldSessions: settings };
    const gateway = await world.start({ limitsFactor: 1_000_000, people }, metadata, store);
    const isWrite = (name: string): boolean => /^(add|set|remove|try|replace|move|revoke|use|end|prune)/.test(name);
    return { gateway, writes: () => [...removals, ...calls.filter(isWrite)] };
  }

  /** A session that the server which was here before began: its cookie. */
  async function oldCookie(person: string, secret: string = SECRETS[1]): Promise<string> {
    const port = await oldServer(secret);
    const answer = await fetch(`http://127.0.0.1:${port}/?person=${encodeURIComponent(person)}`);
    return /^connect\.sid=[^;]+/.exec(answer.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
  }
  const ports = new Map<string, Promise<string>>();
  async function oldServer(secret: string): Promise<string> {
    const known = ports.get(secret);
    if (known !== undefined) return await known;
    const child = spawn(process.execPath, [OLD_SERVER, url, secret], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const said = once(child.stdout, 'data').then(([data]) => String(data).trim());
    ports.set(secret, said);
    return await said;
  }
  function idOf(cookie: string): string {
    return /^s:([^.]+)\./.exec(decodeURIComponent(cookie.slice('connect.sid='.length)))?.[1] ?? '';
  }
  function browserWith(gateway: RunningGateway, cookie: string): Browser {
    const browser = new Browser(gateway);
    browser.take(cookie);
    return browser;
  }

  test("[GW-78] a session of the old server goes on, with its person and its pages' tokens; its row goes with the second request", async () => {
    const { gateway, writes } = await start();
    const person = await member();
    const cookie = await oldCookie(person.id);
    expect(await rows().countDocuments({ _id: idOf(cookie) })).toBe(1);
    const browser = browserWith(gateway, cookie);
    expect((await browser.open()).person).toMatchObject({ id: person.id });
    expect(browser.cookie).toContain('connect.sid');
    // A page that the old server made is still open: its token holds, under the name that it uses.
    const salt = 'saltsalt';
    const token = `${salt}-${createHash('sha1').update(`${salt}-a secret of eighteen`).digest('base64url')}`;
    const own = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
    for (const [headers, status] of [
      [{ 'x-csrf-token': token }, 200],
      [{ 'bough-csrf': token }, 200],
      [{ 'x-csrf-token': `${token}x` }, 403],
      [{ 'x-csrf-token': `salt-${token.slice(9)}` }, 403],
    ] as const) {
      const asked = new Browser(gateway);
      const answer = await asked.ask(
        'POST',
        '/api/session/guest',
        { name: null },
        { ...own, 'bough-csrf': '', ...headers },
      );
      expect([headers, answer.status]).toEqual([headers, status === 200 && 'x-csrf-token' in headers ? 403 : status]);
    }
    await browser.must('GET', '/api/account');
    expect(browser.cookie).not.toContain('connect.sid');
    world.clock.jump(1_001);
    await expect.poll(() => rows().countDocuments({ _id: idOf(cookie) })).toBe(0);
    const before = writes().length;
    for (let n = 0; n < 5; n++) await browser.must('GET', '/api/account');
    world.clock.jump(1_001);
    expect(writes()).toHaveLength(before);
    const { sessions } = (await browser.must('GET', '/api/account/sessions')).json;
    expect(sessions).toMatchObject([{ isThis: true }]);
    // It has proved nothing here.
    expect((await browser.must('GET', '/api/account')).json.isFresh).toBe(false);
  });

  test('[GW-78] requests that come at once are one session; an address stands for its person; older secrets hold', async () => {
    const { gateway } = await start();
    const person = await member();
    const cookie = await oldCookie(person.email.toUpperCase(), SECRETS[0]);
    const opened = await Promise.all(Array.from({ length: 8 }, () => browserWith(gateway, cookie).open()));
    expect(new Set(opened.map(({ csrf }) => csrf)).size).toBe(1);
    expect(opened[0]?.person?.id).toBe(person.id);
  });

  test('[GW-79] what is forged, over, ended or nobody’s is not carried over, and its cookie is taken away', async () => {
    const { gateway } = await start();
    const person = await member();
    const disabled = await member();
    await world.metadata.setDisabled(disabled.id, 1);
    const good = await oldCookie(person.id);
    const late = await oldCookie(person.id);
    await rows().updateOne({ _id: idOf(late) }, { $set: { expires: new Date(1) } });
    for (const cookie of [
      await oldCookie(person.id, 'a secret that nobody knows'),
      good.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      'connect.sid=s%3A.x',
      'connect.sid=%E0%A4%A',
      'connect.sid=j%3A%7B%7D',
      late,
      await oldCookie('nobody'),
      await oldCookie((await member()).id.replace(/.$/, 'A')),
      await oldCookie(disabled.id),
    ]) {
      const browser = browserWith(gateway, cookie);
      expect([cookie, (await browser.open()).person]).toEqual([cookie, null]);
      expect(browser.cookie).not.toContain('connect.sid');
    }
    const one = browserWith(gateway, good);
    await one.open();
    await one.must('POST', '/api/session/sign-out');
    expect((await browserWith(gateway, good).open()).person).toBeNull();
    const other = await oldCookie(person.id);
    const two = browserWith(gateway, other);
    await two.open();
    world.clock.jump(DAY_MS);
    await two.must('POST', '/api/session/sign-out-everywhere');
    expect((await browserWith(gateway, await oldCookie(person.id)).open()).person).toBeNull();
  });

  test('[GW-78] while the old database is away nobody is signed out: they are told to come back', async () => {
    const person = await member();
    const cookie = await oldCookie(person.id);
    const away: OldSessionStore = {
      ...mongoOldSessions({ url: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100', collection: 'sessions' }),
    };
    const settings = { cookie: 'connect.sid', secrets: SECRETS, person: 'passport.user', csrf: 'csrfSecret' };
    const gateway = await world.start({ people: { ...PEOPLE, oldSessions: settings } }, world.metadata, away);
    const browser = browserWith(gateway, cookie);
    const answer = await browser.ask('GET', '/api/session');
    expect([answer.json.code, browser.cookie]).toEqual(['gateway/metadata', cookie]);
  });

  test(`[GW-78] ${MANY} old sessions: nobody is signed out, and nothing is written after the second request`, async () => {
    const { gateway, writes } = await start();
    const people = await Promise.all(Array.from({ length: 100 }, member));
    const ids = Array.from({ length: MANY }, () => randomBytes(24).toString('base64url'));
    const expires = new Date(Date.now() + 14 * DAY_MS);
    const made = ids.map((_id, n) => {
      const cookie = { originalMaxAge: 14 * DAY_MS, expires, httpOnly: true, path: '/' };
      const passport = { user: people[n % people.length]?.id };
      return {
        _id,
        expires,
        session: JSON.stringify({ cookie, passport, csrfSecret: randomBytes(18).toString('base64url') }),
      };
    });
    for (let from = 0; from < MANY; from += 1_000) await rows().insertMany(made.slice(from, from + 1_000));
    const kept = await rows().countDocuments();
    const browsers = ids.map((id) => {
      const signature = createHmac('sha256', SECRETS[1]).update(id).digest('base64').replaceAll('=', '');
      return browserWith(gateway, `connect.sid=${encodeURIComponent(`s:${id}.${signature}`)}`);
    });
    let signedOut = 0;
    const come = async (count: number): Promise<void> => {
      for (let from = 0; from < count; from += 32) {
        const asked = browsers.slice(from, Math.min(count, from + 32)).map((browser) => browser.open());
        for (const [n, { person }] of (await Promise.all(asked)).entries()) {
          if (person?.id !== people[(from + n) % people.length]?.id) signedOut++;
        }
      }
    };
    await come(MANY);
    await come(MANY);
    world.clock.jump(1_001);
    await expect.poll(() => rows().countDocuments(), { timeout: 30_000 }).toBe(kept - MANY);
    const before = writes().length;
    await come(MANY / 10);
    world.clock.jump(1_001);
    expect([signedOut, writes().length - before]).toEqual([0, 0]);
    expect(writes().filter((each) => each.startsWith('remove ')).length).toBeLessThan(MANY / 50);
  }, 600_000);
});
