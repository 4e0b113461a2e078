import { emailAddress } from '../../mailer/email-address.ts';
import { instant, longId, mapId } from '../../ids.ts';
import { line, nameLine } from '../../line.ts';
import { flag, integer, list, nullable, object, type ParsedBy } from '../../parser.ts';
import { linkRole } from './link-role.ts';
import { personName } from './map-types.ts';

/** How much there is of groups: addresses in one, groups of one person, groups on one map, maps of one. */
export const GROUPS = { addresses: 200, ofPerson: 100, onMap: 50, maps: 200 } as const;

export const groupName = nameLine(100);
/** Addresses that are added or taken out at once. */
export const groupAddresses = list(emailAddress, GROUPS.addresses);

/** A group in the list of its owner. */
export const groupEntry = object({
  id: longId,
  name: groupName,
  /** How many addresses are in it. */
  people: integer(0, GROUPS.addresses),
  /** On how many maps it has a role. */
  maps: integer(0, Number.MAX_SAFE_INTEGER),
  createdAt: instant,
});
export type GroupEntry = ParsedBy<typeof groupEntry>;

/** A group with everything in it, for its owner. */
export const groupFacts = object({
  id: longId,
  name: groupName,
  createdAt: instant,
  /** In the order in which they were added. */
  addresses: groupAddresses,
  /** The maps on which it has a role, the newest first, as far as its owner may open them. */
  maps: list(object({ map: mapId, title: line(500), role: linkRole }), GROUPS.maps),
});
export type GroupFacts = ParsedBy<typeof groupFacts>;

/** A group that has a role on a map, as those see it who may see who has access. */
export const mapGroup = object({
  id: longId,
  name: groupName,
  role: linkRole,
  /** How many addresses are in it. */
  people: integer(0, GROUPS.addresses),
  /** Whose group it is, who gave it the role; null: they are gone. */
  by: nullable(personName),
  /** Whether it is the asker's own. */
  isMine: flag,
});
export type MapGroup = ParsedBy<typeof mapGroup>;
/** All of a map. */
export const mapGroups = list(mapGroup, 2 * GROUPS.onMap);
