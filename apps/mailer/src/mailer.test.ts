import { backoffMs } from '@bough/base';
import { silentLog, watched } from '@bough/service';
import { createTestPlatforms } from '@bough/service/testing';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, test } from 'vitest';
import { buildMailer } from './build.ts';
import { writeLetter } from './letters/letter.ts';
import { MailerFailure } from './mailer-failure.ts';
import type { Outbox } from './outbox/outbox.ts';
import { RETRY } from './sending/sender.ts';
import { openSqliteOutbox } from './outbox/sqlite-outbox.ts';
import {
  atEnd,
  client,
  endAll,
  folder,
  LINK,
  mailSettings,
  runMailer,
  signIn,
  smtpServer,
} from './testing/mail-world.ts';
import { letterTo, senderWorld, shortLivedLetter } from './testing/sender-world.ts';
import { createSmtpTransport, type Delivery, type Sending } from './sending/transport.ts';

const NOTICES = [
  ...(['email-changed', 'password-changed', 'account-deleted', 'token-made'] as const),
  ...(['passkey-added', 'passkey-removed', 'passkey-copied'] as const),
  ...(['second-step-on', 'second-step-off', 'second-step-removed'] as const),
  ...(['recovery-codes-made', 'recovery-codes-removed', 'recovery-code-used'] as const),
];
const SENDING: Sending = { from: 'bough@example.org', bounces: null, dkim: null };

afterEach(endAll);

describe('the outbox that is shown', () => {
  test('[MAIL-1] a mail is kept and shown, once for one key', async () => {
    const { send, list } = client(await runMailer({ data: folder() }));
    const first = await send(signIn('one'));
    expect(await send(signIn('one', 'other@example.org'))).toEqual(first);
    await send(signIn('two'));
    const { mails } = await list();
    expect(mails.map((mail) => mail.to)).toEqual(['ann@example.org', 'ann@example.org']);
    expect(mails[1]).toMatchObject({ id: first.id, subject: 'Sign in to Bough', state: 'sent' });
    expect(mails[1]?.text).toContain(LINK);
  });

  test('[MAIL-2] addresses and names that could end a header are refused', async () => {
    const { send } = client(await runMailer({ data: folder() }));
    const bad = ['a@b.c\r\nBcc: x@y.z', 'a@b.c\0', 'a@b.c,d@e.f', 'a@b.c d@e.f', '"a b"@c.d', '<a@b.c>', 'a@b@c', ''];
    for (const to of bad) {
      await expect(send(signIn('bad', to))).rejects.toMatchObject({ kind: 'invalid', code: 'service/malformed' });
    }
  });
});

describe('letters', () => {
  test('[MAIL-3] no text of a user is in a subject, and markup in it stays text', () => {
    const letter = writeLetter(
      {
        kind: 'invitation',
        to: 'ann@example.org',
        link: 'https://bough.example/#join=abc',
        from: '<img src=x onerror=alert(1)>',
        title: `"quoted" & 'more' <b>`,
      },
      'en',
      null,
    );
    expect(letter.subject).toBe('You are invited to a map');
    expect(letter.html).not.toContain('<img');
    expect(letter.html).toContain('&quot;quoted&quot; &amp; &#39;more&#39; &lt;b&gt;');
    expect(letter.text).toContain('<img src=x onerror=alert(1)>');
  });

  test('[MAIL-3] what somebody writes who asks for access stays words, and no part of the subject', () => {
    const hostile = '</p><a href="https://evil.example">Sign in</a>';
    for (const about of ['access-asked', 'access-given', 'ownership-asked'] as const) {
      for (const language of ['en', 'de'] as const) {
        const mail = { kind: 'sharing', about, to: 'ann@example.org', link: 'https://bough.example/m/x' } as const;
        const letter = writeLetter({ ...mail, from: hostile, title: hostile, message: hostile }, language, null);
        expect(letter.subject).not.toContain('evil');
        expect(letter.html).not.toContain('<a href="https://evil');
        expect(letter.topic).toBe('others');
        expect(letter.text).toContain(`> ${hostile}`);
        const short = writeLetter({ ...mail, from: 'Bo', title: 'Garden', message: '' }, language, null);
        expect(short.text).not.toContain('> ');
      }
    }
  });

  test('[MAIL-3] comments that are quoted in a letter stay words, whoever wrote what', () => {
    const hostile = '</p><a href="https://evil.example">Sign in</a>\n<img src=x onerror=alert(1)>';
    const mention = {
      kind: 'mention',
      where: 'comments',
      to: 'ann@example.org',
      link: 'https://bough.example/m/x',
      title: hostile,
    } as const;
    const letter = writeLetter({ ...mention, comments: [{ from: hostile, text: hostile }] }, 'en', null);
    expect(letter.html).not.toMatch(/<img|href="https:\/\/evil/);
    expect(letter.html).toContain('&lt;img src=x onerror=alert(1)&gt;</p>');
    expect(letter.text).toContain('<img src=x onerror=alert(1)>');
  });

  test('[MAIL-3] each letter about an account has a subject of its own, its link, and says what to do when it was not asked for', () => {
    const [to, link] = ['ann@example.org', 'https://bough.example/#secret=abc'];
    const letters = [
      ...(['sign-in', 'reset-password', 'change-email'] as const).map((kind) => {
        return writeLetter({ kind, to, link, expiresInMinutes: 10 }, 'en', null);
      }),
      ...NOTICES.map((about) => {
        return writeLetter({ kind: 'notice', to, link, about }, 'en', null);
      }),
    ];
    expect(new Set(letters.map(({ subject }) => subject)).size).toBe(letters.length);
    for (const letter of letters) {
      expect(letter.to).toBe(to);
      expect([letter.text, letter.html].every((part) => part.includes(link))).toBe(true);
      expect(letter.text).toMatch(/If you did not request it|If this was not you/);
    }
    // A link that is no more use after ten minutes is not sent after them; a notice always is.
    expect(letters.map(({ usefulMinutes }) => usefulMinutes)).toEqual([10, 10, 10, ...NOTICES.map(() => null)]);
  });
});

test('[MAIL-50] the mail about a new browser says when and which, and what its link does, in both languages', () => {
  const link = 'https://bough.example/sign-in/not-me#secret=a.1.b';
  const at = Date.UTC(2026, 10, 22, 21, 7, 59);
  const written = (device: string, language: 'en' | 'de') =>
    writeLetter({ kind: 'new-browser', to: 'ann@example.org', link, at, device }, language, 'https://no.more/');
  const [en, de] = [written('Firefox on Linux', 'en'), written('Firefox on Linux', 'de')];
  expect([en.subject, de.subject]).toEqual(['New sign-in to Bough', 'Neue Anmeldung bei Bough']);
  expect(en.text).toContain('Firefox on Linux, on 22 November 2026 at 21:07 UTC.');
  expect(de.text).toContain('Firefox unter Linux, am 22. November 2026 um 21:07 UTC.');
  expect(en.text).toMatch(/If not, open this link:.*ends every session, revokes every API token.*new password/s);
  expect(de.text).toMatch(/Wenn nicht.*alle Sitzungen, zieht alle API-Schlüssel zurück.*neues Passwort/s);
  expect(en.html).toContain('>This was not me</a>');
  for (const letter of [en, de]) {
    expect(letter.text).toContain(link);
    expect([letter.topic, letter.noMore, letter.usefulMinutes]).toEqual(['account', null, null]);
  }
  const others = ['A browser on Windows', 'Another program', 'Safari'].map((device) => written(device, 'de').text);
  expect(others.map((text) => /angemeldet: (.*), am/.exec(text)?.[1])).toEqual([
    'ein Browser unter Windows',
    'ein anderes Programm',
    'Safari',
  ]);
});

test('[MAIL-51] mails about the second step say what happened and what to do, and carry no code', () => {
  const said = NOTICES.slice(7).map((about) => {
    const mail = { kind: 'notice', to: 'ann@example.org', link: 'https://bough.example/', about } as const;
    return [writeLetter(mail, 'en', null), writeLetter(mail, 'de', null)] as const;
  });
  expect(said.map(([en]) => en.subject)).toEqual([
    'Two-step sign-in is on',
    'Two-step sign-in is off',
    'Two-step sign-in was removed from your Bough account',
    'New recovery codes for your Bough account',
    'Your Bough recovery codes were removed',
    'One of your Bough recovery codes was used',
  ]);
  for (const [en, de] of said) {
    expect(en.text).toMatch(/If this was not you/);
    expect(de.text).toMatch(/Wenn du das nicht warst/);
  }
});

test('[MAIL-41] the mail about a new token says how to end it, in both languages', () => {
  const mail = { kind: 'notice', to: 'ann@example.org', link: 'https://bough.example/', about: 'token-made' } as const;
  const [en, de] = [writeLetter(mail, 'en', null), writeLetter(mail, 'de', null)];
  expect([en.subject, de.subject]).toEqual([
    'New API token for your Bough account',
    'Neuer API-Schlüssel für dein Bough-Konto',
  ]);
  expect(en.text).toMatch(/If this was not you.*sign out everywhere.*revokes every token/s);
  expect(de.text).toMatch(/Wenn du das nicht warst.*überall ab.*alle Schlüssel/s);
  expect([en.topic, en.noMore]).toEqual(['account', null]);
});

describe('sending by SMTP', () => {
  test('[MAIL-4] a mail arrives as text and HTML, to one recipient, with headers of ours alone', async () => {
    const smtp = await smtpServer();
    const { send, list } = client(await runMailer({ data: folder(), smtpPort: smtp.port }));
    const { id } = await send(signIn('one'));
    await expect.poll(() => smtp.mails.length).toBe(1);
    const mail = await new PostalMime().parse(smtp.mails[0]?.raw ?? '');
    expect(mail.from).toMatchObject({ name: 'Bough', address: 'bough@example.org' });
    expect(mail.to).toEqual([{ name: '', address: 'ann@example.org' }]);
    expect([mail.cc ?? [], mail.bcc ?? []]).toEqual([[], []]);
    expect(mail.subject).toBe('Sign in to Bough');
    expect(mail.messageId).toBe(`<${id}@example.org>`);
    expect(mail.text).toContain(LINK);
    expect(mail.html).toContain(LINK);
    await expect(list()).rejects.toMatchObject({ kind: 'absent', code: 'mailer/not-shown' });
  });

  test('[MAIL-5] the states follow what the server said: a 5xx fails, a 4xx waits', async () => {
    for (const [status, kind] of [
      [550, 'refused'],
      [451, 'later'],
    ] as const) {
      const smtp = await smtpServer(() => status);
      const transport = createSmtpTransport(`smtp://127.0.0.1:${smtp.port}`, SENDING);
      atEnd(() => transport.close());
      const delivery = await transport.send({ ...writeLetterRow(), id: 'abcdefghijkl' });
      expect(delivery.kind).toBe(kind);
      expect(JSON.stringify(delivery)).toContain(String(status));
    }
    const nobody = createSmtpTransport('smtp://127.0.0.1:9', SENDING);
    atEnd(() => nobody.close());
    expect(await nobody.send({ ...writeLetterRow(), id: 'abcdefghijkl' })).toMatchObject({ kind: 'later' });
  });
});

function writeLetterRow() {
  return { ...writeLetter(signIn('k').mail, 'en', null), attempts: 0, uselessAt: null };
}

/** A sender over a file of this folder. */
function worldIn(data: string, script: Delivery[]) {
  const outbox = openSqliteOutbox(data);
  atEnd(() => outbox.close());
  return senderWorld(outbox, { answer: () => script.shift() ?? { kind: 'sent' } });
}
const DOWN: Delivery = { kind: 'later', reason: 'down' };
const ANN = 'ann@example.org';

describe('trying again', () => {
  test('[MAIL-6] a mail that could not be sent is tried later and later, and then sent once', async () => {
    const world = worldIn(folder(), [DOWN, DOWN]);
    await world.sender.start();
    await world.keep('first', letterTo(ANN));
    world.sender.wake();
    await world.settle();
    expect(await world.outbox.count('waiting')).toBe(1);
    const delays = [];
    for (let due = world.clock.nextDueMs(); due !== null; due = world.clock.nextDueMs()) {
      delays.push(due - world.clock.now());
      world.clock.step();
      await world.settle();
    }
    expect(delays).toEqual([1_500, 3_000]);
    expect([world.sent, await world.outbox.count('sent')]).toEqual([['first'], 1]);
    expect((await world.outbox.list(1, world.clock.now()))[0]).toMatchObject({ state: 'sent', text: '', html: '' });
  });

  test('[MAIL-7] the wait grows to five minutes and no further', () => {
    const top = { fraction: () => 0.999_999 };
    expect([0, 1, 2, 10, 1_000].map((attempts) => backoffMs(RETRY, attempts, top))).toEqual([
      2_000, 4_000, 8_000, 300_000, 300_000,
    ]);
  });

  test('[MAIL-8] a mail that nobody needs any more fails instead of arriving late', async () => {
    const world = worldIn(folder(), [DOWN]);
    await world.sender.start();
    await world.keep('late', shortLivedLetter(ANN));
    world.sender.wake();
    await world.settle();
    world.clock.step();
    await world.settle();
    expect([world.sent.length, await world.outbox.count('failed')]).toEqual([1, 0]);
    const other = worldIn(folder(), []);
    await other.keep('late', shortLivedLetter(ANN));
    other.clock.advance(600_000);
    await other.sender.start();
    await other.settle();
    expect([other.sent.length, await other.outbox.count('failed')]).toEqual([0, 1]);
  });

  test('[MAIL-9] after a kill every kept mail is sent, and one that has its answer is not sent again', async () => {
    const data = folder();
    const before = worldIn(data, [{ kind: 'sent' }, DOWN]);
    await before.sender.start();
    for (const id of ['answered', 'waiting']) {
      await before.keep(id, letterTo(ANN));
      before.sender.wake();
      await before.settle();
    }
    // The process is gone: nothing was closed, the next one opens the same file.
    const after = worldIn(data, []);
    after.clock.advance(10_000);
    await after.sender.start();
    await after.settle();
    expect([before.sent, after.sent]).toEqual([['answered'], ['waiting']]);
  });

  test('[MAIL-10] draining finishes what is under way and begins nothing', async () => {
    const world = worldIn(folder(), []);
    await world.sender.start();
    await world.keep('one', letterTo(ANN));
    world.sender.wake();
    await world.settle();
    await world.keep('two', letterTo(ANN));
    world.sender.wake();
    await world.sender.drain();
    // What it had only claimed it gave back.
    expect([await world.outbox.count('sent'), await world.outbox.nextDueAt()]).toEqual([1, world.clock.now()]);
    await world.keep('three', letterTo(ANN));
    world.sender.wake();
    await world.settle();
    expect(await world.outbox.count('waiting')).toBe(2);
  });

  test('[MAIL-20] an outbox that does not answer is asked again, and mailer says meanwhile that it is not ready', async () => {
    const outbox = openSqliteOutbox(folder());
    atEnd(() => outbox.close());
    let isAway = true;
    const away = (): Promise<never> =>
      Promise.reject(new MailerFailure('away', { kind: 'unavailable', code: 'mailer/no-outbox' }));
    const sometimes: Outbox = {
      ...outbox,
      claim: (...asked) => (isAway ? away() : outbox.claim(...asked)),
      ping: () => (isAway ? away() : outbox.ping()),
    };
    const world = senderWorld(sometimes, {});
    const watch = watched('outbox', sometimes, { clock: world.clock, log: silentLog });
    await watch.start?.();
    await world.keep('one', letterTo(ANN));
    await world.sender.start();
    await world.settle();
    expect([world.sent, watch.unready?.()]).toEqual([[], 'does not answer']);
    isAway = false;
    world.clock.advance(5_000);
    await world.settle();
    expect([world.sent, watch.unready?.()]).toEqual([['one'], null]);
  });
});

describe('what can be wrong at the start', () => {
  test('[MAIL-11] a wrong sender and a missing server are told in one sentence', async () => {
    const settings = mailSettings({ BOUGH_DATA: folder() });
    const platform = createTestPlatforms()('mailer');
    await expect(buildMailer(platform, { ...settings, BOUGH_MAIL_FROM: 'a@b\r\nBcc: c@d' })).rejects.toMatchObject({
      code: 'mailer/wrong-sender',
    });
    const bySmtp = { ...settings, BOUGH_MAIL: 'smtp', BOUGH_MAIL_FROM: 'a@b.c' } as const;
    await expect(buildMailer(platform, bySmtp)).rejects.toThrow(/BOUGH_SMTP_URL is missing/);
    const inMongo = { ...settings, BOUGH_METADATA: 'mongodb' } as const;
    await expect(buildMailer(platform, inMongo)).rejects.toThrow(/BOUGH_MONGODB_URL is missing/);
  });
});
