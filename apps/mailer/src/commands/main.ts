import { Resolver } from 'node:dns/promises';
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
import { commands } from './commands.ts';
import { whyNotShown } from './shown-mail.ts';
import { mailerSettings } from '../settings.ts';

// npm run bough -- mail, mail-again, outbox: it reads mailer's settings, and needs none of its secrets.

const SETTINGS = { ...mailerSettings, BOUGH_PUBLIC_URL: sharedSettings.BOUGH_PUBLIC_URL };

/** It opens two outboxes, of which the settings name one. */
const MIGRATE = migrateCommand(migrateEmails);

await commandProgram(async (words, say) => {
  if (words[0] === MIGRATE.name)
    return await runCommand([MIGRATE], words, say, async () => ({ say, close: () => undefined }));
  return await runCommand(commands, words, say, async () => {
    const settings = commandSettings('mailer', SETTINGS);
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
      resolver: new Resolver({ timeout: 3_000, tries: 2 }),
      say,
      close: () => outbox.close(),
    };
  });
});
