import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayFailure } from '../../failure.ts';
import { sqliteAccounts } from '../accounts/sqlite-accounts.ts';
import { sqliteFolders } from '../folders/sqlite-folders.ts';
import { sqliteGrants } from '../grants/sqlite-grants.ts';
import { sqliteInvitations } from '../invitations/sqlite-invitations.ts';
import { sqliteLinks } from '../links/sqlite-links.ts';
import { sqliteMaps } from '../maps/sqlite-maps.ts';
import type { Metadata } from '../metadata.ts';
import { sqlitePeople } from '../people/sqlite-people.ts';
import { sqliteRecords } from '../records/sqlite-records.ts';
import { sqliteRepeats } from '../repeats/sqlite-repeats.ts';
import { sqliteSessions } from '../sessions/sqlite-sessions.ts';
import { sqliteShelves } from '../shelf/sqlite-shelves.ts';
import { sqliteSignIns } from '../sign-ins/sqlite-sign-ins.ts';
import { sqliteTokens } from '../tokens/sqlite-tokens.ts';
import { sqliteWords } from '../words/sqlite-words.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/** Metadata in one SQLite file, or in memory for `:memory:`. */
export function openSqlite(path: string): Metadata {
  const db = new SqliteDatabase(path);
  return {
    ...sqlitePeople(db),
    ...sqliteAccounts(db),
    ...sqliteSignIns(db),
    ...sqliteSessions(db),
    ...sqliteMaps(db),
    ...sqliteShelves(db),
    ...sqliteFolders(db),
    ...sqliteGrants(db),
    ...sqliteLinks(db),
    ...sqliteInvitations(db),
    ...sqliteTokens(db),
    ...sqliteRepeats(db),
    ...sqliteRecords(db),
    ...sqliteWords(db),
    ping: async () => void db.get('SELECT 1 AS one'),
    close: async () => db.close(),
  };
}

/** Opens the embedded database in the data folder, which is made when it is not there. */
export function openSqliteFile(folder: string): Metadata {
  try {
    mkdirSync(folder, { recursive: true });
    return openSqlite(join(folder, 'metadata.sqlite'));
  } catch (error) {
    if (error instanceof GatewayFailure) throw error;
    throw new GatewayFailure('metadata', `the metadata file in ${folder} cannot be opened`, {
      cause: error,
      hint: 'Check that the folder BOUGH_DATA names exists and can be written.',
    });
  }
}
