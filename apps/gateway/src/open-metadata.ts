import { type gatewaySettings, required, type Settings } from '@bough/service';
import type { Metadata } from './metadata/metadata.ts';
import { openSqliteFile } from './metadata/sqlite/sqlite-metadata.ts';

type Chosen = Pick<Settings<typeof gatewaySettings>, 'BOUGH_METADATA' | 'BOUGH_MONGODB_URL' | 'BOUGH_DATA'>;

/** The database that the settings name, open. */
export async function openMetadata(settings: Chosen): Promise<Metadata> {
  if (settings.BOUGH_METADATA === 'sqlite') return openSqliteFile(settings.BOUGH_DATA);
  const url = required(settings.BOUGH_MONGODB_URL, 'BOUGH_MONGODB_URL', 'BOUGH_METADATA is mongodb');
  // Loaded when it is needed: the drivers are most of what an embedded start would otherwise read.
  const { connectMongo } = await import('./metadata/mongo/mongo-metadata.ts');
  return await connectMongo({ url });
}
