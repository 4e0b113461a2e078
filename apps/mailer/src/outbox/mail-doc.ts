import type { SentMail } from '@bough/contracts';
import type { MailTopic } from '../letters/letter.ts';
import type { MailLanguage } from '../letters/letter-words.ts';

/** A mail as it is kept. */
export interface MailDoc {
  readonly _id: string;
  readonly key: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: number;
  readonly state: SentMail['state'];
  readonly attempts: number;
  /** While it is claimed: when the claim runs out. */
  readonly dueAt: number;
  readonly uselessAt: number | null;
  readonly topic: MailTopic;
  readonly noMore: string | null;
  /** A PNG in base64. Absent: from before there were any. */
  readonly picture?: string | null | undefined;
  readonly reason: string;
  readonly doneAt: number | null;
  /** Whose it is; null: nobody's. */
  readonly claim: string | null;
}

/** Somebody who was sent mail; known by the address in lower case. */
export interface ReaderDoc {
  readonly _id: string;
  readonly token: string;
  readonly refusedAt: number | null;
  readonly language: MailLanguage | null;
}
