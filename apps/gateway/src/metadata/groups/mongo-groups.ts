import type { MapId, PersonId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';
import type { Binary, Db, Filter } from 'mongodb';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { mapsIn } from '../maps/mongo-maps.ts';
import { openedIn } from '../maps/mongo-opened.ts';
import { asked, readAll, readOne, unlessDuplicate, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { Together } from '../mongo/together.ts';
import { peopleIn } from '../people/mongo-people.ts';
import { mustBeKept } from './kept-settings.ts';
import type {
  GivenGroup,
  Group,
  GroupAddress,
  GroupGrant,
  GroupMember,
  GroupNotice,
  GroupNoticeStore,
  GroupStore,
} from './group-store.ts';

interface GroupDoc {
  readonly _id: Binary;
  readonly owner: Binary;
  readonly name: string;
  readonly createdAt: number;
}
interface AddressDoc {
  readonly _id: Binary;
  readonly group: Binary;
  readonly email: string;
  readonly at: number;
  /** Absent: none. */
  readonly settings?: readonly string[];
}
interface GrantDoc {
  /** Map, group. */
  readonly _id: Binary;
  readonly map: Binary;
  readonly group: Binary;
  readonly role: LinkRole;
  readonly at: number;
}
interface NoticeDoc extends Omit<AddressDoc, 'settings'> {
  readonly map: Binary;
  readonly dueAt: number;
}

/** Groups in MongoDB. */
export function mongoGroups(db: Db): GroupStore {
  return { ...groups(db), ...addresses(db), ...grants(db), ...notices(db) };
}

const groupsIn = (db: Db) => db.collection<GroupDoc>('people_groups');
const addressesIn = (db: Db) => db.collection<AddressDoc>('group_addresses');
const grantsIn = (db: Db) => db.collection<GrantDoc>('group_grants');
const noticesIn = (db: Db) => db.collection<NoticeDoc>('group_notices');
const bins = (ids: readonly string[]): Binary[] => ids.map((id) => bin(id));

/** Removes these groups with everything of theirs; they go last, so that a crash leaves what can be removed again. */
export async function removeGroups(db: Db, filter: Filter<GroupDoc>): Promise<void> {
  const ids = (await asked(() => groupsIn(db).find(filter).toArray())).map(({ _id }) => _id);
  if (ids.length === 0) return;
  const group = { $in: ids };
  await asked(() => grantsIn(db).deleteMany({ group }));
  await asked(() => noticesIn(db).deleteMany({ group }));
  await asked(() => addressesIn(db).deleteMany({ group }));
  await asked(() => groupsIn(db).deleteMany({ _id: group }));
}

type OfGroups = Pick<GroupStore, 'addGroup' | 'group' | 'groupsOf' | 'renameGroup' | 'removeGroup'>;

function groups(db: Db): OfGroups {
  const all = groupsIn(db);
  return {
    addGroup: async ({ id, owner, name, createdAt }) => {
      await asked(() => all.insertOne({ _id: bin(id), owner: bin(owner), name, createdAt }));
    },
    group: async (id) => await readOne(() => all.findOne({ _id: bin(id) }), toGroup),
    groupsOf: async (owner) => await readAll(all.find({ owner: bin(owner) }).sort({ createdAt: 1, _id: 1 }), toGroup),
    renameGroup: async (id, name) => {
      await asked(() => all.updateOne({ _id: bin(id) }, { $set: { name } }));
    },
    removeGroup: async (id) => await removeGroups(db, { _id: bin(id) }),
  };
}

type OfAddresses = Pick<
  GroupStore,
  'tryAddToGroup' | 'removeFromGroup' | 'addressesIn' | 'groupSizes' | 'isInGivenGroup' | 'groupMembers'
>;

function addresses(db: Db): OfAddresses {
  const all = addressesIn(db);
  return {
    tryAddToGroup: async (given, most) => {
      const added: Binary[] = [];
      for (const { id, group, email, at } of given) {
        const doc = { _id: bin(id), group: bin(group), email, at };
        if ((await unlessDuplicate(() => all.insertOne(doc))) !== null) added.push(doc._id);
      }
      for (const group of new Set(given.map((each) => each.group))) {
        const isThere = (await asked(() => groupsIn(db).findOne({ _id: bin(group) }))) !== null;
        const isTooMuch = (await asked(() => all.countDocuments({ group: bin(group) }))) > most;
        // Of a group that is gone meanwhile nothing is kept.
        if (!isThere || isTooMuch) await asked(() => all.deleteMany({ _id: { $in: added } }));
        if (isTooMuch) return false;
      }
      return true;
    },
    removeFromGroup: async (group, emails) => {
      for (const each of [all, noticesIn(db)]) {
        await asked(() => each.deleteMany({ group: bin(group), email: { $in: [...emails] } }));
      }
    },
    addressesIn: async (ids) =>
      await readAll(all.find({ group: { $in: bins(ids) } }).sort({ at: 1, _id: 1 }), toAddress),
    groupSizes: async (ids) => {
      const some = [{ $match: { group: { $in: bins(ids) } } }, { $group: { _id: '$group', n: { $sum: 1 } } }];
      const counted = await asked(() => all.aggregate<{ _id: Binary; n: number }>(some).toArray());
      return new Map(counted.map(({ _id, n }) => [idOf(_id), n]));
    },
    isInGivenGroup: async (email) => {
      const found = await asked(() => all.find({ email }).toArray());
      const one = await asked(() => grantsIn(db).findOne({ group: { $in: found.map(({ group }) => group) } }));
      return one !== null;
    },
    groupMembers: async (ids, people) => await membersOf(db, ids, people),
  };
}

async function membersOf(
  db: Db,
  ids: readonly string[],
  people: readonly PersonId[] | null,
): Promise<readonly GroupMember[]> {
  const group = { $in: bins(ids) };
  if (people === null) {
    const found = await asked(() => addressesIn(db).find({ group }).toArray());
    const emails = [...new Set(found.map(({ email }) => email))];
    const known = await asked(() =>
      peopleIn(db)
        .find({ email: { $in: emails } })
        .toArray(),
    );
    return joined(found, known);
  }
  const known = await asked(() =>
    peopleIn(db)
      .find({ _id: { $in: bins(people) } })
      .toArray(),
  );
  const emails = known.flatMap(({ email }) => email ?? []);
  const found = await asked(() =>
    addressesIn(db)
      .find({ group, email: { $in: emails } })
      .toArray(),
  );
  return joined(found, known);
}

function joined(
  found: readonly AddressDoc[],
  people: readonly { readonly _id: Binary; readonly email?: string }[],
): readonly GroupMember[] {
  const byEmail = new Map(people.map(({ _id, email }) => [email, mustPersonId(_id.value())]));
  return found.flatMap(({ _id, group, email, at, settings = [] }) => {
    const person = byEmail.get(email);
    return person === undefined
      ? []
      : [{ group: idOf(group), person, entry: idOf(_id), at, kept: settings.map(mustBeKept) }];
  });
}

type OfGrants = Pick<
  GroupStore,
  'putGroupGrant' | 'removeGroupGrant' | 'groupsOn' | 'groupGrantsOf' | 'groupGrantsFor' | 'openedBy'
>;

function grants(db: Db): OfGrants {
  const all = grantsIn(db);
  const on = async (maps: readonly MapId[]): Promise<readonly GroupGrant[]> =>
    await readAll(all.find({ map: { $in: bins(maps) } }).sort({ at: 1, group: 1 }), toGrant);
  const together = new Together<MapId, readonly GroupGrant[]>(async (maps) => {
    const byMap = Map.groupBy(await on(maps), ({ map }) => map);
    return (map) => byMap.get(map) ?? [];
  });
  return {
    putGroupGrant: async ({ group, map, role, at }) => {
      const update = { $set: { role }, $setOnInsert: { map: bin(map), group: bin(group), at } };
      await upserted(() => all.updateOne({ _id: bin(map, group) }, update, { upsert: true }));
    },
    removeGroupGrant: async (group, map) => {
      await asked(() => all.deleteOne({ _id: bin(map, group) }));
      await asked(() => noticesIn(db).deleteMany({ group: bin(group), map: bin(map) }));
    },
    groupsOn: async (maps) => {
      const [map, ...others] = maps;
      return await withGroups(db, map !== undefined && others.length === 0 ? await together.of(map) : await on(maps));
    },
    groupGrantsOf: async (ids) =>
      await readAll(all.find({ group: { $in: bins(ids) } }).sort({ at: -1, map: 1 }), toGrant),
    groupGrantsFor: async (person) => {
      const email = (await asked(() => peopleIn(db).findOne({ _id: bin(person) })))?.email;
      if (email === undefined) return [];
      const own = await asked(() => addressesIn(db).find({ email }).toArray());
      const some = { group: { $in: own.map(({ group }) => group) } };
      return await withGroups(db, await readAll(all.find(some).sort({ at: 1, group: 1 }), toGrant));
    },
    openedBy: async (maps, people) => {
      const keys = people.flatMap((person) => maps.map((map) => bin(person, map)));
      return await readAll(openedIn(db).find({ _id: { $in: keys } }), (doc) => {
        const entry = doc.entry == null ? null : idOf(doc.entry);
        return { map: mustMapId(doc.map.value()), person: mustPersonId(doc.person.value()), entry };
      });
    },
  };
}

/** The grants with their groups; of one that is gone nothing counts. */
async function withGroups(db: Db, all: readonly GroupGrant[]): Promise<readonly GivenGroup[]> {
  if (all.length === 0) return [];
  const ids = [...new Set(all.map(({ group }) => group))];
  const maps = [...new Set(all.map(({ map }) => map))];
  const [found, letting] = await Promise.all([
    readAll(groupsIn(db).find({ _id: { $in: bins(ids) } }), toGroup),
    readAll(mapsIn(db).find({ _id: { $in: bins(maps) }, mayEditorsInvite: true }), ({ _id }) => idOf(_id)),
  ]);
  const byId = new Map(found.map((group) => [group.id, group]));
  const lets = new Set(letting);
  return all.flatMap((grant) => {
    const group = byId.get(grant.group);
    if (group === undefined) return [];
    return [{ ...grant, owner: group.owner, name: group.name, mayEditorsInvite: lets.has(grant.map) }];
  });
}

function notices(db: Db): GroupNoticeStore {
  const all = noticesIn(db);
  return {
    addGroupNotices: async (given) => {
      for (const { id, group, map, email, at, dueAt } of given) {
        const doc = { _id: bin(id), group: bin(group), map: bin(map), email, at, dueAt };
        await unlessDuplicate(() => all.insertOne(doc));
      }
    },
    dueGroupNotices: async (nowMs, limit) => {
      const found = all.find({ dueAt: { $lte: nowMs } }).sort({ dueAt: 1, _id: 1 });
      return await readAll(found.limit(limit), toNotice);
    },
    postponeGroupNotices: async (ids, dueAt) => {
      await asked(() => all.updateMany({ _id: { $in: bins(ids) } }, { $set: { dueAt } }));
    },
    removeGroupNotices: async (ids) => {
      await asked(() => all.deleteMany({ _id: { $in: bins(ids) } }));
    },
  };
}

function mapOf({ map }: { readonly map: Binary }): MapId {
  return mustMapId(map.value());
}

function toGroup({ _id, owner, name, createdAt }: GroupDoc): Group {
  return { id: idOf(_id), owner: mustPersonId(owner.value()), name, createdAt };
}

function toAddress({ _id, group, email, at }: AddressDoc): GroupAddress {
  return { id: idOf(_id), group: idOf(group), email, at };
}

function toNotice(doc: NoticeDoc): GroupNotice {
  return { ...toAddress(doc), map: mapOf(doc), dueAt: doc.dueAt };
}

function toGrant(doc: GrantDoc): GroupGrant {
  return { group: idOf(doc.group), map: mapOf(doc), role: doc.role, at: doc.at };
}
