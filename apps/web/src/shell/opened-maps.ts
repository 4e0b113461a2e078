import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { keep, readKept } from './kept.ts';

// Fetched once home stands. The maps that were open in this browser, by their names: home lists them while no server says which there are. Written by the screen of a
// map (map/keep-opened.ts), as `MOMENT ROLE TITLE`; anything else for a map that the person has no more, so that nothing of it is listed.

const KIND = 'bough.opened';
const ROLES = ['own', 'edit', 'comment', 'view'] as const satisfies readonly MapRole[];

/** A map that a person had open here. */
export interface OpenedMap {
  readonly map: MapId;
  readonly title: string;
  readonly role: MapRole;
  /** When it was opened, or named otherwise, here. */
  readonly at: number;
}

/** The person has the map no more. */
function dropOpened(person: PersonId, map: MapId): void {
  keep(nameOf({ person, map }), '');
}

/** What the person had open here; null: they have it no more. */
export function openedMaps(person: PersonId): ReadonlyMap<MapId, OpenedMap | null> {
  const opened = new Map<MapId, OpenedMap | null>();
  for (const { map, person: whose } of namesKept()) {
    if (whose !== person) continue;
    const record = readRecord(readKept(nameOf({ person, map })));
    opened.set(map, record === null ? null : { map, ...record });
  }
  return opened;
}

/** At that moment the server has listed these as all maps of the person: the names of others do not stay, and nothing of other people. */
export function settleOpened(person: PersonId, listed: ReadonlySet<MapId>, at: number): void {
  const opened = openedMaps(person);
  for (const record of opened.values()) {
    if (record !== null && record.at < at && !listed.has(record.map)) dropOpened(person, record.map);
  }
  // What they had no more, and have again, is known of from the list.
  forgetKept((name) => name.person !== person || (opened.get(name.map) === null && listed.has(name.map)));
}

/** Nothing is remembered any more, of anybody. */
export function forgetOpened(): void {
  forgetKept(() => true);
}

interface KeptName {
  readonly person: PersonId;
  readonly map: MapId;
}

/** Of which maps something is remembered, and for whom, as kept-by-map.ts lists them. */
function namesKept(): readonly KeptName[] {
  return (readKept(KIND) ?? '').split(' ').flatMap((name) => {
    const [person, map] = name.split('.');
    return person !== undefined && map !== undefined ? [{ person: person as PersonId, map: map as MapId }] : [];
  });
}

function forgetKept(isMeant: (name: KeptName) => boolean): void {
  const stays: string[] = [];
  for (const name of namesKept()) {
    const text = `${name.person}.${name.map}`;
    if (isMeant(name)) keep(nameOf(name), null);
    else stays.push(text);
  }
  keep(KIND, stays.length === 0 ? null : stays.join(' '));
}

function nameOf({ person, map }: KeptName): string {
  return `${KIND}.${person}.${map}`;
}

function readRecord(text: string | null): Omit<OpenedMap, 'map'> | null {
  const [, at, said, title = ''] = /^(\d+) (\w+) (.*)$/s.exec(text ?? '') ?? [];
  const role = ROLES.find((each) => each === said);
  return at === undefined || role === undefined ? null : { title, role, at: Number(at) };
}
