import type { MapId, PersonId } from '@bough/base';
import { GROUPS, type MapRole } from '@bough/contracts';
import type { GroupAccess } from '../../access/group-access.ts';
import { isStillGiven } from '../../access/giving.ts';
import { type ReasonParts, reasonsOn } from '../../access/reasons-on.ts';
import { GatewayFailure, noSuchGroup } from '../../failure.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { GroupNotices } from '../groups/group-notices.ts';
import { mustOwnGroup, peopleIn } from '../groups/group-routes.ts';
import type { TellAccess } from '../rooms/rooms.ts';
import { mayInvite } from './inviting.ts';

export interface GivingParts extends ReasonParts {
  readonly groups: Pick<GroupAccess, 'groupsOn'>;
  readonly limits: Pick<RateLimits, 'mustTake'>;
  readonly tellAccess: TellAccess;
  readonly notices: Pick<GroupNotices, 'toldOf'>;
}

/** What groups have a role on. */
export function givingRoutes(parts: GivingParts): Pick<Handlers, 'giveToGroup' | 'takeFromGroup'> {
  const { metadata, clock } = parts;
  /** Who is in the group has another role, and so may everybody whose group somebody in it gave the map. */
  const tell = async (map: MapId, group: string): Promise<void> => {
    parts.tellAccess(map, await peopleIn(metadata, group));
    parts.tellAccess(map, null);
  };
  return {
    giveToGroup: async ({ params: { map, group: id }, body: { role }, person, rights }) => {
      const by = mustBePerson(person);
      const known = (await parts.groups.groupsOn(map)).find(({ group }) => group === id);
      // Of others' groups an owner changes what is given; nobody gives one that is not theirs.
      const isOthers = known !== undefined && known.owner !== by && rights.role === 'own';
      if (!isOthers) {
        await mustOwnGroup(metadata, id, by);
        await mustLetGive(parts, map, by, role);
        if (known === undefined) await mustTakeRoom(parts, map, id, by);
      }
      await metadata.putGroupGrant({ group: id, map, role, at: clock.now() });
      if (known === undefined) await parts.notices.toldOf(id, [map], null);
      await tell(map, id);
      return undefined;
    },
    takeFromGroup: async ({ params: { map, group: id }, person, rights }) => {
      const given = (await metadata.groupsOn([map])).find(({ group }) => group === id);
      const isOwn = given?.owner === mustBePerson(person);
      if (given === undefined || (!isOwn && rights.role !== 'own')) throw noSuchGroup();
      await metadata.removeGroupGrant(id, map);
      await tell(map, id);
      return undefined;
    },
  };
}

/** Throws 'denied' unless the person may invite to the map, with this role. */
async function mustLetGive(parts: ReasonParts, map: MapId, person: PersonId, role: MapRole): Promise<void> {
  const reasons = await reasonsOn(parts, map);
  // Whether editors may was asked before.
  if ((await mayInvite(parts, map, person, reasons)) && isStillGiven({ by: person, role }, reasons, true)) return;
  throw new GatewayFailure('denied', 'Only people who may invite others can share this map with a group.');
}

/** On the map, where groups that count no more make room, and in the group: everybody in it has each of its maps in their lists. */
async function mustTakeRoom(
  { metadata, groups, limits }: GivingParts,
  map: MapId,
  id: string,
  by: PersonId,
): Promise<void> {
  limits.mustTake('groups by person', by);
  if ((await metadata.groupGrantsOf([id])).length >= GROUPS.maps) {
    throw new GatewayFailure('malformed', `At most ${GROUPS.maps} maps can be shared with one group.`);
  }
  const all = await metadata.groupsOn([map]);
  if (all.length < GROUPS.onMap) return;
  const counting = new Set((await groups.groupsOn(map)).map(({ group }) => group));
  const others = all.filter(({ group }) => !counting.has(group) && group !== id);
  for (const { group } of others) await metadata.removeGroupGrant(group, map);
  if (all.length - others.length < GROUPS.onMap) return;
  throw new GatewayFailure('malformed', `A map can be shared with at most ${GROUPS.onMap} groups.`);
}
