import type { Cancel, Clock, Random } from '@bough/base';
import type { Component, Log } from '@bough/service';
import { MOST_ATTEMPTS, retryDelayMs } from './backoff.ts';
import type { Outbox, WaitingMail } from './outbox.ts';
import { freeAt } from './recipient-limit.ts';
import { SMTP_CONNECTIONS, type Transport } from './transport.ts';

export interface SenderParts {
  readonly outbox: Outbox;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
}
export interface SenderSettings {
  /** Of one topic, to one address. */
  readonly perHour: number;
}
/** Takes waiting mails out of the outbox until none is left. */
export interface Sender extends Component {
  /** A mail was put into the outbox. */
  wake(): void;
}

/** A sender: as many mails at once as the transport has connections, each tried again later and later. */
export function createSender(parts: SenderParts, settings: SenderSettings): Sender {
  const { outbox, clock } = parts;
  const underWay = new Map<string, { readonly mail: WaitingMail; readonly done: Promise<void> }>();
  let cancelTimer: Cancel = () => {};
  let isOpen = false;

  /** Whether it is this mail's turn; else it is told when. */
  const mayGo = (mail: WaitingMail, nowMs: number): boolean => {
    const besides = [...underWay.values()].filter((one) => one.mail.to === mail.to && one.mail.topic === mail.topic);
    const to = { address: mail.to, topic: mail.topic, underWay: besides.length };
    const free = freeAt(outbox, to, settings.perHour, nowMs);
    if (free > nowMs) outbox.hold(mail.id, free, 'its address has had as many as it gets in an hour');
    return free <= nowMs;
  };
  const pump = (): void => {
    if (!isOpen) return;
    cancelTimer();
    const nowMs = clock.now();
    // Those that are held make room for others: they are due later now, and the next look does not see them.
    for (let isHeld = true; isHeld && underWay.size < SMTP_CONNECTIONS;) {
      isHeld = false;
      for (const mail of outbox.due(nowMs, 2 * SMTP_CONNECTIONS)) {
        if (underWay.size >= SMTP_CONNECTIONS) break;
        if (underWay.has(mail.id)) continue;
        if (mayGo(mail, nowMs)) underWay.set(mail.id, { mail, done: deliver(mail) });
        else isHeld = true;
      }
    }
    if (underWay.size > 0) return;
    const nextAt = outbox.nextDueAt();
    if (nextAt !== null) cancelTimer = clock.after(Math.max(0, nextAt - nowMs), pump);
  };
  const deliver = async (mail: WaitingMail): Promise<void> => {
    await deliverOnce(parts, mail);
    underWay.delete(mail.id);
    pump();
  };
  return {
    name: 'sender',
    start: async () => {
      isOpen = true;
      pump();
    },
    wake: pump,
    drain: async () => {
      isOpen = false;
      cancelTimer();
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
    stop: async () => {
      isOpen = false;
      cancelTimer();
      parts.transport.close();
    },
  };
}

async function deliverOnce({ outbox, transport, clock, random, log }: SenderParts, mail: WaitingMail): Promise<void> {
  const facts = { mail: mail.id, attempt: mail.attempts + 1 };
  if (mail.uselessAt !== null && clock.now() >= mail.uselessAt) {
    outbox.failed(mail.id, 'it came too late to be of use', clock.now());
    log.warn('a mail came too late to be of use', facts);
    return;
  }
  if (mail.topic === 'others' && outbox.isRefused(mail.to)) {
    outbox.failed(mail.id, REFUSED, clock.now());
    log.info('a mail was not wanted', facts);
    return;
  }
  const delivery = await transport.send(mail);
  if (delivery.kind === 'sent') {
    outbox.sent(mail.id, clock.now());
    log.info('a mail was sent', facts);
  } else if (delivery.kind === 'refused' || mail.attempts + 1 >= MOST_ATTEMPTS) {
    outbox.failed(mail.id, delivery.reason, clock.now());
    log.warn('a mail was refused', { ...facts, reason: delivery.reason });
  } else {
    outbox.postpone(mail.id, clock.now() + retryDelayMs(mail.attempts, random), delivery.reason);
    log.warn('a mail could not be sent yet', { ...facts, reason: delivery.reason });
  }
}

/** Why a mail that its reader has refused failed. */
const REFUSED = 'its reader wants no such mails';
