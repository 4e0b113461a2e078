import type { Command } from '@bough/service';
import type { Outbox } from '../outbox/outbox.ts';
import { checkMailDomain, type MailDomainParts } from './mail-domain.ts';
import { showOutbox, type ShownMailParts, stamp } from './shown-mail.ts';
import { tellSecondStepRemoved, type ToldOwnerParts } from './told-owner.ts';

// What an operator does about emails, whether mailer runs or not. Mailer reads the outbox again within half a minute.

/** What a command works with. */
export interface CommandParts extends ShownMailParts, ToldOwnerParts, MailDomainParts {
  readonly outbox: Outbox;
  readonly nowMs: number;
  readonly say: (line: string) => void;
}

const SHOWN = 200;
const ALL = 1_000_000;

/** All commands, in the order in which they are shown. */
export const commands: readonly Command<CommandParts>[] = [
  showOutbox,
  {
    name: 'mail',
    takes: '',
    does: 'Counts the emails of the last 30 days, and shows which failed or could not be sent yet, and why.',
    run: async ({ outbox, say }) => {
      const troubled = await outbox.troubled(SHOWN);
      for (const mail of troubled) {
        const tries = mail.attempts === 1 ? 'once' : `${mail.attempts} times`;
        const next =
          mail.state === 'waiting' ? `again ${stamp(mail.dueAt)}` : mail.isWhole ? 'failed' : 'failed for good';
        say(`${mail.id}  ${stamp(mail.at)}  ${mail.to}  "${mail.subject}"  tried ${tries}, ${next}: ${mail.reason}`);
      }
      const counts: string[] = [];
      for (const state of ['sent', 'waiting', 'failed'] as const) counts.push(`${await outbox.count(state)} ${state}`);
      say(counts.join(', '));
      if (troubled.some((mail) => mail.state === 'failed' && mail.isWhole))
        say('mail-again ID sends a failed one again.');
      return 0;
    },
  },
  {
    name: 'mail-again',
    takes: 'ID|all',
    does: 'Sends a failed email again, or all of them. Emails with a link that was valid for minutes only are not sent again.',
    run: async ({ outbox, nowMs, say }, [id = '']) => {
      const ids = id === 'all' ? (await outbox.troubled(ALL)).map((mail) => mail.id) : [id];
      let count = 0;
      for (const each of ids) if (await outbox.tryAgain(each, nowMs)) count++;
      if (count === 0)
        say(
          id === 'all'
            ? 'Nothing was done: no email can be sent again.'
            : `Nothing was done: there is no failed email "${id}" to send again.`,
        );
      else say(`${count === 1 ? 'One email is' : `${count} emails are`} sent again within half a minute.`);
      return count === 0 && id !== 'all' ? 1 : 0;
    },
  },
  tellSecondStepRemoved,
  checkMailDomain,
];
