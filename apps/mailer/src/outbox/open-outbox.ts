import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyOfDatabase, mayWriteIn } from '@bough/disk';
import { required, type Settings, whyNotServed } from '@bough/service';
import { MailerFailure } from '../mailer-failure.ts';
import { carryOver } from './carry-over.ts';
import type { Outbox } from './outbox.ts';
import { OUTBOX_FILE } from './outbox-mark.ts';
import { openSqliteOutbox } from './sqlite-outbox.ts';
import type { mailerSettings } from '../settings.ts';

type Chosen = Pick<Settings<typeof mailerSettings>, 'BOUGH_METADATA' | 'BOUGH_MONGODB_URL' | 'BOUGH_DATA'>;

/**
 * As `openOutbox`, for a command that only reads: nothing is made where there is none, and a file where nothing may be written is read as a
 * copy.
 */
export async function openOutboxToRead(settings: Chosen): Promise<Outbox> {
  const { BOUGH_METADATA, BOUGH_DATA } = settings;
  const path = join(BOUGH_DATA, OUTBOX_FILE);
  if (BOUGH_METADATA !== 'sqlite' || (existsSync(path) && mayWriteIn(BOUGH_DATA)))
    return await openOutbox(settings, null);
  const copy = copyOfDatabase(path);
  const outbox = openSqliteOutbox(dirname(copy.path));
  const close = async (): Promise<void> => {
    await outbox.close();
    copy.remove();
  };
  return { ...outbox, close };
}

/**
 * The outbox where the settings have it, open. One that this host has in a file is carried to MongoDB first, and `onCarried` told how many
 * mails it had; null leaves it. One that was moved away from is refused.
 */
export async function openOutbox(settings: Chosen, onCarried: ((mails: number) => void) | null): Promise<Outbox> {
  const outbox = await openToMove(settings);
  const refusal = whyNotServed(await outbox.moves.mark(), 'Emails');
  if (refusal !== null) {
    await outbox.close();
    throw new MailerFailure(refusal.why, { kind: 'unavailable', code: 'mailer/no-outbox', hint: refusal.hint });
  }
  const isElsewhere = settings.BOUGH_METADATA !== 'sqlite';
  const carried = isElsewhere && onCarried !== null ? await carryOver(settings.BOUGH_DATA, outbox.place) : null;
  if (carried !== null) onCarried?.(carried);
  return outbox;
}

/** The outbox where the settings have it, whatever it says of a move: for the command that moves it. */
export async function openToMove(settings: Chosen): Promise<Outbox> {
  if (settings.BOUGH_METADATA === 'sqlite') return openSqliteOutbox(settings.BOUGH_DATA);
  const url = required(settings.BOUGH_MONGODB_URL, 'BOUGH_MONGODB_URL', 'BOUGH_METADATA is mongodb');
  // Loaded when it is needed: the driver is most of what an embedded start would otherwise read.
  const { openMongoOutbox } = await import('./mongo-outbox.ts');
  return await openMongoOutbox({ url });
}
