import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from './visitor.ts';

/** What was mailed to an address, the oldest first. */
export type MailsTo = (address: string) => Promise<readonly { readonly text: string }[]>;

const SECRET = /\/sign-in\/confirm#secret=([\w-]+)/;
const [LOOK_MS, PATIENCE_MS] = [100, 30_000];

/** Asks for a link by email, and comes in by it in the same browser; a guest becomes who has that address. Throws where no email comes. */
export async function signIn(visitor: Visitor, email: string, mailsTo: MailsTo): Promise<void> {
  await visitor.ask('GET', '/api/session');
  const before = (await secretsTo(email, mailsTo)).length;
  await visitor.ask('POST', '/api/session/sign-in', { email });
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
    const secret = (await secretsTo(email, mailsTo))[before];
    if (secret !== undefined) {
      await visitor.ask('POST', '/api/session/sign-in/confirm', { secret });
      return;
    }
    await sleep(LOOK_MS);
  }
  throw new Error(`no email came to ${email}`);
}

async function secretsTo(email: string, mailsTo: MailsTo): Promise<readonly string[]> {
  return (await mailsTo(email)).flatMap(({ text }) => SECRET.exec(text)?.[1] ?? []);
}
