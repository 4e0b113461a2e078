import { type mailerSettings, required, type Settings } from '@bough/service';
import { carryOver } from './carry-over.ts';
import type { Outbox } from './outbox.ts';
import { openSqliteOutbox } from './sqlite-outbox.ts';

type Chosen = Pick<Settings<typeof mailerSettings>, 'BOUGH_METADATA' | 'BOUGH_MONGODB_URL' | 'BOUGH_DATA'>;

/**
 * The outbox where the settings have it, open. One that this host has in a file is carried to MongoDB first, and `onCarried` told how many
 * mails it had; null leaves it.
 */
export async function openOutbox(settings: Chosen, onCarried: ((mails: number) => void) | null): Promise<Outbox> {
  if (settings.BOUGH_METADATA === 'sqlite') return openSqliteOutbox(settings.BOUGH_DATA);
  const url = required(settings.BOUGH_MONGODB_URL, 'BOUGH_MONGODB_URL', 'BOUGH_METADATA is mongodb');
  // Loaded when it is needed: the driver is most of what an embedded start would otherwise read.
  const { openMongoOutbox } = await import('./mongo-outbox.ts');
  const outbox = await openMongoOutbox({ url });
  const carried = onCarried && (await carryOver(settings.BOUGH_DATA, outbox.place));
  if (carried !== null) onCarried?.(carried);
  return outbox;
}
