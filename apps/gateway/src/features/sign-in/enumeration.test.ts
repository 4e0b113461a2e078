import { seededRandom } from '@bough/base/testing';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Browser } from '../../testing/visitors/browser.ts';
import { newcomer, newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { mannWhitney } from '../../testing/mann-whitney.ts';
import { quickClock } from '../../testing/quick-clock.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../../testing/world.ts';
import { Hashing } from './password/hashing.ts';
import { PASSWORD_COST } from './password/passwords.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['mailer']);
  // A refusal waits for the next 20 ms, which are 4 here: whatever shows in no answer then shows in none that waits longer.
  gateway = await world.start({ limitsFactor: 1_000_000 }, undefined, undefined, quickClock(5));
  return world.end;
});

interface Asked {
  readonly answers: ReadonlySet<string>;
  readonly p: number;
}

/** Asks for known and unknown addresses in random order, so that what the machine does meanwhile falls on both alike. */
async function askForBoth(
  browser: Browser,
  path: string,
  asking: { readonly known: string; readonly more: object; readonly count: number; readonly seed: number },
): Promise<Asked> {
  const { known, more, count, seed } = asking;
  // One address as well, as long as the other: else what is seen is how often an address was asked for, and its length.
  const unknown = `z${known.slice(1)}`;
  expect(unknown).not.toBe(known);
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const answers = new Set<string>();
  const random = seededRandom(seed);
  while (times.known.length < count || times.unknown.length < count) {
    const isKnown = random.fraction() < 0.5;
    const email = isKnown ? known : unknown;
    const fromMs = performance.now();
    const { status, json } = await browser.ask('POST', path, { email, ...more });
    times[isKnown ? 'known' : 'unknown'].push(performance.now() - fromMs);
    answers.add(`${status} ${json?.code} ${json?.message} ${json?.hint}`);
  }
  return { answers, p: mannWhitney(times.known, times.unknown) };
}

test.each([
  ['a wrong password', '/api/session/password', { password: 'a wrong one' }, 500],
  ['a mail to sign in', '/api/session/sign-in', {}, 300],
  ['a mail for a password', '/api/session/reset', {}, 300],
])(
  '[GW-29] neither the answer nor its time tells whether an address is known: %s',
  async (_what, path, more, count) => {
    const email = newMailAddress();
    const member = await signedIn(gateway, email);
    await member.must('PUT', '/api/account/password', { password: 'four words of mine', proof: null });
    const browser = await newcomer(gateway);
    // Where there is no difference one try in a hundred looks as if there were; where there is one, each does.
    const seen: number[] = [];
    for (let round = 0; round < 3 && (seen.at(-1) ?? 0) <= 0.01; round++) {
      const { answers, p } = await askForBoth(browser, path, { known: email, more, count, seed: 29 + round });
      expect(answers.size).toBe(1);
      seen.push(p);
    }
    expect(seen.at(-1)).toBeGreaterThan(0.01);
  },
  120_000,
);

test('[GW-29] an address that nobody has, or that has no password, is answered after the work of a hash as well', async () => {
  const costly = await world.start({ limitsFactor: 1_000, people: { ...PEOPLE, passwordCost: PASSWORD_COST } });
  const [known, bare, unknown] = [newMailAddress(), newMailAddress(), newMailAddress()];
  const member = await signedIn(costly, known);
  await member.must('PUT', '/api/account/password', { password: 'four words of mine', proof: null });
  await signedIn(costly, bare);
  const browser = await newcomer(costly);
  // What was worked, not for how long: a clock sees what else the machine does.
  const work = vi.spyOn(Hashing.prototype, 'derive');
  onTestFinished(() => work.mockRestore());
  for (const email of [known, unknown, bare]) {
    work.mockClear();
    await browser.ask('POST', '/api/session/password', { email, password: 'a wrong one' });
    expect(work.mock.settledResults.map(({ type }) => type)).toEqual(['fulfilled']);
    const { memoryKib: memory, passes, lanes: parallelism } = PASSWORD_COST;
    expect(work.mock.calls[0]?.[0]).toMatchObject({ memory, passes, parallelism, tagLength: 32 });
  }
}, 120_000);

test('[GW-29] the test of times sees a difference of a tenth of their spread, and none where there is none', () => {
  const random = seededRandom(3);
  const sample = (shift: number): number[] =>
    Array.from({ length: 500 }, () => random.fraction() + random.fraction() + shift);
  expect(mannWhitney(sample(0), sample(0.1))).toBeLessThan(0.01);
  expect(mannWhitney(sample(0), sample(0))).toBeGreaterThan(0.01);
  expect(mannWhitney([1, 1, 1], [1, 1, 1])).toBe(1);
});
