import type { MapRole } from '@bough/contracts';
import type { Binary, Collection, Db, Filter } from 'mongodb';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { openedIn } from '../maps/mongo-opened.ts';
import { asked, readAll, unlessDuplicate, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { type Grant, type NewGrant, wholeGrant } from './grant-store.ts';

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
  /** Absent: false. */
  readonly mayReadPast?: boolean;
  readonly isInvited?: boolean;
  readonly isSet?: boolean;
  /** Absent: it does not end. */
  readonly until?: number | null;
  /** Absent: nothing stays. */
  readonly later?: MapRole | null;
}

/** The grants of a person, a map or a link. */
export async function findGrants(db: Db, filter: Filter<GrantDoc>): Promise<Grant[]> {
  return await readAll(grantsIn(db).find(filter), toGrant);
}

/** Gives the grant, or changes the same one. */
export async function putGrant(db: Db, grant: NewGrant): Promise<void> {
  const { _id, ...set } = grantDoc(grant);
  await upserted(() => grantsIn(db).updateOne({ _id }, { $set: set }, { upsert: true }));
  await putGiven(db, grant);
}

/**
 * Puts the grant in the place of this one, which is as it was read, or of none; null: removes it. false: somebody else has changed it since.
 */
export async function tryReplaceGrant(db: Db, known: GrantDoc | null, grant: NewGrant | null): Promise<boolean> {
  const all = grantsIn(db);
  if (grant === null) {
    return known === null || (await asked(() => all.deleteOne(asKept(known)))).deletedCount === 1;
  }
  if (known === null) return (await unlessDuplicate(() => all.insertOne(grantDoc(grant)))) !== null;
  const { _id, ...set } = grantDoc(grant);
  return (await asked(() => all.updateOne(asKept(known), { $set: set }))).matchedCount === 1;
}

/** Finds the record only while it is as it was read. */
function asKept({ _id, role, at, mayCopy, mayReadPast, isInvited, isSet, until, later }: GrantDoc): Filter<GrantDoc> {
  return {
    ...{ _id, role, at, mayCopy: orAbsent(mayCopy), mayReadPast: orAbsent(mayReadPast) },
    ...{ isInvited: orAbsent(isInvited), isSet: orAbsent(isSet), until: orAbsent(until), later: orAbsent(later) },
  };
}

function orAbsent<T>(value: T | undefined): T | { readonly $exists: boolean } {
  return value === undefined ? { $exists: false } : value;
}

/** What nobody has opened yet stands in lists where it was given. */
export async function putGiven(db: Db, { map, person, at }: Pick<Grant, 'map' | 'person' | 'at'>): Promise<void> {
  const first = { person: bin(person), map: bin(map), at };
  const _id = bin(person, map);
  await upserted(() => openedIn(db).updateOne({ _id }, { $setOnInsert: first }, { upsert: true }));
}

/** Takes the grants back. */
export async function removeGrants(db: Db, filter: Filter<GrantDoc>): Promise<void> {
  await asked(() => grantsIn(db).deleteMany(filter));
}

/** The grants. */
export function grantsIn(db: Db): Collection<GrantDoc> {
  return db.collection<GrantDoc>('grants');
}

/** The grant as it is kept. */
export function grantDoc(grant: NewGrant): GrantDoc {
  const { map, person, link, ...said } = wholeGrant(grant);
  const _id = link === null ? bin(map, person) : bin(map, person, link);
  const kept = link === null ? null : bin(link);
  return { _id, map: bin(map), person: bin(person), link: kept, ...said };
}

/** The grant that was kept. */
export function toGrant(doc: GrantDoc): Grant {
  const { role, at, mayCopy = true, mayReadPast = false, isInvited = false, isSet = false } = doc;
  const { until = null, later = null } = doc;
  const [map, person] = [mustMapId(doc.map.value()), mustPersonId(doc.person.value())];
  const link = doc.link === null ? null : idOf(doc.link);
  return { map, person, role, link, at, mayCopy, mayReadPast, isInvited, isSet, until, later };
}
