import { docstoreRoutes } from '@bough/contracts';
import type { Caller, RequestContext } from '@bough/service';
import type { MapListing } from '../metadata/maps/map-store.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Person } from '../metadata/people/people-store.ts';
import { fileNameOf, type ZipEntry } from './zip.ts';

const READ_ME = `What Bough keeps about you.

person.json    you: name, address, and how you sign in (passwords are not in it)
sessions.json  the browsers where you are signed in
maps.json      the maps that you may open, with your role on each and the file it is in
maps/          each of these maps as Bough keeps it: JSON, with every item, link, comment and note
`;

/** Everything that is kept about the person, and every map that they may open, one file at a time. */
export async function* accountEntries(
  person: Person,
  parts: { readonly metadata: Metadata; readonly docstore: Pick<Caller, 'call'>; readonly now: number },
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
  const maps = await metadata.mapsOf(person.id);
  const named = maps.map((map) => ({ map, name: `maps/${fileNameOf(map.title)} ${map.id}.json` }));
  yield file('maps.json', json(named.map(({ map, name }) => aboutMap(map, name))));
  for (const { map, name } of named) {
    const bytes = await wholeMap(map, parts.docstore, context);
    if (bytes !== null) yield { name, bytes, at: map.openedAt };
  }
}

async function aboutPerson(person: Person, metadata: Metadata): Promise<unknown> {
  const { id, name, email, createdAt } = person;
  const { password, provider, isOwner } = await metadata.account(id);
  const ways = { password: password !== null, provider: provider !== null };
  return { id, name, email, created: day(createdAt), signsInWith: ways, ownsThisBough: isOwner };
}

function aboutMap(map: MapListing, file: string): unknown {
  const { id, title, role, createdAt, openedAt } = map;
  return { id, title, role, created: day(createdAt), opened: day(openedAt), file };
}

/** null: the map is gone, which must not cost the person the others. */
async function wholeMap(
  map: MapListing,
  docstore: Pick<Caller, 'call'>,
  context: RequestContext,
): Promise<Uint8Array | null> {
  const params = { map: map.id, at: null, known: null, encoding: null };
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
