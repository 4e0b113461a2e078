import type { Command } from '@bough/service';
import type { Outbox } from '../outbox/outbox.ts';
import { showOutbox, type ShownMailParts, stamp } from './shown-mail.ts';
import { tellSecondStepRemoved, type ToldOwnerParts } from './told-owner.ts';

// What an operator does about mail while mailer runs or not: the outbox is the truth, and mailer looks there again within half a minute.

/** What a command works with. */
export interface CommandParts extends ShownMailParts, ToldOwnerParts {
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
    does: 'Counts the mails of the last 30 days and shows those that failed or could not be sent yet, and why.',
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
    does: 'Sends a failed mail again, or all whose words are still there; a link that was good for minutes is not.',
    run: async ({ outbox, nowMs, say }, [id = '']) => {
      const ids = id === 'all' ? (await outbox.troubled(ALL)).map((mail) => mail.id) : [id];
      let count = 0;
      for (const each of ids) if (await outbox.tryAgain(each, nowMs)) count++;
      if (count === 0)
        say(id === 'all' ? 'Nothing was done: there is none.' : `Nothing was done: no failed mail "${id}".`);
      else say(`${count === 1 ? 'One mail is' : `${count} mails are`} sent again within half a minute.`);
      return count === 0 && id !== 'all' ? 1 : 0;
    },
  },
  tellSecondStepRemoved,
];
