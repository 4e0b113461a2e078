import nodemailer from 'nodemailer';
import { PICTURE_ID } from '../letters/letter-dress.ts';
import type { WaitingMail } from '../outbox/outbox.ts';

/** How sending ended: taken; refused for good; or not yet, and why. */
export type Delivery = { readonly kind: 'sent' } | Undelivered;

export interface Undelivered {
  readonly kind: 'refused' | 'later';
  /** In the words of the server, for operators who look at the mail: servers name its reader in them. */
  readonly reason: string;
  /** What logs may say of it: codes, and no words of the server. Absent: the reason is our own. */
  readonly logged?: string;
}

/** Whoever carries letters. Never throws. */
export interface Transport {
  send(mail: WaitingMail): Promise<Delivery>;
  close(): void;
}

/** Who sends, and who vouches for it. */
export interface Sending {
  /** A plain address. */
  readonly from: string;
  /** Where mail servers send back what they cannot deliver; null: to `from`. */
  readonly bounces: string | null;
  /** null: not signed here. */
  readonly dkim: { readonly domain: string; readonly selector: string; readonly key: string } | null;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** So many connections to the SMTP server at most, and as many mails under way. */
export const SMTP_CONNECTIONS = 3;

/** SMTP over kept connections. Credentials are shown only inside TLS, unless the server is this machine. */
export function createSmtpTransport(url: string, { from, bounces, dkim }: Sending): Transport {
  const { hostname, username, protocol } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const smtp = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    requireTLS: protocol === 'smtp:' && username !== '' && !isHere,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim === null ? {} : { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } }),
  });
  return {
    send: async (mail) => {
      try {
        await smtp.sendMail({
          from: { name: 'Bough', address: from },
          to: { name: '', address: mail.to },
          envelope: { from: bounces ?? from, to: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: mail.picture === null ? [] : [pictureIn(mail.picture)],
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...noMoreHeaders(mail.noMore) },
        });
        return { kind: 'sent' };
      } catch (failure) {
        return judge(failure);
      }
    },
    close: () => smtp.close(),
  };
}

/** What the HTML part shows. It travels with it, so that nothing is loaded. */
function pictureIn(picture: string) {
  const content = Buffer.from(picture, 'base64');
  return {
    cid: PICTURE_ID,
    filename: 'map.png',
    contentType: 'image/png',
    contentDisposition: 'inline',
    content,
  } as const;
}

/** RFC 8058: the mail program itself offers to end such mails, with one POST and no questions. */
function noMoreHeaders(link: string | null): Readonly<Record<string, string>> {
  return link === null
    ? {}
    : { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** A 5xx answer about this mail is final; everything else (no answer, 4xx, wrong credentials) may mend itself. */
function judge(failure: unknown): Delivery {
  const status = failure instanceof Error && 'responseCode' in failure ? Number(failure.responseCode) : 0;
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
  const said = failure instanceof Error && 'response' in failure ? String(failure.response) : '';
  const reason = `${code} ${said === '' && status !== 0 ? status : said}`.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const isFinal = status >= 500 && status < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return { kind: isFinal ? 'refused' : 'later', reason, logged: codesOf(code, status, said) };
}

/** The status, and the enhanced one of RFC 3463 where the answer begins with one. */
function codesOf(code: string, status: number, said: string): string {
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(said)?.[1];
  const known = /^[A-Z_]{1,40}$/.test(code) ? [code] : [];
  return [...known, ...(status > 0 ? [status] : []), ...(enhanced === undefined ? [] : [enhanced])].join(' ');
}
