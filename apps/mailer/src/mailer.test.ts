import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { Random } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { mailerRoutes, type MailRequest } from '@bough/contracts';
import { type Platform, type ServiceServer, silentLog } from '@bough/service';
import { createTestPlatforms } from '@bough/service/testing';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { retryDelayMs } from './backoff.ts';
import { buildMailer } from './build.ts';
import { writeLetter } from './letter.ts';
import { Outbox } from './outbox.ts';
import { createSender } from './sender.ts';
import { createSmtpTransport, type Delivery, type Transport } from './transport.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const LINK = 'http://127.0.0.1:8080/#sign-in=Zm9yIG5vIG9uZSBlbHNl';
const signIn = (key: string, to = 'ann@example.org'): MailRequest => ({
  key,
  mail: { kind: 'sign-in', to, link: LINK, expiresInMinutes: 10 },
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'bough-mailer-'));
  cleanups.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A real SMTP server in this process; `answer` may refuse a mail with a status. */
async function smtpServer(answer: () => number | null = () => null): Promise<{ port: number; mails: string[] }> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onData: (stream: Readable, _session: unknown, done: (error?: Error | null) => void) => {
      void text(stream).then((raw) => {
        const status = answer();
        if (status === null) mails.push(raw);
        done(status === null ? null : Object.assign(new Error('refused'), { responseCode: status }));
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

async function runMailer(settings: { data: string; smtpPort?: number }): Promise<{ port: number; platform: Platform }> {
  const platforms = createTestPlatforms();
  const plain = platforms('mailer');
  let server: ServiceServer | null = null;
  const platform: Platform = { ...plain, server: (routes) => (server = plain.server(routes)) };
  const components = buildMailer(platform, {
    BOUGH_DATA: settings.data,
    BOUGH_MAIL: settings.smtpPort === undefined ? 'outbox' : 'smtp',
    BOUGH_SMTP_URL: settings.smtpPort === undefined ? null : `smtp://127.0.0.1:${settings.smtpPort}`,
    BOUGH_MAIL_FROM: 'bough@example.org',
  });
  for (const each of components) await each.start?.();
  cleanups.push(async () => {
    for (const each of components.toReversed()) await each.drain?.(1_000);
    for (const each of components.toReversed()) await each.stop?.();
  });
  return { port: portOf(server), platform: platforms('gateway') };
}

function portOf(server: ServiceServer | null): number {
  if (server === null) throw new Error('mailer has a server');
  return server.port();
}

function client(mailer: { port: number; platform: Platform }) {
  const caller = mailer.platform.caller('mailer', `http://127.0.0.1:${mailer.port}`);
  const open = mailer.platform.context({ deadlineMs: 5_000 });
  cleanups.push(async () => {
    open.close();
    await caller.stop?.();
  });
  return {
    send: (body: MailRequest) => caller.call(mailerRoutes.sendMail, { params: {}, body }, open.context),
    list: () => caller.call(mailerRoutes.listMails, { params: { limit: 10 } }, open.context),
  };
}

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
    const letter = writeLetter({
      kind: 'invitation',
      to: 'ann@example.org',
      link: 'https://bough.example/#join=abc',
      from: '<img src=x onerror=alert(1)>',
      title: `"quoted" & 'more' <b>`,
    });
    expect(letter.subject).toBe('You are invited to a map');
    expect(letter.html).not.toContain('<img');
    expect(letter.html).toContain('&quot;quoted&quot; &amp; &#39;more&#39; &lt;b&gt;');
    expect(letter.text).toContain('<img src=x onerror=alert(1)>');
  });

  test('[MAIL-3] each letter about an account has a subject of its own, its link, and says what to do when it was not asked for', () => {
    const [to, link] = ['ann@example.org', 'https://bough.example/#secret=abc'];
    const letters = [
      ...(['sign-in', 'reset-password', 'change-email'] as const).map((kind) => {
        return writeLetter({ kind, to, link, expiresInMinutes: 10 });
      }),
      ...(['email-changed', 'password-changed', 'account-deleted'] as const).map((about) => {
        return writeLetter({ kind: 'notice', to, link, about });
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
    const mail = await new PostalMime().parse(smtp.mails[0] ?? '');
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
      const transport = createSmtpTransport(`smtp://127.0.0.1:${smtp.port}`, 'bough@example.org');
      cleanups.push(() => transport.close());
      const delivery = await transport.send({ ...writeLetterRow(), id: 'abcdefghijkl' });
      expect(delivery.kind).toBe(kind);
      expect(JSON.stringify(delivery)).toContain(String(status));
    }
    const nobody = createSmtpTransport('smtp://127.0.0.1:9', 'bough@example.org');
    cleanups.push(() => nobody.close());
    expect(await nobody.send({ ...writeLetterRow(), id: 'abcdefghijkl' })).toMatchObject({ kind: 'later' });
  });
});

function writeLetterRow() {
  return { ...writeLetter(signIn('k').mail), attempts: 0, uselessAt: null };
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
  cleanups.push(() => outbox.close());
  const random: Pick<Random, 'fraction'> = { fraction: () => 0.5 };
  const sender = createSender({ outbox, transport, clock, random, log: silentLog });
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
    const settings = {
      BOUGH_DATA: folder(),
      BOUGH_SMTP_URL: null,
    } as const;
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
    cleanups.push(() => outbox.close());
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
