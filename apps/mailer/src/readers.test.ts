import { makeIds } from '@bough/base';
import { platformClock, platformRandom } from '@bough/service';
import { afterEach, describe, expect, test } from 'vitest';
import { commands } from './commands/commands.ts';
import { writeLetter } from './letters/letter.ts';
import { mailLanguage, MAIL_WORDS } from './letters/letter-words.ts';
import type { Outbox } from './outbox/outbox.ts';
import { openSqliteOutbox } from './outbox/sqlite-outbox.ts';
import {
  atEnd,
  client,
  endAll,
  folder,
  invitation,
  mention,
  runMailer,
  signIn,
  smtpServer,
} from './testing/mail-world.ts';
import { letterTo, senderWorld, shortLivedLetter } from './testing/sender-world.ts';
import type { Delivery } from './sending/transport.ts';

afterEach(endAll);

const HOUR_MS = 3_600_000;

/** A sender over a file of its own, whose transport takes everything, or answers as told. */
function world(perHour: number, answer: (to: string) => Delivery = () => ({ kind: 'sent' })) {
  const outbox = openSqliteOutbox(folder());
  atEnd(() => outbox.close());
  return senderWorld(outbox, { perHour, answer: ({ to }) => answer(to) });
}

describe('how many mails one address gets', () => {
  test('[MAIL-13] more than its measure wait for the next hour; others do not wait for them', async () => {
    const { clock, sender, sent, keep, settle, outbox } = world(2);
    for (const at of [1, 2, 3, 4, 5]) await keep(`ann-${at}`, letterTo('ann@example.org'));
    await keep('bo', letterTo('bo@example.org'));
    await sender.start();
    await settle();
    expect(sent.toSorted()).toEqual(['ann-1', 'ann-2', 'bo']);
    expect((await outbox.troubled(10)).map(({ attempts, state }) => [attempts, state])).toEqual(
      Array.from({ length: 3 }, () => [0, 'waiting']),
    );
    const counts: number[] = [];
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(HOUR_MS);
      await settle();
      counts.push(sent.length);
    }
    expect(counts).toEqual([5, 6, 6]);
  });

  test('[MAIL-13] invitations do not use up the measure of what is about the account', async () => {
    const { sender, sent, keep, settle } = world(1);
    for (const at of [1, 2, 3]) await keep(`asked-${at}`, letterTo('ann@example.org'));
    await keep('account', letterTo('ann@example.org', 'account'));
    await sender.start();
    await settle();
    expect(sent.toSorted()).toEqual(['account', 'asked-1']);
  });
});

describe('who wants no more', () => {
  test('[MAIL-14] whoever has said so gets no more invitations, but still gets into their account; until they say otherwise', async () => {
    const smtp = await smtpServer();
    const { send, want, wishOf, setWish } = client(await runMailer({ data: folder(), smtpPort: smtp.port }));
    await send(invitation('one'));
    await expect.poll(() => smtp.mails.length).toBe(1);
    const token = /no-more-mail\/([\w-]+)>/.exec(smtp.mails[0]?.raw.replace(/\r\n[ \t]/g, '') ?? '')?.[1] ?? '';
    await want(token, false);
    await want(token, false);
    expect((await send(invitation('two', { to: 'ANN@example.org' }))).state).toBe('waiting');
    await expect.poll(async () => (await send(invitation('two'))).state).toBe('failed');
    await send(signIn('three'));
    await send(invitation('four', { to: 'bo@example.org' }));
    await expect.poll(() => smtp.mails.length).toBe(3);
    await want(token, true);
    await send(invitation('five'));
    await expect.poll(() => smtp.mails.length).toBe(4);
    expect(smtp.mails.map(({ to }) => to.join()).toSorted()).toEqual([
      'ann@example.org',
      'ann@example.org',
      'ann@example.org',
      'bo@example.org',
    ]);
    expect(await wishOf('ann@example.org')).toEqual({ isWanted: true });
    await setWish('Ann@example.org', false);
    await setWish('new@example.org', false);
    expect([await wishOf('ann@example.org'), await wishOf('NEW@example.org')]).toEqual([
      { isWanted: false },
      { isWanted: false },
    ]);
    await setWish('ann@example.org', true);
    expect(await wishOf('ann@example.org')).toEqual({ isWanted: true });
    await expect(want('nobodys-token', false)).rejects.toMatchObject({ code: 'mailer/unknown-token', kind: 'absent' });
  });
});

describe('languages', () => {
  test('[MAIL-16] a mail is in the first language that its asker reads and mails are written in', async () => {
    const asked = [null, '', 'de', 'de-AT,de;q=0.9', 'fr,de;q=0.4,en;q=0.5', 'fr', 'en-GB,de', 'de;q=0'] as const;
    expect(asked.map(mailLanguage)).toEqual(['en', 'en', 'de', 'de', 'en', 'en', 'en', 'en']);
    const mailer = await runMailer({ data: folder() });
    await client(mailer, 'de').send(invitation('one', { from: 'Bo' }));
    const { mails } = await client(mailer).list();
    expect(mails[0]).toMatchObject({ subject: 'Du bist zu einer Karte eingeladen' });
    expect(mails[0]?.text).toContain('Bo lädt dich zu einer Karte in Bough ein:');
    expect(mails[0]?.html).toContain('<html lang="de">');
  });

  test('[MAIL-16] a mail that nobody asked for at a page is in the language in which its reader last did', async () => {
    const mailer = await runMailer({ data: folder() });
    const [reader, other] = [client(mailer, 'de'), client(mailer)];
    await other.send(mention('before'));
    await reader.send(signIn('sign-in'));
    await other.send(mention('one'));
    await other.send(
      mention(
        'two',
        [1, 2].map((at) => ({ from: `Bo ${at}`, text: `@Ann <b>${at}\nmore` })),
      ),
    );
    const deleted = { kind: 'notice', to: 'ann@example.org', link: 'https://b.c/', about: 'account-deleted' } as const;
    await reader.send({ key: 'deleted', mail: deleted });
    await other.send(mention('after'));
    const bySubject = (await other.list()).mails.map(({ subject }) => subject).toReversed();
    expect(bySubject).toEqual([
      'You are mentioned in a comment',
      'Bei Bough anmelden',
      'Du wirst in einem Kommentar erwähnt',
      'Du wirst in einem Kommentar erwähnt',
      'Dein Bough-Konto wurde gelöscht',
      'You are mentioned in a comment',
    ]);
    const two = (await other.list()).mails[2];
    expect(two?.text).toContain('2 Kommentare in Bough erwähnen dich:\n\nGarden\n\nBo 1:\n> @Ann <b>1\n> more');
    expect(two?.html).toContain('@Ann &lt;b&gt;2<br>more');
    expect(two?.text).toContain('/no-more-mail/');
  });

  test('[MAIL-16] both catalogues say everything, each in its own words', () => {
    const { en, de } = MAIL_WORDS;
    const all = (words: typeof en): string[] => [
      ...Object.values(words.link).flatMap((say) => Object.values(say(10))),
      ...Object.values(words.notice).flatMap((said) => Object.values(said)),
      ...Object.values(words.invitation('Bo')),
      ...(['comments', 'chat', 'both'] as const).flatMap((where) =>
        [1, 2].flatMap((count) => Object.values(words.mention('Bo', count, where))),
      ),
    ];
    expect(all(de).length).toBe(all(en).length);
    expect(all(de).filter((each) => all(en).includes(each))).toEqual([]);
    expect(new Set([...all(en), ...all(de)]).has('')).toBe(false);
  });

  test('[MAIL-3] what turns the direction of text in a name is left out', () => {
    const { text } = writeLetter(invitation('k', { from: 'Bo\u202egnp.', title: '\u2066a\u2069' }).mail, 'en', null);
    expect(text).toContain('Bognp. invites you');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});

describe('what an operator sees and does', () => {
  const run = async (name: string, outbox: Outbox, nowMs: number, args: string[] = []) => {
    const said: string[] = [];
    const command = commands.find((each) => each.name === name);
    const say = (line: string): void => void said.push(line);
    const parts = {
      outbox,
      nowMs,
      say,
      ids: makeIds(platformClock, platformRandom),
      publicUrl: 'https://bough.example/',
      mail: {
        BOUGH_MAIL: 'outbox' as const,
        BOUGH_MAIL_FROM: 'bough@bough.example',
        BOUGH_DKIM_DOMAIN: null,
        BOUGH_DKIM_SELECTOR: 'bough',
        BOUGH_DKIM_KEY: null,
      },
      resolver: { resolveTxt: async () => [] },
    };
    return { code: await command?.run({ ...parts, isShown: false, whyNot: () => null }, args), said };
  };

  test('[MAIL-17] failed mails and those that are stuck are shown with the reason; a failed one is sent again on demand', async () => {
    let isUp = false;
    const { clock, outbox, sender, sent, keep, settle } = world(20, (to) =>
      isUp
        ? { kind: 'sent' }
        : to.startsWith('bad')
          ? { kind: 'refused', reason: '550 nobody' }
          : { kind: 'later', reason: 'down' },
    );
    await keep('refused', letterTo('bad@example.org'));
    await keep('stuck', letterTo('ann@example.org'));
    await keep('link', shortLivedLetter('bad@example.org'));
    await sender.start();
    await settle();
    const { code, said } = await run('mail', outbox, clock.now());
    expect(code).toBe(0);
    expect(said.find((line) => line.startsWith('refused'))).toMatch(
      /bad@example\.org .* tried once, failed: 550 nobody$/,
    );
    expect(said.find((line) => line.startsWith('stuck'))).toMatch(/tried once, again [-0-9]{10} [:0-9]{5}: down$/);
    expect(said.find((line) => line.startsWith('link'))).toContain('failed for good: 550 nobody');
    expect(said).toContain('0 sent, 1 waiting, 2 failed');
    isUp = true;
    expect((await run('mail-again', outbox, clock.now(), ['link'])).code).toBe(1);
    expect((await run('mail-again', outbox, clock.now(), ['refused'])).said).toEqual([
      'One email is sent again within half a minute.',
    ]);
    sender.wake();
    clock.advance(10_000);
    await settle();
    expect(sent.toSorted()).toEqual(['refused', 'stuck']);
    expect((await run('mail-again', outbox, clock.now(), ['all'])).said).toEqual([
      'Nothing was done: no email can be sent again.',
    ]);
  });

  test('[MAIL-61] the owner of an account is told that its second step was removed, in their language, while mailer does not run', async () => {
    const { clock, outbox, sender, sent, settle } = world(20);
    await outbox.reads('ann@example.org', 'de', 'token');
    for (const wrong of ['nobody', '', 'a@b.c\r\nBcc: x@y.z'])
      expect((await run('tell-second-step-removed', outbox, clock.now(), [wrong])).code).toBe(1);
    expect(await run('tell-second-step-removed', outbox, clock.now(), ['Ann@example.org'])).toEqual({
      code: 0,
      said: ['ann@example.org gets an email within half a minute'],
    });
    const [mail] = await outbox.list(10, clock.now());
    expect(mail).toMatchObject({ to: 'ann@example.org', subject: expect.stringContaining('in zwei Schritten wurde') });
    await sender.start();
    await settle();
    expect(sent).toEqual([mail?.id]);
  });
});
