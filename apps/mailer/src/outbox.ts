import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MailAccepted, SentMail } from '@bough/contracts';
import type { Letter } from './letter.ts';
import { MailerFailure } from './mailer-failure.ts';

// The durable outbox: one row a mail, committed to the disk before anybody is told that the mail is kept. A row waits until
// SMTP has given its answer; the answer is committed before anything else happens, so a mail goes out again only when the
// process died between its answer and that commit, and then under the same Message-ID.

/** A mail that waits to be sent. */
export interface WaitingMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attempts: number;
  /** Milliseconds since 1970 after which nobody needs it any more, or null. */
  readonly uselessAt: number | null;
}

const DAY_MS = 86_400_000;
const KEEP_MS = 30 * DAY_MS;

/** The outbox in one SQLite file. Its owner closes it. */
export class Outbox {
  readonly #database: DatabaseSync;

  /** Opens or makes the file in this folder; throws a failure that names the folder when that cannot be done. */
  constructor(folder: string) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#database = new DatabaseSync(join(folder, 'mailer.sqlite'), { timeout: 2_000 });
      this.#database.exec(SCHEMA);
    } catch (cause) {
      throw new MailerFailure(`The outbox cannot be opened in ${folder}.`, {
        kind: 'unavailable',
        code: 'mailer/no-outbox',
        hint: 'Set BOUGH_DATA to a folder that mailer may write to.',
        cause,
      });
    }
  }

  /** Keeps the letter, durably. A key that is known already answers with its mail of then; the letter is ignored. */
  keep(id: string, key: string, letter: Letter, nowMs: number, state: SentMail['state']): MailAccepted {
    const uselessAt = letter.usefulMinutes === null ? null : nowMs + letter.usefulMinutes * 60_000;
    this.#database
      .prepare(
        `INSERT INTO mails (id, key, recipient, subject, text, html, at, state, attempts, due_at, useless_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT (key) DO NOTHING`,
      )
      .run(id, key, letter.to, letter.subject, letter.text, letter.html, nowMs, state, nowMs, uselessAt);
    const row = this.#database.prepare('SELECT id, state FROM mails WHERE key = ?').get(key);
    return { id: String(row?.['id']), state: stateOf(row?.['state']) };
  }

  /** The waiting mails that are due, longest due first. */
  due(nowMs: number, most: number): readonly WaitingMail[] {
    const rows = this.#database
      .prepare(`SELECT * FROM mails WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, rowid LIMIT ?`)
      .all(nowMs, most);
    return rows.map((row) => ({
      ...letterOf(row),
      attempts: Number(row['attempts']),
      uselessAt: row['useless_at'] === null ? null : Number(row['useless_at']),
    }));
  }

  /** When the next waiting mail is due, or null when none waits. */
  nextDueAt(): number | null {
    const due = this.#database.prepare(`SELECT min(due_at) AS due FROM mails WHERE state = 'waiting'`).get()?.['due'];
    return typeof due === 'number' ? due : null;
  }

  /** SMTP has answered for good. The texts are forgotten: they hold a link that signs somebody in. */
  finish(id: string, state: 'sent' | 'failed'): void {
    this.#database
      .prepare(`UPDATE mails SET state = ?, attempts = attempts + 1, text = '', html = '' WHERE id = ?`)
      .run(state, id);
  }

  /** SMTP has given no answer, or one that asks to come again. */
  postpone(id: string, dueAt: number): void {
    this.#database.prepare('UPDATE mails SET attempts = attempts + 1, due_at = ? WHERE id = ?').run(dueAt, id);
  }

  /** The last mails, newest first. */
  list(limit: number): readonly SentMail[] {
    const rows = this.#database.prepare('SELECT * FROM mails ORDER BY at DESC, rowid DESC LIMIT ?').all(limit);
    return rows.map((row) => ({
      ...letterOf(row),
      at: Number(row['at']),
      state: stateOf(row['state']),
    }));
  }

  /** How many mails are in each state. */
  count(state: SentMail['state']): number {
    return Number(this.#database.prepare('SELECT count(*) AS n FROM mails WHERE state = ?').get(state)?.['n'] ?? 0);
  }

  /** Forgets what is long done, keys included. */
  prune(nowMs: number): void {
    this.#database.prepare(`DELETE FROM mails WHERE state <> 'waiting' AND at < ?`).run(nowMs - KEEP_MS);
  }

  close(): void {
    this.#database.close();
  }
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS mails (
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
  CREATE INDEX IF NOT EXISTS mails_by_time ON mails (at);
`;

/** What every reader of a row wants: which mail it is, to whom, and its texts. */
function letterOf(row: Readonly<Record<string, unknown>>): Pick<SentMail, 'id' | 'to' | 'subject' | 'text' | 'html'> {
  return {
    id: String(row['id']),
    to: String(row['recipient']),
    subject: String(row['subject']),
    text: String(row['text']),
    html: String(row['html']),
  };
}

function stateOf(value: unknown): SentMail['state'] {
  return value === 'sent' || value === 'failed' ? value : 'waiting';
}
