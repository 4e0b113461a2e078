import type { PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import type { Binary, Collection, Db, Filter } from 'mongodb';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { hasLink } from '../links/mongo-links.ts';
import { openedIn } from '../maps/mongo-maps.ts';
import { asked, unlessDuplicate, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { strongest } from '../roles.ts';
import { shelvesIn } from '../shelf/mongo-shelves.ts';
import type { Grant, GrantStore, NewGrant } from './grant-store.ts';

interface GrantDoc {
  /** Map, person, link. */
  readonly _id: Binary;
  readonly map: Binary;
  readonly person: Binary;
  readonly link: Binary | null;
  readonly role: MapRole;
  readonly at: number;
  /** Absent: true. */
  readonly mayCopy?: boolean;
  /** Absent: it does not end. */
  readonly until?: number | null;
}

/** Grants in MongoDB. */
export function mongoGrants(db: Db): GrantStore {
  return {
    addGrant: async (grant) => await putGrant(db, grant),
    grantsOn: async (map, person) => await findGrants(db, { person: bin(person), map: bin(map) }),
    grantsOf: async (person) => await findGrants(db, { person: bin(person) }),
    grantsOnMaps: async (maps) => {
      const found = await findGrants(db, { map: { $in: maps.map((map) => bin(map)) } });
      return found.toSorted((a, b) => a.at - b.at);
    },
    removeGrants: async (map, person) => await removeGrants(db, { map: bin(map), person: bin(person) }),
    moveGrants: async (from, to) => {
      if (from === to) return;
      await moveGrants(db, from, to);
      await movePlaces(db, from, to);
    },
  };
}

/** The grants of a person, a map or a link. */
export async function findGrants(db: Db, filter: Filter<GrantDoc>): Promise<Grant[]> {
  return (await asked(() => grantsIn(db).find(filter).toArray())).map(toGrant);
}

/** Gives the grant, or changes the same one. */
export async function putGrant(db: Db, grant: NewGrant): Promise<void> {
  const { _id, ...set } = grantDoc(grant);
  await upserted(() => grantsIn(db).updateOne({ _id }, { $set: set }, { upsert: true }));
}

/** Takes the grants back. */
export async function removeGrants(db: Db, filter: Filter<GrantDoc>): Promise<void> {
  await asked(() => grantsIn(db).deleteMany(filter));
}

/** Copies before it deletes: a crash between leaves both with what the first had, and nobody without. */
async function moveGrants(db: Db, from: PersonId, to: PersonId): Promise<void> {
  for (const grant of await findGrants(db, { person: bin(from) })) {
    await raiseGrant(db, { ...grant, person: to });
    // Revoked while it was being copied: the copy came after everybody's grants were taken back.
    if (grant.link !== null && !(await hasLink(db, grant.link))) {
      await removeGrants(db, { map: bin(grant.map), link: bin(grant.link) });
    }
  }
  await removeGrants(db, { person: bin(from) });
}

/** What the other has already put somewhere stays there. */
async function movePlaces(db: Db, from: PersonId, to: PersonId): Promise<void> {
  const [opened, shelves, folderGrants] = [openedIn(db), shelvesIn(db), db.collection<FolderGrantKey>('folder_grants')];
  const person = bin(to);
  for (const doc of await asked(() => opened.find({ person: bin(from) }).toArray())) {
    await unlessDuplicate(() => opened.insertOne({ ...doc, _id: bin(to, idOf(doc.map)), person }));
  }
  await asked(() => opened.deleteMany({ person: bin(from) }));
  for (const doc of await asked(() => shelves.find({ person: bin(from) }).toArray())) {
    await unlessDuplicate(() => shelves.insertOne({ ...doc, _id: bin(to, idOf(doc.map)), person }));
  }
  await asked(() => shelves.deleteMany({ person: bin(from) }));
  for (const doc of await asked(() => folderGrants.find({ person: bin(from) }).toArray())) {
    await unlessDuplicate(() => folderGrants.insertOne({ ...doc, _id: bin(idOf(doc.folder), to), person }));
  }
  await asked(() => folderGrants.deleteMany({ person: bin(from) }));
  await asked(() => db.collection('folders').updateMany({ owner: bin(from) }, { $set: { owner: person } }));
  await asked(() => db.collection('tokens').updateMany({ person: bin(from) }, { $set: { person } }));
}

interface FolderGrantKey {
  /** Folder, person. */
  readonly _id: Binary;
  readonly folder: Binary;
  readonly person: Binary;
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

function grantDoc(grant: NewGrant): GrantDoc {
  const { map, person, link, role, at, mayCopy = true, until = null } = grant;
  const _id = link === null ? bin(map, person) : bin(map, person, link);
  const kept = link === null ? null : bin(link);
  return { _id, map: bin(map), person: bin(person), link: kept, role, at, mayCopy, until };
}

function toGrant(doc: GrantDoc): Grant {
  const { role, at, link, mayCopy = true, until = null } = doc;
  const [map, person] = [mustMapId(doc.map.value()), mustPersonId(doc.person.value())];
  return { map, person, role, link: link === null ? null : idOf(link), at, mayCopy, until };
}
