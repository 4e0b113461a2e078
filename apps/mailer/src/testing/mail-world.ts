import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { mailerRoutes, type MailRequest } from '@bough/contracts';
import type { Platform, ServiceServer } from '@bough/service';
import { createTestPlatforms } from '@bough/service/testing';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { buildMailer } from '../build.ts';

// Real SMTP servers and whole mailers in this process, each with a folder of its own, ended when a test ends.

const cleanups: (() => unknown)[] = [];

/** Ends whatever a test has started, last first. */
export async function endAll(): Promise<void> {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
}
/** Runs at the test's end. */
export function atEnd(clean: () => unknown): void {
  cleanups.push(clean);
}

/** A folder that goes with the test. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'bough-mailer-'));
  cleanups.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A mail as it came over the wire. */
export interface CapturedMail {
  readonly raw: string;
  /** The addresses of the envelope, which no reader sees. */
  readonly from: string;
  readonly to: readonly string[];
}

/** A real SMTP server in this process; `answer` may refuse a mail with a status. */
export async function smtpServer(
  answer: () => number | null = () => null,
): Promise<{ port: number; mails: CapturedMail[] }> {
  const mails: CapturedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onData: (stream: Readable, { envelope }: SMTPServerSession, done: (error?: Error | null) => void) => {
      void buffer(stream).then((bytes) => {
        const status = answer();
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        // Byte for byte: signatures are about bytes.
        if (status === null) mails.push({ raw: bytes.toString('latin1'), from, to });
        done(status === null ? null : Object.assign(new Error('no such reader'), { responseCode: status }));
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

type Settings = Partial<Parameters<typeof buildMailer>[1]>;

/** Settings of a mailer that shows its mails; what is given stands instead. */
export function mailSettings(given: Settings): Parameters<typeof buildMailer>[1] {
  return {
    BOUGH_DATA: '/nowhere',
    BOUGH_METADATA: 'sqlite',
    BOUGH_MONGODB_URL: null,
    BOUGH_MAIL: 'outbox',
    BOUGH_SMTP_URL: null,
    BOUGH_MAIL_FROM: 'bough@example.org',
    BOUGH_MAIL_BOUNCES: null,
    BOUGH_MAIL_PER_HOUR: 20,
    BOUGH_DKIM_DOMAIN: null,
    BOUGH_DKIM_SELECTOR: 'bough',
    BOUGH_DKIM_KEY: null,
    ...given,
  };
}

/** A whole mailer; with an SMTP server's port it sends there. */
export async function runMailer(
  settings: Settings & { data: string; smtpPort?: number },
): Promise<{ port: number; platform: Platform }> {
  const platforms = createTestPlatforms();
  const plain = platforms('mailer');
  let server: ServiceServer | null = null;
  const platform: Platform = { ...plain, server: (routes) => (server = plain.server(routes)) };
  const { data, smtpPort, ...given } = settings;
  const sent: Settings =
    smtpPort === undefined ? {} : { BOUGH_MAIL: 'smtp', BOUGH_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
  const components = await buildMailer(platform, mailSettings({ BOUGH_DATA: data, ...sent, ...given }));
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

/** What the gateway does with a mailer, for somebody who reads these languages. */
export function client(mailer: { port: number; platform: Platform }, languages: string | null = null) {
  const caller = mailer.platform.caller('mailer', `http://127.0.0.1:${mailer.port}`);
  const open = mailer.platform.context({ deadlineMs: 30_000, languages });
  cleanups.push(async () => {
    open.close();
    await caller.stop?.();
  });
  return {
    send: (body: MailRequest) => caller.call(mailerRoutes.sendMail, { params: {}, body }, open.context),
    list: () => caller.call(mailerRoutes.listMails, { params: { limit: 10 } }, open.context),
    wishOf: (to: string) => caller.call(mailerRoutes.mailWish, { params: {}, body: { to } }, open.context),
    setWish: (to: string, isWanted: boolean) =>
      caller.call(mailerRoutes.setMailWish, { params: {}, body: { to, isWanted } }, open.context),
    want: (token: string, isWanted: boolean) =>
      caller.call(mailerRoutes.wantMail, { params: {}, body: { token, isWanted } }, open.context),
  };
}

/** A mail that signs somebody in. */
export const LINK = 'http://127.0.0.1:8080/#sign-in=Zm9yIG5vIG9uZSBlbHNl';
/** The request for it. */
export const signIn = (key: string, to = 'ann@example.org'): MailRequest => ({
  key,
  mail: { kind: 'sign-in', to, link: LINK, expiresInMinutes: 10 },
});
/** The request for a mail about comments. */
export const mention = (key: string, comments = [{ from: 'Bo', text: '@Ann look' }]): MailRequest => ({
  key,
  mail: {
    kind: 'mention',
    where: 'comments',
    to: 'ann@example.org',
    link: 'https://bough.example/m/AYvP5WgAcUS6bLNdmUg0Fw#item=abc',
    title: 'Garden',
    comments,
  },
});
/** The request for an invitation. */
export const invitation = (key: string, words: { from?: string; title?: string; to?: string } = {}): MailRequest => ({
  key,
  mail: {
    kind: 'invitation',
    to: words.to ?? 'ann@example.org',
    link: 'https://bough.example/join#secret',
    from: words.from ?? 'Bo',
    title: words.title ?? 'Garden',
  },
});
