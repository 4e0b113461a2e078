import { readFileSync } from 'node:fs';
import { seededRandom } from '@bough/base/testing';
import { platformIds } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { KEYS, openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { deriveKeys } from '../../secrets/keys.ts';
import { readSignedCookie } from '../../secrets/signed-cookie.ts';
import { LOOK_MS } from './revocations.ts';

const DAY_MS = 86_400_000;
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld();
  gateway = await world.start({ limitsFactor: 100 });
  return world.end;
});

/** The status that a request for somebody's own list gets: 200 in a living session, else 401. */
async function listStatus(browser: Browser): Promise<number> {
  return (await browser.ask('GET', '/api/maps')).status;
}

test('[GW-11] every cookie that is set has all its attributes, and fits', async () => {
  const browser = new Browser(gateway);
  const set: string[] = [];
  const keep = async (method: string, path: string, body?: unknown): Promise<void> => {
    set.push(...((await browser.ask(method, path, body)).headers['set-cookie'] ?? []));
  };
  await keep('GET', '/api/session');
  await keep('POST', '/api/session/guest', { name: 'Ada' });
  await keep('POST', '/api/session/sign-out');
  await keep('POST', '/api/session/guest', { name: null });
  await keep('POST', '/api/session/sign-out-everywhere');
  browser.take(`__Host-s=forged; __Host-s.sig=forged`);
  await keep('GET', '/');
  browser.take(`__Host-s=alone`);
  await keep('GET', '/api/session');
  expect(set.length).toBeGreaterThanOrEqual(14);
  for (const line of set) {
    const [pair = '', ...attributes] = line.toLowerCase().split('; ');
    expect(pair).toMatch(/^__host-s(\.sig)?=/);
    expect(attributes).toEqual(expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=lax']));
    expect(attributes.some((each) => each.startsWith('domain'))).toBe(false);
    expect(line.length).toBeLessThanOrEqual(4_096);
  }
});

test('[GW-11] on plain http the cookie has neither prefix nor Secure', async () => {
  const plain = await world.start({ publicUrl: 'http://localhost:8080' });
  const [line = ''] = (await new Browser(plain).ask('GET', '/api/session')).headers['set-cookie'] ?? [];
  expect(line).toMatch(/^s=/);
  expect(line.toLowerCase()).not.toContain('secure');
});

test('[GW-12] a cookie of an older key is accepted and signed anew; of a removed key it is worth nothing', async () => {
  const [newest = '', older = ''] = KEYS;
  const before = await world.start({ cookieKeys: [older] });
  const browser = await Browser.guest(before);
  const signed = browser.cookie;
  const here = browser.at(gateway);
  expect(await listStatus(here)).toBe(200);
  expect(here.cookie).not.toBe(signed);
  expect(await listStatus(here)).toBe(200);
  const after = await world.start({ cookieKeys: [newest] });
  expect(await listStatus(here.at(after))).toBe(200);
  expect(await listStatus(browser.at(after))).toBe(401);
});

test('[GW-12] no flipped bit of cookie or signature is accepted', async () => {
  const { cookie } = await Browser.guest(gateway);
  const { cookies } = deriveKeys(KEYS);
  expect(readSignedCookie(cookie, '__Host-s', cookies)).toMatchObject({ kind: 'good', keyIndex: 0 });
  const random = seededRandom(11);
  const starts = [cookie.indexOf('=') + 1, cookie.lastIndexOf('.sig=') + 5];
  const accepted: string[] = [];
  let changed = 0;
  for (let n = 0; changed < 10_000; n++) {
    const from = starts[n % 2] ?? 0;
    const to = n % 2 === 0 ? cookie.indexOf(';') : cookie.length;
    const at = from + Math.floor(random.fraction() * (to - from));
    const flipped = String.fromCharCode(cookie.charCodeAt(at) ^ (1 << Math.floor(random.fraction() * 7)));
    const forged = cookie.slice(0, at) + flipped + cookie.slice(at + 1);
    if (/[;=\s]/.test(flipped)) continue;
    changed++;
    if (readSignedCookie(forged, '__Host-s', cookies).kind === 'good') accepted.push(forged);
  }
  expect(accepted).toEqual([]);
});

test('[GW-12] what is signed but is no session is nobody', async () => {
  const { cookies } = deriveKeys(KEYS);
  const bad = [{}, { bid: 'x' }, 'text', null, [1]].map((value) =>
    Buffer.from(JSON.stringify(value)).toString('base64'),
  );
  for (const value of [...bad, 'no base64 of JSON']) {
    const browser = new Browser(gateway);
    browser.take(`__Host-s=${value}; __Host-s.sig=${cookies.sign(`__Host-s=${value}`)}`);
    expect(await listStatus(browser)).toBe(401);
  }
});

test('[GW-13] a new person has a new session, in the same browser', async () => {
  const browser = new Browser(gateway);
  await browser.open();
  const fixed = browser.cookie;
  const csrf = browser.csrf;
  await browser.must('POST', '/api/session/guest', { name: 'Ada' });
  expect(browser.csrf).not.toBe(csrf);
  const attacker = new Browser(gateway);
  attacker.take(fixed);
  expect(await listStatus(attacker)).toBe(401);
});

test("[GW-14] sessions end after 30 days without a visit and after 90 in all; a guest's after 400 without a visit", async () => {
  const now = world.clock.now();
  const as = withSession(await Browser.guest(gateway));
  expect(await listStatus(as({ guest: false, ...ago(89.9, 29.9) }))).toBe(200);
  expect(await listStatus(as({ guest: false, ...ago(31, 30) }))).toBe(401);
  expect(await listStatus(as({ guest: false, ...ago(90, 0.1) }))).toBe(401);
  expect(await listStatus(as({ guest: true, ...ago(399, 399) }))).toBe(200);
  expect(await listStatus(as({ guest: true, ...ago(400, 400) }))).toBe(401);
  expect(await listStatus(as({ guest: false, ...ago(-2, -2) }))).toBe(401);
  const fresh = as(ago(0.9, 0.9));
  const kept = fresh.cookie;
  await listStatus(fresh);
  expect(fresh.cookie).toBe(kept);
  const before = ago(3, 1);
  const old = as(before);
  await listStatus(old);
  expect(sessionOf(old).seen).toBeGreaterThanOrEqual(now);
  expect(sessionOf(old).iat).toBe(before.iat);
});

test('[GW-14] ending all other sessions, which needs no proof, adds nothing to the ninety days', async () => {
  const sid = platformIds.long();
  const stolen = withSession(await Browser.guest(gateway))({ sid, guest: false, ...ago(80, 0.1) });
  await stolen.open();
  await stolen.must('POST', '/api/account/sessions/end-others');
  const { sessions } = (await stolen.must('GET', '/api/account/sessions')).json;
  expect(sessions).toMatchObject([{ isThis: true, beganAt: sessionOf(stolen).since }]);
  world.clock.jump(9 * DAY_MS);
  expect(await listStatus(stolen)).toBe(200);
  await stolen.must('POST', '/api/account/sessions/end-others');
  world.clock.jump(DAY_MS);
  expect(await listStatus(stolen)).toBe(401);
});

test('[GW-15] a captured cookie is worth nothing after sign-out, on every gateway, and after a restart', async () => {
  const other = await world.start();
  const browser = await Browser.guest(gateway);
  const captured = browser.at(gateway);
  await browser.must('POST', '/api/session/sign-out');
  expect(await listStatus(captured)).toBe(401);
  expect(await listStatus(captured.at(other))).toBe(401);
  expect(await listStatus(captured.at(await world.start()))).toBe(401);
  expect(await listStatus(browser)).toBe(401);
});

test('[GW-15] sign-out everywhere ends every session of the person and of nobody else', async () => {
  const other = await world.start();
  const browser = await Browser.guest(gateway);
  const bystander = await Browser.guest(gateway);
  const captured = [browser.at(gateway), browser.at(other)];
  world.clock.jump(10);
  await browser.must('POST', '/api/session/sign-out-everywhere');
  for (const each of captured) expect(await listStatus(each)).toBe(401);
  expect(await listStatus(browser.at(await world.start()))).toBe(401);
  expect(await listStatus(bystander)).toBe(200);
});

/** Browsers with the session of this one, altered and signed. */
function withSession(browser: Browser): (change: Readonly<Record<string, unknown>>) => Browser {
  const { cookies } = deriveKeys(KEYS);
  return (change) => {
    const value = Buffer.from(JSON.stringify({ ...sessionOf(browser), ...change })).toString('base64');
    const other = new Browser(gateway);
    other.take(`__Host-s=${value}; __Host-s.sig=${cookies.sign(`__Host-s=${value}`)}`);
    return other;
  };
}

/** A session that began and was seen so many days ago. */
function ago(iat: number, seen: number): { readonly iat: number; readonly seen: number; readonly proved: number } {
  const now = world.clock.now();
  return { iat: now - iat * DAY_MS, seen: now - seen * DAY_MS, proved: now - iat * DAY_MS };
}

function sessionOf(browser: Browser): { readonly seen: number; readonly iat: number; readonly since?: number } {
  const value = /__Host-s=([^;]*)/.exec(browser.cookie)?.[1] ?? '';
  return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
}

test('[GW-15] ARCHITECTURE.md says how often a gateway looks for ended sessions', () => {
  const architecture = readFileSync(new URL('../../../../../ARCHITECTURE.md', import.meta.url), 'utf8');
  expect(architecture.replace(/\s+/g, ' ')).toContain(`every ${LOOK_MS} ms the gateway looks in the database`);
});
