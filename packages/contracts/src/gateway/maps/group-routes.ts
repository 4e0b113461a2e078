import { route, routeTable } from '../../define.ts';
import { longId, mapId } from '../../ids.ts';
import { list, object } from '../../parser.ts';
import { groupAddresses, groupEntry, groupFacts, groupName, GROUPS } from './group-types.ts';
import { linkRole } from './link-role.ts';

/** As many addresses as there may be, as long as they may be, twice. */
const BODY = 128 * 1024;

const ofGroup = object({ group: longId });
const onMap = object({ map: mapId, group: longId });

/** Groups: lists of addresses, each its owner's alone, that may be given a role on a map. Somebody else's is as absent as none. */
export const groupRoutes = routeTable({
  /** The person's own groups, by name. */
  listGroups: route('gateway', 'person', 'GET /api/groups', {
    answer: object({ groups: list(groupEntry, 2 * GROUPS.ofPerson) }),
  }),
  makeGroup: route('gateway', 'person', 'POST /api/groups', {
    body: object({ name: groupName, addresses: groupAddresses }),
    bodyLimit: BODY,
    answer: groupFacts,
  }),
  readGroup: route('gateway', 'person', 'GET /api/groups/:group', { params: ofGroup, answer: groupFacts }),
  renameGroup: route('gateway', 'person', 'PUT /api/groups/:group', {
    params: ofGroup,
    body: object({ name: groupName }),
    answer: groupFacts,
  }),
  /** Takes addresses out, then puts others in. Those that are in it already, or are not, change nothing. */
  changeGroupAddresses: route('gateway', 'person', 'POST /api/groups/:group/addresses', {
    params: ofGroup,
    body: object({ add: groupAddresses, remove: groupAddresses }),
    bodyLimit: BODY,
    answer: groupFacts,
  }),
  /** Whatever it gave is taken back with it. */
  removeGroup: route('gateway', 'person', 'DELETE /api/groups/:group', { params: ofGroup }),
  /** Takes the person's own address out of somebody's group. */
  leaveGroup: route('gateway', 'person', 'POST /api/groups/:group/leave', { params: ofGroup }),
  /**
   * Gives a group this role on the map: of the asker's own any, of others' those that have one, for owners of the map. `gateway/denied` for
   * an editor who may not invite, and for more than the asker has.
   */
  giveToGroup: route('gateway', 'edit', 'PUT /api/maps/:map/groups/:group', {
    params: onMap,
    body: object({ role: linkRole }),
  }),
  /** An owner takes it from any group, an editor from their own. */
  takeFromGroup: route('gateway', 'edit', 'DELETE /api/maps/:map/groups/:group', { params: onMap }),
});
