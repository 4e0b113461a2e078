import type { SentMail } from '@bough/contracts';
import type { MailState, TroubledMail, WaitingMail } from './outbox.ts';

/** A row of the outbox's file. */
export type Row = Readonly<Record<string, unknown>>;

/** What every reader of a row wants: which mail it is, to whom, and its texts. */
export function letterOf(row: Row): Pick<SentMail, 'id' | 'to' | 'subject' | 'text' | 'html' | 'picture'> {
  return {
    id: String(row['id']),
    to: String(row['recipient']),
    subject: String(row['subject']),
    text: String(row['text']),
    html: String(row['html']),
    picture: typeof row['picture'] === 'string' ? row['picture'] : null,
  };
}

/** The mail to be sent. */
export function mailOf(row: Row): WaitingMail {
  return {
    ...letterOf(row),
    attempts: Number(row['attempts']),
    uselessAt: row['useless_at'] === null ? null : Number(row['useless_at']),
    topic: row['topic'] === 'others' || row['topic'] === 'watched' ? row['topic'] : 'account',
    noMore: typeof row['no_more'] === 'string' ? row['no_more'] : null,
  };
}

/** The mail as an operator sees it. */
export function troubledOf(row: Row): TroubledMail {
  return {
    id: String(row['id']),
    to: String(row['recipient']),
    subject: String(row['subject']),
    at: Number(row['at']),
    state: row['state'] === 'failed' ? 'failed' : 'waiting',
    attempts: Number(row['attempts']),
    dueAt: Number(row['due_at']),
    reason: String(row['reason']),
    isWhole: row['text'] !== '',
  };
}

/** How far the mail of the row has come. */
export function stateOf(value: unknown): MailState {
  return value === 'sent' || value === 'failed' ? value : 'waiting';
}
