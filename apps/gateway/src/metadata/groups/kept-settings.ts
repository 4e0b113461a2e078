import { type MapId, parseMapId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';
import { type Grant, isRemoval } from '../grants/grant-store.ts';
import { isAtLeast, mustRole } from '../roles.ts';

// What owners set for a person counts before what groups give. When their account ends, or takes another address, it is kept beside the
// address in the list of each group that has a role on the map: who has the address next is in that group again. It goes with the
// address's place in the list, and once somebody has taken the address.

/** What an owner of the map set for the person who had the address. */
export type KeptSetting = Pick<Grant, 'map' | 'role' | 'at' | 'until' | 'later'>;

/** The setting as it is kept. */
export function keptText({ map, role, at, until, later }: KeptSetting): string {
  return JSON.stringify([map, role, at, until, later]);
}

/** The setting that was kept. */
export function mustBeKept(text: string): KeptSetting {
  const parts: unknown = JSON.parse(text);
  const [id, role, at, until, later] = isList(parts) ? parts : [];
  const map = typeof id === 'string' ? parseMapId(id) : null;
  if (map === null || typeof at !== 'number' || (until !== null && typeof until !== 'number')) {
    throw new Error('a damaged record: not a setting of an owner');
  }
  return { map, role: mustRole(role), at, until, later: later === null ? null : mustRole(later) };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * What of these is set for the person who has the address now, once for each map. It gives nothing: it only limits what groups with this
 * address give on the map, and where none of them has a role there, a removal alone stays.
 */
export function settingsToTake(
  kept: readonly KeptSetting[],
  byGroups: (map: MapId) => LinkRole | null,
): readonly KeptSetting[] {
  const last = new Map(kept.toSorted((a, b) => a.at - b.at).map((each) => [each.map, each]));
  return [...last.values()].flatMap((setting) => {
    const given = byGroups(setting.map);
    if (isRemoval(setting)) return [setting];
    if (given === null || (setting.until === null && isAtLeast(setting.role, given))) return [];
    const [role, later] = [atMost(setting.role, given), setting.later === null ? null : atMost(setting.later, given)];
    return [{ ...setting, role, later }];
  });
}

function atMost(role: KeptSetting['role'], most: LinkRole): KeptSetting['role'] {
  return isAtLeast(role, most) ? most : role;
}
