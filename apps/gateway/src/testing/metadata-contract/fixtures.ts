import { makeIds, type MapId, must, ok, err, parseMapId, parsePersonId, type PersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import type { MapRole } from '@bough/contracts';
import type { Folder } from '../../metadata/folders/folder-store.ts';
import type { LinkRecord } from '../../metadata/links/link-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { strongest } from '../../metadata/roles.ts';
import type { PasskeyRecord } from '../../metadata/passkeys/passkey-store.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { hashSecret } from '../../secrets/secrets.ts';

/** Ids that no other test has. */
export const ids = makeIds(new VirtualClock(), seededRandom(1));
/** A moment. */
export const AT = 1_700_000_000_000;
/** How many do something at once. */
export const RACERS = 20;

/** A person id that no other test has. */
export function newPersonId(): PersonId {
  const id = parsePersonId(ids.long());
  return must(id === null ? err('long ids are person ids') : ok(id));
}
/** A map id that no other test has. */
export function newMapId(): MapId {
  const id = parseMapId(ids.long());
  return must(id === null ? err('long ids are map ids') : ok(id));
}
/** A guest. */
export function guest(): Person {
  return { id: newPersonId(), name: 'Ada', email: null, hue: 3, createdAt: AT };
}
/** The hash of a secret that no other test has. */
export function newHash(): string {
  return hashSecret(ids.long());
}
/** An address that no other test has. */
export function newAddress(): string {
  return `${ids.short().toLowerCase()}@example.test`;
}
/** Does it many times at once. */
export async function race<T>(run: (racer: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: RACERS }, (_each, racer) => run(racer)));
}

/** A link that no other test has. */
export function newLink(map: MapId, change: Partial<LinkRecord> = {}): LinkRecord {
  const open = { needsSignIn: false, mayCopy: true, mayReadPast: false, expiresAt: null };
  return { id: ids.long(), map, hash: newHash(), role: 'view', createdAt: AT, ...open, ...change };
}
/** What the grants of the person on the map add up to. */
export async function roleOn(store: Metadata, map: MapId, person: PersonId): Promise<MapRole | null> {
  return strongest((await store.grantsOn(map, person)).map(({ role }) => role));
}
/** A folder that no other test has. */
export function newFolder(owner: PersonId, change: Partial<Folder> = {}): Folder {
  return { id: ids.long(), owner, parent: null, name: 'Folder', createdAt: AT, ...change };
}

/** A passkey that no other test has. */
export function newPasskey(person: PersonId, change: Partial<PasskeyRecord> = {}): PasskeyRecord {
  return {
    ...{
      id: ids.long(),
      person,
      hash: newHash(),
      credential: 'Y3JlZGVudGlhbA',
      key: 'a2V5',
      algorithm: -7,
      counter: 0,
    },
    ...{ transports: ['internal', 'hybrid'], name: 'My phone', maySync: true, createdAt: AT, usedAt: null },
    ...change,
  };
}
