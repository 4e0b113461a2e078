// What a provider says of the groups that somebody is in, and what follows from it here: who may come in, and who owns this Bough. It is
// read anew at every sign-in, so that nobody keeps what the provider has taken away.

/** What the operator has said about a provider's groups. */
export interface GroupRules {
  /** Where they stand; dots lead into objects. */
  readonly claim: string;
  /** Whose people come in; null: everybody's. */
  readonly allowed: readonly string[] | null;
  /** Whose people own this Bough; null: groups make nobody an owner. */
  readonly owners: readonly string[] | null;
  /** Whether groups alone decide who is an owner, and not a command or the set-up link. */
  readonly areAll: boolean;
}

/** What is to become of somebody's ownership; null: it stays as it is. */
export type OwnerChange = 'make' | 'take' | null;

/** Whether anything depends on the groups at all. */
export function wantsGroups({ allowed, owners, areAll }: GroupRules): boolean {
  return allowed !== null || owners !== null || areAll;
}

/** The groups that the claims name: none where the claim is not there, or says something else. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, claim: string): readonly string[] {
  // A name with dots in it, as some providers demand of own claims (https://example.org/groups), comes before a path.
  const value = Object.hasOwn(claims, claim) ? claims[claim] : valueAt(claims, claim.split('.'));
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Whether somebody in these groups may come in. */
export function mayCome({ allowed }: GroupRules, groups: readonly string[]): boolean {
  return allowed === null || groups.some((each) => allowed.includes(each));
}

/** What becomes of an ownership, for somebody in these groups: one that this provider gave goes with the group. */
export function ownerChange(
  { owners, areAll }: GroupRules,
  groups: readonly string[],
  now: { readonly isOwner: boolean; readonly ownerBy: string | null; readonly provider: string },
): OwnerChange {
  if (owners !== null && groups.some((each) => owners.includes(each))) return now.isOwner ? null : 'make';
  const isTaken = now.isOwner && (areAll || now.ownerBy === now.provider);
  return isTaken ? 'take' : null;
}

function valueAt(claims: unknown, path: readonly string[]): unknown {
  let at = claims;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}
