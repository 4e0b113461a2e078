import type { Ids } from '@bough/base';
import { emailAddress } from '@bough/contracts';
import type { Command } from '@bough/service';
import { writeLetter } from '../letters/letter.ts';
import { newMailId } from '../outbox/mail-id.ts';
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

/** Emails the owner of an account what an operator did to it. The email goes into the outbox, also while mailer does not run. */
export const tellSecondStepRemoved: Command<ToldOwnerParts> = {
  name: 'tell-second-step-removed',
  takes: 'ADDRESS',
  does: 'Emails the owner of an account that two-step sign-in was removed: the last step of remove-second-step.',
  run: async ({ outbox, nowMs, ids, publicUrl, isShown, say }, [address = '']) => {
    const to = emailAddress(address.toLowerCase());
    if (!to.ok) {
      say(`Nothing was done: "${address}" is not an email address.`);
      return 1;
    }
    const notice = { kind: 'notice', to: to.value, about: 'second-step-removed', link: publicUrl } as const;
    const letter = writeLetter(notice, (await outbox.languageOf(to.value)) ?? 'en', null);
    const state = isShown ? 'sent' : 'waiting';
    await outbox.keep({ id: newMailId(ids), key: ids.long(), at: nowMs, state, letter }, nowMs);
    say(
      isShown
        ? `The email to ${to.value} is in the outbox: no email is sent here`
        : `${to.value} gets an email within half a minute`,
    );
    return 0;
  },
};
