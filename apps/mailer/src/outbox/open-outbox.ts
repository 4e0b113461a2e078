import { type mailerSettings, required, type Settings } from '@bough/service';
import type { Outbox } from './outbox.ts';
import { openSqliteOutbox } from './sqlite-outbox.ts';

type Chosen = Pick<Settings<typeof mailerSettings>, 'BOUGH_METADATA' | 'BOUGH_MONGODB_URL' | 'BOUGH_DATA'>;

/** The outbox where the settings have it, open. */
export async function openOutbox(settings: Chosen): Promise<Outbox> {
  if (settings.BOUGH_METADATA === 'sqlite') return openSqliteOutbox(settings.BOUGH_DATA);
  const url = required(settings.BOUGH_MONGODB_URL, 'BOUGH_MONGODB_URL', 'BOUGH_METADATA is mongodb');
  // Loaded when it is needed: the driver is most of what an embedded start would otherwise read.
  const { openMongoOutbox } = await import('./mongo-outbox.ts');
  return await openMongoOutbox({ url });
}
