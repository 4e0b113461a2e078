import type { MapRole } from '@bough/contracts';
import type { Binary, Collection, Db } from 'mongodb';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { hasLink } from '../links/mongo-links.ts';
import { openedIn } from '../maps/mongo-maps.ts';
import { asked, unlessDuplicate, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { strongest } from '../roles.ts';
import type { Grant, GrantStore } from './grant-store.ts';

interface GrantDoc {
  /** Map, person, link. */
  readonly _id: Binary;
  readonly map: Binary;
  readonly person: Binary;
  readonly link: Binary | null;
  readonly role: MapRole;
  readonly at: number;
}

/** Grants in MongoDB. */
export function mongoGrants(db: Db): GrantStore {
  const opened = openedIn(db);
  return {
    addGrant: async (grant) => await putGrant(db, grant),
    role: async (map, person) => {
      const found = await findGrants(db, { person: bin(person), map: bin(map) });
      return strongest(found.map(({ role }) => role));
    },
    // Copies before it deletes: a crash between leaves both with what the first had, and nobody without.
    moveGrants: async (from, to) => {
      if (from === to) return;
      for (const grant of await findGrants(db, { person: bin(from) })) {
        await raiseGrant(db, { ...grant, person: to });
        // Revoked while it was being copied: the copy came after everybody's grants were taken back.
        if (grant.link !== null && !(await hasLink(db, grant.link))) {
          await removeGrants(db, { map: bin(grant.map), link: bin(grant.link) });
        }
      }
      await removeGrants(db, { person: bin(from) });
      for (const { map, at } of await asked(() => opened.find({ person: bin(from) }).toArray())) {
        const moved = { _id: bin(to, idOf(map)), person: bin(to), map, at };
        await unlessDuplicate(() => opened.insertOne(moved));
      }
      await asked(() => opened.deleteMany({ person: bin(from) }));
    },
  };
}

type GrantFilter = Partial<Pick<GrantDoc, 'person' | 'map' | 'link'>>;

/** The grants of a person, a map or a link. */
export async function findGrants(db: Db, filter: GrantFilter): Promise<Grant[]> {
  return (await asked(() => grantsIn(db).find(filter).toArray())).map(toGrant);
}

/** Gives the grant, or changes the role of the same one. */
export async function putGrant(db: Db, grant: Grant): Promise<void> {
  const { _id, ...set } = grantDoc(grant);
  await upserted(() => grantsIn(db).updateOne({ _id }, { $set: set }, { upsert: true }));
}

/** Takes the grants back. */
export async function removeGrants(db: Db, filter: GrantFilter): Promise<void> {
  await asked(() => grantsIn(db).deleteMany(filter));
}

/** Gives the grant unless a stronger one is there. */
async function raiseGrant(db: Db, grant: Grant): Promise<void> {
  const { _id, ...set } = grantDoc(grant);
  for (;;) {
    const known = await asked(() => grantsIn(db).findOne({ _id }));
    if (known === null) {
      if ((await unlessDuplicate(() => grantsIn(db).insertOne({ _id, ...set }))) !== null) return;
      continue;
    }
    if (strongest([known.role, grant.role]) === known.role) return;
    const raised = await asked(() => grantsIn(db).updateOne({ _id, role: known.role }, { $set: set }));
    if (raised.modifiedCount === 1) return;
  }
}

function grantsIn(db: Db): Collection<GrantDoc> {
  return db.collection<GrantDoc>('grants');
}

function grantDoc(grant: Grant): GrantDoc {
  const { map, person, link, role, at } = grant;
  const _id = link === null ? bin(map, person) : bin(map, person, link);
  return { _id, map: bin(map), person: bin(person), link: link === null ? null : bin(link), role, at };
}

function toGrant(doc: GrantDoc): Grant {
  const { role, at, link } = doc;
  const map = mustMapId(doc.map.value());
  return { map, person: mustPersonId(doc.person.value()), role, link: link === null ? null : idOf(link), at };
}
