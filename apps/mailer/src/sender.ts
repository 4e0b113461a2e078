import type { Cancel, Clock, Random } from '@bough/base';
import type { Component, Log } from '@bough/service';
import { MOST_ATTEMPTS, retryDelayMs } from './backoff.ts';
import type { Outbox, WaitingMail } from './outbox.ts';
import { SMTP_CONNECTIONS, type Transport } from './transport.ts';

export interface SenderParts {
  readonly outbox: Outbox;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
}
/** Takes waiting mails out of the outbox until none is left. */
export interface Sender extends Component {
  /** A mail was put into the outbox. */
  wake(): void;
}

/** A sender: as many mails at once as the transport has connections, each tried again later and later. */
export function createSender(parts: SenderParts): Sender {
  const underWay = new Map<string, Promise<void>>();
  let cancelTimer: Cancel = () => {};
  let isOpen = false;

  const pump = (): void => {
    if (!isOpen) return;
    cancelTimer();
    const nowMs = parts.clock.now();
    const free = SMTP_CONNECTIONS - underWay.size;
    const due = free > 0 ? parts.outbox.due(nowMs, SMTP_CONNECTIONS + free) : [];
    for (const mail of due) {
      if (underWay.size >= SMTP_CONNECTIONS) break;
      if (!underWay.has(mail.id)) underWay.set(mail.id, deliver(mail));
    }
    if (underWay.size > 0) return;
    const nextAt = parts.outbox.nextDueAt();
    if (nextAt !== null) cancelTimer = parts.clock.after(Math.max(0, nextAt - nowMs), pump);
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
      await Promise.all(underWay.values());
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
    outbox.finish(mail.id, 'failed');
    log.warn('a mail came too late to be of use', facts);
    return;
  }
  const delivery = await transport.send(mail);
  if (delivery.kind === 'sent') {
    outbox.finish(mail.id, 'sent');
    log.info('a mail was sent', facts);
  } else if (delivery.kind === 'refused' || mail.attempts + 1 >= MOST_ATTEMPTS) {
    outbox.finish(mail.id, 'failed');
    log.warn('a mail was refused', { ...facts, reason: delivery.reason });
  } else {
    outbox.postpone(mail.id, clock.now() + retryDelayMs(mail.attempts, random));
    log.warn('a mail could not be sent yet', { ...facts, reason: delivery.reason });
  }
}
