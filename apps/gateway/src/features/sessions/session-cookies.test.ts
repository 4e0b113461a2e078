import { platformIds } from '@bough/service';
import { expect, test } from 'vitest';
import { deriveKeys } from '../../secrets/keys.ts';
import { SessionCookies } from './session-cookies.ts';

const { cookies: keys } = deriveKeys(['newest', 'older']);
const { cookies: foreign } = deriveKeys(['of nobody']);
const NAME = '__Host-s';

function header(by = keys): string {
  const [bid, sid, uid] = [platformIds.long(), platformIds.long(), platformIds.long()];
  const session = { bid, sid, uid, guest: false, iat: 1, seen: 1, epoch: 0 };
  const value = Buffer.from(JSON.stringify(session)).toString('base64');
  return `${NAME}=${value}; ${NAME}.sig=${by.sign(`${NAME}=${value}`)}`;
}

function newCookies(): SessionCookies {
  return new SessionCookies({ keys }, { name: NAME });
}

test('[GW-106] what was found good is read once: the second time it is the very same session', () => {
  const [cookies, one, other] = [newCookies(), header(), header()];
  const first = cookies.read(one);
  expect(first).toMatchObject({ kind: 'good', keyIndex: 0 });
  expect(cookies.read(String(Buffer.from(one)))).toBe(first);
  expect(cookies.read(other)).not.toEqual(first);
  expect(cookies.size).toBe(2);
});

test('[GW-106] what is forged, absent or longer than cookies are is never remembered, also beside what is', () => {
  const [cookies, good] = [newCookies(), header()];
  cookies.read(good);
  for (const bad of [header(foreign), good.slice(0, -1), good.split('; ')[0], `${good}x`, `x${good}`]) {
    expect([bad, cookies.read(bad).kind]).not.toEqual([bad, 'good']);
  }
  expect(cookies.read(undefined)).toEqual({ kind: 'absent' });
  expect(cookies.read('other=1')).toEqual({ kind: 'absent' });
  expect(cookies.read(`${good}; other=${'x'.repeat(2_048)}`)).toMatchObject({ kind: 'good' });
  expect(cookies.size).toBe(1);
});

test('[GW-106] however many come, a bounded number is remembered, and who keeps coming is among them', () => {
  const [cookies, kept] = [newCookies(), header()];
  const first = cookies.read(kept);
  const one = header();
  for (let n = 0; n < 10_000; n++) {
    cookies.read(`${one}; other=${n}`);
    if (n % 1_000 === 0) expect(cookies.read(kept)).toBe(first);
  }
  expect(cookies.size).toBeLessThanOrEqual(4_001);
});
