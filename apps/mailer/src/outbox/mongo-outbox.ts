import { readMark, writeMark } from '@bough/service';
import { mongoAsking, type MongoFails, openMongo } from '@bough/service/mongo';
import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { MailerFailure } from '../mailer-failure.ts';
import type { NewPlace } from './new-place.ts';
import type { OutboxMoves } from './records.ts';
import type { MailDoc, ReaderDoc } from './mail-doc.ts';
import { INDEXES, mailOf, MAILS, READERS, STEPS, STEPS_IN, troubledOf } from './mongo-records.ts';
import {
  type Claim,
  KEEP_MS,
  type ClaimStore,
  type NewMail,
  type OverviewStore,
  type QueueStore,
  type Outbox,
  type ReaderStore,
  REASON_MOST,
  uselessAtOf,
} from './outbox.ts';

// The outbox in the database of the metadata, so that any mailer on any machine finds every mail there. No transaction is needed: each
// step is one write of one record that names what it has read of it.

const fails: MongoFails = (message, details) =>
  new MailerFailure(`The outbox: ${message}.`, { kind: 'unavailable', code: 'mailer/no-outbox', ...details });
const { asked, unlessDuplicate } = mongoAsking(fails);

/** A mailer asks little at a time. */
const POOL = { maxPoolSize: 5, minPoolSize: 1 } as const;
/** So many of those that are due are tried to be claimed before looking again. */
const LOOKED_AT = 10;

/** Opens the outbox in this database; rejects with the failure when it cannot be reached. */
export async function openMongoOutbox(settings: {
  readonly url: string;
  readonly reachWithinMs?: number;
}): Promise<Outbox> {
  const part = { ...settings, appName: 'bough-mailer', steps: STEPS, stepsIn: STEPS_IN, indexes: INDEXES, pool: POOL };
  const { db, close } = await openMongo(part, fails);
  const mails = db.collection<MailDoc>(MAILS);
  const readers = db.collection<ReaderDoc>(READERS);
  return {
    ...queueIn(mails),
    ...claimsIn(mails),
    ...overviewOf(mails),
    ...readersIn(readers),
    place: placeIn(mails, readers),
    moves: movesIn(db),
    records: async function* () {
      for await (const mail of mails.find().sort({ at: 1, _id: 1 }))
        yield { kind: 'mail', mail: { ...mail, claim: null } };
      for await (const reader of readers.find().sort({ _id: 1 })) yield { kind: 'reader', reader };
    },
    ping: async () => void (await asked(() => db.command({ ping: 1 }))),
    close,
  };
}

function queueIn(mails: Collection<MailDoc>): QueueStore {
  return {
    keep: async (mail, nowMs) => {
      if ((await unlessDuplicate(() => mails.insertOne(docOf(mail)))) !== null)
        return { id: mail.id, state: mail.state };
      const { at, dueAt, subject, text, html, noMore, picture = null } = docOf(mail);
      const gathering = { key: mail.key, at: { $gt: nowMs } } as const;
      await asked(() => mails.updateOne(gathering, { $set: { at, dueAt, subject, text, html, noMore, picture } }));
      const known = await asked(() => mails.findOne({ key: mail.key }));
      if (known === null) throw fails('a mail is forgotten while it is asked for');
      return { id: known._id, state: known.state };
    },
    withdraw: async (key, nowMs) => {
      await asked(() => mails.deleteOne({ key, at: { $gt: nowMs } }));
    },
    claim: async (by, nowMs, untilMs) => {
      for (;;) {
        const due = { state: 'waiting', dueAt: { $lte: nowMs } } as const;
        const found = await asked(() => mails.find(due).sort({ dueAt: 1, at: 1 }).limit(LOOKED_AT).toArray());
        if (found.length === 0) return null;
        for (const doc of found) {
          // Whoever claims it first changes what the others name.
          const asRead = { _id: doc._id, state: 'waiting', dueAt: doc.dueAt, claim: doc.claim } as const;
          const { modifiedCount } = await asked(() => mails.updateOne(asRead, { $set: { claim: by, dueAt: untilMs } }));
          if (modifiedCount === 1) return mailOf(doc);
        }
      }
    },
    nextDueAt: async () => {
      const first = await asked(() => mails.find({ state: 'waiting' }).sort({ dueAt: 1 }).limit(1).toArray());
      return first[0]?.dueAt ?? null;
    },
    measure: async ({ to, topic }, { sinceMs, nowMs }, most) => {
      // Those under way first: one that is done meanwhile is counted twice, never not at all.
      const underWay = await asked(() =>
        mails.countDocuments({ recipient: to, topic, claim: { $type: 'string' }, dueAt: { $gt: nowMs } }),
      );
      const sent = { recipient: to, topic, state: 'sent', doneAt: { $gt: sinceMs } } as const;
      const docs = await asked(() => mails.find(sent).sort({ doneAt: -1 }).limit(most).toArray());
      return { sentAt: docs.map(({ doneAt }) => doneAt ?? 0), underWay };
    },
    sent: async (id, nowMs) => {
      const emptied = { reason: '', text: '', html: '', noMore: null, picture: null, claim: null };
      const update = { $set: { state: 'sent', doneAt: nowMs, ...emptied }, $inc: { attempts: 1 } } as const;
      await asked(() => mails.updateOne({ _id: id, state: { $ne: 'sent' } }, update));
    },
  };
}

function claimsIn(mails: Collection<MailDoc>): ClaimStore {
  /** Changes the mail while it is claimed so. */
  const change = async ({ id, by }: Claim, update: UpdateFilter<MailDoc>): Promise<boolean> => {
    const { matchedCount } = await asked(() => mails.updateOne({ _id: id, claim: by, state: 'waiting' }, update));
    return matchedCount === 1;
  };
  return {
    extend: async (claim, untilMs) => await change(claim, { $set: { dueAt: untilMs } }),
    failed: async (claim, reason, nowMs) => {
      const doc = await asked(() => mails.findOne({ _id: claim.id }));
      const emptied = doc?.uselessAt === null ? {} : { text: '', html: '', picture: null };
      const done = {
        state: 'failed',
        doneAt: nowMs,
        reason: reason.slice(0, REASON_MOST),
        claim: null,
        ...emptied,
      } as const;
      await change(claim, { $set: done, $inc: { attempts: 1 } });
    },
    postpone: async (claim, dueAt, reason) => {
      const waiting = { dueAt, reason: reason.slice(0, REASON_MOST), claim: null };
      await change(claim, { $set: waiting, $inc: { attempts: 1 } });
    },
    hold: async (claim, dueAt, reason) => {
      await change(claim, { $set: { dueAt, claim: null, ...(reason === null ? {} : { reason }) } });
    },
  };
}

function overviewOf(mails: Collection<MailDoc>): OverviewStore {
  return {
    tryAgain: async (id, nowMs) => {
      const again = { $set: { state: 'waiting', attempts: 0, dueAt: nowMs, doneAt: null } } as const;
      const whole = { _id: id, state: 'failed', text: { $ne: '' } } as const;
      return (await asked(() => mails.updateOne(whole, again))).modifiedCount === 1;
    },
    troubled: async (limit) => {
      const troubled: Filter<MailDoc> = { $or: [{ state: 'failed' }, { state: 'waiting', reason: { $ne: '' } }] };
      return (await asked(() => mails.find(troubled).sort({ at: -1 }).limit(limit).toArray())).map(troubledOf);
    },
    list: async (limit, nowMs) => {
      const left = { at: { $lte: nowMs } } as const;
      const docs = await asked(() => mails.find(left).sort({ at: -1, _id: -1 }).limit(limit).toArray());
      return docs.map((doc) => {
        const { id, to, subject, text, html, picture } = mailOf(doc);
        return { id, to, subject, text, html, picture, at: doc.at, state: doc.state };
      });
    },
    count: async (state) => await asked(() => mails.countDocuments({ state })),
    prune: async (nowMs) => {
      await asked(() => mails.deleteMany({ state: { $in: ['sent', 'failed'] }, at: { $lt: nowMs - KEEP_MS } }));
    },
  };
}

function readersIn(readers: Collection<ReaderDoc>): ReaderStore {
  const readerOf = (address: string) => asked(() => readers.findOne({ _id: address.toLowerCase() }));
  return {
    tokenOf: async (address, fresh) => {
      const found = await readerOf(address);
      if (found !== null) return found.token;
      const made = { _id: address.toLowerCase(), token: fresh, refusedAt: null, language: null };
      if ((await unlessDuplicate(() => readers.insertOne(made))) !== null) return fresh;
      return (await readerOf(address))?.token ?? fresh;
    },
    languageOf: async (address) => (await readerOf(address))?.language ?? null,
    reads: async (address, language, fresh) => {
      const _id = address.toLowerCase();
      if (language === null) await asked(() => readers.deleteOne({ _id, refusedAt: null }));
      else {
        const made = { _id, token: fresh, refusedAt: null, language };
        if ((await unlessDuplicate(() => readers.insertOne(made))) !== null) return;
        await asked(() => readers.updateOne({ _id }, { $set: { language } }));
      }
    },
    isRefused: async (address) => typeof (await readerOf(address))?.refusedAt === 'number',
    refuse: async (token, refusedAt) =>
      (await asked(() => readers.updateOne({ token }, { $set: { refusedAt } }))).matchedCount === 1,
  };
}

function placeIn(mails: Collection<MailDoc>, readers: Collection<ReaderDoc>): NewPlace {
  return {
    addMail: async (mail) => {
      await unlessDuplicate(() => mails.insertOne(mail));
    },
    addReader: async (reader) => {
      if ((await unlessDuplicate(() => readers.insertOne(reader))) !== null || reader.refusedAt === null) return;
      const { _id, refusedAt } = reader;
      await asked(() => readers.updateOne({ _id, refusedAt: null }, { $set: { refusedAt } }));
    },
  };
}

function docOf(mail: NewMail): MailDoc {
  const { to, subject, text, html, topic, noMore, picture } = mail.letter;
  return {
    ...{ _id: mail.id, key: mail.key, recipient: to, subject, text, html, at: mail.at, state: mail.state, attempts: 0 },
    ...{ dueAt: mail.at, uselessAt: uselessAtOf(mail), topic, noMore, picture, reason: '', doneAt: null, claim: null },
  };
}

function movesIn(db: Db): OutboxMoves {
  const marks = db.collection<{ readonly _id: 'move'; readonly mark: string }>('mail_move');
  return {
    mark: async () => {
      const doc = await asked(() => marks.findOne({ _id: 'move' }));
      return doc === null ? null : readMark(doc.mark);
    },
    setMark: async (mark) => {
      const update = { $set: { mark: writeMark(mark) } };
      await asked(() =>
        marks.updateOne({ _id: 'move' }, update, { upsert: true, writeConcern: { w: 'majority', j: true } }),
      );
    },
    clear: async () => {
      for (const name of [MAILS, READERS]) await asked(() => db.collection(name).deleteMany());
    },
  };
}
