import type { MapId, PersonId } from '@bough/base';
import { type AccessAsk, ASKS_MOST } from '@bough/contracts';
import { grantsAt } from '../../access/map-access.ts';
import type { Reason } from '../../access/members.ts';
import { endTransfer, mustEndLater } from '../../access/owners.ts';
import { GatewayFailure } from '../../failure.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { AskRecord } from '../../metadata/asks/ask-store.ts';
import { together, wholeGrant } from '../../metadata/grants/grant-store.ts';
import { isAtLeast, strongest } from '../../metadata/roles.ts';
import type { AskMails } from './ask-mails.ts';
import type { SharingParts } from './sharing-parts.ts';

type Names = 'askForAccess' | 'askedForAccess' | 'grantAsked' | 'refuseAsked';
interface AskParts extends SharingParts {
  readonly askMails: AskMails;
}

/**
 * Asking for access, and what owners do about it. Who asks learns nothing: what they ask is kept by the map's id alone, and nobody looks
 * whether there is such a map before the mails are written.
 */
export function askRoutes(parts: AskParts): Pick<Handlers, Names> {
  const { metadata, clock } = parts;
  return {
    askForAccess: async ({ params: { map }, body, person: asker }) => {
      const by = mustBePerson(asker);
      if ((await metadata.person(by))?.email == null) {
        throw new GatewayFailure('account-needed', 'Only accounts with an email address can ask for access.');
      }
      await parts.limits.mustTakeEverywhere('requests for access by person', by);
      if ((await metadata.asksAbout(map)).length >= ASKS_MOST) return undefined;
      const message = body.message.trim();
      const asked = { id: parts.ids.long(), kind: 'access', map, person: by, by, message, at: clock.now() } as const;
      await metadata.tryAddAsk({ ...asked, isRefused: false, isMailed: false });
      return undefined;
    },
    askedForAccess: async ({ params: { map }, person }) => ({
      at: (await metadata.ask('access', map, mustBePerson(person)))?.at ?? null,
    }),
    grantAsked: async ({ params, body: { role, until }, person: owner, context }) => {
      const { map } = params;
      const ask = await mustFind(parts, map, params.ask);
      const at = clock.now();
      mustEndLater(until, at);
      await endTransfer(metadata, map, ask.person);
      await metadata.changeGrants(map, ask.person, (grants) => {
        // What is set counts before links, and before groups, which it does not look at: nobody learns by it who is in one. It lowers nothing
        // that a link gives, and stays when the link goes.
        const has = strongest(grantsAt(grants, at).flatMap((grant) => (grant.link === null ? [] : [grant.role])));
        const isSet = has === null || isAtLeast(role, has);
        const given = wholeGrant({ map, person: ask.person, role, link: null, at, until, isInvited: true, isSet });
        const own = grants.find(({ link }) => link === null);
        return { own: own === undefined ? given : together(given, own, at), links: 'stay' };
      });
      parts.tellAccess(map, [ask.person]);
      await metadata.removeAsk(ask.id);
      await parts.askMails.given(ask, mustBePerson(owner), context);
      return { person: ask.person };
    },
    refuseAsked: async ({ params }) => {
      await metadata.setAskRefused((await mustFind(parts, params.map, params.ask)).id);
      return undefined;
    },
  };
}

/** Who asks for access and has none yet, as owners see it. */
export async function accessAsks(
  { metadata }: Pick<SharingParts, 'metadata'>,
  map: MapId,
  members: readonly Reason[],
): Promise<readonly AccessAsk[]> {
  const here = new Set(members.map(({ person }) => person));
  const open = (await metadata.asksAbout(map)).filter((ask) => isOpen(ask) && !here.has(ask.person));
  const people = new Map((await metadata.people(open.map(({ person }) => person))).map((each) => [each.id, each]));
  return open.flatMap(({ id, person, message, at }) => {
    const who = people.get(person);
    if (who === undefined) return [];
    return [{ id, person: { id: person, name: who.name, hue: who.hue }, email: who.email, message, at }];
  });
}

function isOpen({ kind, isRefused }: AskRecord): boolean {
  return kind === 'access' && !isRefused;
}

async function mustFind({ metadata }: AskParts, map: MapId, id: string): Promise<AskRecord & { person: PersonId }> {
  const ask = (await metadata.asksAbout(map)).find((each) => each.id === id && isOpen(each));
  if (ask === undefined) throw new GatewayFailure('absent', 'Nobody asks for this.');
  return ask;
}
