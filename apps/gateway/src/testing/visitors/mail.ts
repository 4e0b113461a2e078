import { Browser } from './browser.ts';
import type { RunningGateway } from '../world.ts';

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

let addresses = 0;
/** An address that no other test has. */
export function newMailAddress(): string {
  addresses++;
  return `person${addresses}@example.test`;
}

/** What was mailed, newest first. */
export async function mailsTo(gateway: Pick<RunningGateway, 'port'>, address: string): Promise<SentMail[]> {
  const { mails } = (await new Browser(gateway).must('GET', '/api/outbox?limit=200')).json;
  return mails.filter(({ to }: SentMail) => to === address);
}

/** What mails to the address are about, newest first. */
export async function subjectsTo(gateway: Pick<RunningGateway, 'port'>, address: string): Promise<readonly string[]> {
  return (await mailsTo(gateway, address)).map(({ subject }) => subject);
}

/** The secret in the last mail to the address. */
export async function lastSecret(gateway: Pick<RunningGateway, 'port'>, address: string): Promise<string> {
  const [mail] = await mailsTo(gateway, address);
  return /#secret=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** A browser that nobody has used. */
export async function newcomer(gateway: Pick<RunningGateway, 'port'>): Promise<Browser> {
  const browser = new Browser(gateway);
  await browser.open();
  return browser;
}

/** Signs in by mail, in this browser or a new one. */
export async function signedIn(
  gateway: Pick<RunningGateway, 'port'>,
  address: string,
  here?: Browser,
): Promise<Browser> {
  const browser = here ?? (await newcomer(gateway));
  await browser.must('POST', '/api/session/sign-in', { email: address });
  await browser.must('POST', '/api/session/sign-in/confirm', { secret: await lastSecret(gateway, address) });
  return browser;
}
