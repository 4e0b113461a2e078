import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { DiskDatabase, isDamagedFile, isNoRoom } from '@bough/disk';
import { type MoveMark, writeMark } from '@bough/service';
import { MailerFailure } from '../mailer-failure.ts';
import {
  type Claim,
  KEEP_MS,
  type MailState,
  type ClaimStore,
  type Outbox,
  type OverviewStore,
  type QueueStore,
  type ReaderStore,
  REASON_MOST,
  uselessAtOf,
} from './outbox.ts';
import { letterOf, mailOf, type Row, stateOf, troubledOf } from './sqlite-rows.ts';
import { mailDocOf, markIn, readerDocOf } from './carry-over.ts';
import type { NewPlace } from './new-place.ts';
import { OUTBOX_FILE } from './outbox-mark.ts';
import type { OutboxMoves, OutboxRecord } from './records.ts';
import { openMailFile } from './sqlite-steps.ts';

// The embedded outbox is a file of its own beside the gateway's: SQLite lets one process write at a time, and a mail must wait for
// nobody's folder; and what the file forgets is wiped from the disk, links that sign somebody in above all.

/** Opens or makes the outbox's file in this folder; throws a failure that names the folder when that cannot be done. */
export function openSqliteOutbox(folder: string): Outbox {
  const file = openFile(folder);
  return {
    ...queueIn(file),
    ...claimsIn(file),
    ...overviewOf(file),
    ...readersIn(file),
    records: () => recordsOf(file),
    place: placeIn(file),
    moves: movesIn(file),
    ping: async () => void file.get('SELECT 1'),
    close: async () => file.close(),
  };
}

/** The file, asked in SQL. */
interface File {
  /** Answers how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  get(sql: string, ...values: SQLInputValue[]): Row | null;
  all(sql: string, ...values: SQLInputValue[]): readonly Row[];
  mark(): MoveMark | null;
  close(): void;
}

function openFile(folder: string): File {
  const tried = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw failureOf(cause, folder);
    }
  };
  const open = (): DiskDatabase => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openMailFile(join(folder, OUTBOX_FILE));
  };
  let database = tried(open);
  /** Opened on a full disk, it shut out the commands that work beside a mailer: it is opened anew where it is to be written. */
  const toWrite = (): DiskDatabase => {
    if (!database.isAlone) return database;
    database.close();
    return (database = open());
  };
  const prepared = (sql: string) => database.raw.prepare(sql);
  return {
    run: (sql, ...values) => tried(() => toWrite().run(prepared(sql), ...values)),
    get: (sql, ...values) => tried(() => database.use(() => prepared(sql).get(...values)) ?? null),
    all: (sql, ...values) => tried(() => database.use(() => prepared(sql).all(...values))),
    mark: () => tried(() => markIn(database)),
    close: () => database.close(),
  };
}

function failureOf(cause: unknown, folder: string): MailerFailure {
  if (cause instanceof MailerFailure) return cause;
  if (isNoRoom(cause)) {
    return new MailerFailure(`The disk of the outbox in ${folder} is full.`, {
      kind: 'unavailable',
      code: 'mailer/full',
      hint: 'Free space on the disk of BOUGH_DATA. Emails that wait are kept.',
      cause,
    });
  }
  if (isDamagedFile(cause)) {
    return new MailerFailure(`The outbox ${join(folder, OUTBOX_FILE)} is damaged.`, {
      kind: 'unavailable',
      code: 'mailer/no-outbox',
      hint: 'Move it and its -wal and -shm files away, and keep them. Then restore a backup: npm run bough -- restore PLACE.',
      cause,
    });
  }
  return new MailerFailure(`The outbox cannot be used in ${folder}.`, {
    kind: 'unavailable',
    code: 'mailer/no-outbox',
    hint: 'Set BOUGH_DATA to a folder that mailer may write to.',
    cause,
  });
}

function queueIn(file: File): QueueStore {
  return {
    keep: async (mail, nowMs) => {
      const { to, subject, text, html, topic, noMore, picture } = mail.letter;
      file.run(
        `INSERT INTO mails (id, key, recipient, subject, text, html, at, state, attempts, due_at, useless_at, topic, no_more, picture)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET subject = excluded.subject,
           text = excluded.text, html = excluded.html, at = excluded.at, due_at = excluded.due_at, no_more = excluded.no_more,
           picture = excluded.picture
         WHERE mails.at > ?`,
        ...[mail.id, mail.key, to, subject, text, html, mail.at, mail.state, mail.at, uselessAtOf(mail), topic, noMore],
        picture,
        nowMs,
      );
      const row = file.get('SELECT id, state FROM mails WHERE key = ?', mail.key);
      return { id: String(row?.['id']), state: stateOf(row?.['state']) };
    },
    withdraw: async (key, nowMs) => {
      file.run('DELETE FROM mails WHERE key = ? AND at > ?', key, nowMs);
    },
    claim: async (by, nowMs, untilMs) => {
      const row = file.get(
        `UPDATE mails SET claim = ?, due_at = ? WHERE rowid =
           (SELECT rowid FROM mails WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, rowid LIMIT 1)
         RETURNING *`,
        ...[by, untilMs, nowMs],
      );
      return row === null ? null : mailOf(row);
    },
    nextDueAt: async () => {
      const due = file.get(`SELECT min(due_at) AS due FROM mails WHERE state = 'waiting'`)?.['due'];
      return typeof due === 'number' ? due : null;
    },
    measure: async ({ to, topic }, { sinceMs, nowMs }, most) => {
      const sent = file.all(
        `SELECT done_at FROM mails WHERE state = 'sent' AND recipient = ? AND topic = ? AND done_at > ?
         ORDER BY done_at DESC LIMIT ?`,
        ...[to, topic, sinceMs, most],
      );
      const claimed = file.get(
        `SELECT count(*) AS n FROM mails WHERE claim IS NOT NULL AND recipient = ? AND topic = ? AND due_at > ?`,
        ...[to, topic, nowMs],
      );
      return { sentAt: sent.map((row) => Number(row['done_at'])), underWay: Number(claimed?.['n']) };
    },
    sent: async (id, nowMs) => {
      file.run(
        `UPDATE mails SET state = 'sent', attempts = attempts + 1, done_at = ?, reason = '', text = '', html = '', no_more = NULL,
           picture = NULL, claim = NULL WHERE id = ? AND state <> 'sent'`,
        ...[nowMs, id],
      );
    },
  };
}

function claimsIn(file: File): ClaimStore {
  /** Changes the mail while it is claimed so. */
  const change = (claim: Claim, set: string, ...values: SQLInputValue[]): boolean =>
    file.run(
      `UPDATE mails SET ${set} WHERE id = ? AND claim = ? AND state = 'waiting'`,
      ...values,
      claim.id,
      claim.by,
    ) === 1;
  return {
    extend: async (claim, untilMs) => change(claim, 'due_at = ?', untilMs),
    failed: async (claim, reason, nowMs) => {
      const emptied = `text = iif(useless_at IS NULL, text, ''), html = iif(useless_at IS NULL, html, ''), picture = iif(useless_at IS NULL, picture, NULL)`;
      const set = `state = 'failed', attempts = attempts + 1, done_at = ?, reason = ?, claim = NULL, ${emptied}`;
      change(claim, set, nowMs, reason.slice(0, REASON_MOST));
    },
    postpone: async (claim, dueAt, reason) => {
      const set = 'attempts = attempts + 1, due_at = ?, reason = ?, claim = NULL';
      change(claim, set, dueAt, reason.slice(0, REASON_MOST));
    },
    hold: async (claim, dueAt, reason) => {
      change(claim, 'due_at = ?, reason = coalesce(?, reason), claim = NULL', dueAt, reason);
    },
  };
}

function overviewOf(file: File): OverviewStore {
  return {
    tryAgain: async (id, nowMs) =>
      file.run(
        `UPDATE mails SET state = 'waiting', attempts = 0, due_at = ?, done_at = NULL
         WHERE id = ? AND state = 'failed' AND text <> ''`,
        ...[nowMs, id],
      ) === 1,
    troubled: async (limit) => {
      const troubled = `state = 'failed' OR (state = 'waiting' AND reason <> '')`;
      return file.all(`SELECT * FROM mails WHERE ${troubled} ORDER BY at DESC LIMIT ?`, limit).map(troubledOf);
    },
    list: async (limit, nowMs) =>
      file.all('SELECT * FROM mails WHERE at <= ? ORDER BY at DESC, rowid DESC LIMIT ?', nowMs, limit).map((row) => ({
        ...letterOf(row),
        at: Number(row['at']),
        state: stateOf(row['state']),
      })),
    count: async (state: MailState) =>
      Number(file.get('SELECT count(*) AS n FROM mails WHERE state = ?', state)?.['n'] ?? 0),
    prune: async (nowMs) => {
      file.run(`DELETE FROM mails WHERE state <> 'waiting' AND at < ?`, nowMs - KEEP_MS);
    },
  };
}

function readersIn(file: File): ReaderStore {
  return {
    tokenOf: async (address, fresh) => {
      const known = address.toLowerCase();
      file.run('INSERT INTO readers (address, token) VALUES (?, ?) ON CONFLICT DO NOTHING', known, fresh);
      return String(file.get('SELECT token FROM readers WHERE address = ?', known)?.['token']);
    },
    languageOf: async (address) => {
      const language = file.get('SELECT language FROM readers WHERE address = ?', address.toLowerCase())?.['language'];
      return language === 'de' || language === 'en' ? language : null;
    },
    reads: async (address, language, fresh) => {
      const known = address.toLowerCase();
      if (language === null) file.run('DELETE FROM readers WHERE address = ? AND refused_at IS NULL', known);
      else {
        const set = 'ON CONFLICT (address) DO UPDATE SET language = excluded.language';
        file.run(`INSERT INTO readers (address, token, language) VALUES (?, ?, ?) ${set}`, known, fresh, language);
      }
    },
    isRefused: async (address) => {
      const row = file.get('SELECT refused_at FROM readers WHERE address = ?', address.toLowerCase());
      return typeof row?.['refused_at'] === 'number';
    },
    refuse: async (token, refusedAt) =>
      file.run('UPDATE readers SET refused_at = ? WHERE token = ?', refusedAt, token) === 1,
  };
}

async function* recordsOf(file: File): AsyncGenerator<OutboxRecord> {
  for (const row of file.all('SELECT * FROM mails ORDER BY rowid')) yield { kind: 'mail', mail: mailDocOf(row) };
  for (const row of file.all('SELECT * FROM readers ORDER BY address')) {
    yield { kind: 'reader', reader: readerDocOf(row) };
  }
}

function placeIn(file: File): NewPlace {
  const columns = `id, key, recipient, subject, text, html, at, state, attempts, due_at, useless_at, topic, no_more, reason, done_at, claim, picture`;
  const marks = columns.replaceAll(/[a-z_]+/g, '?');
  return {
    addMail: async (mail) => {
      const { _id, key, recipient, subject, text, html, at, state, attempts, dueAt, uselessAt, ...rest } = mail;
      const first = [_id, key, recipient, subject, text, html, at, state, attempts, dueAt, uselessAt];
      const { topic, noMore, reason, doneAt, claim, picture = null } = rest;
      const sql = `INSERT INTO mails (${columns}) VALUES (${marks}) ON CONFLICT DO NOTHING`;
      file.run(sql, ...first, topic, noMore, reason, doneAt, claim, picture);
    },
    addReader: async ({ _id, token, refusedAt, language }) => {
      const sql = `INSERT INTO readers (address, token, refused_at, language) VALUES (?, ?, ?, ?)
        ON CONFLICT (address) DO UPDATE SET refused_at = COALESCE(refused_at, excluded.refused_at)`;
      file.run(sql, _id, token, refusedAt, language);
    },
  };
}

/** The mark is in a table that is made with the first one. */
function movesIn(file: File): OutboxMoves {
  const table =
    'CREATE TABLE IF NOT EXISTS storage_move (id INTEGER PRIMARY KEY CHECK (id = 1), mark TEXT NOT NULL) STRICT';
  return {
    mark: async () => file.mark(),
    setMark: async (mark) => {
      file.run(table);
      file.run('INSERT OR REPLACE INTO storage_move (id, mark) VALUES (1, ?)', writeMark(mark));
    },
    clear: async () => {
      for (const name of ['mails', 'readers']) file.run(`DELETE FROM ${name}`);
    },
  };
}
