import { statSync } from 'node:fs';
import type { SentMail } from '@bough/contracts';
import type { Command } from '@bough/service';
import type { Outbox } from '../outbox/outbox.ts';

// The outbox for an operator. If no email is sent, and others can reach Bough at its address, no page shows the outbox. Its links sign people in, so an
// email is shown on a terminal only, where it gets into no file, pipe or log, and only to the user who owns the data folder.
// The launcher has the gateway write it into the audit log first (infra/launch/bough.mjs).

/** What showing mails works with. */
export interface ShownMailParts {
  readonly outbox: Pick<Outbox, 'list'>;
  readonly nowMs: number;
  readonly say: (line: string) => void;
  /** Why no mail is shown here, in one sentence; null: it may be. `isWhole`: with its words. */
  readonly whyNot: (isWhole: boolean) => string | null;
}

const LISTED = 20;
/** What the page of the outbox shows, too. */
const MOST = 200;
/** What steers a terminal, or ends a line elsewhere: names and comments of people stand in mails. */
const STEERING = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Lists the latest mails, or shows one with its link. */
export const showOutbox: Command<ShownMailParts> = {
  name: 'outbox',
  takes: '[ID]',
  does: 'If no email is sent: lists the latest ones, or shows one with its link, on a terminal only. The audit log notes it.',
  run: async ({ outbox, nowMs, say, whyNot }, [id]) => {
    const why = whyNot(id !== undefined);
    if (why !== null) {
      say(`Nothing is shown: ${why}.`);
      return 1;
    }
    const mails = await outbox.list(id === undefined ? LISTED : MOST, nowMs);
    if (id === undefined) {
      for (const mail of mails.toReversed())
        say(`${mail.id}  ${stamp(mail.at)}  ${plain(mail.to)}  "${plain(mail.subject)}"`);
      say(mails.length === 0 ? 'There are no emails.' : 'outbox ID shows one of them.');
      return 0;
    }
    const mail = mails.find((each) => each.id === id);
    if (mail === undefined) {
      say(`Nothing is shown: "${plain(id)}" is not one of the last ${MOST} emails.`);
      return 1;
    }
    for (const line of letterLines(mail)) say(line);
    return 0;
  },
};

function letterLines({ to, subject, at, text }: SentMail): readonly string[] {
  return [`To: ${plain(to)}`, `At: ${stamp(at)}`, `Subject: ${plain(subject)}`, '', ...text.split('\n').map(plain)];
}

/** Why emails are not shown to the person who runs this process; `isTerminal`: its output goes to one. */
export function whyNotShown(
  settings: { readonly BOUGH_MAIL: string; readonly BOUGH_METADATA: string; readonly BOUGH_DATA: string },
  here: { readonly isTerminal: boolean; readonly uid: number | null },
): ShownMailParts['whyNot'] {
  return (isWhole) => {
    if (settings.BOUGH_MAIL !== 'outbox')
      return 'emails are sent by SMTP; the command mail shows those that were not sent';
    // Where the outbox is in MongoDB, who has its password has the mails.
    const isOwn =
      settings.BOUGH_METADATA !== 'sqlite' || here.uid === null || ownerOf(settings.BOUGH_DATA) === here.uid;
    if (!isOwn) return `only the user who owns ${settings.BOUGH_DATA} can read emails`;
    if (isWhole && !here.isTerminal)
      return 'emails have links that sign people in, so they are shown on a terminal only';
    return null;
  };
}

function ownerOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.uid ?? null;
}

/** A moment, to the minute. */
export function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

function plain(words: string): string {
  return words.replace(STEERING, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
