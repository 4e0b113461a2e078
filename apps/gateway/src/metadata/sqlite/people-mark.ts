import { isRecord, tryJson } from '@bough/base';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { putInPlace } from '@bough/service';
import { GatewayFailure } from '../../failure.ts';
import { integer } from './rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

// A database that is not there looks like that of a new Bough, and all people and lists may have been in it. So the data folder notes beside
// it, in `people.json`, that there is one, and which: the number is in the database too (application_id).

/** The database's file in the data folder. */
export const DATABASE = 'metadata.sqlite';
const MARK = 'people.json';
const LARGEST_ID = 2 ** 31 - 1;

/** Throws where the folder had a database, and its file is gone or empty. */
export function mustNotBeGone(folder: string): void {
  if (markOf(folder) !== null && !hasBytes(join(folder, DATABASE))) throw gone(folder);
}

/** Throws where this database was begun anew without a word in the place of another: nobody is in it, and the note is of another one. */
export function mustNotBeAnew(folder: string, db: SqliteDatabase): void {
  const mark = markOf(folder);
  if (mark !== null && mark !== idOf(db) && isEmpty(db)) throw gone(folder);
}

/** Notes that this database is the folder's; where nothing can be written, nothing is noted. */
export function noteDatabase(folder: string, db: SqliteDatabase): void {
  try {
    if (idOf(db) === 0) db.run(`PRAGMA application_id = ${randomInt(1, LARGEST_ID)}`);
    const id = idOf(db);
    if (markOf(folder) === id) return;
    putInPlace(join(folder, MARK), `${JSON.stringify({ database: id })}\n`);
  } catch (error) {
    // A full disk, or one that is only read: it is noted at the next opening.
    if (!(error instanceof GatewayFailure) && !(error instanceof Error && 'code' in error)) throw error;
  }
}

/** Whether nobody, and no map, is in it. */
export function isEmpty(db: SqliteDatabase): boolean {
  return db.get('SELECT 1 FROM people UNION ALL SELECT 1 FROM maps LIMIT 1') === null;
}

function idOf(db: SqliteDatabase): number {
  return integer(db.get('PRAGMA application_id')?.['application_id']);
}

/** The number of the database that the folder had; null: it had none. A damaged note is of some database. */
function markOf(folder: string): number | null {
  const path = join(folder, MARK);
  if (!existsSync(path)) return null;
  const value = tryJson(readFileSync(path, 'utf8'));
  return isRecord(value) ? Number(value['database']) : Number.NaN;
}

function hasBytes(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0;
}

function gone(folder: string): GatewayFailure {
  return new GatewayFailure(
    'metadata',
    `${join(folder, DATABASE)} is gone or empty, and all people, lists and shares were in it.`,
    {
      hint: 'Is its disk mounted? Put the file back, or restore a backup: npm run bough -- restore PLACE. To start without these people: npm run bough -- accept-loss people',
    },
  );
}
