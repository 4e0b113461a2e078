import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';

// What the gateway must remember about people and maps, and nothing of what stands in the maps. Two implementations, one
// contract suite. Every method is one atomic step; ids are 16 bytes in the database and 22 characters here.

export interface Person {
  readonly id: PersonId;
  readonly name: string;
  /** In lower case; null: a guest. */
  readonly email: string | null;
  readonly hue: number;
  readonly createdAt: number;
}

/** Asked for by mail, used once. The token itself is never kept. */
export interface SignIn {
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
  readonly email: string;
  /** Which browser asked; only it may use the token. */
  readonly browser: string;
  readonly expiresAt: number;
}
export type UsedSignIn =
  | { readonly kind: 'used'; readonly email: string }
  | { readonly kind: 'wrong-browser' | 'gone' };

export interface MapRecord {
  readonly id: MapId;
  /** As last seen; the document has the truth. */
  readonly title: string;
  readonly createdAt: number;
}
export interface MapListing extends MapRecord {
  readonly role: MapRole;
  readonly openedAt: number;
}

/** One reason why a person may open a map. With several, the strongest role counts. */
export interface Grant {
  readonly map: MapId;
  readonly person: PersonId;
  readonly role: MapRole;
  /** The share link that gave it, and takes it back when revoked; null: given for itself. */
  readonly link: string | null;
  readonly at: number;
}

export interface LinkRecord {
  readonly id: string;
  readonly map: MapId;
  /** SHA-256 of the secret, base64url. */
  readonly hash: string;
  readonly role: 'view' | 'edit';
  readonly createdAt: number;
}

/** What ends sessions before their time: one session, or all of a person's that are older than an epoch. */
export type Revocation =
  | { readonly kind: 'session'; readonly session: string; readonly at: number }
  | { readonly kind: 'person'; readonly person: PersonId; readonly epoch: number; readonly at: number };

/** The port. Rejects with GatewayFailure 'metadata' when the database cannot be reached. */
export interface Metadata {
  addPerson(person: Person): Promise<void>;
  person(id: PersonId): Promise<Person | null>;
  personByEmail(email: string): Promise<Person | null>;
  renamePerson(id: PersonId, name: string): Promise<void>;
  /** Gives a guest an address; false: somebody has it already, or the person has one. */
  tryClaimEmail(id: PersonId, email: string): Promise<boolean>;

  addSignIn(signIn: SignIn): Promise<void>;
  /** Uses the token up: of any number of calls at once, one answers 'used'. Another browser's call leaves it usable. */
  useSignIn(hash: string, browser: string, nowMs: number): Promise<UsedSignIn>;

  /** Keeps the map and its owner's grant. */
  addMap(map: MapRecord, owner: PersonId): Promise<void>;
  map(id: MapId): Promise<MapRecord | null>;
  setTitle(id: MapId, title: string): Promise<void>;
  /** Newest opened first. */
  mapsOf(person: PersonId): Promise<readonly MapListing[]>;
  /** The map as that person's list shows it; null when the person may not open it. */
  listing(map: MapId, person: PersonId): Promise<MapListing | null>;
  setOpened(map: MapId, person: PersonId, at: number): Promise<void>;

  /** Adding the same (map, person, link) again changes its role. */
  addGrant(grant: Grant): Promise<void>;
  role(map: MapId, person: PersonId): Promise<MapRole | null>;
  /** Everything that one person may open, the other may open from now on; the first keeps nothing. */
  moveGrants(from: PersonId, to: PersonId): Promise<void>;

  addLink(link: LinkRecord): Promise<void>;
  linksOf(map: MapId): Promise<readonly LinkRecord[]>;
  linkByHash(hash: string): Promise<LinkRecord | null>;
  /** Takes back every grant that the link gave. */
  revokeGrants(map: MapId, link: string): Promise<void>;
  /** Removes the link and every grant that it gave; answers who lost one, or null when there was no such link. */
  revokeLink(map: MapId, id: string): Promise<readonly PersonId[] | null>;

  addRevocation(revocation: Extract<Revocation, { readonly kind: 'session' }>): Promise<void>;
  /** Raises the person's epoch by one and keeps it as a revocation; answers the new epoch. */
  endSessions(person: PersonId, at: number): Promise<number>;
  revocations(sinceMs: number): Promise<readonly Revocation[]>;
  /** Forgets spent tokens and revocations that no living session can meet. */
  prune(signInsBefore: number, revocationsBefore: number): Promise<void>;

  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const RANK: Readonly<Record<MapRole, number>> = { view: 1, comment: 2, edit: 3, own: 4 };

/** The strongest of the roles, or null when there is none. */
export function strongest(roles: Iterable<MapRole>): MapRole | null {
  let best: MapRole | null = null;
  for (const role of roles) if (best === null || RANK[role] > RANK[best]) best = role;
  return best;
}

/** Each map once, with the strongest role and the last time of its entries; newest opened first. */
export function listedOnce(entries: Iterable<MapListing>): MapListing[] {
  const listings = new Map<MapId, MapListing>();
  for (const entry of entries) {
    const known = listings.get(entry.id) ?? entry;
    const role = isAtLeast(known.role, entry.role) ? known.role : entry.role;
    listings.set(entry.id, { ...entry, role, openedAt: Math.max(known.openedAt, entry.openedAt) });
  }
  return [...listings.values()].sort((a, b) => b.openedAt - a.openedAt);
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
