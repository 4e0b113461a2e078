import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MailAccepted, SentMail } from '@bough/contracts';
import type { Letter, MailTopic } from './letter.ts';
import { MailerFailure } from './mailer-failure.ts';
import { prepareFile } from './outbox-schema.ts';

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
  readonly topic: MailTopic;
  /** Where one click ends mails of its topic, or null. */
  readonly noMore: string | null;
}

/** A mail that is stuck or lost, as an operator sees it. */
export interface TroubledMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly at: number;
  readonly state: 'waiting' | 'failed';
  readonly attempts: number;
  readonly dueAt: number;
  /** What the last attempt ended with; empty before the first. */
  readonly reason: string;
  /** Whether its words are still there, so that it can be sent again. */
  readonly isWhole: boolean;
}

const DAY_MS = 86_400_000;
const KEEP_MS = 30 * DAY_MS;
const REASON_MOST = 300;

/** The outbox in one SQLite file. Its owner closes it. */
export class Outbox {
  readonly #database: DatabaseSync;

  /** Opens or makes the file in this folder; throws a failure that names the folder when that cannot be done. */
  constructor(folder: string) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#database = new DatabaseSync(join(folder, 'mailer.sqlite'), { timeout: 2_000 });
      prepareFile(this.#database);
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
    const { to, subject, text, html, topic, noMore } = letter;
    this.#database
      .prepare(
        `INSERT INTO mails (id, key, recipient, subject, text, html, at, state, attempts, due_at, useless_at, topic, no_more)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
      )
      .run(id, key, to, subject, text, html, nowMs, state, nowMs, uselessAt, topic, noMore);
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
      topic: row['topic'] === 'others' ? 'others' : 'account',
      noMore: row['no_more'] === null ? null : String(row['no_more']),
    }));
  }

  /** When the next waiting mail is due, or null when none waits. */
  nextDueAt(): number | null {
    const due = this.#database.prepare(`SELECT min(due_at) AS due FROM mails WHERE state = 'waiting'`).get()?.['due'];
    return typeof due === 'number' ? due : null;
  }

  /** When the address was last sent each of its newest mails of the topic, since then; newest first, at most so many. */
  sentTo(address: string, topic: MailTopic, sinceMs: number, most: number): readonly number[] {
    return this.#database
      .prepare(
        `SELECT done_at FROM mails WHERE state = 'sent' AND recipient = ? AND topic = ? AND done_at > ?
         ORDER BY done_at DESC LIMIT ?`,
      )
      .all(address, topic, sinceMs, most)
      .map((row) => Number(row['done_at']));
  }

  /** SMTP has taken it. The texts are forgotten: they hold a link that signs somebody in. */
  sent(id: string, nowMs: number): void {
    this.#database
      .prepare(
        `UPDATE mails SET state = 'sent', attempts = attempts + 1, done_at = ?, reason = '', text = '', html = '', no_more = NULL
         WHERE id = ?`,
      )
      .run(nowMs, id);
  }

  /** It will never arrive. What was of use for a time only is forgotten; the rest is kept, so that an operator can send it again. */
  failed(id: string, reason: string, nowMs: number): void {
    this.#database
      .prepare(
        `UPDATE mails SET state = 'failed', attempts = attempts + 1, done_at = ?, reason = ?,
           text = iif(useless_at IS NULL, text, ''), html = iif(useless_at IS NULL, html, '')
         WHERE id = ?`,
      )
      .run(nowMs, reason.slice(0, REASON_MOST), id);
  }

  /** SMTP has given no answer, or one that asks to come again. */
  postpone(id: string, dueAt: number, reason: string): void {
    this.#database
      .prepare('UPDATE mails SET attempts = attempts + 1, due_at = ?, reason = ? WHERE id = ?')
      .run(dueAt, reason.slice(0, REASON_MOST), id);
  }

  /** Nothing was tried: it is not its turn before then. */
  hold(id: string, dueAt: number, reason: string): void {
    this.#database.prepare('UPDATE mails SET due_at = ?, reason = ? WHERE id = ?').run(dueAt, reason, id);
  }

  /** A failed mail waits again, from the first attempt on; false when it cannot: unknown, not failed, or its words are gone. */
  tryAgain(id: string, nowMs: number): boolean {
    const { changes } = this.#database
      .prepare(
        `UPDATE mails SET state = 'waiting', attempts = 0, due_at = ?, done_at = NULL
         WHERE id = ? AND state = 'failed' AND text <> ''`,
      )
      .run(nowMs, id);
    return changes === 1;
  }

  /** Mails that failed, and those that wait after a failed attempt; newest first. */
  troubled(limit: number): readonly TroubledMail[] {
    const rows = this.#database
      .prepare(
        `SELECT * FROM mails WHERE state = 'failed' OR (state = 'waiting' AND reason <> '') ORDER BY at DESC LIMIT ?`,
      )
      .all(limit);
    return rows.map((row) => ({
      id: String(row['id']),
      to: String(row['recipient']),
      subject: String(row['subject']),
      at: Number(row['at']),
      state: row['state'] === 'failed' ? 'failed' : 'waiting',
      attempts: Number(row['attempts']),
      dueAt: Number(row['due_at']),
      reason: String(row['reason']),
      isWhole: row['text'] !== '',
    }));
  }

  /** The token with which the reader of this address refuses mail: the one it has, else this new one. */
  tokenOf(address: string, fresh: string): string {
    const known = address.toLowerCase();
    this.#database
      .prepare('INSERT INTO readers (address, token) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(known, fresh);
    return String(this.#database.prepare('SELECT token FROM readers WHERE address = ?').get(known)?.['token']);
  }

  /** Whether the address wants no mails that others ask for. */
  isRefused(address: string): boolean {
    const row = this.#database.prepare('SELECT refused_at FROM readers WHERE address = ?').get(address.toLowerCase());
    return typeof row?.['refused_at'] === 'number';
  }

  /** The holder of the token refuses such mails from now on, or wants them again; false: nobody has it. */
  refuse(token: string, refusedAt: number | null): boolean {
    return (
      this.#database.prepare('UPDATE readers SET refused_at = ? WHERE token = ?').run(refusedAt, token).changes === 1
    );
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

  /** Forgets what is long done, keys included. Who refuses mail is never forgotten. */
  prune(nowMs: number): void {
    this.#database.prepare(`DELETE FROM mails WHERE state <> 'waiting' AND at < ?`).run(nowMs - KEEP_MS);
  }

  close(): void {
    this.#database.close();
  }
}

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
