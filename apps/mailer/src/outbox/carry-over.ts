import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DiskDatabase } from '@bough/disk';
import { type MoveMark, readMark } from '@bough/service';
import type { MailDoc, ReaderDoc } from './mail-doc.ts';
import type { NewPlace } from './new-place.ts';
import { letterOf, mailOf, type Row, stateOf } from './sqlite-rows.ts';
import { forgetOutbox, OUTBOX_FILE } from './outbox-mark.ts';
import { openMailFile } from './sqlite-steps.ts';

// A host whose outbox was a file and is in MongoDB from now on: what waits there, what is known as sent, and above all who wants no
// mail, goes along. Everything is written there before anything is forgotten here, and writing it twice changes nothing, so a kill in
// the middle is made good by the next start.

/**
 * Carries the outbox's file in this folder over and removes it; answers how many mails it had, null when there is no such file. One that
 * `migrate-storage` has moved stays as it is.
 */
export async function carryOver(folder: string, to: NewPlace): Promise<number | null> {
  const path = join(folder, OUTBOX_FILE);
  if (!existsSync(path)) return null;
  const file = openMailFile(path);
  const mark = markIn(file);
  if (mark !== null && mark.state !== 'whole') {
    file.close();
    return null;
  }
  const mails = file.raw.prepare('SELECT * FROM mails ORDER BY rowid').all().map(mailDocOf);
  for (const reader of file.raw.prepare('SELECT * FROM readers').all()) await to.addReader(readerDocOf(reader));
  for (const mail of mails) await to.addMail(mail);
  // Wiped before it goes: it holds links that sign somebody in.
  file.use(() => file.raw.exec('DELETE FROM mails; DELETE FROM readers; PRAGMA wal_checkpoint(TRUNCATE);'));
  file.close();
  forgetOutbox(folder);
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  return mails.length;
}

/** What the file says of a move that it had a part in; null: it had none. */
export function markIn({ raw }: Pick<DiskDatabase, 'raw'>): MoveMark | null {
  if (raw.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'storage_move'`).get() === undefined) return null;
  const row = raw.prepare('SELECT mark FROM storage_move').get();
  return row === undefined ? null : readMark(String(row['mark']));
}

/** The mail of a row. */
export function mailDocOf(row: Row): MailDoc {
  const { id, to, ...words } = letterOf(row);
  const { attempts, uselessAt, topic, noMore } = mailOf(row);
  const doneAt = row['done_at'];
  return {
    ...{
      _id: id,
      key: String(row['key']),
      recipient: to,
      ...words,
      at: Number(row['at']),
      state: stateOf(row['state']),
    },
    ...{ attempts, dueAt: Number(row['due_at']), uselessAt, topic, noMore, reason: String(row['reason']), claim: null },
    doneAt: typeof doneAt === 'number' ? doneAt : null,
  };
}

/** The reader of a row. */
export function readerDocOf(row: Row): ReaderDoc {
  const { address, token, refused_at: refusedAt, language } = row;
  return {
    _id: String(address),
    token: String(token),
    refusedAt: typeof refusedAt === 'number' ? refusedAt : null,
    language: language === 'de' || language === 'en' ? language : null,
  };
}
