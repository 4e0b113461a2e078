import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { silentLog } from '@bough/service';
import { createTestPlatforms } from '@bough/service/testing';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, test } from 'vitest';
import { retryDelayMs } from './backoff.ts';
import { buildMailer } from './build.ts';
import { writeLetter } from './letter.ts';
import { Outbox } from './outbox.ts';
import { createSender } from './sender.ts';
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
import { createSmtpTransport, type Delivery, type Sending, type Transport } from './transport.ts';

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

  test('[MAIL-3] each letter about an account has a subject of its own, its link, and says what to do when it was not asked for', () => {
    const [to, link] = ['ann@example.org', 'https://bough.example/#secret=abc'];
    const letters = [
      ...(['sign-in', 'reset-password', 'change-email'] as const).map((kind) => {
        return writeLetter({ kind, to, link, expiresInMinutes: 10 }, 'en', null);
      }),
      ...(['email-changed', 'password-changed', 'account-deleted'] as const).map((about) => {
        return writeLetter({ kind: 'notice', to, link, about }, 'en', null);
      }),
    ];
    expect(new Set(letters.map(({ subject }) => subject)).size).toBe(letters.length);
    for (const letter of letters) {
      expect(letter.to).toBe(to);
      expect([letter.text, letter.html].every((part) => part.includes(link))).toBe(true);
      expect(letter.text).toMatch(/If you did not ask for it|If it was not you/);
    }
    // A link that is no more use after ten minutes is not sent after them; a notice always is.
    expect(letters.map(({ usefulMinutes }) => usefulMinutes)).toEqual([10, 10, 10, null, null, null]);
  });
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

/** A sender on a virtual clock with a transport that does what the script says. */
function senderWorld(data: string, script: Delivery[]) {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const transport: Transport = {
    send: async (mail) => {
      const delivery = script.shift() ?? { kind: 'sent' };
      if (delivery.kind === 'sent') sent.push(mail.id);
      return delivery;
    },
    close: () => {},
  };
  const outbox = new Outbox(data);
  atEnd(() => outbox.close());
  const random: Pick<Random, 'fraction'> = { fraction: () => 0.5 };
  const sender = createSender({ outbox, transport, clock, random, log: silentLog }, { perHour: 20 });
  return { clock, outbox, sender, sent };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

describe('trying again', () => {
  test('[MAIL-6] a mail that could not be sent is tried later and later, and then sent once', async () => {
    const world = senderWorld(folder(), [
      { kind: 'later', reason: 'down' },
      { kind: 'later', reason: 'down' },
    ]);
    await world.sender.start?.();
    world.outbox.keep('first', 'key', { ...writeLetterRow(), usefulMinutes: null }, world.clock.now(), 'waiting');
    world.sender.wake();
    await settle();
    expect(world.outbox.count('waiting')).toBe(1);
    const delays = [];
    for (let due = world.clock.nextDueMs(); due !== null; due = world.clock.nextDueMs()) {
      delays.push(due - world.clock.now());
      world.clock.step();
      await settle();
    }
    expect(delays).toEqual([1_500, 3_000]);
    expect([world.sent, world.outbox.count('sent')]).toEqual([['first'], 1]);
    expect(world.outbox.list(1)[0]).toMatchObject({ state: 'sent', text: '', html: '' });
  });

  test('[MAIL-7] the wait grows to five minutes and no further', () => {
    const top = { fraction: () => 0.999_999 };
    expect([0, 1, 2, 10, 1_000].map((attempts) => retryDelayMs(attempts, top))).toEqual([
      2_000, 4_000, 8_000, 300_000, 300_000,
    ]);
  });

  test('[MAIL-8] a mail that nobody needs any more fails instead of arriving late', async () => {
    const world = senderWorld(folder(), [{ kind: 'later', reason: 'down' }]);
    await world.sender.start?.();
    world.outbox.keep('late', 'key', { ...writeLetterRow(), usefulMinutes: 10 }, world.clock.now(), 'waiting');
    world.sender.wake();
    await settle();
    world.clock.advance(3_600_000);
    await settle();
    expect([world.sent.length, world.outbox.count('failed')]).toEqual([1, 0]);
    const other = senderWorld(folder(), []);
    other.outbox.keep('late', 'key', { ...writeLetterRow(), usefulMinutes: 10 }, other.clock.now(), 'waiting');
    other.clock.advance(600_000);
    await other.sender.start?.();
    await settle();
    expect([other.sent.length, other.outbox.count('failed')]).toEqual([0, 1]);
  });

  test('[MAIL-9] after a kill every kept mail is sent, and one that has its answer is not sent again', async () => {
    const data = folder();
    const before = senderWorld(data, [{ kind: 'sent' }, { kind: 'later', reason: 'down' }]);
    await before.sender.start?.();
    for (const id of ['answered', 'waiting']) {
      before.outbox.keep(id, id, { ...writeLetterRow(), usefulMinutes: null }, before.clock.now(), 'waiting');
      before.sender.wake();
      await settle();
    }
    // The process is gone: nothing was closed, the next one opens the same file.
    const after = senderWorld(data, []);
    after.clock.advance(10_000);
    await after.sender.start?.();
    await settle();
    expect([before.sent, after.sent]).toEqual([['answered'], ['waiting']]);
  });

  test('[MAIL-10] draining finishes what is under way and begins nothing', async () => {
    const world = senderWorld(folder(), []);
    await world.sender.start?.();
    world.outbox.keep('one', 'one', { ...writeLetterRow(), usefulMinutes: null }, world.clock.now(), 'waiting');
    world.sender.wake();
    await world.sender.drain?.(1_000);
    expect(world.outbox.count('sent')).toBe(1);
    world.outbox.keep('two', 'two', { ...writeLetterRow(), usefulMinutes: null }, world.clock.now(), 'waiting');
    world.sender.wake();
    await settle();
    expect(world.outbox.count('waiting')).toBe(1);
  });
});

describe('what can be wrong at the start', () => {
  test('[MAIL-11] a folder that cannot be written and a wrong sender are told in one sentence', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(() => new Outbox(join(file, 'data'))).toThrowError(
      expect.objectContaining({ kind: 'unavailable', code: 'mailer/no-outbox' }),
    );
    const settings = mailSettings({ BOUGH_DATA: folder() });
    const platform = createTestPlatforms()('mailer');
    expect(() =>
      buildMailer(platform, { ...settings, BOUGH_MAIL: 'outbox', BOUGH_MAIL_FROM: 'a@b\r\nBcc: c@d' }),
    ).toThrowError(expect.objectContaining({ code: 'mailer/wrong-sender' }));
    expect(() => buildMailer(platform, { ...settings, BOUGH_MAIL: 'smtp', BOUGH_MAIL_FROM: 'a@b.c' })).toThrowError(
      /BOUGH_SMTP_URL is missing/,
    );
  });

  test('[MAIL-12] what is long done is forgotten, what waits is not', () => {
    const data = folder();
    const outbox = new Outbox(data);
    atEnd(() => outbox.close());
    outbox.keep('done', 'done', writeLetterRowForever(), 0, 'sent');
    outbox.keep('waits', 'waits', writeLetterRowForever(), 0, 'waiting');
    outbox.prune(31 * 86_400_000);
    expect(outbox.list(10).map((mail) => mail.id)).toEqual(['waits']);
    const raw = new DatabaseSync(join(data, 'mailer.sqlite'));
    expect(raw.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    raw.close();
  });
});

function writeLetterRowForever() {
  return { ...writeLetterRow(), usefulMinutes: null };
}
