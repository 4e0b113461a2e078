import type { Clock } from '@bough/base';
import { type Command, type PartHead, readPartRows, writePart } from '@bough/service';
import type { Outbox } from '../outbox/outbox.ts';
import { asBroughtBack, parseRecord } from '../outbox/records.ts';

// The mailer's part in backing up and restoring: what `npm run bough -- backup` and `restore` ask it for, through pipes.

/** What a command works with. */
export interface BackupCommandParts {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly own: (withSecrets: boolean) => Pick<PartHead, 'settings' | 'secrets'>;
  readonly lines: () => AsyncIterable<string>;
  readonly write: (line: string) => Promise<void>;
  readonly say: (line: string) => void;
}

/** The commands. */
export const backupCommands: readonly Command<BackupCommandParts>[] = [
  {
    name: 'backup-part',
    takes: '[--with-secrets]',
    does: 'Tells the outbox: for a pipe.',
    run: async ({ outbox, own, write }, words) => {
      const head = { part: 'mailer', ...own(words.includes('--with-secrets')) } as const;
      await writePart(head, outbox.records(), () => ({ maps: [], people: [] }), write);
      return 0;
    },
  },
  {
    name: 'restore-part',
    takes: '',
    does: 'Adds the emails and email settings of a part that comes through a pipe.',
    run: async ({ outbox, clock, lines, say }) => {
      let [mails, readers, waiting] = [0, 0, 0];
      for await (const row of readPartRows('mailer', lines())) {
        const read = parseRecord(row);
        if (!read.ok) throw new Error(`The backup's part of the mailer cannot be read: ${read.error}.`);
        if (read.value.kind === 'reader') {
          readers++;
          await outbox.place.addReader(read.value.reader);
          continue;
        }
        const { mail } = read.value;
        mails++;
        if (mail.state === 'waiting' && mail.uselessAt === null) waiting++;
        await outbox.place.addMail(asBroughtBack(mail, clock.now()));
      }
      say(`${mails} mails, ${readers} readers with their wishes`);
      if (waiting > 0) {
        say(
          `${waiting} emails waited when the backup was made, and may have been sent since: mail-again all sends them.`,
        );
      }
      return 0;
    },
  },
];
