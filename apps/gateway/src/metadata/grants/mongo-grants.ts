import type { MapId, PersonId } from '@bough/base';
import type { Binary, Db } from 'mongodb';
import { hasLink } from '../links/mongo-links.ts';
import { openedIn } from '../maps/mongo-opened.ts';
import { asked, unlessDuplicate } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { Together } from '../mongo/together.ts';
import { peopleIn } from '../people/mongo-people.ts';
import { shelvesIn } from '../shelf/mongo-shelves.ts';
import { type Grant, type GrantChange, type GrantStore, together } from './grant-store.ts';
import {
  findGrants,
  grantDoc,
  grantsIn,
  putGiven,
  putGrant,
  removeGrants,
  toGrant,
  tryReplaceGrant,
} from './mongo-grant-records.ts';

/** Grants in MongoDB. */
export function mongoGrants(db: Db): GrantStore {
  const between = async (maps: readonly MapId[], people: readonly PersonId[]): Promise<Grant[]> => {
    const some = { map: { $in: maps.map((map) => bin(map)) }, person: { $in: people.map((person) => bin(person)) } };
    return await findGrants(db, some);
  };
  const pairs = new Together<Pick<Grant, 'map' | 'person'>, readonly Grant[]>(async (asking) => {
    const found = await between(
      asking.map(({ map }) => map),
      asking.map(({ person }) => person),
    );
    const byPair = Map.groupBy(found, ({ map, person }) => `${map} ${person}`);
    return ({ map, person }) => byPair.get(`${map} ${person}`) ?? [];
  });
  return {
    addGrant: async (grant) => await putGrant(db, grant),
    grantsOn: async (map, person) => await pairs.of({ map, person }),
    grantsOf: async (person) => await findGrants(db, { person: bin(person) }),
    grantsAmong: async (maps, person) =>
      await findGrants(db, { person: bin(person), map: { $in: maps.map((map) => bin(map)) } }),
    grantsBetween: between,
    grantsOnMaps: async (maps) => {
      const found = await findGrants(db, { map: { $in: maps.map((map) => bin(map)) } });
      return found.toSorted((a, b) => a.at - b.at);
    },
    changeGrants: async (map, person, decide) => await changeGrants(db, map, person, decide),
    removeGrants: async (map, person) => await removeGrants(db, { map: bin(map), person: bin(person) }),
    moveGrants: async (from, to, nowMs) => {
      if (from === to) return;
      await asked(() => peopleIn(db).updateOne({ _id: bin(from) }, { $set: { became: bin(to) } }));
      await moveGrants(db, from, to, nowMs);
      await movePlaces(db, from, to);
    },
  };
}

/**
 * What decides is the grant for itself, one record: it is written only where it is as it was read, and it goes before those of links, which count
 * for nothing beside one that an owner set.
 */
async function changeGrants(
  db: Db,
  map: MapId,
  person: PersonId,
  decide: Parameters<GrantStore['changeGrants']>[2],
): Promise<GrantChange | null> {
  const theirs = { map: bin(map), person: bin(person) };
  for (;;) {
    const docs = await asked(() => grantsIn(db).find(theirs).toArray());
    const change = decide(docs.map(toGrant));
    if (change === null) return null;
    const own = docs.find(({ link }) => link === null) ?? null;
    if (!(await tryReplaceGrant(db, own, change.own))) continue;
    if (change.links === 'go') await removeGrants(db, { ...theirs, link: { $ne: null } });
    if (change.own !== null) await putGiven(db, change.own);
    return change;
  }
}

/** Copies before it deletes: a crash between leaves both with what the first had, and nobody without. */
async function moveGrants(db: Db, from: PersonId, to: PersonId, nowMs: number): Promise<void> {
  for (const grant of await findGrants(db, { person: bin(from) })) {
    await raiseGrant(db, { ...grant, person: to }, nowMs);
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
  for (const name of ['rings', 'rung']) {
    const rings = db.collection<RungKey>(name);
    for (const doc of await asked(() => rings.find({ person: bin(from) }).toArray())) {
      await unlessDuplicate(() => rings.insertOne({ ...doc, _id: bin(to, idOf(doc.id)), person }));
    }
    await asked(() => rings.deleteMany({ person: bin(from) }));
  }
  await asked(() => db.collection('folders').updateMany({ owner: bin(from) }, { $set: { owner: person } }));
  await asked(() => db.collection('tokens').updateMany({ person: bin(from) }, { $set: { person } }));
}

interface RungKey {
  readonly _id: Binary;
  readonly id: Binary;
  readonly person: Binary;
}
interface FolderGrantKey {
  /** Folder, person. */
  readonly _id: Binary;
  readonly folder: Binary;
  readonly person: Binary;
}

/** Gives the grant together with what is there. */
async function raiseGrant(db: Db, grant: Grant, nowMs: number): Promise<void> {
  const { _id } = grantDoc(grant);
  for (;;) {
    const known = await asked(() => grantsIn(db).findOne({ _id }));
    const both = known === null ? grant : together(grant, toGrant(known), nowMs);
    if (await tryReplaceGrant(db, known, both)) return;
  }
}
