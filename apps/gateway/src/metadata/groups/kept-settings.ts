import { type MapId, parseMapId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';
import { type Grant, grantAt } from '../grants/grant-store.ts';
import { type GivenRole, isAtLeast, mustRole } from '../roles.ts';

// What owners set for a person counts before what groups give. When their account ends, or takes another address, it is kept beside the
// address in the list of each group that has a role on the map: it limits what groups give who has the address next. It is no grant, so
// that nobody is told of it, which would tell that somebody has an account with the address. It goes with the address's place in the list.

/** What an owner of the map set for a person who had the address. */
export type KeptSetting = Pick<Grant, 'map' | 'role' | 'until' | 'later'>;

/** What is kept beside an address: of each map what was set last, which is the person's own. */
export function keptTexts(known: readonly string[], own: readonly KeptSetting[]): readonly string[] {
  const last = new Map([...known.map(mustBeKept), ...own].map((each) => [each.map, each]));
  return [...last.values()].map(({ map, role, until, later }) => JSON.stringify([map, role, until, later]));
}

/** The setting that was kept. */
export function mustBeKept(text: string): KeptSetting {
  const parts: unknown = JSON.parse(text);
  const [id, role, until, later] = isList(parts) ? parts : [];
  const map = typeof id === 'string' ? parseMapId(id) : null;
  if (map === null || (until !== null && typeof until !== 'number')) {
    throw new Error('a damaged record: not a setting of an owner');
  }
  return { map, role: mustRole(role), until, later: later === null ? null : mustRole(later) };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** What of a group's role is left to somebody beside whose address this is kept; null: nothing. */
export function leftOf(
  { map, role }: { readonly map: MapId; readonly role: LinkRole },
  kept: readonly KeptSetting[],
  nowMs: number,
): GivenRole | null {
  const setting = kept.find((each) => each.map === map);
  if (setting === undefined) return { role, endsAt: null };
  const limit = grantAt(setting, nowMs);
  return limit === null ? null : { role: atMost(limit.role, role), endsAt: limit.until };
}

function atMost(role: KeptSetting['role'], most: LinkRole): LinkRole {
  return role === 'own' || isAtLeast(role, most) ? most : role;
}
