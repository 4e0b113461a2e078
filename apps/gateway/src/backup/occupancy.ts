import { parsePersonId, type PersonId } from '@bough/base';
import type { Metadata } from '../metadata/metadata.ts';
import type { StoredRecord } from '../metadata/records/tables.ts';
import { byTable } from './select-records.ts';

// Who is there before everything is restored. Somebody who starts Bough anew, looks, and finds it empty, is there already, and so is who
// came by meanwhile: they are in nobody's way. Where people with an address have maps, it is either this same Bough, whose lists are left as they
// are, or another one, to which nothing is added.

/** What a place is to a backup. */
export type Occupancy =
  | { readonly kind: 'empty' } // nobody was there
  | { readonly kind: 'visited'; readonly replaced: readonly PersonId[] } // nobody who has maps; of `replaced` the backup has the accounts
  | { readonly kind: 'same' } // the lists that the backup is of
  | { readonly kind: 'other'; readonly why: string }; // the lists of others

type Records = ReturnType<typeof byTable>;

/** Looks at everything that lists have here, and compares it with what the backup has. */
export async function occupancyOf(metadata: Metadata, backup: Records): Promise<Occupancy> {
  if (await metadata.isEmpty()) return { kind: 'empty' };
  const all: StoredRecord[] = [];
  for await (const record of metadata.records()) all.push(record);
  const here = byTable(all);
  const maps = new Set(idsOf(here, 'maps'));
  const [theirMaps, theirPeople] = [idsOf(backup, 'maps'), new Set(idsOf(backup, 'people'))];
  const isKnown = idsOf(here, 'people').some((person) => theirPeople.has(person));
  if (maps.size > 0 && (isKnown || theirMaps.some((map) => maps.has(map)))) return { kind: 'same' };
  const people = (here.get('people') ?? []).map(({ values }) => values);
  const owners = ownersAmong(here);
  const working = people.filter(({ id, email }) => typeof email === 'string' && owners.has(String(id)));
  if (working.length > 0) {
    const who = working.map(({ email }) => String(email)).join(', ');
    return {
      kind: 'other',
      why: `there are maps already that the backup does not know (of ${who}). Restore everything to a folder of its own (BOUGH_DATA), or single maps and people: --map ID, --person ADDRESS`,
    };
  }
  const addresses = new Set((backup.get('people') ?? []).map(({ values }) => values['email'] ?? null));
  const replaced = people.flatMap(({ id, email = null }) => {
    const isReplaced = email !== null && addresses.has(email) && !theirPeople.has(String(id));
    return isReplaced ? (parsePersonId(String(id)) ?? []) : [];
  });
  return { kind: 'visited', replaced };
}

function idsOf(records: Records, table: 'maps' | 'people'): readonly string[] {
  return (records.get(table) ?? []).map(({ values }) => String(values['id']));
}

function ownersAmong(records: Records): ReadonlySet<string> {
  const own = (records.get('grants') ?? []).filter(({ values }) => values['role'] === 'own');
  return new Set(own.map(({ values }) => String(values['person'])));
}
