import { platformIds } from '@bough/service';
import { parsePersonId } from '@bough/base';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../testing/visitors/browser.ts';
import { lastSecret, newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { PageSocket } from '../testing/visitors/page-socket.ts';
import { openWorld, type RunningGateway, type World } from '../testing/world.ts';
import { LIMITS } from './rate-limits.ts';

// A school behind one address: nobody has turned a knob (limitsFactor is 1).

const SCHOOL = '203.0.113.5';
const PASSWORD = 'four words of mine';
let world: World;
let gateway: RunningGateway;
/** For what the tests prepare: it shares nothing with the other but the database. */
let beside: RunningGateway;
let hash = '';
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ trustedProxies: 1 });
  beside = await world.start({ limitsFactor: 1_000 });
  const first = await signedIn(beside, newMailAddress());
  await first.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  hash = (await world.metadata.account((await first.person()).id)).password ?? '';
  return world.end;
});

/** Somebody with an account and the password, who is nowhere yet. */
async function pupil(): Promise<string> {
  const id = parsePersonId(platformIds.long()) ?? expect.unreachable('long ids are person ids');
  const email = newMailAddress();
  await world.metadata.addPerson({ id, name: 'Pupil', email, hue: 1, createdAt: 1 });
  await world.metadata.setPassword(id, hash);
  return email;
}
async function atSchool(): Promise<Browser> {
  const browser = new Browser(gateway, { 'x-forwarded-for': SCHOOL });
  await browser.open();
  return browser;
}
/** Does it for so many, twenty-five at a time, and answers what each was answered. */
async function forEach<T>(count: number, work: () => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  while (done.length < count) done.push(...(await Promise.all(Array.from({ length: 25 }, work))));
  return done;
}
function tally(answers: readonly number[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(answers, (each) => each)].map(([code, all]) => [code, all.length]));
}

test('[GW-380] thirty classes of twenty-five behind one address load the page and sign in by password within a minute', async () => {
  const fromMs = performance.now();
  const codes = await forEach(750, async () => {
    const email = await pupil();
    const browser = await atSchool();
    const { status } = await browser.ask('POST', '/api/session/password', { email, password: PASSWORD });
    return status === 200 ? (await browser.ask('GET', '/api/maps')).status : status;
  });
  expect(tally(codes)).toEqual({ 200: 750 });
  expect(performance.now() - fromMs).toBeLessThan(60_000);
}, 120_000);

test('[GW-380] two hundred behind one address sign in by mailed links, and bring guests along', async () => {
  const codes = await forEach(200, async () => {
    const [browser, email] = [await atSchool(), newMailAddress()];
    const { status } = await browser.ask('POST', '/api/session/sign-in', { email });
    if (status !== 204) return status;
    return (await browser.ask('POST', '/api/session/sign-in/confirm', { secret: await lastSecret(beside, email) }))
      .status;
  });
  expect(tally(codes)).toEqual({ 200: 200 });
  const teacher = await signedIn(beside, newMailAddress());
  const { id: map } = await teacher.makeMap();
  const { secret } = await teacher.makeLink(map, 'edit');
  const joined = await forEach(200, async () => (await (await atSchool()).join(secret)).status);
  expect(tally(joined)).toEqual({ 200: 200 });
}, 120_000);

test('[GW-381] sockets of people who have signed in are counted by person: four hundred behind one address draw', async () => {
  const teacher = await signedIn(beside, newMailAddress());
  const { id: map } = await teacher.makeMap();
  const { secret } = await teacher.makeLink(map, 'edit');
  const opened = await forEach(400, async () => {
    const browser = await atSchool();
    const { status } = await browser.ask('POST', '/api/session/password', { email: await pupil(), password: PASSWORD });
    if (status !== 200) return status;
    const joined = await browser.join(secret);
    if (joined.status !== 200) return joined.status;
    return await PageSocket.join(browser, map).then(
      () => 101,
      () => 0,
    );
  });
  expect(tally(opened)).toEqual({ 101: 400 });
}, 120_000);

test('[GW-382] one host that guesses at passwords of many is stopped as before, and those who know theirs behind it as well, no sooner', async () => {
  const host = '198.51.100.20';
  const browser = new Browser(gateway, { 'x-forwarded-for': host });
  await browser.open();
  const codes: number[] = [];
  const { burst } = LIMITS['password by network address'];
  for (let n = 0; n < burst + 20; n++) {
    const answer = await browser.ask('POST', '/api/session/password', { email: newMailAddress(), password: 'a guess' });
    codes.push(answer.status);
  }
  expect(codes.filter((code) => code === 403).length).toBeGreaterThanOrEqual(burst);
  expect(codes.filter((code) => code === 403).length).toBeLessThan(burst + 10);
  expect(codes.at(-1)).toBe(429);
});
