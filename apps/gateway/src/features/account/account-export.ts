import type { Clock } from '@bough/base';
import { type BellEntry, docstoreRoutes, type MapRole } from '@bough/contracts';
import type { Caller, RequestContext } from '@bough/service';
import { viewOf } from '../../access/shown.ts';
import type { Gifts } from '../../access/gifts.ts';
import type { MapAccess } from '../../access/map-access.ts';
import { bellOf, type BellParts } from '../bell/bell.ts';
import type { MapListing } from '../../metadata/maps/map-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { PasskeyRecord } from '../../metadata/passkeys/passkey-store.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import type { TokenRecord } from '../../metadata/tokens/token-store.ts';
import { fileNameOf, type ZipEntry } from './zip.ts';

const READ_ME = `What Bough keeps about you.

person.json    you: name, address, and how you sign in (no password, and no secret of an app, is in it)
sessions.json  the browsers where you are signed in
passkeys.json  your passkeys, by their names (what is kept of them lets nobody in)
picture.webp   your picture, if you have one
bell.json      what others did that you were told in the last 90 days, newest first
tokens.json    the access tokens of your programs (their secrets are kept nowhere)
maps.json      the maps that you may open, with your role on each and the file it is in; null: you may read it, but not take it away
groups.json    the groups that you have made: their names, and the addresses in them
watches.json   how often you get emails about changes, and the maps that you watch
maps/          each of the others as Bough keeps it: JSON, with every item, link, comment and note
`;

/** A map, and as whom the person takes it along; null: they may read it here, and not take it away. */
interface Taken {
  readonly map: MapListing;
  readonly role: MapRole;
  readonly name: string | null;
}
/** Rights are asked for so many maps at once. */
const TOGETHER = 50;

/** Everything that is kept about the person, and every map that they may take away, one file at a time. */
export async function* accountEntries(
  person: Person,
  parts: {
    readonly metadata: Metadata;
    readonly clock: Pick<Clock, 'now'>;
    readonly access: Pick<MapAccess, 'of' | 'rightsOfAll'>;
    readonly gifts: Pick<Gifts, 'peopleOn'>;
    readonly groups: BellParts['groups'];
    readonly folders: BellParts['folders'];
    readonly docstore: Pick<Caller, 'call'>;
    readonly now: number;
  },
  context: RequestContext,
): AsyncGenerator<ZipEntry> {
  const { metadata, now } = parts;
  const file = (name: string, text: string): ZipEntry => ({ name, bytes: Buffer.from(text), at: now });
  yield file('read-me.txt', READ_ME);
  yield file('person.json', json(await aboutPerson(person, metadata)));
  const sessions = await metadata.sessionRecords(person.id);
  yield file(
    'sessions.json',
    json(sessions.map(({ device, by, beganAt, seenAt }) => ({ device, by, began: day(beganAt), seen: day(seenAt) }))),
  );
  yield file('passkeys.json', json((await metadata.passkeysOf(person.id)).map(aboutPasskey)));
  yield file('tokens.json', json((await metadata.tokensOf(person.id)).map(aboutToken)));
  const picture = await metadata.picture(person.id);
  if (picture !== null) yield { name: 'picture.webp', bytes: picture.bytes, at: now };
  yield file('bell.json', json((await bellOf(parts, person.id)).map(aboutEntry)));
  const maps = await takenBy(person, parts);
  yield file('maps.json', json(maps.map(aboutMap)));
  yield file('groups.json', json(await aboutGroups(person, metadata)));
  yield file('watches.json', json(await aboutWatches(person, maps, metadata)));
  for (const { map, role, name } of maps) {
    if (name === null) continue;
    const bytes = await wholeMap(map, role, parts.docstore, context);
    if (bytes !== null) yield { name, bytes, at: map.openedAt };
  }
}

async function aboutPerson(person: Person, metadata: Metadata): Promise<unknown> {
  const { id, name, email, createdAt } = person;
  const { password, isOwner } = await metadata.account(id);
  const step = await metadata.secondStep(id);
  const on =
    step === null || step.onAt === null ? null : { since: day(step.onAt), recoveryCodesLeft: step.codes.length };
  const ways = { password: password !== null, provider: await metadata.hasProvider(id) };
  return { id, name, email, created: day(createdAt), signsInWith: ways, secondStep: on, ownsThisBough: isOwner };
}

/** Each map that the person may open at this moment, by grants or their own trash. */
async function takenBy(
  person: Person,
  { metadata, access }: { readonly metadata: Metadata; readonly access: Pick<MapAccess, 'of'> },
): Promise<readonly Taken[]> {
  const maps = await metadata.mapsOf(person.id);
  const taken: Taken[] = [];
  for (let at = 0; at < maps.length; at += TOGETHER) {
    const some = maps.slice(at, at + TOGETHER).map(async (map) => ({ map, ...(await access.of(map.id, person.id)) }));
    for (const { map, role, mayCopy, trashed } of await Promise.all(some)) {
      const present = role ?? (trashed === 'own' ? trashed : null);
      if (present === null) continue;
      const isTaken = mayCopy || trashed !== null;
      const name = isTaken ? `maps/${fileNameOf(map.title)} ${map.id}.json` : null;
      taken.push({ map, role: present, name });
    }
  }
  return taken;
}

async function aboutGroups(person: Person, metadata: Metadata): Promise<unknown> {
  const groups = await metadata.groupsOf(person.id);
  const addresses = Map.groupBy(await metadata.addressesIn(groups.map(({ id }) => id)), ({ group }) => group);
  return groups.map(({ id, name, createdAt }) => {
    return { name, created: day(createdAt), addresses: (addresses.get(id) ?? []).map(({ email }) => email) };
  });
}

/** Of a map that the person may not open now, its id alone. */
async function aboutWatches(person: Person, maps: readonly Taken[], metadata: Metadata): Promise<unknown> {
  const [wish, watches] = await Promise.all([metadata.watchWish(person.id), metadata.watchesOf(person.id)]);
  const titles = new Map(maps.map(({ map: { id, title } }) => [id, title]));
  return { emails: wish, maps: watches.map(({ map: id }) => ({ id, title: titles.get(id) ?? null })) };
}

function aboutEntry({ kind, at, isRead, by, map, title }: BellEntry): unknown {
  return { kind, at: day(at), isRead, by: by?.name ?? null, map, title };
}

function aboutPasskey({ name, maySync, createdAt, usedAt }: PasskeyRecord): unknown {
  return { name, maySync, created: day(createdAt), used: usedAt === null ? null : day(usedAt) };
}

function aboutToken({ name, scopes, createdAt, usedAt, expiresAt }: TokenRecord): unknown {
  const [used, ends] = [usedAt === null ? null : day(usedAt), expiresAt === null ? null : day(expiresAt)];
  return { name, scopes, created: day(createdAt), used, ends };
}

function aboutMap({ map, role, name: file }: Taken): unknown {
  const { id, title, createdAt, openedAt } = map;
  return { id, title, role, created: day(createdAt), opened: day(openedAt), file };
}

/** null: the map is gone, which must not cost the person the others. */
async function wholeMap(
  map: MapListing,
  role: MapRole,
  docstore: Pick<Caller, 'call'>,
  context: RequestContext,
): Promise<Uint8Array | null> {
  const params = { map: map.id, at: null, known: null, encoding: null, view: viewOf(role) };
  try {
    const answer = await docstore.call(docstoreRoutes.readDocument, { params }, context);
    return answer.kind === 'bytes' ? answer.bytes : null;
  } catch (error) {
    if (error instanceof Error && 'kind' in error && error.kind === 'absent') return null;
    throw error;
  }
}

function day(at: number): string {
  return new Date(at).toISOString();
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
