import type { Ids } from '@bough/base';
import { emailAddress } from '@bough/contracts';
import type { Command } from '@bough/service';
import { writeLetter } from '../letters/letter.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** What telling an owner works with. */
export interface ToldOwnerParts {
  readonly outbox: Pick<Outbox, 'keep' | 'languageOf'>;
  readonly nowMs: number;
  readonly ids: Pick<Ids, 'short' | 'long'>;
  readonly publicUrl: string;
  /** Whether mails are kept to be shown, and go nowhere. */
  readonly isShown: boolean;
  readonly say: (line: string) => void;
}

/** Tells the owner of an account what an operator did to it, by way of the outbox, which mailer need not run for. */
export const tellSecondStepRemoved: Command<ToldOwnerParts> = {
  name: 'tell-second-step-removed',
  takes: 'ADDRESS',
  does: 'Mails the owner of an account that its second step was removed: the end of remove-second-step.',
  run: async ({ outbox, nowMs, ids, publicUrl, isShown, say }, [address = '']) => {
    const to = emailAddress(address.toLowerCase());
    if (!to.ok) {
      say(`Nothing was done: "${address}" is not an address.`);
      return 1;
    }
    const notice = { kind: 'notice', to: to.value, about: 'second-step-removed', link: publicUrl } as const;
    const letter = writeLetter(notice, (await outbox.languageOf(to.value)) ?? 'en', null);
    const state = isShown ? 'sent' : 'waiting';
    await outbox.keep({ id: ids.short(), key: ids.long(), at: nowMs, state, letter }, nowMs);
    say(`${to.value} is told so ${isShown ? 'in the outbox: no mail is sent here' : 'by mail within half a minute'}`);
    return 0;
  },
};
