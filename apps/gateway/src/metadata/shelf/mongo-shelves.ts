import type { MapId, PersonId } from '@bough/base';
import type { Binary, Collection, Db } from 'mongodb';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { asked, upserted } from '../mongo/asking.ts';
import { findGrants } from '../grants/mongo-grant-records.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { foundById } from '../mongo/together.ts';
import type { Placed, Shelved, ShelfStore } from './shelf-store.ts';

interface ShelfDoc {
  /** Person, map. */
  readonly _id: Binary;
  readonly person: Binary;
  readonly map: Binary;
  readonly starred?: boolean;
  readonly tags?: readonly string[];
  readonly folder?: Binary | null;
}

/** Shelves in MongoDB. */
export function mongoShelves(db: Db): ShelfStore {
  const shelves = shelvesIn(db);
  const put = async (map: MapId, person: PersonId, fields: Partial<ShelfDoc>): Promise<void> => {
    const set = { person: bin(person), map: bin(map), ...fields };
    await upserted(() => shelves.updateOne({ _id: bin(person, map) }, { $set: set }, { upsert: true }));
  };
  return {
    setStar: async (map, person, isStarred) => await put(map, person, { starred: isStarred }),
    setTags: async (map, person, tags) => await put(map, person, { tags }),
    setFolder: async (map, person, folder) => await put(map, person, { folder: folder === null ? null : bin(folder) }),
    placesOf: async (maps) => {
      const found = shelves.find({ map: { $in: maps.map((map) => bin(map)) } });
      return (await asked(() => found.toArray())).flatMap(toPlaced);
    },
    ownersPlacesOf: async (maps) => {
      const owned = await findGrants(db, { map: { $in: maps.map((map) => bin(map)) }, role: 'own' });
      const found = shelves.find({ _id: { $in: owned.map(({ map, person }) => bin(person, map)) } });
      return (await asked(() => found.toArray())).flatMap(toPlaced);
    },
    placedIn: async (folders) => {
      const found = shelves.find({ folder: { $in: folders.map((folder) => bin(folder)) } });
      return (await asked(() => found.toArray())).flatMap(toPlaced);
    },
  };
}

/** Finds the shelves under keys, by map. */
export function shelvesFound(db: Db): (keys: readonly Binary[]) => Promise<ReadonlyMap<MapId, Shelved>> {
  const found = foundById(shelvesIn(db));
  return async (keys) => new Map((await found(keys)).map((doc) => [mustMapId(doc.map.value()), toShelved(doc)]));
}

/** How people keep their maps. */
export function shelvesIn(db: Db): Collection<ShelfDoc> {
  return db.collection<ShelfDoc>('shelves');
}

function toShelved({ starred = false, tags = [], folder = null }: ShelfDoc): Shelved {
  return { isStarred: starred, tags, folder: folder === null ? null : idOf(folder) };
}

function toPlaced({ map, person, folder = null }: ShelfDoc): Placed[] {
  if (folder === null) return [];
  return [{ map: mustMapId(map.value()), person: mustPersonId(person.value()), folder: idOf(folder) }];
}
