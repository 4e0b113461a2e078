import type { PersonId } from '@bough/base';
import type { Binary, Collection, Db } from 'mongodb';
import type { Grant } from '../grants/grant-store.ts';
import { findGrants, putGrant } from '../grants/mongo-grants.ts';
import { mustMapId } from '../ids-in-bytes.ts';
import { asked, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { listedOnce, type MapListing, type MapRecord, type MapStore } from './map-store.ts';

interface MapDoc {
  readonly _id: Binary;
  readonly title: string;
  readonly createdAt: number;
}
export interface OpenedDoc {
  /** Person, map. */
  readonly _id: Binary;
  readonly person: Binary;
  readonly map: Binary;
  readonly at: number;
}

/** Maps in MongoDB. */
export function mongoMaps(db: Db): MapStore {
  const maps = db.collection<MapDoc>('maps');
  const opened = openedIn(db);
  const setOpened: MapStore['setOpened'] = async (map, person, at) => {
    const set = { person: bin(person), map: bin(map), at };
    await upserted(() => opened.updateOne({ _id: bin(person, map) }, { $set: set }, { upsert: true }));
  };
  const listings = async (grants: readonly Grant[], person: PersonId): Promise<MapListing[]> => {
    const keys = grants.map(({ map }) => bin(person, map));
    const [found, visits] = await Promise.all([
      asked(() => maps.find({ _id: { $in: grants.map(({ map }) => bin(map)) } }).toArray()),
      asked(() => opened.find({ _id: { $in: keys } }).toArray()),
    ]);
    const mapById = new Map(found.map(toMap).map((map) => [map.id, map]));
    const openedAt = new Map<string, number>(visits.map(({ map, at }) => [idOf(map), at]));
    const entries = grants.flatMap(({ map: id, role, at }) => {
      const map = mapById.get(id);
      return map === undefined ? [] : [{ ...map, role, openedAt: openedAt.get(id) ?? at }];
    });
    return listedOnce(entries);
  };
  return {
    // The grant comes last: without it nobody sees the map.
    addMap: async ({ id, title, createdAt }, owner) => {
      await asked(() => maps.insertOne({ _id: bin(id), title, createdAt }));
      await setOpened(id, owner, createdAt);
      await putGrant(db, { map: id, person: owner, role: 'own', link: null, at: createdAt });
    },
    map: async (id) => {
      const doc = await asked(() => maps.findOne({ _id: bin(id) }));
      return doc === null ? null : toMap(doc);
    },
    setTitle: async (id, title) => {
      await asked(() => maps.updateOne({ _id: bin(id) }, { $set: { title } }));
    },
    mapsOf: async (person) => await listings(await findGrants(db, { person: bin(person) }), person),
    listing: async (map, person) => {
      const grants = await findGrants(db, { person: bin(person), map: bin(map) });
      return (await listings(grants, person))[0] ?? null;
    },
    setOpened,
  };
}

/** When each person opened each map. */
export function openedIn(db: Db): Collection<OpenedDoc> {
  return db.collection<OpenedDoc>('opened');
}

function toMap(doc: MapDoc): MapRecord {
  return { id: mustMapId(doc._id.value()), title: doc.title, createdAt: doc.createdAt };
}
