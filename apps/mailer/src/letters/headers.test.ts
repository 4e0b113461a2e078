import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { scriptPayloads } from '@bough/house/hostile';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, test } from 'vitest';
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
} from '../testing/mail-world.ts';
import { createSmtpTransport } from '../sending/transport.ts';
import { writeLetter } from './letter.ts';

afterEach(endAll);

/** What a header must not become, however it is put. */
const INJECTIONS = [
  'Bo\r\nBcc: all@example.org',
  'Bo\nBcc: all@example.org',
  'Bo\rBcc: all@example.org',
  'Bo\r\n\r\n<script>alert(1)</script>',
  'Bo\u0000Bcc: all@example.org',
  'Bo\u0085Bcc: all@example.org',
  'Bo\u2028Bcc: all@example.org',
  'Bo\u2029Bcc: all@example.org',
  'Bo\u000bX: y',
];
/** Words that are lawful in a name, and that some program might take for more. */
const HARMLESS = [
  'Bcc: all@example.org',
  '=?utf-8?Q?=0D=0ABcc:_all@example.org?=',
  '%0d%0aBcc: all@example.org',
  '"><img src=x onerror=alert(1)>',
  '<a href="https://evil.example">Sign in</a>',
  '\\r\\nBcc: all@example.org',
  '${7*7} {{7*7}} <%= 7*7 %>',
  '嘊嘍Bcc: all@example.org',
  '.',
  'From here',
];
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

function headerNames(raw: string): string[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  return head
    .split(/\r\n(?![ \t])/)
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .toSorted();
}

describe('what goes over the wire', () => {
  test('[MAIL-3] no name and no title adds a header, a reader or markup to a mail', async () => {
    const smtp = await smtpServer();
    const { send } = client(await runMailer({ data: folder(), smtpPort: smtp.port, BOUGH_MAIL_PER_HOUR: 1_000 }));
    for (const [at, each] of INJECTIONS.entries()) {
      for (const words of [{ from: each }, { title: each }, { to: `ann@example.org${each.slice(2)}` }]) {
        await expect(send(invitation(`bad-${at}`, words))).rejects.toMatchObject({ code: 'service/malformed' });
      }
      const named = mention(`bad-${at}`, [{ from: each, text: '@Ann' }]);
      await expect(send(named)).rejects.toMatchObject({ code: 'service/malformed' });
    }
    for (const [at, each] of HARMLESS.entries()) await send(invitation(`good-${at}`, { from: each, title: each }));
    await expect.poll(() => smtp.mails.length).toBe(HARMLESS.length);
    for (const { raw, to, from } of smtp.mails) {
      expect(headerNames(raw)).toEqual(HEADERS);
      expect([from, to]).toEqual(['bough@example.org', ['ann@example.org']]);
      const mail = await new PostalMime().parse(Buffer.from(raw, 'latin1'));
      expect(mail.subject).toBe('You are invited to a map');
      expect(mail.attachments).toEqual([]);
      expect(mail.html).not.toMatch(/<img|<script|href="https:\/\/evil/);
      expect(mail.html?.match(/<a /g)?.length).toBe(2);
      expect(HARMLESS.filter((each) => mail.text?.includes(`\n${each}\n`))).not.toEqual([]);
    }
  });

  test('[MAIL-3] five hundred scripts as names and titles are words in both parts of a letter', () => {
    const tags = (html: string): number => html.match(/</g)?.length ?? 0;
    const plain = writeLetter(invitation('k').mail, 'en', 'https://bough.example/no-more-mail/t');
    for (const each of scriptPayloads().map((text) => text.replace(/[\p{Cc}\u2028]/gu, ''))) {
      const letter = writeLetter(invitation('k', { from: each, title: each }).mail, 'en', plain.noMore);
      expect([each, tags(letter.html), letter.subject]).toEqual([each, tags(plain.html), plain.subject]);
      expect(letter.text).toContain(each);
      const [said, sample] = [mention('k', [{ from: each, text: each }]), mention('k')];
      const [commented, harmless] = [said, sample].map(({ mail }) => writeLetter(mail, 'en', plain.noMore));
      expect([each, tags(commented?.html ?? ''), commented?.subject]).toEqual([
        each,
        tags(harmless?.html ?? ''),
        harmless?.subject,
      ]);
    }
  });

  test('[MAIL-14] what others ask for can be ended with one click, by the header and in words; what is about the account cannot', async () => {
    const smtp = await smtpServer();
    const { send } = client(await runMailer({ data: folder(), smtpPort: smtp.port }));
    await send(invitation('one'));
    await send(signIn('two'));
    await expect.poll(() => smtp.mails.length).toBe(2);
    const mails = await Promise.all(smtp.mails.map(({ raw }) => new PostalMime().parse(raw)));
    const [asked, account] = mails.toSorted((a, b) => (a.subject ?? '').localeCompare(b.subject ?? '')).toReversed();
    const link = /^<(https:\/\/bough\.example\/no-more-mail\/[\w-]{20,})>$/.exec(
      headerOf(asked, 'list-unsubscribe'),
    )?.[1];
    expect(link).toBeDefined();
    expect(headerOf(asked, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect([asked?.text?.includes(String(link)), asked?.html?.includes(String(link))]).toEqual([true, true]);
    expect([headerOf(account, 'list-unsubscribe'), account?.html?.includes('no-more-mail')]).toEqual(['', false]);
  });

  test('[MAIL-15] what cannot be delivered comes back to the address for that, which readers do not see', async () => {
    const smtp = await smtpServer();
    const settings = { data: folder(), smtpPort: smtp.port, BOUGH_MAIL_BOUNCES: 'bounces@example.org' };
    const { send } = client(await runMailer(settings));
    await send(signIn('one'));
    await expect.poll(() => smtp.mails.length).toBe(1);
    expect(smtp.mails[0]?.from).toBe('bounces@example.org');
    expect(smtp.mails[0]?.raw).not.toContain('bounces@');
    await expect(runMailer({ data: folder(), BOUGH_MAIL_BOUNCES: 'b@c\r\nX: y' })).rejects.toMatchObject({
      code: 'mailer/wrong-sender',
    });
  });
});

function headerOf(mail: Awaited<ReturnType<PostalMime['parse']>> | undefined, name: string): string {
  return mail?.headers.find((header) => header.key === name)?.value ?? '';
}

describe('DKIM', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

  test('[MAIL-15] a signature holds for the mail as it arrives, and for no other', async () => {
    const smtp = await smtpServer();
    const settings = { BOUGH_DKIM_DOMAIN: 'example.org', BOUGH_DKIM_SELECTOR: 's1', BOUGH_DKIM_KEY: privateKey };
    const { send } = client(await runMailer({ data: folder(), smtpPort: smtp.port, ...settings }), 'de');
    await send(invitation('one', { from: 'Jürgen 🌳', title: '枝 with   spaces' }));
    await expect.poll(() => smtp.mails.length).toBe(1);
    const raw = smtp.mails[0]?.raw ?? '';
    const signed = isSigned(raw, publicKey);
    expect(signed).toMatchObject({ domain: 'example.org', selector: 's1', holds: true });
    for (const name of ['from', 'to', 'subject', 'date', 'message-id']) expect(signed.headers).toContain(name);
    expect(isSigned(raw.replace('ann@example.org', 'eve@example.org'), publicKey).holds).toBe(false);
    expect(isSigned(raw.replace(/bough\.example/, 'evil.example'), publicKey).holds).toBe(false);
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
    expect(isSigned(raw, other).holds).toBe(false);
  });

  test('[MAIL-15] a domain without a key, and a name that the DNS cannot have, are told at the start', async () => {
    await expect(runMailer({ data: folder(), BOUGH_DKIM_DOMAIN: 'example.org' })).rejects.toThrow(
      'BOUGH_DKIM_KEY is missing',
    );
    await expect(
      runMailer({ data: folder(), BOUGH_DKIM_DOMAIN: 'a b; d=evil', BOUGH_DKIM_KEY: privateKey }),
    ).rejects.toMatchObject({ code: 'mailer/wrong-sender' });
  });
});

/** RFC 6376, as a receiver reads it: relaxed headers, relaxed body, RSA with SHA-256. */
function isSigned(raw: string, publicKey: string) {
  const split = raw.indexOf('\r\n\r\n');
  const lines = raw.slice(0, split).split(/\r\n(?![ \t])/);
  const relaxed = (line: string): string => {
    const colon = line.indexOf(':');
    const value = line
      .slice(colon + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim();
    return `${line.slice(0, colon).toLowerCase().trim()}:${value}`;
  };
  const own = lines.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = new Map(
    relaxed(own)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s+/g, '')]),
  );
  const body = raw
    .slice(split + 4)
    .replace(/[ \t]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .replace(/(?:\r\n)*$/, '\r\n');
  const bodyHash = createHash('sha256').update(Buffer.from(body, 'latin1')).digest('base64');
  const headers = (tags.get('h') ?? '').split(':').map((name) => name.toLowerCase());
  const left = lines.filter((line) => line !== own).map(relaxed);
  const text = [
    ...headers.flatMap((name) => left.findLast((line) => line.startsWith(`${name}:`)) ?? []),
    relaxed(own).replace(/\bb=[^;]*/, 'b='),
  ].join('\r\n');
  const isKeyed = verify(
    'sha256',
    Buffer.from(text, 'latin1'),
    createPublicKey(publicKey),
    Buffer.from(tags.get('b') ?? '', 'base64'),
  );
  return {
    domain: tags.get('d'),
    selector: tags.get('s'),
    headers,
    holds: isKeyed && tags.get('bh') === bodyHash && tags.get('a') === 'rsa-sha256',
  };
}

test('[MAIL-5] what a server said is kept for the operator, on one line', async () => {
  const smtp = await smtpServer(() => 550);
  const transport = createSmtpTransport(`smtp://127.0.0.1:${smtp.port}`, {
    from: 'bough@example.org',
    bounces: null,
    dkim: null,
  });
  atEnd(() => transport.close());
  const letter = writeLetter(signIn('k').mail, 'en', null);
  expect(await transport.send({ ...letter, id: 'abc', attempts: 0, uselessAt: null })).toEqual({
    kind: 'refused',
    reason: 'EMESSAGE 550 no such reader',
    logged: 'EMESSAGE 550',
  });
});
