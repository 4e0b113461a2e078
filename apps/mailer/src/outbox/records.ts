import { type Result, unreachable } from '@bough/base';
import { integer, nullable, object, oneOf, optional, type Parser, text, variants } from '@bough/contracts';
import type { MoveMark } from '@bough/service';
import type { NewPlace } from './new-place.ts';
import type { MailDoc, ReaderDoc } from './mail-doc.ts';

// Everything that the outbox keeps, in a form that no database knows better than another: what backups are made of.

/** A mail, or somebody who was sent mail. */
export type OutboxRecord =
  | { readonly kind: 'mail'; readonly mail: MailDoc }
  | { readonly kind: 'reader'; readonly reader: ReaderDoc };

/** All records, none of them claimed: who had a claim is not there when they are brought back. And a place for those of another outbox. */
export interface RecordStore {
  records(): AsyncIterable<OutboxRecord>;
  readonly place: NewPlace;
  readonly moves: OutboxMoves;
}

/** What moving everything to another outbox needs. */
export interface OutboxMoves {
  /** What the outbox says of a move that it had a part in. */
  mark(): Promise<MoveMark | null>;
  setMark(mark: MoveMark): Promise<void>;
  /** Removes every record. */
  clear(): Promise<void>;
}

const words = text({ min: 0, max: 10_000_000 });
const number = integer(0, Number.MAX_SAFE_INTEGER);
const mail: Parser<MailDoc> = object({
  ...{ _id: words, key: words, recipient: words, subject: words, text: words, html: words, at: number },
  ...{ state: oneOf('waiting', 'sent', 'failed'), attempts: number, dueAt: number, uselessAt: nullable(number) },
  ...{ topic: oneOf('account', 'others', 'watched'), noMore: nullable(words), reason: words },
  ...{ doneAt: nullable(number), picture: optional(nullable(words)), claim: nullable(words) },
});
const reader: Parser<ReaderDoc> = object({
  ...{ _id: words, token: words, refusedAt: nullable(number), language: nullable(oneOf('de', 'en')) },
});
const record: Parser<OutboxRecord> = variants('kind', {
  mail: object({ kind: oneOf('mail'), mail }),
  reader: object({ kind: oneOf('reader'), reader }),
});

/** Reads a record from what stands in a backup. */
export function parseRecord(value: unknown): Result<OutboxRecord, string> {
  return record(value);
}

/**
 * A mail as it is brought back. One that waited when the backup was made has been sent since, most likely: so it is kept as one that
 * failed, which an operator can send again, unless it was good for minutes only.
 */
export function asBroughtBack(kept: MailDoc, nowMs: number): MailDoc {
  switch (kept.state) {
    case 'sent':
    case 'failed':
      return kept;
    case 'waiting': {
      const reason = 'It waited when the backup was made, and may have been sent since.';
      const gone = kept.uselessAt === null ? {} : { text: '', html: '', noMore: null, picture: null };
      return { ...kept, ...gone, state: 'failed', reason, doneAt: nowMs };
    }
    default:
      return unreachable(kept.state);
  }
}
