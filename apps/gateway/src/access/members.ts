import type { MapId, PersonId } from '@bough/base';
import type { MapRole, Member } from '@bough/contracts';
import type { Grant } from '../metadata/grants/grant-store.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { isAtLeast } from '../metadata/roles.ts';

/** One reason why somebody is a member. */
export interface Reason {
  readonly person: PersonId;
  readonly role: MapRole;
  readonly by: Member['by'];
  /** Whether whoever shares knows the person's address: they were invited by it. */
  readonly isInvited: boolean;
}

/** Why people may open the map, by its grants. */
export function reasonsOf(grants: readonly Grant[]): readonly Reason[] {
  return grants.map(({ person, role, link, isInvited }) => {
    return { person, role, by: link === null ? 'person' : 'link', isInvited };
  });
}

/** Each person once, with the strongest reason, owners first, then in the order of the reasons. Whom it is told: see `shownTo`. */
export async function membersOf(metadata: Metadata, reasons: readonly Reason[]): Promise<readonly Member[]> {
  const strongest = new Map<PersonId, Reason>();
  for (const reason of reasons) {
    const known = strongest.get(reason.person);
    if (known === undefined || !isAtLeast(known.role, reason.role)) strongest.set(reason.person, reason);
  }
  const people = await metadata.people([...strongest.keys()]);
  const byId = new Map(people.map((person) => [person.id, person]));
  const members = [...strongest.values()].flatMap(({ person: id, role, by }) => {
    const person = byId.get(id);
    if (person === undefined) return [];
    const { name, hue, email } = person;
    return [{ person: { id, name, hue }, email, isGuest: email === null, role, by }];
  });
  return [...members.filter(({ role }) => role === 'own'), ...members.filter(({ role }) => role !== 'own')];
}

/** The members as whoever shares sees them: with the addresses that they know already. */
export function shownTo(asker: PersonId, members: readonly Member[], reasons: readonly Reason[]): readonly Member[] {
  const known = new Set(reasons.filter(({ isInvited }) => isInvited).map(({ person }) => person));
  known.add(asker);
  return members.map((member) => (known.has(member.person.id) ? member : { ...member, email: null }));
}

/** Whether the person has a grant on the map. */
export async function isMember(metadata: Metadata, map: MapId, person: PersonId): Promise<boolean> {
  return (await metadata.grantsOn(map, person)).length > 0;
}
