import { DiskDatabase } from '@bough/disk';
import { MailerFailure } from '../mailer-failure.ts';

// The outbox's file. Each version is a step from the one before, so that a file of any age is brought up when it is opened.

const STEPS: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS mails (
     id TEXT NOT NULL UNIQUE,
     key TEXT NOT NULL UNIQUE,
     recipient TEXT NOT NULL,
     subject TEXT NOT NULL,
     text TEXT NOT NULL,
     html TEXT NOT NULL,
     at INTEGER NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
     attempts INTEGER NOT NULL,
     due_at INTEGER NOT NULL,
     useless_at INTEGER
   ) STRICT;
   CREATE INDEX IF NOT EXISTS waiting_mails ON mails (due_at) WHERE state = 'waiting';
   CREATE INDEX IF NOT EXISTS mails_by_time ON mails (at);`,
  `ALTER TABLE mails ADD COLUMN topic TEXT NOT NULL DEFAULT 'account';
   ALTER TABLE mails ADD COLUMN no_more TEXT;
   ALTER TABLE mails ADD COLUMN reason TEXT NOT NULL DEFAULT '';
   ALTER TABLE mails ADD COLUMN done_at INTEGER;
   CREATE INDEX sent_mails ON mails (recipient, topic, done_at) WHERE state = 'sent';
   CREATE INDEX failed_mails ON mails (at) WHERE state = 'failed';
   CREATE TABLE readers (
     address TEXT NOT NULL PRIMARY KEY,
     token TEXT NOT NULL UNIQUE,
     refused_at INTEGER
   ) STRICT;`,
  `ALTER TABLE mails ADD COLUMN claim TEXT;
   CREATE INDEX claimed_mails ON mails (recipient, topic) WHERE claim IS NOT NULL;
   ALTER TABLE readers ADD COLUMN language TEXT;`,
  'ALTER TABLE mails ADD COLUMN picture TEXT;',
];

/** Opens the file and makes it what this version reads; throws when a newer Bough has written it. */
export function openMailFile(path: string): DiskDatabase {
  const database = new DiskDatabase({ path, timeoutMs: 2_000, synchronous: 'FULL' });
  try {
    database.use(() => prepare(database.raw));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DiskDatabase['raw']): void {
  database.exec('PRAGMA secure_delete = ON;');
  const version = (): number => Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version() > STEPS.length) {
    throw new MailerFailure('The outbox was written by a newer version of Bough.', {
      kind: 'unavailable',
      code: 'mailer/no-outbox',
      hint: 'Start the newer version, or restore the file from before the upgrade.',
    });
  }
  if (version() === STEPS.length) return;
  // Locked before it is looked at again: the mailer and a command may open the file at once.
  database.exec('BEGIN IMMEDIATE');
  for (const [at, step] of STEPS.entries()) {
    if (at >= version()) database.exec(`${step} PRAGMA user_version = ${at + 1};`);
  }
  database.exec('COMMIT');
}
