/**
 * A place that mail is sent to and read back from: a server inside the test's process, or, where BOUGH_TEST_SMTP_URL and
 * BOUGH_TEST_SMTP_API name one, Mailpit in a container, read through its HTTP API.
 */

import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { ReceivedMail, Server, SmtpRunning } from '../server.ts';

/** Always there: it is a library. */
export const smtp: Server<SmtpRunning> = {
  name: 'smtp',
  find: () => {
    const url = process.env['BOUGH_TEST_SMTP_URL'];
    const api = process.env['BOUGH_TEST_SMTP_API'];
    if (url === undefined || api === undefined) return { kind: 'ready', from: 'npm', start: startSink };
    return { kind: 'ready', from: 'BOUGH_TEST_SMTP_URL', start: () => Promise.resolve(mailpit(url, api)) };
  },
  install: () => Promise.resolve(null),
};

async function startSink(): Promise<SmtpRunning> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        read(Buffer.concat(chunks), to).then(
          (mail) => {
            mails.push(mail);
            callback();
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (to) => Promise.resolve(mails.filter((mail) => mail.to.includes(to))),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function read(raw: Uint8Array, to: readonly string[]): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  const { subject = '', text = '', html = '' } = mail;
  return { from: mail.from?.address ?? '', to, subject, text, html };
}

function mailpit(url: string, api: string): SmtpRunning {
  const ask = async (path: string): Promise<Uint8Array> => {
    const answer = await fetch(`${api.replace(/\/$/, '')}${path}`);
    if (!answer.ok) throw new Error(`Mailpit answered ${answer.status} to ${path}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  return {
    url,
    mailsTo: async (to) => {
      const found: unknown = JSON.parse(
        new TextDecoder().decode(await ask(`/api/v1/search?query=${encodeURIComponent(`to:"${to}"`)}`)),
      );
      const ids = idsOf(found);
      return Promise.all(ids.toReversed().map(async (id) => read(await ask(`/api/v1/message/${id}/raw`), [to])));
    },
    stop: () => Promise.resolve(),
  };
}

function idsOf(found: unknown): string[] {
  if (typeof found !== 'object' || found === null || !('messages' in found) || !Array.isArray(found.messages))
    return [];
  return found.messages.flatMap((message: unknown) =>
    typeof message === 'object' && message !== null && 'ID' in message && typeof message.ID === 'string'
      ? [message.ID]
      : [],
  );
}
