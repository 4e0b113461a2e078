import type { MapId, PersonId } from '@bough/base';
import { docstoreRoutes, mailerRoutes } from '@bough/contracts';
import type { Caller } from '@bough/service';
import type { Gifts } from '../../access/gifts.ts';
import type { MapAccess } from '../../access/map-access.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import type { BellParts } from '../bell/bell.ts';
import { accountEntries } from './account-export.ts';
import { mustHaveAddress } from '../sign-in/accounts.ts';
import { mayMail } from '../sign-in/browsers/mail-limits.ts';
import { personFacts } from '../../people/people.ts';
import { deletionFacts, removeAccount } from './remove-account.ts';
import { zip } from './zip.ts';
import type { Session } from '../../http/session.ts';
import type { Rooms, TellAccess } from '../rooms/rooms.ts';
import type { DeferredIndexing } from '../search-index/deferred-indexing.ts';
import type { Handlers } from '../../http/handlers.ts';
import { type AnyAsked, facts, mustBeHere } from '../sessions/session-facts.ts';
import { forgetAnswers } from '../sessions/session-routes.ts';
import { mustBeProved } from '../sign-in/proof.ts';
import type { SignInParts } from '../sign-in/sign-in-routes.ts';

export interface PersonParts extends SignInParts {
  readonly docstore: Pick<Caller, 'call'>;
  readonly mailer: Pick<Caller, 'call'>;
  readonly access: Pick<MapAccess, 'of' | 'rightsOfAll'>;
  readonly gifts: Pick<Gifts, 'peopleOn'>;
  readonly groups: BellParts['groups'];
  readonly folders: BellParts['folders'];
  readonly indexing: Pick<DeferredIndexing, 'removed'>;
  readonly tellAccess: TellAccess;
  readonly tellName: Rooms['tellName'];
}
type Names =
  | 'account'
  | 'changeAccount'
  | 'upkeep'
  | 'setPassword'
  | 'removePassword'
  | 'requestEmailChange'
  | 'confirmEmailChange';
type WishNames = 'mailWish' | 'setMailWish';
type SessionNames = 'endOtherSessions' | 'prove';
type EndNames = 'exportAccount' | 'deletionFacts' | 'deleteAccount';

/** A person's own account: name, password, address. */
export function personRoutes(parts: PersonParts): Pick<Handlers, Names> {
  const { metadata, accounts, mailed, limits, registration } = parts;
  return {
    account: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      return await accounts.facts(person, session);
    },
    upkeep: async (asked) => {
      const { person } = await mustBeHere(parts, asked);
      if (!(await metadata.account(person.id)).isOwner) return { upkeep: null };
      return { upkeep: await parts.docstore.call(docstoreRoutes.readUpkeep, { params: {} }, asked.context) };
    },
    changeAccount: async (asked) => {
      const { person } = await mustBeHere(parts, asked);
      await metadata.setPersonFacts(person.id, asked.body);
      parts.tellName({ id: person.id, ...asked.body });
      return personFacts({ ...person, ...asked.body });
    },
    setPassword: async (asked) => {
      registration.mustTakeWay('password');
      const { person, session } = await mustBeProved(parts, asked, asked.body);
      const known = mustHaveAddress(person);
      await accounts.setPassword(known, asked.body.password, session);
      const next = await endOthers(parts, asked, session, person);
      await mailed.tell('password-changed', known.email, asked.context);
      return facts(parts, next, person);
    },
    removePassword: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, asked.body);
      const known = mustHaveAddress(person);
      await accounts.removePassword(person.id, session);
      const next = await endOthers(parts, asked, session, person);
      await mailed.tell('password-changed', known.email, asked.context);
      return facts(parts, next, person);
    },
    requestEmailChange: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, asked.body);
      mustHaveAddress(person);
      const isSent = await mayMail(parts, { ...asked, email: asked.body.email });
      const purpose = { kind: 'change-email', person: person.id } as const;
      if (isSent) await mailed.send(purpose, asked.body.email, session, asked.context);
      return undefined;
    },
    confirmEmailChange: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      await limits.mustTakeEverywhere('confirm by network address', asked.network);
      const known = mustHaveAddress(person);
      const email = await mailed.use({ kind: 'change-email', person: person.id }, asked.body.secret, session);
      const changed = await accounts.changeEmail(known, email, session.epoch, asked.context);
      // Groups are of addresses: the person is in others now.
      parts.tellAccess(null, [person.id]);
      parts.tellAccess(null, null);
      return personFacts(changed);
    },
  };
}

/** What mail a person wants; mailer keeps that, by address. */
export function mailWishRoutes(parts: PersonParts): Pick<Handlers, WishNames> {
  const { mailer } = parts;
  return {
    mailWish: async (asked) => {
      const { email: to } = mustHaveAddress((await mustBeHere(parts, asked)).person);
      return await mailer.call(mailerRoutes.mailWish, { params: {}, body: { to } }, asked.context);
    },
    setMailWish: async (asked) => {
      const { email: to } = mustHaveAddress((await mustBeHere(parts, asked)).person);
      const body = { to, isWanted: asked.body.isWanted };
      return await mailer.call(mailerRoutes.setMailWish, { params: {}, body }, asked.context);
    },
  };
}

/** Proving one's session, and ending the others. */
export function proofRoutes(parts: PersonParts): Pick<Handlers, SessionNames> {
  const { accounts, entrance } = parts;
  return {
    prove: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, asked.body);
      // One that is proved already proves nothing by being asked about, so that it does not go on for ever.
      if (await accounts.isProved(person, session)) return facts(parts, session, person);
      const isTwo = await parts.secondSteps.isOn(person.id);
      return facts(parts, await entrance.prove(asked.request, session, person.id, isTwo), person);
    },
    endOtherSessions: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      return facts(parts, await endOthers(parts, asked, session, person), person);
    },
  };
}

/** Taking everything along, and the account's end. */
export function accountEndRoutes(parts: PersonParts): Pick<Handlers, EndNames> {
  const { entrance, mailed, limits, sessions } = parts;
  return {
    exportAccount: async (asked) => {
      const { person } = await mustBeProved(parts, asked, { proof: null });
      limits.mustTake('account export by person', person.id);
      const entries = accountEntries(person, { ...parts, now: parts.clock.now() }, asked.context);
      return { kind: 'stream', chunks: zip(entries), type: 'application/zip', fileName: 'bough-export.zip' };
    },
    deletionFacts: async (asked) => await deletionFacts((await mustBeHere(parts, asked)).person, parts),
    deleteAccount: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, asked.body);
      // Where all were ended meanwhile this one was, too, and deletes nothing.
      await entrance.endAllSince(person.id, session.epoch);
      forgetAnswers(asked.request);
      const onMap = (map: MapId, to: PersonId | null): Promise<void> =>
        to === null
          ? parts.audit.note(asked, 'map-purged', { about: { map } })
          : parts.audit.note(asked, 'map-given', { about: { map, to } });
      await removeAccount(person, { ...parts, onMap }, asked.context);
      if (person.email !== null) await mailed.tell('account-deleted', person.email, asked.context);
      return facts(parts, sessions.begin(asked.request, { person: null, isGuest: true }), null);
    },
  };
}

/** Goes on here and ends all else; a browser that was known before is known still, and no other is. */
async function endOthers(
  { browsers, entrance }: PersonParts,
  { request }: AnyAsked,
  session: Session,
  person: Person,
): Promise<Session> {
  const isKnown = person.email !== null && browsers.isKnown(request, person.email);
  const next = await entrance.endOthers(request, session, person.id);
  if (isKnown) browsers.note(request, person, next.epoch);
  return next;
}
