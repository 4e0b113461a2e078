import type { MapId, Random } from '@bough/base';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { freeName } from '../../people/names.ts';

/** Two guests who come at once may see each other and both take another name, and so again, but hardly this often. */
const ATTEMPTS = 8;

/** Gives a guest of the map another name while somebody else of the map has theirs. The grant is there already: of two who come at once one sees the other. */
export async function differ(
  { metadata, random }: { readonly metadata: Metadata; readonly random: Random },
  map: MapId,
  guest: Person,
): Promise<Person> {
  if (guest.email !== null) return guest;
  let named = guest;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const grants = await metadata.grantsOnMaps([map]);
    const others = [...new Set(grants.map(({ person }) => person))].filter((id) => id !== guest.id);
    const taken = new Set((await metadata.people(others)).map(({ name }) => name));
    const name = freeName(named.name, taken, random);
    if (name === named.name) break;
    named = { ...named, name };
    await metadata.setPersonFacts(guest.id, { name, hue: guest.hue });
  }
  return named;
}
