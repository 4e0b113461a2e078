import type { MapId, PersonId } from '@bough/base';
import type { MapMembers, Sharing } from '@bough/contracts';
import type { Reason } from '../../access/members.ts';
import { isSetByOwner } from '../../access/map-access.ts';
import { endTransfer } from '../../access/owners.ts';
import { GatewayFailure } from '../../failure.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { AskRecord } from '../../metadata/asks/ask-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { reasonsOn } from '../../access/reasons-on.ts';
import type { SharingParts } from './sharing-parts.ts';

type Names = 'giveMap' | 'keepMap' | 'acceptOwner' | 'declineOwner';

/** A map is given away by asking: nothing changes until the other accepts. */
export function transferRoutes(parts: SharingParts): Pick<Handlers, Names> {
  const { metadata, clock, owners } = parts;
  return {
    giveMap: async ({ params: { map }, body: { person }, person: asker }) => {
      const by = mustBePerson(asker);
      const reasons = await reasonsOn(parts, map);
      if (person === by || !reasons.some((reason) => reason.person === person)) {
        throw new GatewayFailure('absent', 'This person has no role on the map.');
      }
      await mustNotBeLost(metadata, by, person);
      await parts.limits.mustTakeEverywhere('transfers by person', by);
      await endTransfer(metadata, map, null);
      const asked = { id: parts.ids.long(), kind: 'owner', map, person, by, message: '', at: clock.now() } as const;
      await metadata.tryAddAsk({ ...asked, isRefused: false, isMailed: false });
      return undefined;
    },
    keepMap: async ({ params }) => {
      await endTransfer(metadata, params.map, null);
      return undefined;
    },
    acceptOwner: async ({ params: { map }, person: asker }) => {
      const person = mustBePerson(asker);
      const ask = await mustBeAsked(parts, map, person);
      // Between the look at the offer and its end: whoever sets what the person may do ends the offer first.
      const known = (await metadata.grantsOn(map, person)).find(isSetByOwner);
      // Of two presses at once one counts. The new owner comes first: a crash between leaves two, and never none.
      if (!(await metadata.removeAsk(ask.id))) throw notAsked();
      if (!(await owners.tryGive(map, person, known))) throw notAsked();
      await owners.set(map, ask.by, 'edit');
      parts.tellAccess(map, [person, ask.by]);
      // And those in groups of theirs.
      parts.tellAccess(map, null);
      return { person };
    },
    declineOwner: async ({ params: { map }, person }) => {
      await metadata.setAskRefused((await mustBeAsked(parts, map, mustBePerson(person))).id);
      return undefined;
    },
  };
}

/** Throws 'denied' where a map would be lost with a cookie: only a guest gives it to a guest. */
export async function mustNotBeLost(metadata: Pick<Metadata, 'person'>, from: PersonId, to: PersonId): Promise<void> {
  const [giver, taker] = await Promise.all([metadata.person(from), metadata.person(to)]);
  if (giver?.email != null && taker?.email == null) {
    throw new GatewayFailure('denied', 'Only somebody with an email address can be given a map.');
  }
}

/** Who is asked to become the owner, as owners see it. */
export async function transferOn(
  { metadata }: Pick<SharingParts, 'metadata'>,
  map: MapId,
  members: readonly Reason[],
): Promise<Sharing['transfer']> {
  const ask = (await metadata.asksAbout(map)).find(({ kind }) => kind === 'owner');
  if (ask === undefined || !members.some(({ person }) => person === ask.person)) return null;
  const who = await metadata.person(ask.person);
  if (who === null) return null;
  return { to: { id: who.id, name: who.name, hue: who.hue }, at: ask.at, isDeclined: ask.isRefused };
}

/** The owner who asks this person to become the owner. */
export async function askedBy(
  { metadata }: Pick<SharingParts, 'metadata'>,
  map: MapId,
  person: PersonId,
  members: readonly Reason[],
): Promise<MapMembers['askedBy']> {
  const ask = await metadata.ask('owner', map, person);
  if (ask === null || !isValid(ask, members)) return null;
  const who = await metadata.person(ask.by);
  return who === null ? null : { id: who.id, name: who.name, hue: who.hue };
}

async function mustBeAsked(parts: SharingParts, map: MapId, person: PersonId): Promise<AskRecord> {
  const ask = await parts.metadata.ask('owner', map, person);
  if (ask === null || !isValid(ask, await reasonsOn(parts, map))) throw notAsked();
  return ask;
}

/** Whether who asked still owns the map, and who is asked is still a member. */
function isValid({ by, person, isRefused }: AskRecord, members: readonly Reason[]): boolean {
  const isOwners = members.some((reason) => reason.person === by && reason.role === 'own');
  return !isRefused && isOwners && members.some((reason) => reason.person === person);
}

function notAsked(): GatewayFailure {
  return new GatewayFailure('absent', 'Nobody asks you to become the owner of this map.');
}
