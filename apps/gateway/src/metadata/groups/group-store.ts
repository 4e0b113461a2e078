import type { MapId, PersonId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';
import type { MapRecord } from '../maps/map-store.ts';
import type { KeptSetting } from './kept-settings.ts';

/** A list of addresses that one person has made and named. */
export interface Group {
  readonly id: string;
  readonly owner: PersonId;
  readonly name: string;
  readonly createdAt: number;
}
/** An address in a group. Who proves to have it is a member. */
export interface GroupAddress {
  readonly id: string;
  readonly group: string;
  /** In lower case. */
  readonly email: string;
  readonly at: number;
}
/** A group has this role on the map; what that is worth is decided when it is asked. */
export interface GroupGrant {
  readonly group: string;
  readonly map: MapId;
  readonly role: LinkRole;
  readonly at: number;
}
/** The same with whose group it is, what it is called, and whether the map's owners let editors invite. */
export interface GivenGroup extends GroupGrant, Pick<Group, 'owner' | 'name'>, Pick<MapRecord, 'mayEditorsInvite'> {}
/** Somebody whose address is in the group now, and since when. */
export interface GroupMember {
  readonly group: string;
  readonly person: PersonId;
  /** The id of their address in the group: taken out and added again, or another address of theirs, it is another. */
  readonly entry: string;
  readonly at: number;
  /** What was set for those who had the address before. */
  readonly kept: readonly KeptSetting[];
}
/** Somebody has opened the map, or was given it for themselves. */
export interface Visit {
  readonly map: MapId;
  readonly person: PersonId;
  /** The address in a group that they last came by, when nothing else let them in; null: they never came so. */
  readonly entry: string | null;
}
/** Somebody of this address is still to be told by mail that the group may open the map. */
export interface GroupNotice {
  readonly id: string;
  readonly group: string;
  readonly map: MapId;
  /** In lower case. */
  readonly email: string;
  readonly at: number;
  /** Nothing is mailed before that. */
  readonly dueAt: number;
}

/** Groups of people, and what they may do. */
export interface GroupStore extends GroupNoticeStore {
  addGroup(group: Group): Promise<void>;
  group(id: string): Promise<Group | null>;
  /** Oldest first. */
  groupsOf(owner: PersonId): Promise<readonly Group[]>;
  renameGroup(id: string, name: string): Promise<void>;
  /** Removes the group with its addresses, and what it gave. */
  removeGroup(id: string): Promise<void>;
  /** Adds the addresses that are not in it yet; false, and none is added, where there would be more than `most`. */
  tryAddToGroup(addresses: readonly GroupAddress[], most: number): Promise<boolean>;
  removeFromGroup(group: string, emails: readonly string[]): Promise<void>;
  /** In the order in which they were added. */
  addressesIn(groups: readonly string[]): Promise<readonly GroupAddress[]>;
  /** How many addresses are in each of these groups; of one without any nothing is said. */
  groupSizes(groups: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Giving the same (group, map) again changes the role. */
  putGroupGrant(grant: GroupGrant): Promise<void>;
  removeGroupGrant(group: string, map: MapId): Promise<void>;
  /** Groups that have a role on these maps, oldest first. */
  groupsOn(maps: readonly MapId[]): Promise<readonly GivenGroup[]>;
  /** What these groups have a role on, newest first. */
  groupGrantsOf(groups: readonly string[]): Promise<readonly GroupGrant[]>;
  /** What groups have a role on that the person's address is in now, oldest first. */
  groupGrantsFor(person: PersonId): Promise<readonly GivenGroup[]>;
  /** Whether a group has a role on anything that this address is in. */
  isInGivenGroup(email: string): Promise<boolean>;
  /** Members of these groups, those of `people` alone unless that is null. */
  groupMembers(groups: readonly string[], people: readonly PersonId[] | null): Promise<readonly GroupMember[]>;
  /** Which of these people have opened which of these maps, or were given them for themselves. */
  openedBy(maps: readonly MapId[], people: readonly PersonId[]): Promise<readonly Visit[]>;
}

/** Mails about groups that are still to be written. */
export interface GroupNoticeStore {
  /** One for each map and address: one that waits already stays as it is. */
  addGroupNotices(notices: readonly GroupNotice[]): Promise<void>;
  /** Those that are due by then, longest due first. */
  dueGroupNotices(nowMs: number, limit: number): Promise<readonly GroupNotice[]>;
  postponeGroupNotices(ids: readonly string[], dueAt: number): Promise<void>;
  removeGroupNotices(ids: readonly string[]): Promise<void>;
}
