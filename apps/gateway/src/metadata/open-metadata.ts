import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyOfDatabase, mayWriteIn } from '@bough/disk';
import { required, type Settings, whyNotServed } from '@bough/service';
import { GatewayFailure } from '../failure.ts';
import type { Metadata } from './metadata.ts';
import { mustNotBeGone } from './sqlite/people-mark.ts';
import { openSqliteFile } from './sqlite/sqlite-metadata.ts';
import type { gatewaySettings } from '../settings.ts';

type Chosen = Pick<Settings<typeof gatewaySettings>, 'BOUGH_METADATA' | 'BOUGH_MONGODB_URL' | 'BOUGH_DATA'>;

/**
 * As `openMetadata`, for a command that only reads: nothing is made where there is none, and a file where nothing may be written is read as a
 * copy.
 */
export async function openMetadataToRead(settings: Chosen, how: 'as it was' | 'may begin anew'): Promise<Metadata> {
  const { BOUGH_METADATA, BOUGH_DATA } = settings;
  if (BOUGH_METADATA === 'sqlite' && how === 'as it was') mustNotBeGone(BOUGH_DATA);
  const path = join(BOUGH_DATA, 'metadata.sqlite');
  if (BOUGH_METADATA !== 'sqlite' || (existsSync(path) && mayWriteIn(BOUGH_DATA)))
    return await openMetadata(settings, how);
  const copy = copyOfDatabase(path);
  const metadata = await served(openSqliteFile(dirname(copy.path)));
  const close = async (): Promise<void> => {
    await metadata.close();
    copy.remove();
  };
  return { ...metadata, close };
}

/** The database that the settings name, open; `may begin anew`: also where the embedded one is gone. One that was moved away from is refused. */
export async function openMetadata(
  settings: Chosen,
  how: 'as it was' | 'may begin anew' = 'as it was',
): Promise<Metadata> {
  return await served(await openToMove(settings, how));
}

/** As `openMetadata`, whatever the database says of a move: for the command that moves it. */
export async function openToMove(settings: Chosen, how: 'as it was' | 'may begin anew'): Promise<Metadata> {
  if (settings.BOUGH_METADATA === 'sqlite') return openSqliteFile(settings.BOUGH_DATA, how);
  const url = required(settings.BOUGH_MONGODB_URL, 'BOUGH_MONGODB_URL', 'BOUGH_METADATA is mongodb');
  // Loaded when it is needed: the drivers are most of what an embedded start would otherwise read.
  const { connectMongo } = await import('./mongo/mongo-metadata.ts');
  return await connectMongo({ url });
}

async function served(metadata: Metadata): Promise<Metadata> {
  const refusal = whyNotServed(await metadata.moveMark(), 'People and lists');
  if (refusal === null) return metadata;
  await metadata.close();
  throw new GatewayFailure('metadata', refusal.why, { hint: refusal.hint });
}
