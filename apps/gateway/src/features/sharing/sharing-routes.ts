import { type MapId, parseMapId, type PersonId } from '@bough/base';
import type { MapGroup, MapMembers, Sharing } from '@bough/contracts';
import type { Asker } from '../../access/decide.ts';
import { GatewayFailure } from '../../failure.ts';
import { isStillGiven } from '../../access/giving.ts';
import { groupFactsOn } from '../groups/group-facts.ts';
import { accessAsks } from './ask-routes.ts';
import { invitationFacts } from './invitations.ts';
import { endedOn, membersOf, type Reason, reasonsOf, shownTo } from '../../access/members.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { Grant } from '../../metadata/grants/grant-store.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import { reasonsOn } from '../../access/reasons-on.ts';
import { mayInvite, mustLetInvite } from './inviting.ts';
import { linkFacts } from './link-routes.ts';
import { askedBy, transferOn } from './transfer-routes.ts';
import type { SharingParts } from './sharing-parts.ts';

type Names = 'sharing' | 'mapMembers' | 'setInviting' | 'inviteToMap' | 'withdrawInvitation' | 'setPublic';

/** Who else may open a map. */
export function sharingRoutes(parts: SharingParts): Pick<Handlers, Names> {
  const { metadata } = parts;
  return {
    sharing: async ({ params: { map }, person }): Promise<Sharing> => {
      const asker = mustBePerson(person);
      const [record, grants, reasons, invitations, links, groups] = await Promise.all([
        metadata.map(map),
        metadata.grantsOnMaps([map]),
        reasonsOn(parts, map),
        metadata.invitationsTo(map),
        metadata.linksOf(map),
        groupFactsOn(parts, map, asker),
      ]);
      const { page = 'none', mayEditorsInvite = false } = record ?? {};
      return {
        members: shownTo(asker, await membersOf(metadata, reasons), knownBy(reasons, groups)),
        ended: await endedFor(parts, map, asker, grants, reasons),
        invitations: invitations.filter((each) => isStillGiven(each, reasons, mayEditorsInvite)).map(invitationFacts),
        groups,
        links: links.map((link) => linkFacts(parts, link)),
        isPublic: page !== 'none',
        mayPublicCopy: page === 'copy',
        mayEditorsInvite,
        asks: await accessAsks(parts, map, reasons),
        transfer: await transferOn(parts, map, reasons),
      };
    },
    mapMembers: async ({ params: { map }, person, rights }) =>
      await membersFor(parts, map, mustBePerson(person), rights),
    setInviting: async ({ params, body }) => {
      await metadata.setInviting(params.map, body.mayEditorsInvite);
      // By groups of editors others may be here.
      parts.tellAccess(params.map, null);
      return undefined;
    },
    inviteToMap: async ({ params, body, person, rights, context }) => {
      if (rights.role !== 'own') await mustLetInvite(parts, params.map, mustBePerson(person), body);
      const record = await metadata.map(params.map);
      const to = { kind: 'map', target: params.map, title: record?.title ?? '' } as const;
      return await parts.invitations.invite(to, body, mustBePerson(person), context);
    },
    withdrawInvitation: async ({ params, person, rights }) => {
      await mustWithdraw(parts, params.map, params.invitation, rights.role === 'own' ? null : person);
      return undefined;
    },
    setPublic: async ({ params, body }) => {
      await metadata.setPage(params.map, body.isPublic ? (body.mayCopy ? 'copy' : 'look') : 'none');
      parts.tellAccess(params.map, null);
      return undefined;
    },
  };
}

/** Those whose access has ended, and who were removed, as an owner sees them: with the group that they are known to be in. */
async function endedFor(
  { metadata, groups, clock }: SharingParts,
  map: MapId,
  asker: PersonId,
  grants: readonly Grant[],
  reasons: readonly Reason[],
): Promise<Sharing['ended']> {
  const ended = await endedOn(metadata, grants, reasons, clock.now());
  const groupOf = await groups.knownGroupOf(
    map,
    ended.map(({ person: { id } }) => id),
  );
  return shownTo(asker, ended, reasonsOf(grants)).map((each) => {
    const group = groupOf.get(each.person.id);
    return group === undefined ? each : { ...each, group: { id: group.group, name: group.name } };
  });
}

/** The reasons, where who shares knows the addresses in groups of their own, too. */
function knownBy(reasons: readonly Reason[], groups: readonly MapGroup[]): readonly Reason[] {
  const mine = new Set(groups.filter(({ isMine }) => isMine).map(({ id }) => id));
  return reasons.map((reason) => {
    return reason.group !== null && mine.has(reason.group.id) ? { ...reason, isInvited: true } : reason;
  });
}

/** What somebody is invited to, and taking it up. */
export function invitationRoutes(parts: SharingParts): Pick<Handlers, 'waitingInvitations' | 'acceptInvitation'> {
  return {
    waitingInvitations: async ({ person }) => ({
      invitations: await parts.invitations.waitingFor(mustBePerson(person)),
    }),
    acceptInvitation: async ({ params, person }) => {
      const by = mustBePerson(person);
      const accepted = await parts.invitations.accept(by, params.invitation);
      if (accepted === null) throw new GatewayFailure('absent', 'This invitation does not exist.');
      const map = accepted.kind === 'map' ? parseMapId(accepted.target) : null;
      parts.tellAccess(map, [by]);
      return { map, folder: map === null ? accepted.target : null };
    },
  };
}

/** Who may open the map, for one of them: see the route. */
async function membersFor(
  parts: SharingParts,
  map: MapId,
  asker: PersonId,
  { role }: Pick<Asker, 'role'>,
): Promise<MapMembers> {
  const reasons = await reasonsOn(parts, map);
  const seesAll =
    (role !== null && isAtLeast(role, 'comment')) ||
    reasons.some(({ person, by }) => person === asker && by !== 'link');
  const all = await membersOf(parts.metadata, reasons);
  const members = all.filter((member) => seesAll || member.role === 'own' || member.person.id === asker);
  const invitations = await parts.metadata.invitationsTo(map);
  return {
    members: shownTo(asker, members, []),
    invitations: invitations.filter(({ by }) => by === asker).map(invitationFacts),
    groups: seesAll ? await groupFactsOn(parts, map, asker) : [],
    mayInvite: await mayInvite(parts, map, asker, reasons),
    askedBy: await askedBy(parts, map, asker, reasons),
  };
}

/** Removes an invitation, of this person alone unless that is null; throws 'absent' when there is none. */
export async function mustWithdraw(
  parts: Pick<SharingParts, 'metadata'>,
  target: string,
  id: string,
  by: PersonId | null = null,
): Promise<void> {
  const invitations = await parts.metadata.invitationsTo(target);
  const isMeant = invitations.some((each) => each.id === id && (by === null || each.by === by));
  const isThere = isMeant && (await parts.metadata.removeInvitation(target, id));
  if (!isThere) throw new GatewayFailure('absent', 'This invitation does not exist.');
}
