import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { signIn } from './sign-in.ts';
import { Visitor } from './visitor.ts';

test('[HOUSE-96] somebody comes in by the email that they have asked for, and not by one before it', async () => {
  const asked: string[] = [];
  const mails = [{ text: 'http://bough/sign-in/confirm#secret=old-1 is good for ten minutes' }];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(`${request.url ?? ''} ${Buffer.concat(chunks).toString()}`);
      answer.end(JSON.stringify({ csrf: 'csrf' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const mailsTo = async (): Promise<readonly { readonly text: string }[]> => {
    const isAsked = asked.some((one) => one.startsWith('/api/session/sign-in '));
    if (isAsked && mails.length === 1)
      mails.push(
        { text: 'Somebody has signed in' },
        { text: 'Open http://bough/sign-in/confirm#secret=new_2\nto sign in' },
      );
    return [...mails];
  };
  await signIn(new Visitor(`http://127.0.0.1:${port}`), 'ann@example.org', mailsTo);
  expect(asked).toEqual([
    '/api/session ',
    '/api/session/sign-in {"email":"ann@example.org"}',
    '/api/session/sign-in/confirm {"secret":"new_2"}',
  ]);
});
