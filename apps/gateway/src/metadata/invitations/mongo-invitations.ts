import type { MapRole } from '@bough/contracts';
import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, readOne, unlessDuplicate } from '../mongo/asking.ts';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import type { InvitationRecord, InvitationStore } from './invitation-store.ts';

interface InvitationDoc {
  readonly _id: Binary;
  readonly kind: 'map' | 'folder';
  readonly target: Binary;
  readonly email: string;
  readonly role: MapRole;
  /** Absent in what was written before it could be said. */
  readonly until?: number | null;
  readonly by: Binary;
  readonly hash: Binary;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Invitations in MongoDB. */
export function mongoInvitations(db: Db): InvitationStore {
  const all = db.collection<InvitationDoc>('invitations');
  const find = async (filter: Partial<Pick<InvitationDoc, 'target' | 'email'>>): Promise<InvitationRecord[]> =>
    await readAll(all.find(filter).sort({ createdAt: 1, _id: 1 }), toInvitation);
  return {
    putInvitation: async (record) => {
      const { id, kind, email, role, until, createdAt, expiresAt } = record;
      const [target, by, hash] = [bin(record.target), bin(record.by), hashBin(record.hash)];
      const doc = { _id: bin(id), kind, target, email, role, until, by, hash, createdAt, expiresAt };
      do await asked(() => all.deleteMany({ target, email }));
      while ((await unlessDuplicate(() => all.insertOne(doc))) === null);
    },
    invitationsTo: async (target) => await find({ target: bin(target) }),
    invitationsFor: async (email) => await find({ email }),
    invitationByHash: async (hash) => await readOne(() => all.findOne({ hash: hashBin(hash) }), toInvitation),
    removeInvitation: async (target, id) => {
      const { deletedCount } = await asked(() => all.deleteOne({ _id: bin(id), target: bin(target) }));
      return deletedCount === 1;
    },
    pruneInvitations: async (nowMs) => {
      await asked(() => all.deleteMany({ expiresAt: { $lte: nowMs } }));
    },
  };
}

function toInvitation(doc: InvitationDoc): InvitationRecord {
  const { kind, email, role, until = null, createdAt, expiresAt } = doc;
  const [id, target, hash] = [idOf(doc._id), idOf(doc.target), idOf(doc.hash)];
  return { id, kind, target, email, role, until, by: mustPersonId(doc.by.value()), hash, createdAt, expiresAt };
}
