import { type MapId, parsePrefixName, type PersonId, type PrefixName, prefixText } from '@bough/base';
import type { Binary, Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { findGrants, putGrant } from '../grants/mongo-grant-records.ts';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { asked, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { foundById, Together } from '../mongo/together.ts';
import { shelvesFound } from '../shelf/mongo-shelves.ts';
import { UNSHELVED } from '../shelf/shelf-store.ts';
import { readFrom, textsOf } from './comments-read.ts';
import { openedIn } from './mongo-opened.ts';
import { listedOnce } from './listed-once.ts';
import type { MapChange, MapListing, MapRecord, MapStore, PublicPage } from './map-store.ts';

interface MapDoc {
  readonly _id: Binary;
  readonly title: string;
  readonly createdAt: number;
  /** Absent until somebody changes it. */
  readonly changedAt?: number;
  readonly changedBy?: Binary | null;
  /** Absent where it is not in the trash. */
  readonly trashedAt?: number;
  /** Absent for none. */
  readonly page?: Exclude<PublicPage, 'none'>;
  /** Absent: they may not. */
  readonly mayEditorsInvite?: boolean;
}

/** The collection. */
export function mapsIn(db: Db): Collection<MapDoc> {
  return db.collection<MapDoc>('maps');
}

/** Maps in MongoDB. */
export function mongoMaps(db: Db): MapStore {
  const maps = mapsIn(db);
  const opened = openedIn(db);
  const byId = foundById(maps);
  const entriesOf = entriesIn(db, byId);
  const setOpened: MapStore['setOpened'] = async (map, person, at, entry = null) => {
    const by = entry === null ? {} : { entry: bin(entry) };
    const set = { person: bin(person), map: bin(map), at, ...by };
    await upserted(() => opened.updateOne({ _id: bin(person, map) }, { $set: set }, { upsert: true }));
  };
  const set = async (id: MapId, fields: Partial<MapDoc>): Promise<void> => {
    await asked(() => maps.updateOne({ _id: bin(id) }, { $set: fields }));
  };
  return {
    // The grant comes last: without it nobody sees the map.
    addMap: async ({ id, title, createdAt }, owner) => {
      await asked(() => maps.insertOne({ _id: bin(id), title, createdAt }));
      await setOpened(id, owner, createdAt);
      await putGrant(db, { map: id, person: owner, role: 'own', link: null, at: createdAt });
    },
    map: async (id) => {
      const [doc] = await byId([bin(id)]);
      return doc === undefined ? null : toMap(doc);
    },
    maps: async (ids) => (await byId(ids.map((id) => bin(id)))).map(toMap),
    setTitle: async (id, title) => await set(id, { title }),
    setChanged: async (changed) => {
      await Promise.all(changed.map((each) => asked(() => maps.updateOne(...changeOf(each)))));
    },
    setTrashed: async (id, at) => {
      if (at !== null) await set(id, { trashedAt: at });
      else await asked(() => maps.updateOne({ _id: bin(id) }, { $unset: { trashedAt: true } }));
    },
    setPage: async (id, page) => {
      if (page !== 'none') await set(id, { page });
      else await asked(() => maps.updateOne({ _id: bin(id) }, { $unset: { page: true } }));
    },
    setInviting: async (id, mayEditorsInvite) => await set(id, { mayEditorsInvite }),
    trashedBefore: async (at, limit) => {
      const found = maps
        .find({ trashedAt: { $lt: at } })
        .sort({ trashedAt: 1 })
        .limit(limit);
      return (await asked(() => found.toArray())).map(({ _id }) => mustMapId(_id.value()));
    },
    removeMap: async (id) => await removeMap(db, id),
    entries: entriesOf,
    mapsOf: async (person) => await mapsOf(db, entriesOf, person),
    setOpened,
    ...readingsIn(db),
    opened: async (person, after, limit) => {
      const behind =
        after === null ? {} : { $or: [{ at: { $lt: after.at } }, { at: after.at, map: { $gt: bin(after.map) } }] };
      const found = opened.find({ person: bin(person), ...behind }).sort({ at: -1, map: 1 });
      const docs = await asked(() => found.limit(limit).toArray());
      return docs.map(({ map, at }) => ({ map: mustMapId(map.value()), at }));
    },
  };
}

/** What each person has read of comments and seen of maps. */
function readingsIn(db: Db): Pick<MapStore, 'commentsRead' | 'setCommentsRead' | 'seenOf' | 'setSeen'> {
  const opened = openedIn(db);
  const seeing = new Together<Seeing, void>(async (all) => {
    const writes = all.map(({ map, person, seen }) => ({
      updateOne: { filter: { _id: bin(person, map) }, update: { $set: { seen: prefixText(seen) } } },
    }));
    await asked(() => opened.bulkWrite(writes));
    return () => undefined;
  });
  return {
    commentsRead: async (map, person) => {
      const doc = await asked(() => opened.findOne({ _id: bin(person, map) }));
      return readFrom(doc?.readUpTo ?? null, doc?.readThreads ?? []);
    },
    setCommentsRead: async (map, person, read) => {
      const change = { $set: { readUpTo: read.upTo, readThreads: textsOf(read) } };
      await asked(() => opened.updateOne({ _id: bin(person, map) }, change));
    },
    seenOf: async (map, person) => {
      const doc = await asked(() => opened.findOne({ _id: bin(person, map) }));
      return parsePrefixName(doc?.seen ?? '');
    },
    setSeen: async (map, person, seen) => await seeing.of({ map, person, seen }),
  };
}

interface Seeing {
  readonly map: MapId;
  readonly person: PersonId;
  readonly seen: PrefixName;
}

function entriesIn(db: Db, mapsById: ReturnType<typeof foundById<MapDoc>>): MapStore['entries'] {
  const [openedById, shelvesById] = [foundById(openedIn(db)), shelvesFound(db)];
  return async (ids, person) => {
    const keys = ids.map((map) => bin(person, map));
    const [maps, visits, shelves] = await Promise.all([
      mapsById(ids.map((id) => bin(id))),
      openedById(keys),
      shelvesById(keys),
    ]);
    const openedAt = new Map<string, number>(visits.map(({ map, at }) => [idOf(map), at]));
    return maps.map(toMap).map((map) => {
      return { ...map, ...(shelves.get(map.id) ?? UNSHELVED), openedAt: openedAt.get(map.id) ?? null };
    });
  };
}

async function mapsOf(db: Db, entriesOf: MapStore['entries'], person: PersonId): Promise<MapListing[]> {
  const grants = await findGrants(db, { person: bin(person) });
  const known = await entriesOf([...new Set(grants.map(({ map }) => map))], person);
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  return listedOnce(
    grants.flatMap(({ map, role, at }) => {
      const entry = byId.get(map);
      return entry === undefined ? [] : [{ ...entry, role, openedAt: entry.openedAt ?? at }];
    }),
  );
}

/** What goes with its map. */
const OF_MAP = ['grants', 'group_grants', 'group_notices', 'links', 'opened', 'shelves', 'watches', 'rings'];

/** The grants go first, so that nobody opens it any more; the map goes last, so that a crash leaves what can be tried again. */
async function removeMap(db: Db, id: MapId): Promise<void> {
  for (const name of OF_MAP) {
    await asked(() => db.collection(name).deleteMany({ map: bin(id) }));
  }
  await asked(() => db.collection('invitations').deleteMany({ target: bin(id) }));
  await asked(() => db.collection<{ readonly _id: Binary }>('map_words').deleteOne({ _id: bin(id) }));
  await asked(() => mapsIn(db).deleteOne({ _id: bin(id) }));
}

function toMap(doc: MapDoc): MapRecord {
  const { title, createdAt, changedAt = createdAt, changedBy = null, trashedAt = null, page = 'none' } = doc;
  const { mayEditorsInvite = false } = doc;
  const by = changedBy === null ? null : mustPersonId(changedBy.value());
  const id = mustMapId(doc._id.value());
  return { id, title, createdAt, changedAt, changedBy: by, trashedAt, page, mayEditorsInvite };
}

/** What writes it where it is the latest. */
function changeOf({ id, at, by }: MapChange): [Filter<MapDoc>, UpdateFilter<MapDoc>] {
  const earlier = { $or: [{ changedAt: { $lte: at } }, { changedAt: { $exists: false } }] };
  const update = { $set: { changedAt: at, changedBy: by === null ? null : bin(by) } };
  return [{ _id: bin(id), createdAt: { $lte: at }, ...earlier }, update];
}
