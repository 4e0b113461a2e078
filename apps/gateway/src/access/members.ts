import type { PersonId } from '@bough/base';
import { type MapRole, type Member, MEMBERS_MOST } from '@bough/contracts';
import type { Grant } from '../metadata/grants/grant-store.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { isAtLeast } from '../metadata/roles.ts';

const ENDED_MOST = 500;

/** One reason why somebody is a member. */
export interface Reason {
  readonly person: PersonId;
  readonly role: MapRole;
  readonly by: Member['by'];
  /** The group that it is by; null: it is by something else. */
  readonly group: Member['group'];
  /** Whether whoever shares knows the person's address: they were invited by it. */
  readonly isInvited: boolean;
  /** When it ends, or ended; null: it does not. */
  readonly until: number | null;
}

/** Why people may open the map, by its grants. */
export function reasonsOf(grants: readonly Grant[]): readonly Reason[] {
  return grants.map(({ person, role, link, isInvited, until }) => {
    return { person, role, by: link === null ? 'person' : 'link', group: null, isInvited, until };
  });
}

/** Each person once, with the strongest reason, owners first, then in the order of the reasons. Whom it is told: see `shownTo`. */
export async function membersOf(metadata: Metadata, reasons: readonly Reason[]): Promise<readonly Member[]> {
  const strongest = new Map<PersonId, Reason>();
  for (const reason of reasons) {
    const known = strongest.get(reason.person);
    if (known === undefined || isBetter(reason, known)) strongest.set(reason.person, reason);
  }
  const people = await metadata.people([...strongest.keys()]);
  const byId = new Map(people.map((person) => [person.id, person]));
  const members = [...strongest.values()].flatMap(({ person: id, role, by, group, until }) => {
    const person = byId.get(id);
    if (person === undefined) return [];
    const { name, hue, email } = person;
    return [{ person: { id, name, hue }, email, isGuest: email === null, role, by, group, until }];
  });
  return [...members.filter(({ role }) => role === 'own'), ...members.filter(({ role }) => role !== 'own')];
}

/** Whether it lets do more than the other, or as much for longer. */
function isBetter(reason: Reason, other: Reason): boolean {
  if (reason.role !== other.role) return isAtLeast(reason.role, other.role);
  return other.until !== null && (reason.until === null || reason.until > other.until);
}

/** Those whose own access has ended, and who have no other: who ended last first. */
export async function endedOn(
  metadata: Metadata,
  grants: readonly Grant[],
  living: readonly Reason[],
  nowMs: number,
): Promise<readonly Member[]> {
  const here = new Set(living.map(({ person }) => person));
  const over = grants.filter(({ link, until, person }) => {
    return link === null && until !== null && until <= nowMs && !here.has(person);
  });
  const members = await membersOf(metadata, reasonsOf(over));
  return members.toSorted((a, b) => (b.until ?? 0) - (a.until ?? 0)).slice(0, ENDED_MOST);
}

/** The members as whoever shares sees them: with the addresses that they know already, and no more than an answer has room for. */
export function shownTo(asker: PersonId, members: readonly Member[], reasons: readonly Reason[]): readonly Member[] {
  const known = new Set(reasons.filter(({ isInvited }) => isInvited).map(({ person }) => person));
  known.add(asker);
  return members
    .slice(0, MEMBERS_MOST)
    .map((member) => (known.has(member.person.id) ? member : { ...member, email: null }));
}
