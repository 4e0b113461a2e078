import { parseMapId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { platformIds } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../testing/visitors/browser.ts';
import { openWorld, type World } from '../testing/world.ts';
import { ProcessBus } from '../bus/process-bus.ts';
import { LIMITS, RateLimits } from './rate-limits.ts';
import { type Bucket, tryTake, waitMs } from './token-bucket.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  return world.end;
});

test('[GW-35] a bucket never gives more than its burst and its rate, and says how long to wait', () => {
  const settings = { burst: 5, perSecond: 2 };
  let refused = 0;
  for (let seed = 0; seed < 200; seed++) {
    const random = seededRandom(seed);
    let [bucket, nowMs, taken]: [Bucket | null, number, number] = [null, 0, 0];
    for (let step = 0; step < 100; step++) {
      nowMs += Math.floor(random.fraction() * 800);
      const next = tryTake(bucket, settings, nowMs);
      if (next !== null) {
        bucket = next;
        taken++;
      } else if (bucket !== null) {
        refused++;
        const wait = waitMs(bucket, settings, nowMs);
        expect(wait).toBeGreaterThan(0);
        expect(tryTake(bucket, settings, nowMs + wait)).not.toBeNull();
      }
      expect(taken).toBeLessThanOrEqual(5 + (nowMs / 1_000) * 2 + 1e-9);
    }
  }
  expect(refused).toBeGreaterThan(0);
});

test('[GW-35] each subject has its own bucket', () => {
  const limits = limitsOf(new VirtualClock());
  const name = 'sign-in by address';
  for (let n = 0; n < LIMITS[name].burst; n++) limits.mustTake(name, 'ada');
  expect(() => limits.mustTake(name, 'ada')).toThrow(expect.objectContaining({ code: 'gateway/too-many' }));
  limits.mustTake(name, 'grace');
  limits.mustTake('maps by person', 'ada');
});

test('[GW-35] who asks too often is told how long to wait, whatever X-Forwarded-For says', async () => {
  const gateway = await world.start({ limitsFactor: 0.05 });
  const codes: number[] = [];
  let last: unknown = null;
  for (let n = 0; n < 70; n++) {
    const browser = new Browser(gateway, { 'x-forwarded-for': `198.51.100.${n}, 10.0.0.${n}` });
    await browser.open();
    const answer = await browser.ask('POST', '/api/session/guest', { name: null });
    codes.push(answer.status);
    if (answer.status === 429) last = answer.headers['retry-after'];
  }
  expect(codes.filter((code) => code === 200)).toHaveLength(LIMITS['guests by network address'].burst * 0.05);
  expect(codes.at(-1)).toBe(429);
  expect(Number(last)).toBeGreaterThan(0);
});

test('[GW-35] behind a trusted proxy the address is the one that the proxy saw, and no other', async () => {
  const gateway = await world.start({ trustedProxies: 1, limitsFactor: 0.003 });
  const statusFor = async (forwarded: string): Promise<number> => {
    const browser = new Browser(gateway, { 'x-forwarded-for': forwarded });
    await browser.open();
    return (await browser.ask('POST', '/api/session/guest', { name: null })).status;
  };
  for (let n = 0; n < 3; n++) expect(await statusFor(`10.9.9.${n}, 203.0.113.7`)).toBe(200);
  expect(await statusFor('10.9.9.9, 203.0.113.7')).toBe(429);
  expect(await statusFor('203.0.113.7, 203.0.113.8')).toBe(200);
  for (let n = 0; n < 3; n++) expect(await statusFor(`2001:db8:1:2::${n + 1}`)).toBe(200);
  expect(await statusFor('2001:db8:1:2:ffff::1')).toBe(429);
  expect(await statusFor('2001:db8:1:3::1')).toBe(200);
});

test('[GW-35] sign-in mails are limited by address, however it is written and whoever asks', async () => {
  const gateway = await world.start({ limitsFactor: 0.4 });
  const codes: number[] = [];
  for (const email of ['ada@b.example', 'ADA@b.example', 'ada@B.example', 'other@b.example']) {
    const browser = new Browser(gateway);
    await browser.open();
    codes.push((await browser.ask('POST', '/api/session/sign-in', { email })).status);
  }
  // The mailer is not there: what passes the limit is answered 503.
  expect(codes).toEqual([503, 503, 429, 503]);
});

test('[GW-227] who has no session is counted by network, whoever has one by themselves', async () => {
  const gateway = await world.start({ limitsFactor: 0.05 });
  const person = await Browser.guest(gateway);
  const nobody = new Browser(gateway);
  // Who comes first is answered, who comes next waits for their turn, and the rest is refused.
  const fromMs = performance.now();
  const all = Array.from({ length: 200 }, async () => {
    const { status } = await nobody.ask('GET', '/api/session');
    return { status, ms: performance.now() - fromMs };
  });
  const answers = await Promise.all(all);
  const good = answers.filter(({ status }) => status === 200);
  expect(good.length).toBeGreaterThanOrEqual(115);
  expect(good.filter(({ ms }) => ms > 1_000).length).toBeGreaterThan(20);
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  // The same network, but somebody: the others' crowd is not theirs.
  expect((await person.ask('GET', '/api/session')).status).toBe(200);
  const own: number[] = [];
  for (let n = 0; n < 200; n++) own.push((await person.ask('GET', '/api/maps')).status);
  // A burst of 60, one of which is used, and what comes back meanwhile.
  expect(own.filter((code) => code === 200).length).toBeGreaterThanOrEqual(59);
  expect(own).toContain(429);
});

test('[GW-228] documents, old moments and pages of history have budgets of their own', async () => {
  const gateway = await world.start({ limitsFactor: 0.05 });
  const reads = [
    ['documents by person', '/document'],
    ['old moments by person', '/document?at=1'],
    ['pages of history by person', '/changes?from=1&to=1'],
  ] as const;
  for (const [name, path] of reads) {
    const browser = await Browser.guest(gateway);
    const map = parseMapId(platformIds.long()) ?? expect.fail('long ids are map ids');
    await world.metadata.addMap({ id: map, title: 'A map', createdAt: 1 }, (await browser.person()).id);
    const codes: number[] = [];
    // Docstore is not there: what passes the limit is answered 503.
    while (!codes.includes(429) && codes.length < 100) {
      codes.push((await browser.ask('GET', `/api/maps/${map}${path}`)).status);
    }
    expect([path, codes.filter((code) => code === 503).length >= LIMITS[name].burst * 0.05]).toEqual([path, true]);
    expect(codes.at(-1)).toBe(429);
    expect((await browser.ask('GET', `/api/maps/${map}`)).status).toBe(200);
  }
});

function limitsOf(clock: VirtualClock): RateLimits {
  return new RateLimits({ clock, bus: new ProcessBus({ clock }) }, { factor: 1 });
}
