import type { Outbox } from '../outbox.ts';

// What an operator does about mail while mailer runs or not: the file is the truth, and mailer looks there again within half a minute.

/** What a command works with. */
export interface CommandParts {
  readonly outbox: Outbox;
  readonly nowMs: number;
  readonly say: (line: string) => void;
}

/** One command: answers the exit code. */
export interface Command {
  readonly name: string;
  /** What is to be written after the name. */
  readonly takes: string;
  readonly does: string;
  readonly run: (parts: CommandParts, args: readonly string[]) => number;
}

const SHOWN = 200;

/** All commands, in the order in which they are shown. */
export const commands: readonly Command[] = [
  {
    name: 'mail',
    takes: '',
    does: 'Counts the mails of the last 30 days and shows those that failed or could not be sent yet, and why.',
    run: ({ outbox, say }) => {
      const troubled = outbox.troubled(SHOWN);
      for (const mail of troubled) {
        const tries = mail.attempts === 1 ? 'once' : `${mail.attempts} times`;
        const next =
          mail.state === 'waiting' ? `again ${stamp(mail.dueAt)}` : mail.isWhole ? 'failed' : 'failed for good';
        say(`${mail.id}  ${stamp(mail.at)}  ${mail.to}  "${mail.subject}"  tried ${tries}, ${next}: ${mail.reason}`);
      }
      const [sent, waiting, failed] = [outbox.count('sent'), outbox.count('waiting'), outbox.count('failed')];
      say(`${sent} sent, ${waiting} waiting, ${failed} failed`);
      if (troubled.some((mail) => mail.state === 'failed' && mail.isWhole))
        say('mail-again ID sends a failed one again.');
      return 0;
    },
  },
  {
    name: 'mail-again',
    takes: 'ID|all',
    does: 'Sends a failed mail again, or all whose words are still there; a link that was good for minutes is not.',
    run: ({ outbox, nowMs, say }, [id = '']) => {
      const ids = id === 'all' ? outbox.troubled(Number.MAX_SAFE_INTEGER).map((mail) => mail.id) : [id];
      const count = ids.filter((each) => outbox.tryAgain(each, nowMs)).length;
      if (count === 0)
        say(id === 'all' ? 'Nothing was done: there is none.' : `Nothing was done: no failed mail "${id}".`);
      else say(`${count === 1 ? 'One mail is' : `${count} mails are`} sent again within half a minute.`);
      return count === 0 && id !== 'all' ? 1 : 0;
    },
  },
];

function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
