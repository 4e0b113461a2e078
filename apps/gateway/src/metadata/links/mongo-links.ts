import type { LinkRole } from '@bough/contracts';
import type { Binary, Collection, Db } from 'mongodb';
import { findGrants, removeGrants } from '../grants/mongo-grant-records.ts';
import { mustMapId } from '../ids-in-bytes.ts';
import { asked, readAll, readOne } from '../mongo/asking.ts';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import type { LinkRecord, LinkStore } from './link-store.ts';

interface LinkDoc {
  readonly _id: Binary;
  readonly map: Binary;
  readonly hash: Binary;
  readonly role: LinkRole;
  /** Absent: false. */
  readonly needsSignIn?: boolean;
  /** Absent: true. */
  readonly mayCopy?: boolean;
  /** Absent: false. */
  readonly mayReadPast?: boolean;
  /** Absent: it does not end. */
  readonly expiresAt?: number;
  readonly createdAt: number;
}

/** Share links in MongoDB. */
export function mongoLinks(db: Db): LinkStore {
  const links = linksIn(db);
  return {
    addLink: async ({ id, map, hash, expiresAt, ...said }) => {
      const doc = { _id: bin(id), map: bin(map), hash: hashBin(hash), ...said };
      await asked(() => links.insertOne(expiresAt === null ? doc : { ...doc, expiresAt }));
    },
    linksOf: async (map) => await readAll(links.find({ map: bin(map) }).sort({ createdAt: 1, _id: 1 }), toLink),
    linkByHash: async (hash) => await readOne(() => links.findOne({ hash: hashBin(hash) }), toLink),
    linksEnded: async (nowMs) => {
      const ended = links.find({ expiresAt: { $lte: nowMs } }).sort({ expiresAt: 1 });
      return (await readAll(ended.limit(1_000), toLink)).map(({ id, map }) => ({ id, map }));
    },
    revokeGrants: async (map, link) => await removeGrants(db, { map: bin(map), link: bin(link) }),
    // The link goes first, so that from then on nobody joins by it.
    revokeLink: async (map, id) => {
      const { deletedCount } = await asked(() => links.deleteOne({ _id: bin(id), map: bin(map) }));
      if (deletedCount === 0) return null;
      const lost = await findGrants(db, { map: bin(map), link: bin(id) });
      await removeGrants(db, { map: bin(map), link: bin(id) });
      return lost.map(({ person }) => person);
    },
  };
}

/** Whether the link is there. */
export async function hasLink(db: Db, link: string): Promise<boolean> {
  return (await asked(() => linksIn(db).findOne({ _id: bin(link) }))) !== null;
}

function linksIn(db: Db): Collection<LinkDoc> {
  return db.collection<LinkDoc>('links');
}

function toLink(doc: LinkDoc): LinkRecord {
  const { role, createdAt, needsSignIn = false, mayCopy = true, mayReadPast = false, expiresAt = null } = doc;
  const [id, hash, map] = [idOf(doc._id), idOf(doc.hash), mustMapId(doc.map.value())];
  return { id, map, hash, role, needsSignIn, mayCopy, mayReadPast, expiresAt, createdAt };
}
