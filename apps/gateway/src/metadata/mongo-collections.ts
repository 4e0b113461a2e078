import { parseBase64Url } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { Binary, type Collection, type Db } from 'mongodb';
import { idBytes, idText, mustMapId, mustPersonId } from './ids-in-bytes.ts';
import type { Grant, LinkRecord, MapRecord, Person, Revocation } from './metadata.ts';

// What MongoDB keeps, a collection for each kind of record. Ids and hashes are binary; records that are known by several ids
// have these, one after the other, as their _id, so that the primary index alone keeps each of them single.

export interface PersonDoc {
  readonly _id: Binary;
  readonly name: string;
  /** Absent for a guest: the unique index passes over those without. */
  readonly email?: string;
  readonly hue: number;
  readonly createdAt: number;
}
interface SignInDoc {
  /** The hash. */
  readonly _id: Binary;
  readonly email: string;
  readonly browser: string;
  readonly expiresAt: number;
  readonly used: boolean;
}
interface MapDoc {
  readonly _id: Binary;
  readonly title: string;
  readonly createdAt: number;
}
export interface GrantDoc {
  /** Map, person, link. */
  readonly _id: Binary;
  readonly map: Binary;
  readonly person: Binary;
  readonly link: Binary | null;
  readonly role: MapRole;
  readonly at: number;
}
interface OpenedDoc {
  /** Person, map. */
  readonly _id: Binary;
  readonly person: Binary;
  readonly map: Binary;
  readonly at: number;
}
export interface LinkDoc {
  readonly _id: Binary;
  readonly map: Binary;
  readonly hash: Binary;
  readonly role: 'view' | 'edit';
  readonly createdAt: number;
}
export interface RevocationDoc {
  /** The session, or the person. Both are unique ids, and never the same. */
  readonly _id: Binary;
  readonly kind: Revocation['kind'];
  readonly epoch: number;
  readonly at: number;
}

export interface Collections {
  readonly people: Collection<PersonDoc>;
  readonly signIns: Collection<SignInDoc>;
  readonly maps: Collection<MapDoc>;
  readonly grants: Collection<GrantDoc>;
  readonly opened: Collection<OpenedDoc>;
  readonly links: Collection<LinkDoc>;
  readonly revocations: Collection<RevocationDoc>;
}

/** The collections of the database, with every index that they need. */
export async function openCollections(db: Db): Promise<Collections> {
  const all: Collections = {
    people: db.collection('people'),
    signIns: db.collection('sign_ins'),
    maps: db.collection('maps'),
    grants: db.collection('grants'),
    opened: db.collection('opened'),
    links: db.collection('links'),
    revocations: db.collection('revocations'),
  };
  await all.people.createIndex({ email: 1 }, { unique: true, partialFilterExpression: { email: { $type: 'string' } } });
  await all.signIns.createIndex({ expiresAt: 1 });
  await all.grants.createIndex({ person: 1, map: 1 });
  await all.grants.createIndex({ map: 1, link: 1 });
  await all.opened.createIndex({ person: 1 });
  await all.links.createIndex({ map: 1 });
  await all.links.createIndex({ hash: 1 }, { unique: true });
  await all.revocations.createIndex({ at: 1 });
  return all;
}

/** The ids, one after the other, as they are kept. */
export function bin(...ids: readonly string[]): Binary {
  return new Binary(Buffer.concat(ids.map(idBytes)));
}

/** A hash as it is kept. */
export function hashBin(hash: string): Binary {
  return new Binary(parseBase64Url(hash) ?? new Uint8Array(0));
}

/** The id that is kept there. */
export function idOf(kept: Binary): string {
  return idText(kept.value());
}

/** Reads a person. */
export function toPerson(doc: PersonDoc): Person {
  const { name, email = null, hue, createdAt } = doc;
  return { id: mustPersonId(doc._id.value()), name, email, hue, createdAt };
}

/** Reads a map. */
export function toMap(doc: MapDoc): MapRecord {
  return { id: mustMapId(doc._id.value()), title: doc.title, createdAt: doc.createdAt };
}

/** Reads a grant. */
export function toGrant(doc: GrantDoc): Grant {
  const { role, at, link } = doc;
  const map = mustMapId(doc.map.value());
  return { map, person: mustPersonId(doc.person.value()), role, link: link === null ? null : idOf(link), at };
}

/** Reads a share link. */
export function toLink(doc: LinkDoc): LinkRecord {
  const { role, createdAt } = doc;
  return { id: idOf(doc._id), map: mustMapId(doc.map.value()), hash: idOf(doc.hash), role, createdAt };
}

/** Reads a revocation. */
export function toRevocation(doc: RevocationDoc): Revocation {
  const { kind, epoch, at } = doc;
  if (kind === 'session') return { kind, session: idOf(doc._id), at };
  return { kind, person: mustPersonId(doc._id.value()), epoch, at };
}
