import { checkRecords, type MigrationStep, type MongoIndex, schemaOf } from '@bough/service/mongo';
import type { MailTopic } from '../letters/letter.ts';
import type { MailDoc } from './mail-doc.ts';
import type { TroubledMail, WaitingMail } from './outbox.ts';

// The outbox in MongoDB: two collections beside the gateway's, and one that counts the steps.

/** Collections of the outbox. */
export const [MAILS, READERS, STEPS_IN] = ['mails', 'mail_readers', 'mail_steps'] as const;

const isWaiting = { state: 'waiting' } as const;
/** Every index of the outbox. */
export const INDEXES: readonly MongoIndex[] = [
  [MAILS, { key: 1 }, { unique: true }],
  [MAILS, { dueAt: 1 }, { partialFilterExpression: isWaiting }],
  [MAILS, { recipient: 1, topic: 1, doneAt: -1 }],
  [MAILS, { state: 1, at: -1 }],
  [MAILS, { at: -1 }],
  [READERS, { token: 1 }, { unique: true }],
];

const text = { bsonType: 'string' };
const maybeText = { bsonType: ['string', 'null'] };
/** The driver writes whole numbers as whichever of these fits. */
const number = { bsonType: ['int', 'long', 'double'] };
const maybeNumber = { bsonType: [...number.bsonType, 'null'] };

const mailAbout = (...topics: readonly MailTopic[]) =>
  schemaOf({
    ...{ _id: text, key: text, recipient: text, subject: text, text, html: text, at: number, attempts: number },
    ...{ state: { enum: ['waiting', 'sent', 'failed'] }, topic: { enum: topics }, dueAt: number },
    ...{ uselessAt: maybeNumber, noMore: maybeText, reason: text, doneAt: maybeNumber, claim: maybeText },
  });
const READER = schemaOf({ _id: text, token: text, refusedAt: maybeNumber, language: maybeText });

/** Every step of the outbox's way to this version; a new one is added at the end. */
export const STEPS: readonly MigrationStep[] = [
  async (db) => {
    await checkRecords(db, MAILS, mailAbout('account', 'others'));
    await checkRecords(db, READERS, READER);
  },
  (db) => checkRecords(db, MAILS, mailAbout('account', 'others', 'watched')),
];

/** The mail to be sent. */
export function mailOf(doc: MailDoc): WaitingMail {
  const { _id, recipient, subject, text: words, html, attempts, uselessAt, topic, noMore, picture = null } = doc;
  return { id: _id, to: recipient, subject, text: words, html, attempts, uselessAt, topic, noMore, picture };
}

/** The mail as an operator sees it. */
export function troubledOf(doc: MailDoc): TroubledMail {
  const { _id, recipient, subject, at, attempts, dueAt, reason } = doc;
  const state = doc.state === 'failed' ? 'failed' : 'waiting';
  return { id: _id, to: recipient, subject, at, state, attempts, dueAt, reason, isWhole: doc.text !== '' };
}
