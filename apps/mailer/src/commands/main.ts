import { existsSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import {
  commandProgram,
  commandSettings,
  migrateCommand,
  platformClock,
  platformIds,
  runCommand,
  sharedSettings,
} from '@bough/service';
import { migrateEmails } from '../moving/migrate-emails.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import { OUTBOX_FILE } from '../outbox/outbox-mark.ts';
import { commands } from './commands.ts';
import { checkMailDomain } from './mail-domain.ts';
import { whyNotShown } from './shown-mail.ts';
import { mailerSettings } from '../settings.ts';

// npm run bough -- mail, mail-again, outbox and their like: it reads mailer's settings, and needs none of its secrets.

const SETTINGS = { ...mailerSettings, BOUGH_PUBLIC_URL: sharedSettings.BOUGH_PUBLIC_URL };

/** It opens two outboxes, of which the settings name one. */
const MIGRATE = migrateCommand(migrateEmails);

/** Those that look for mails that are there. */
const ABOUT_MAILS: ReadonlySet<string | undefined> = new Set(['mail', 'mail-again', 'outbox']);

/** None are begun for who looks: of a folder that is not the right one nobody is told that all mails were sent. */
function mustHaveMails({ BOUGH_METADATA, BOUGH_DATA }: ReturnType<typeof commandSettings<typeof SETTINGS>>): void {
  if (BOUGH_METADATA !== 'sqlite' || existsSync(join(BOUGH_DATA, OUTBOX_FILE))) return;
  throw new Error(
    `Bough has never run in ${BOUGH_DATA}, or the file of its emails (${OUTBOX_FILE}) is gone. Is BOUGH_DATA the right folder, and its disk mounted? Nothing was done, and no file was made.`,
  );
}

await commandProgram(async (words, say) => {
  if (words[0] === MIGRATE.name)
    return await runCommand([MIGRATE], words, say, async () => ({ say, close: () => undefined }));
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (words[0] === checkMailDomain.name)
    return await runCommand([checkMailDomain], words, say, async () => {
      return { mail: commandSettings('mailer', SETTINGS), resolver, say, close: () => undefined };
    });
  return await runCommand(commands, words, say, async () => {
    const settings = commandSettings('mailer', SETTINGS);
    if (ABOUT_MAILS.has(words[0])) mustHaveMails(settings);
    const outbox = await openOutbox(settings, null);
    const here = { isTerminal: process.stdout.isTTY, uid: process.getuid?.() ?? null };
    return {
      outbox,
      nowMs: platformClock.now(),
      ids: platformIds,
      publicUrl: settings.BOUGH_PUBLIC_URL,
      isShown: settings.BOUGH_MAIL === 'outbox',
      whyNot: whyNotShown(settings, here),
      mail: settings,
      resolver,
      say,
      close: () => outbox.close(),
    };
  });
});
