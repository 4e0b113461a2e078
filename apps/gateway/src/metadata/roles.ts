import type { LinkRole, MapRole } from '@bough/contracts';

/** What somebody is given on a map, and when it is to be looked up again; null: it does not end by itself. */
export interface GivenRole {
  readonly role: LinkRole;
  readonly endsAt: number | null;
}

const RANK: Readonly<Record<MapRole, number>> = { view: 1, comment: 2, edit: 3, own: 4 };

/** The strongest of the roles, or null when there is none. */
export function strongest<R extends MapRole>(roles: Iterable<R>): R | null {
  let best: R | null = null;
  for (const role of roles) if (best === null || RANK[role] > RANK[best]) best = role;
  return best;
}

/** Whether the role is at least the other. */
export function isAtLeast(role: MapRole, need: MapRole): boolean {
  return RANK[role] >= RANK[need];
}

/** The role that the text is; anything else is a damaged record. */
export function mustRole(text: unknown): MapRole {
  if (text === 'view' || text === 'comment' || text === 'edit' || text === 'own') return text;
  throw new Error(`a damaged record: no role is called ${String(text)}`);
}

/** The role of a link or a folder that the text is; anything else is a damaged record. */
export function mustLinkRole(text: unknown): LinkRole {
  const role = mustRole(text);
  if (role === 'own') throw new Error('a damaged record: nobody owns by a link');
  return role;
}
