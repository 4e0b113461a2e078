import type { MailTopic } from './letter.ts';
import type { Outbox } from './outbox.ts';

const HOUR_MS = 3_600_000;

/**
 * When the address may get one more mail of the topic: now, or a time to come. Each topic has its own measure, so that nobody can keep
 * somebody from signing in by inviting them often. `underWay` are mails that are being sent to it and have no answer yet.
 */
export function freeAt(
  outbox: Pick<Outbox, 'sentTo'>,
  to: { readonly address: string; readonly topic: MailTopic; readonly underWay: number },
  perHour: number,
  nowMs: number,
): number {
  const sent = outbox.sentTo(to.address, to.topic, nowMs - HOUR_MS, perHour);
  if (sent.length + to.underWay < perHour) return nowMs;
  // When the oldest of those that fill the measure is an hour ago, there is room for one.
  const oldest = sent[Math.max(0, perHour - to.underWay - 1)] ?? sent.at(-1);
  return (oldest ?? nowMs) + HOUR_MS;
}
