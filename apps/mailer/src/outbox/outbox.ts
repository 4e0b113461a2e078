import type { MailAccepted, SentMail } from '@bough/contracts';
import type { Letter, MailTopic } from '../letters/letter.ts';
import type { MailLanguage } from '../letters/letter-words.ts';
import type { RecordStore } from './records.ts';

// The durable outbox: one record a mail, on the disk before anybody is told that the mail is kept. It waits until SMTP has given its
// answer; the answer is on the disk before anything else happens.
//
// Whoever sends a mail claims it first, for a while, and claims it anew while SMTP has it. A claim is one conditional write, so that of
// any number of mailers one has it; when its mailer dies, the claim runs out and the mail is due again. So a mail leaves twice only when
// its mailer died, or was cut off from the outbox for as long as a claim holds, after SMTP had taken it and before that was written
// down; and then under the same Message-ID. SMTP knows no way to do better.

/** How far a mail has come. */
export type MailState = SentMail['state'];

/** A mail as it is handed in. */
export interface NewMail {
  readonly id: string;
  /** Another mail with this key is this mail. */
  readonly key: string;
  /** When it may leave. Until then it gathers: it is neither claimed nor listed. */
  readonly at: number;
  readonly state: MailState;
  readonly letter: Letter;
}

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
  /** Where one click ends such mails, or null. */
  readonly noMore: string | null;
  /** A PNG in base64 that travels with it, or null. */
  readonly picture: string | null;
}

/** Whose a mail is while it is being sent. */
export interface Claim {
  readonly id: string;
  /** The mailer: every process has a name of its own. */
  readonly by: string;
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

/** What an address has had of a topic, and is about to have. */
export interface Measure {
  /** When it was last sent each of its newest mails, newest first. */
  readonly sentAt: readonly number[];
  /** How many are claimed right now, by whichever mailer. */
  readonly underWay: number;
}

/** Mails and their readers, durably. Every method fails with `mailer/no-outbox` while the outbox does not answer. */
export interface Outbox extends QueueStore, ClaimStore, OverviewStore, ReaderStore, RecordStore {
  /** Resolves when the outbox answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Mails on their way. */
export interface QueueStore {
  /**
   * Keeps the mail, durably. A key that is known already answers with its mail of then; this one is ignored, unless that one gathers
   * still: then this one takes its place.
   */
  keep(mail: NewMail, nowMs: number): Promise<MailAccepted>;
  /** Forgets the mail with this key, if it gathers still. */
  withdraw(key: string, nowMs: number): Promise<void>;
  /** Claims the waiting mail that has been due longest, until then; of those who claim at once each gets another one, or null. */
  claim(by: string, nowMs: number, untilMs: number): Promise<WaitingMail | null>;
  /** When the next waiting mail is due, or a claim runs out; null when none waits. */
  nextDueAt(): Promise<number | null>;
  /** What the address was sent of the topic since then, `most` at most, and what is claimed now. */
  measure(to: Pick<WaitingMail, 'to' | 'topic'>, since: MeasuredTime, most: number): Promise<Measure>;
  /** SMTP has taken it, whoever claims it meanwhile. The texts are forgotten: they hold a link that signs somebody in. */
  sent(id: string, nowMs: number): Promise<void>;
}
export interface MeasuredTime {
  readonly sinceMs: number;
  readonly nowMs: number;
}

/** What one may do with a mail that one has claimed. A claim that is lost changes nothing. */
export interface ClaimStore {
  /** Claims it until later; false: the claim ran out and somebody else has it, or it is done. */
  extend(claim: Claim, untilMs: number): Promise<boolean>;
  /** It will never arrive. What was of use for a time only is forgotten; the rest is kept, so that it can be sent again. */
  failed(claim: Claim, reason: string, nowMs: number): Promise<void>;
  /** SMTP has given no answer, or one that asks to come again. */
  postpone(claim: Claim, dueAt: number, reason: string): Promise<void>;
  /** Nothing was tried: it is not its turn before then. A reason of null leaves the one it has. */
  hold(claim: Claim, dueAt: number, reason: string | null): Promise<void>;
}

/** All mails, as an operator sees them. */
export interface OverviewStore {
  /** A failed mail waits again, from the first attempt on; false when it cannot: unknown, not failed, or its words are gone. */
  tryAgain(id: string, nowMs: number): Promise<boolean>;
  /** Mails that failed, and those that wait after a failed attempt; newest first. */
  troubled(limit: number): Promise<readonly TroubledMail[]>;
  /** The last mails that gather no more, newest first. */
  list(limit: number, nowMs: number): Promise<readonly SentMail[]>;
  /** How many mails are in this state. */
  count(state: MailState): Promise<number>;
  /** Forgets what is long done, keys included. */
  prune(nowMs: number): Promise<void>;
}

/** Who gets mails, and whether they want them. Whoever refuses them is never forgotten. */
export interface ReaderStore {
  /** The token with which the reader of this address refuses mail: the one it has, else this new one. */
  tokenOf(address: string, fresh: string): Promise<string>;
  /** In which language its reader last asked for a mail about the own account; null: that is not known. */
  languageOf(address: string): Promise<MailLanguage | null>;
  /** Its reader reads this language; the token is for one who was not known. null forgets who refused nothing. */
  reads(address: string, language: MailLanguage | null, fresh: string): Promise<void>;
  /** Whether the address wants no mails that others ask for. */
  isRefused(address: string): Promise<boolean>;
  /** The holder of the token refuses such mails from now on, or wants them again; false: nobody has it. */
  refuse(token: string, refusedAt: number | null): Promise<boolean>;
}

const DAY_MS = 86_400_000;
/** How long a mail that is done is known. */
export const KEEP_MS = 30 * DAY_MS;
/** How much of a server's reason is kept. */
export const REASON_MOST = 300;

/** Until when a mail that is handed in now is of use; null: always. */
export function uselessAtOf({ at, letter }: NewMail): number | null {
  return letter.usefulMinutes === null ? null : at + letter.usefulMinutes * 60_000;
}
