import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { mailerProcess } from './testing/mailer-process.ts';
import { atEnd, endAll } from './testing/mail-world.ts';

afterEach(endAll);

/** An SMTP server as many are: it names the reader, in full, in its answer to RCPT. */
async function namingServer(answer: (reader: string) => string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (said: string) => {
      for (const line of said.split('\r\n').filter((each) => each !== '')) {
        const reader = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
        if (/^QUIT/i.test(line)) socket.end('221 2.0.0 bye\r\n');
        else socket.write(reader === undefined ? '250 mail.example\r\n' : `${answer(reader)}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

test.each([
  [
    '550 5.1.1',
    'a mail has failed',
    (reader: string) => `550 5.1.1 <${reader}>: Recipient address rejected: User unknown`,
  ],
  ['550', 'a mail has failed', (reader: string) => `550 No such user: ${reader.replace('@', ' at ')}`],
  [
    '450 4.7.1',
    'a mail could not be sent yet',
    (reader: string) => `450-4.7.1 ${reader}\r\n450 4.7.1 greylisted ${reader}`,
  ],
])('[MAIL-45] an answer that names its reader reaches the log as %s alone', async (status, message, answer) => {
  const mailer = await mailerProcess({ BOUGH_SMTP_URL: await namingServer(answer) });
  await mailer.start();
  await mailer.send(7);
  await expect.poll(() => mailer.said()).toContain(message);
  const line =
    mailer
      .said()
      .split('\n')
      .find((each) => each.includes(message)) ?? '';
  expect(JSON.parse(line)).toMatchObject({ reason: `EENVELOPE ${status}` });
  expect(mailer.said()).not.toMatch(/person7|User unknown|No such user|greylisted/);
  await mailer.kill();
});
