import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDamagedFile } from '@bough/disk';
import { GatewayFailure } from '../../failure.ts';
import { sqliteAccounts } from '../accounts/sqlite-accounts.ts';
import { sqliteProviders } from '../providers/sqlite-providers.ts';
import { sqliteAudit } from '../audit/sqlite-audit.ts';
import { sqliteFolders } from '../folders/sqlite-folders.ts';
import { sqliteFormer } from '../former/sqlite-former.ts';
import { sqliteGrants } from '../grants/sqlite-grants.ts';
import { sqliteGroups } from '../groups/sqlite-groups.ts';
import { sqliteAsks } from '../asks/sqlite-asks.ts';
import { sqliteInvitations } from '../invitations/sqlite-invitations.ts';
import { sqliteLinks } from '../links/sqlite-links.ts';
import { sqliteMaps } from '../maps/sqlite-maps.ts';
import type { Metadata } from '../metadata.ts';
import { sqlitePasskeys } from '../passkeys/sqlite-passkeys.ts';
import { sqlitePeople } from '../people/sqlite-people.ts';
import { sqliteRecords } from '../records/sqlite-records.ts';
import { sqliteRepeats } from '../repeats/sqlite-repeats.ts';
import { sqliteSecondSteps } from '../second-steps/sqlite-second-steps.ts';
import { sqliteSessions } from '../sessions/sqlite-sessions.ts';
import { sqliteSetUp } from '../set-up/sqlite-set-up.ts';
import { sqliteShelves } from '../shelf/sqlite-shelves.ts';
import { sqliteSignIns } from '../sign-ins/sqlite-sign-ins.ts';
import { sqliteTokens } from '../tokens/sqlite-tokens.ts';
import { sqliteWatches } from '../watches/sqlite-watches.ts';
import { sqliteWords } from '../words/sqlite-words.ts';
import { sqlitePictures } from '../pictures/sqlite-pictures.ts';
import { sqliteRings } from '../rings/sqlite-rings.ts';
import { DATABASE, isEmpty, mustNotBeAnew, mustNotBeGone, noteDatabase } from './people-mark.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/** Metadata in one SQLite file, or in memory for `:memory:`. */
export function openSqlite(path: string): Metadata {
  return metadataIn(new SqliteDatabase(path));
}

function metadataIn(db: SqliteDatabase): Metadata {
  return {
    ...sqlitePeople(db),
    ...sqliteFormer(db),
    ...sqliteAccounts(db),
    ...sqliteProviders(db),
    ...sqliteSecondSteps(db),
    ...sqliteSetUp(db),
    ...sqliteSignIns(db),
    ...sqliteSessions(db),
    ...sqliteMaps(db),
    ...sqliteShelves(db),
    ...sqliteFolders(db),
    ...sqliteGrants(db),
    ...sqliteGroups(db),
    ...sqliteLinks(db),
    ...sqliteInvitations(db),
    ...sqliteAsks(db),
    ...sqliteWatches(db),
    ...sqliteRings(db),
    ...sqlitePictures(db),
    ...sqliteTokens(db),
    ...sqlitePasskeys(db),
    ...sqliteRepeats(db),
    ...sqliteRecords(db),
    ...sqliteWords(db),
    ...sqliteAudit(db),
    ping: async () => void db.get('SELECT 1 AS one'),
    close: async () => db.close(),
  };
}

/**
 * Opens the embedded database in the data folder, which is made when it is not there; throws where the folder had one that is gone. With
 * `mayBeginAnew` it begins an empty one instead, which is the folder's once somebody is in it.
 */
export function openSqliteFile(folder: string, how: 'as it was' | 'may begin anew' = 'as it was'): Metadata {
  const mayBeginAnew = how === 'may begin anew';
  try {
    mkdirSync(folder, { recursive: true });
    if (!mayBeginAnew) mustNotBeGone(folder);
    const db = new SqliteDatabase(join(folder, DATABASE));
    if (mayBeginAnew) return { ...metadataIn(db), close: async () => closeNoted(folder, db) };
    try {
      mustNotBeAnew(folder, db);
      noteDatabase(folder, db);
    } catch (error) {
      db.close();
      throw error;
    }
    return metadataIn(db);
  } catch (error) {
    if (error instanceof GatewayFailure) throw error;
    throw isDamagedFile(error) ? damaged(folder, error) : notOpened(folder, error);
  }
}

/** Why the folder's database of people is refused since it is gone; null: it is there, or there was none. */
export function lossOfPeople(folder: string): GatewayFailure | null {
  try {
    mustNotBeGone(folder);
    if (!existsSync(join(folder, DATABASE))) return null;
    const db = new SqliteDatabase(join(folder, DATABASE));
    try {
      mustNotBeAnew(folder, db);
    } finally {
      db.close();
    }
    return null;
  } catch (error) {
    if (error instanceof GatewayFailure) return error;
    throw isDamagedFile(error) ? damaged(folder, error) : notOpened(folder, error);
  }
}

/** Begins an empty database in the place of one that is gone, and notes that it is the folder's. */
export function beginAnew(folder: string): void {
  const db = new SqliteDatabase(join(folder, DATABASE));
  noteDatabase(folder, db);
  db.close();
}

/** Half of a restore is none: until somebody is in it, the folder's database is still the one that is gone. */
function closeNoted(folder: string, db: SqliteDatabase): void {
  if (db.isOpen && !isEmpty(db)) noteDatabase(folder, db);
  db.close();
}

function damaged(folder: string, cause: unknown): GatewayFailure {
  return new GatewayFailure(
    'metadata',
    `${join(folder, DATABASE)} is damaged: people, lists and shares cannot be read.`,
    {
      cause,
      hint: `Move it and its -wal and -shm files away, and keep them. Then restore a backup: npm run bough -- restore PLACE. Also check the disk.`,
    },
  );
}

function notOpened(folder: string, cause: unknown): GatewayFailure {
  return new GatewayFailure('metadata', `The metadata file in ${folder} cannot be opened.`, {
    cause,
    hint: 'Check that the folder in BOUGH_DATA exists and can be written.',
  });
}
