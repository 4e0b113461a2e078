import type { Binary, Db, Filter } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll } from '../mongo/asking.ts';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import type { AuditRow, AuditStore } from './audit-store.ts';

interface AuditDoc {
  readonly _id: Binary;
  readonly at: number;
  readonly what: string;
  readonly person: Binary | null;
  readonly body: string;
  readonly name: string | null;
  readonly salt: string | null;
  readonly hash: Binary;
  readonly seal: Binary;
}

/** The audit log in MongoDB. */
export function mongoAudit(db: Db): AuditStore {
  const all = db.collection<AuditDoc>('audit');
  return {
    addAudit: async ({ id, at, what, person, body, name, salt, hash, seal }) => {
      const ids = { _id: bin(id), person: person === null ? null : bin(person) };
      await asked(() =>
        all.insertOne({ ...ids, at, what, body, name, salt, hash: hashBin(hash), seal: hashBin(seal) }),
      );
    },
    audit: async ({ order, behind, what, person, most }) => {
      const isNewest = order === 'newest first';
      const filter: Filter<AuditDoc> = {
        ...(behind === null ? {} : { _id: isNewest ? { $lt: bin(behind) } : { $gt: bin(behind) } }),
        ...(what === null ? {} : { what }),
        ...(person === null ? {} : { person: bin(person) }),
      };
      return await readAll(
        all
          .find(filter)
          .sort({ _id: isNewest ? -1 : 1 })
          .limit(most),
        toRow,
      );
    },
    oldestAudit: async () => {
      const [doc] = await asked(() => all.find().sort({ at: 1 }).limit(1).toArray());
      return doc === undefined ? Number.POSITIVE_INFINITY : doc.at;
    },
    pruneAudit: async (before) => (await asked(() => all.deleteMany({ at: { $lt: before } }))).deletedCount,
  };
}

function toRow(doc: AuditDoc): AuditRow {
  const { at, what, body, name, salt } = doc;
  const person = doc.person === null ? null : mustPersonId(doc.person.value());
  return {
    id: idOf(doc._id),
    at,
    what,
    person,
    body,
    name,
    salt,
    hash: idOf(doc.hash),
    seal: idOf(doc.seal),
  };
}
