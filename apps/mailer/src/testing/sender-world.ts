import { makeIds } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { silentLog } from '@bough/service';
import { type Letter, writeLetter } from '../letters/letter.ts';
import type { Outbox, WaitingMail } from '../outbox/outbox.ts';
import { Sender, type SenderSettings } from '../sending/sender.ts';
import type { Delivery, Transport } from '../sending/transport.ts';
import { invitation, signIn } from './mail-world.ts';

/** A letter that keeps, about the account or not. */
export function letterTo(to: string, topic: Letter['topic'] = 'others'): Letter {
  return topic === 'others'
    ? writeLetter(invitation('k', { to }).mail, 'en', 'https://bough.example/no-more-mail/t')
    : { ...writeLetter(signIn('k', to).mail, 'en', null), usefulMinutes: null };
}

/** A letter that is of use for ten minutes. */
export function shortLivedLetter(to: string): Letter {
  return writeLetter(signIn('k', to).mail, 'en', null);
}

/** A transport that answers as told and remembers what it took. */
export function scriptedTransport(
  answer: (mail: WaitingMail) => Delivery | Promise<Delivery> = () => ({ kind: 'sent' }),
): Transport & { readonly taken: string[] } {
  const taken: string[] = [];
  return {
    taken,
    send: async (mail) => {
      const delivery = await answer(mail);
      if (delivery.kind === 'sent') taken.push(mail.id);
      return delivery;
    },
    close: () => {},
  };
}

/** How long a claim of these worlds holds. */
export const CLAIM_MS = 20_000;
let seeds = 0;

/** A sender on a virtual clock over this outbox. */
export function senderWorld(
  outbox: Outbox,
  settings: Partial<SenderSettings> & {
    answer?: (mail: WaitingMail) => Delivery | Promise<Delivery>;
    clock?: VirtualClock;
  },
): {
  readonly clock: VirtualClock;
  readonly outbox: Outbox;
  readonly sender: Sender;
  readonly sent: readonly string[];
  readonly keep: (id: string, letter: Letter) => Promise<void>;
  readonly settle: () => Promise<void>;
} {
  const clock = settings.clock ?? new VirtualClock();
  const transport = scriptedTransport(settings.answer);
  const ids = makeIds(clock, seededRandom(++seeds));
  const parts = { outbox, transport, clock, ids, random: { fraction: () => 0.5 }, log: silentLog };
  const sender = new Sender(parts, { perHour: settings.perHour ?? 20, claimMs: settings.claimMs ?? CLAIM_MS });
  return {
    clock,
    outbox,
    sender,
    sent: transport.taken,
    keep: async (id, letter) =>
      void (await outbox.keep({ id, key: id, at: clock.now(), state: 'waiting', letter }, clock.now())),
    settle: async () => {
      for (let i = 0; i < 500; i++) await Promise.resolve();
    },
  };
}
