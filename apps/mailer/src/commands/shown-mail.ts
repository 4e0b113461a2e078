import { statSync } from 'node:fs';
import type { SentMail } from '@bough/contracts';
import type { Command } from '@bough/service';
import type { Outbox } from '../outbox/outbox.ts';

// The outbox for an operator: where no mail is sent, and Bough has an address that others come by, no page shows it. What one reads here lets them into
// accounts, so a mail is shown on a terminal alone, where it stays in no file, pipe or log, and to the user whom the data folder belongs to.
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
  does: 'Where no mail is sent: lists the latest, or shows one with its link, on a terminal alone. It stands in the audit log.',
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
      say(mails.length === 0 ? 'There is no mail.' : 'outbox ID shows one.');
      return 0;
    }
    const mail = mails.find((each) => each.id === id);
    if (mail === undefined) {
      say(`Nothing is shown: of the last ${MOST} mails none is "${plain(id)}".`);
      return 1;
    }
    for (const line of letterLines(mail)) say(line);
    return 0;
  },
};

function letterLines({ to, subject, at, text }: SentMail): readonly string[] {
  return [`To: ${plain(to)}`, `At: ${stamp(at)}`, `Subject: ${plain(subject)}`, '', ...text.split('\n').map(plain)];
}

/** Why mails are not shown to whoever runs this process; `isTerminal`: what it says goes to one. */
export function whyNotShown(
  settings: { readonly BOUGH_MAIL: string; readonly BOUGH_METADATA: string; readonly BOUGH_DATA: string },
  here: { readonly isTerminal: boolean; readonly uid: number | null },
): ShownMailParts['whyNot'] {
  return (isWhole) => {
    if (settings.BOUGH_MAIL !== 'outbox') return 'mails go out by SMTP; the command mail tells of those that did not';
    // Where the outbox is in MongoDB, who has its password has the mails.
    const isOwn =
      settings.BOUGH_METADATA !== 'sqlite' || here.uid === null || ownerOf(settings.BOUGH_DATA) === here.uid;
    if (!isOwn) return `mails are shown to the user alone whom ${settings.BOUGH_DATA} belongs to`;
    if (isWhole && !here.isTerminal)
      return 'a mail has links that sign somebody in, so it is shown on a terminal alone';
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
