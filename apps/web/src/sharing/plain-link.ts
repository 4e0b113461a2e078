import type { LinkRole, ShareLink } from '@bough/contracts';

/** The link that "Copy link" gives: of that role, for anybody, without an end, and one that can be shown; null when it must be made first. */
export function plainLink(links: readonly ShareLink[], role: LinkRole): ShareLink | null {
  const fitting = links.filter((link) => link.role === role && link.secret !== null);
  return fitting.find((link) => !link.needsSignIn && link.expiresAt === null && isUsual(link)) ?? null;
}

/** What a link lets do that is made without a word about it. */
export const USUAL = { needsSignIn: false, mayCopy: true, mayReadPast: false, expiresAt: null } as const;

function isUsual({ role, mayCopy, mayReadPast }: ShareLink): boolean {
  return role === 'edit' || (mayCopy && !mayReadPast);
}

/** The role that is offered first: that of the link which is there already, as most want the same again. */
export function roleFirst(links: readonly ShareLink[]): LinkRole {
  return ROLES.find((role) => plainLink(links, role) !== null) ?? 'edit';
}

/** What a link may let people do, the most first. */
export const ROLES: readonly LinkRole[] = ['edit', 'comment', 'view'];

/** The address behind which a link's secret opens the map. */
export function addressOfLink(secret: string, origin: string): string {
  return `${origin}/join#${secret}`;
}
