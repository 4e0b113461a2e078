import { platformClock, silentLog } from '@bough/service';
import { describe, expect, test } from 'vitest';
import type { Letter } from '../letters/letter.ts';
import { MailerFailure } from '../mailer-failure.ts';
import type { NewMail, Outbox } from '../outbox/outbox.ts';
import { Sender } from '../sending/sender.ts';
import { recordsContract } from './records-contract.ts';
import { atEnd } from './mail-world.ts';
import { CLAIM_MS, letterTo, scriptedTransport, senderWorld, shortLivedLetter } from './sender-world.ts';

// What every implementation of the port Outbox keeps, for one mailer and for several.

/** An outbox of a test's own: each call of `open` is one more mailer at the same records. */
export type OpenOutbox = () => Promise<() => Promise<Outbox>>;

const AT = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
/** When nothing gathers any more. */
const LATER = AT + 100 * 24 * HOUR_MS;
const RACERS = 12;
const mail = (id: string, given: Partial<NewMail> & { to?: string } = {}): NewMail => {
  const { to = 'ann@example.org', ...rest } = given;
  return { id, key: `key-${id}`, at: AT, state: 'waiting', letter: letterTo(to), ...rest };
};
const claimed = (id: string, by = 'me') => ({ id, by });

/** The mailers in turn. */
function oneOf(all: readonly Outbox[], at: number): Outbox {
  const one = all[at % all.length];
  if (one === undefined) throw new Error('nobody is asked');
  return one;
}

/** The contract. */
export function outboxContract(fresh: OpenOutbox): void {
  keepingContract(fresh);
  gatheringContract(fresh);
  claimingContract(fresh);
  doneContract(fresh);
  readersContract(fresh);
  languagesContract(fresh);
  mailersContract(fresh);
  recordsContract(fresh);
}

function keepingContract(fresh: OpenOutbox): void {
  test('[MAIL-1] of any number of requests with one key one mail is kept, and all are answered with it', async () => {
    const open = await fresh();
    const both = [await open(), await open()];
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_each, at) => oneOf(both, at).keep(mail(`mail-${at}`, { key: 'one' }), AT)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await both[0]?.list(10, LATER)).toHaveLength(1);
    const id = answers[0]?.id ?? '';
    await both[0]?.sent(id, AT + 1);
    expect(await both[1]?.keep(mail('another', { key: 'one' }), AT)).toEqual({ id, state: 'sent' });
  });

  test('[MAIL-1] what was kept is read back the same, newest first', async () => {
    const outbox = await (await fresh())();
    const letter: Letter = { ...letterTo('bo@example.org'), text: 'Zoë 🌱\n', html: '<p>Zoë 🌱</p>' };
    await outbox.keep(mail('first', { letter: { ...letter, picture: 'AAAA' } }), AT);
    await outbox.keep(mail('second', { at: AT + 1, state: 'sent' }), AT);
    const { subject, text, html } = letter;
    expect((await outbox.list(10, LATER)).map(({ id }) => id)).toEqual(['second', 'first']);
    expect((await outbox.list(2, LATER))[1]).toEqual({
      id: 'first',
      to: 'bo@example.org',
      subject,
      text,
      html,
      picture: 'AAAA',
      at: AT,
      state: 'waiting',
    });
    expect(await outbox.list(1, LATER)).toHaveLength(1);
    expect([await outbox.count('waiting'), await outbox.count('sent'), await outbox.count('failed')]).toEqual([
      1, 1, 0,
    ]);
    await expect(outbox.ping()).resolves.toBeUndefined();
  });
}

function gatheringContract(fresh: OpenOutbox): void {
  const saying = (text: string): Letter => ({ ...letterTo('ann@example.org'), text });

  test('[MAIL-22] a mail that gathers is neither claimed nor listed, and another one with its key takes its place', async () => {
    const open = await fresh();
    const [outbox, other] = [await open(), await open()];
    const until = AT + 60_000;
    const first = await outbox.keep(mail('a', { at: until, letter: saying('one') }), AT);
    expect(await other.keep(mail('b', { key: 'key-a', at: until, letter: saying('two') }), AT + 5)).toEqual(first);
    expect([await outbox.claim('me', until - 1, LATER), await outbox.list(9, until - 1)]).toEqual([null, []]);
    expect(await outbox.nextDueAt()).toBe(until);
    expect((await outbox.list(9, until)).map(({ id, text }) => [id, text])).toEqual([['a', 'two']]);
    // It goes now, with what this one says; then it gathers no more.
    await outbox.keep(mail('c', { key: 'key-a', at: AT + 9, letter: saying('three') }), AT + 9);
    await outbox.keep(mail('d', { key: 'key-a', at: AT + 10, letter: saying('late') }), AT + 10);
    expect(await other.claim('me', AT + 9, LATER)).toMatchObject({ id: 'a', text: 'three' });
    await other.sent('a', AT + 11);
    await outbox.keep(mail('e', { key: 'key-a', at: until, letter: saying('later still') }), AT + 12);
    expect((await outbox.list(9, LATER)).map(({ state, text }) => [state, text])).toEqual([['sent', '']]);
  });

  test('[MAIL-22] a mail is withdrawn while it gathers, and not after', async () => {
    const outbox = await (await fresh())();
    await outbox.keep(mail('a', { at: AT + 10 }), AT);
    await outbox.keep(mail('b', { at: AT + 10 }), AT);
    await outbox.withdraw('key-a', AT + 9);
    await outbox.withdraw('key-b', AT + 10);
    await outbox.withdraw('key-of-nothing', AT);
    expect((await outbox.list(9, LATER)).map(({ id }) => id)).toEqual(['b']);
  });
}

function claimingContract(fresh: OpenOutbox): void {
  test('[MAIL-19] of any number of mailers that claim at once each gets another mail, the longest due first', async () => {
    const open = await fresh();
    const both = [await open(), await open()];
    for (let at = 0; at < RACERS - 2; at++) await both[0]?.keep(mail(`mail-${at}`, { at: AT + at }), AT);
    expect(await both[0]?.nextDueAt()).toBe(AT);
    expect(await both[0]?.claim('early', AT - 1, AT + 5_000)).toBeNull();
    const first = await both[1]?.claim('me', AT + 100, AT + 5_000);
    const { subject, text, html, topic, noMore } = mail('mail-0').letter;
    expect(first).toEqual({
      ...{ id: 'mail-0', to: 'ann@example.org', subject, text, html, topic, noMore },
      ...{ attempts: 0, uselessAt: null, picture: null },
    });
    const others = await Promise.all(
      Array.from({ length: RACERS }, (_each, at) => oneOf(both, at).claim(`racer-${at}`, AT + 100, AT + 5_000)),
    );
    const ids = others.flatMap((each) => (each === null ? [] : [each.id]));
    expect(ids).toHaveLength(RACERS - 3);
    expect(new Set(ids)).toEqual(new Set(Array.from({ length: RACERS - 3 }, (_each, at) => `mail-${at + 1}`)));
    expect(await both[0]?.claim('late', AT + 4_999, AT + 9_000)).toBeNull();
    expect(await both[0]?.nextDueAt()).toBe(AT + 5_000);
  });

  test('[MAIL-19] a claim holds until it runs out, longer when it is made anew; who has lost it changes nothing', async () => {
    const outbox = await (await fresh())();
    await outbox.keep(mail('a'), AT);
    expect((await outbox.claim('dead', AT, AT + 10))?.id).toBe('a');
    expect(await outbox.extend(claimed('a', 'dead'), AT + 20)).toBe(true);
    expect(await outbox.extend(claimed('a', 'somebody'), AT + 90)).toBe(false);
    expect(await outbox.claim('me', AT + 19, AT + 30)).toBeNull();
    expect((await outbox.claim('me', AT + 20, AT + 30))?.id).toBe('a');
    const late = claimed('a', 'dead');
    expect(await outbox.extend(late, AT + 99)).toBe(false);
    await outbox.postpone(late, AT + 99, 'late');
    await outbox.hold(late, AT + 99, 'late');
    await outbox.failed(late, 'late', AT + 21);
    expect([await outbox.nextDueAt(), await outbox.troubled(9)]).toEqual([AT + 30, []]);
    await outbox.hold(claimed('a'), AT + 50, 'not its turn');
    expect(await outbox.troubled(9)).toMatchObject([{ attempts: 0, dueAt: AT + 50, reason: 'not its turn' }]);
    expect((await outbox.claim('me', AT + 50, AT + 60))?.attempts).toBe(0);
    await outbox.postpone(claimed('a'), AT + 70, `451 ${'x'.repeat(500)}`);
    expect((await outbox.troubled(9))[0]).toMatchObject({ attempts: 1, dueAt: AT + 70 });
    expect((await outbox.troubled(9))[0]?.reason).toHaveLength(300);
    expect((await outbox.claim('me', AT + 70, AT + 80))?.attempts).toBe(1);
    await outbox.hold(claimed('a'), AT + 71, null);
    expect((await outbox.troubled(9))[0]?.reason).toMatch(/^451/);
    // What SMTP has taken is sent, whoever claims it by then.
    expect((await outbox.claim('other', AT + 71, AT + 80))?.id).toBe('a');
    await outbox.sent('a', AT + 72);
    await outbox.failed(claimed('a', 'other'), 'twice', AT + 73);
    expect([await outbox.count('sent'), await outbox.nextDueAt()]).toEqual([1, null]);
  });

  test('[MAIL-13] what an address was sent of a topic, and what is on its way to it, is counted over all mailers', async () => {
    const open = await fresh();
    const [outbox, other] = [await open(), await open()];
    for (let at = 0; at < 6; at++) await outbox.keep(mail(`ann-${at}`, { at: AT + at }), AT);
    await outbox.keep(mail('bo', { to: 'bo@example.org', at: AT + 6 }), AT);
    await outbox.keep(mail('account', { at: AT + 7, letter: letterTo('ann@example.org', 'account') }), AT);
    for (let at = 0; at < 8; at++) await outbox.claim('me', AT + 8, at === 5 ? AT + 10 : AT + 100);
    await outbox.sent('ann-0', AT + 10);
    await outbox.sent('ann-1', AT + 30);
    await outbox.sent('ann-2', AT + 20);
    await outbox.failed(claimed('ann-3'), '550', AT + 30);
    const ann = { to: 'ann@example.org', topic: 'others' } as const;
    expect(await other.measure(ann, { sinceMs: AT + 10, nowMs: AT + 9 }, 9)).toEqual({
      sentAt: [AT + 30, AT + 20],
      underWay: 2,
    });
    expect(await other.measure(ann, { sinceMs: AT, nowMs: AT + 10 }, 2)).toEqual({
      sentAt: [AT + 30, AT + 20],
      underWay: 1,
    });
    const account = { to: 'ann@example.org', topic: 'account' } as const;
    expect(await other.measure(account, { sinceMs: AT, nowMs: AT }, 9)).toEqual({ sentAt: [], underWay: 1 });
  });
}

function doneContract(fresh: OpenOutbox): void {
  test('[MAIL-4] the texts of a mail that is done are forgotten, unless it failed and could be sent again', async () => {
    const outbox = await (await fresh())();
    for (const id of ['sent', 'failed']) await outbox.keep(mail(id), AT);
    await outbox.keep(mail('link', { letter: shortLivedLetter('ann@example.org') }), AT);
    for (let at = 0; at < 3; at++) await outbox.claim('me', AT, AT + 100);
    await outbox.sent('sent', AT + 1);
    for (const id of ['failed', 'link']) await outbox.failed(claimed(id), '550 nobody', AT + 1);
    const kept = new Map((await outbox.list(9, LATER)).map(({ id, text, html }) => [id, text !== '' && html !== '']));
    expect([kept.get('sent'), kept.get('failed'), kept.get('link')]).toEqual([false, true, false]);
    const whole = new Map((await outbox.troubled(9)).map(({ id, isWhole }) => [id, isWhole]));
    expect(whole).toEqual(
      new Map([
        ['failed', true],
        ['link', false],
      ]),
    );
  });

  test('[MAIL-17] a failed mail waits again from the first attempt on, once, and only with its words', async () => {
    const outbox = await (await fresh())();
    await outbox.keep(mail('failed'), AT);
    await outbox.keep(mail('link', { letter: shortLivedLetter('ann@example.org') }), AT);
    for (let at = 0; at < 2; at++) await outbox.claim('me', AT, AT + 100);
    for (const id of ['failed', 'link']) await outbox.failed(claimed(id), '550 nobody', AT + 1);
    expect(await outbox.tryAgain('unknown', AT + 2)).toBe(false);
    expect(await outbox.tryAgain('link', AT + 2)).toBe(false);
    expect(await outbox.tryAgain('failed', AT + 2)).toBe(true);
    expect(await outbox.tryAgain('failed', AT + 2)).toBe(false);
    expect(await outbox.claim('me', AT + 2, AT + 9)).toMatchObject({ id: 'failed', attempts: 0 });
  });

  test('[MAIL-12] what is long done is forgotten with its key, what waits is not', async () => {
    const outbox = await (await fresh())();
    for (const state of ['sent', 'failed', 'waiting'] as const) await outbox.keep(mail(state, { state }), AT);
    await outbox.prune(AT + 30 * 24 * HOUR_MS);
    expect(await outbox.list(9, LATER)).toHaveLength(3);
    await outbox.prune(AT + 30 * 24 * HOUR_MS + 1);
    expect((await outbox.list(9, LATER)).map(({ id }) => id)).toEqual(['waiting']);
    expect(await outbox.keep(mail('new', { key: 'key-sent' }), AT)).toEqual({ id: 'new', state: 'waiting' });
  });
}

function readersContract(fresh: OpenOutbox): void {
  test('[MAIL-14] an address has one token whoever writes first, and its holder is heard by every mailer', async () => {
    const open = await fresh();
    const both = [await open(), await open()];
    const tokens = await Promise.all(
      Array.from({ length: RACERS }, (_each, at) =>
        oneOf(both, at).tokenOf(at % 3 === 0 ? 'Ann@Example.org' : 'ann@example.org', `token-${at}`),
      ),
    );
    expect(new Set(tokens).size).toBe(1);
    const token = tokens[0] ?? '';
    expect(await both[0]?.refuse('nobodys', AT)).toBe(false);
    expect(await both[0]?.refuse(token, AT)).toBe(true);
    expect(await both[0]?.refuse(token, AT)).toBe(true);
    expect([await both[1]?.isRefused('ANN@example.org'), await both[1]?.isRefused('bo@example.org')]).toEqual([
      true,
      false,
    ]);
    expect(await both[1]?.refuse(token, null)).toBe(true);
    expect(await both[0]?.isRefused('ann@example.org')).toBe(false);
  });
}

function languagesContract(fresh: OpenOutbox): void {
  test('[MAIL-16] what a reader reads is remembered until the account is gone, and who refused mail is not forgotten with it', async () => {
    const outbox = await (await fresh())();
    expect(await outbox.languageOf('ann@example.org')).toBeNull();
    await outbox.reads('Ann@example.org', 'de', 'token-1');
    expect(await outbox.languageOf('ann@example.org')).toBe('de');
    await outbox.reads('ann@example.org', 'en', 'token-2');
    expect([await outbox.languageOf('ann@example.org'), await outbox.tokenOf('ann@example.org', 'x')]).toEqual([
      'en',
      'token-1',
    ]);
    await outbox.reads('bo@example.org', 'de', 'token-3');
    await outbox.refuse('token-3', AT);
    for (const each of ['ann', 'bo']) await outbox.reads(`${each}@example.org`, null, 'unused');
    expect(await outbox.languageOf('ann@example.org')).toBeNull();
    expect(await outbox.tokenOf('ann@example.org', 'token-4')).toBe('token-4');
    expect(await outbox.languageOf('ann@example.org')).toBeNull();
    expect(await outbox.isRefused('bo@example.org')).toBe(true);
  });
}

function mailersContract(fresh: OpenOutbox): void {
  /** Mailers at one outbox, on the machine's clock, that hand everything to one SMTP server. */
  const mailers = async (count: number, perHour: number) => {
    const open = await fresh();
    const transport = scriptedTransport(async () => await Promise.resolve({ kind: 'sent' }));
    const all = [];
    for (let at = 0; at < count; at++) {
      const outbox = await open();
      const parts = { transport, clock: platformClock, ids: { short: () => `mailer-${at}` }, log: silentLog };
      const random = { fraction: () => at / count };
      const sender = new Sender({ ...parts, outbox, random }, { perHour, claimMs: 20_000 });
      atEnd(async () => {
        await sender.drain();
        await sender.stop();
      });
      all.push({ outbox, sender });
    }
    return { all, transport };
  };

  describe('several mailers', () => {
    test('[MAIL-19] send each mail once', async () => {
      const { all, transport } = await mailers(3, 100);
      const now = platformClock.now();
      for (let at = 0; at < 24; at++)
        await all[0]?.outbox.keep(mail(`mail-${at}`, { at: now, to: `p${at}@example.org` }), now);
      await Promise.all(all.map(({ sender }) => sender.start()));
      await expect.poll(() => all[0]?.outbox.count('sent')).toBe(24);
      expect(transport.taken.length).toBe(24);
      expect(new Set(transport.taken).size).toBe(24);
    });

    test('[MAIL-13] never send one address more than its measure, and no less', async () => {
      const { all, transport } = await mailers(3, 4);
      const now = platformClock.now();
      for (let at = 0; at < 12; at++) await all[0]?.outbox.keep(mail(`mail-${at}`, { at: now }), now);
      await Promise.all(all.map(({ sender }) => sender.start()));
      await expect.poll(() => all[0]?.outbox.count('sent')).toBe(4);
      await expect
        .poll(async () => (await all[0]?.outbox.troubled(20))?.filter(({ dueAt }) => dueAt > now + HOUR_MS / 2).length)
        .toBe(8);
      expect(transport.taken.length).toBe(4);
    });
  });

  test('[MAIL-9] what a mailer had under way when it died is sent by another one when its claim has run out, under the same id', async () => {
    const open = await fresh();
    const dead = senderWorld(await open(), { answer: () => new Promise(() => {}) });
    await dead.keep('a', letterTo('ann@example.org'));
    await dead.sender.start();
    await expect.poll(async () => (await dead.outbox.nextDueAt()) ?? 0).toBeGreaterThan(dead.clock.now());
    // The dead one's clock stands still.
    const other = senderWorld(await open(), {});
    await other.sender.start();
    const due = other.clock.now() + CLAIM_MS;
    await expect.poll(() => other.clock.nextDueMs()).toBe(due);
    other.clock.advance(CLAIM_MS - 1);
    expect([other.sent, await other.outbox.count('waiting')]).toEqual([[], 1]);
    other.clock.advance(1);
    await expect.poll(() => other.outbox.count('sent')).toBe(1);
    expect(other.sent).toEqual(['a']);
  });

  test('[MAIL-20] what SMTP has said is written down as soon as the outbox answers again, and the mail is not sent anew', async () => {
    const outbox = await (await fresh())();
    let isAway = true;
    const away = (): Promise<never> =>
      Promise.reject(new MailerFailure('away', { kind: 'unavailable', code: 'mailer/no-outbox' }));
    const sometimes: Outbox = { ...outbox, sent: (id, nowMs) => (isAway ? away() : outbox.sent(id, nowMs)) };
    const world = senderWorld(sometimes, {});
    await world.keep('a', letterTo('ann@example.org'));
    await world.sender.start();
    await expect.poll(() => world.sent).toEqual(['a']);
    for (let at = 0; at < 20; at++) {
      await expect.poll(() => world.clock.nextDueMs()).not.toBeNull();
      world.clock.advance(2_000);
    }
    expect([world.sent, await outbox.count('waiting')]).toEqual([['a'], 1]);
    isAway = false;
    await expect
      .poll(async () => {
        world.clock.advance(2_000);
        return await outbox.count('sent');
      })
      .toBe(1);
    expect(world.sent).toEqual(['a']);
  });
}
