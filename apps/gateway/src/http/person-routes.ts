import type { MapId, PersonId } from '@bough/base';
import { docstoreRoutes, mailerRoutes } from '@bough/contracts';
import type { Caller } from '@bough/service';
import { GatewayFailure } from '../failure.ts';
import type { Person } from '../metadata/people/people-store.ts';
import { accountEntries } from '../people/account-export.ts';
import { mustHaveAddress } from '../people/accounts.ts';
import { personFacts } from '../people/people.ts';
import { deletionFacts, removeAccount } from '../people/remove-account.ts';
import { hashSecret } from '../people/secrets.ts';
import { zip } from '../people/zip.ts';
import type { Session } from '../session/session.ts';
import type { Asked, Handlers } from './handlers.ts';
import { facts } from './session-routes.ts';
import type { SignInParts } from './sign-in-routes.ts';

export interface PersonParts extends SignInParts {
  readonly docstore: Pick<Caller, 'call'>;
  readonly mailer: Pick<Caller, 'call'>;
  readonly clock: { now(): number };
  readonly tellAccess: (map: MapId, people: readonly PersonId[]) => void;
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
type SessionNames = 'listSessions' | 'endSession' | 'endOtherSessions';
type EndNames = 'exportAccount' | 'deletionFacts' | 'deleteAccount';
type AnyAsked = Pick<Asked<unknown, unknown>, 'session'>;

/** A person's own account: name, password, address. */
export function personRoutes(parts: PersonParts): Pick<Handlers, Names> {
  const { metadata, accounts, entrance, mailed, limits } = parts;
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
      return personFacts({ ...person, ...asked.body });
    },
    setPassword: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, asked.body.proof);
      const known = mustHaveAddress(person);
      await accounts.setPassword(known, asked.body.password);
      const next = await entrance.endOthers(asked.request, session, person.id);
      await mailed.tell('password-changed', known.email, asked.context);
      return facts(parts, next, person);
    },
    removePassword: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, asked.body.proof);
      const known = mustHaveAddress(person);
      await accounts.removePassword(person.id);
      const next = await entrance.endOthers(asked.request, session, person.id);
      await mailed.tell('password-changed', known.email, asked.context);
      return facts(parts, next, person);
    },
    requestEmailChange: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, asked.body.proof);
      mustHaveAddress(person);
      await limits.mustTakeEverywhere('sign-in by network address', asked.network);
      await limits.mustTakeEverywhere('sign-in by address', hashSecret(asked.body.email.toLowerCase()));
      const purpose = { kind: 'change-email', person: person.id } as const;
      await mailed.send(purpose, asked.body.email, session, asked.context);
      return undefined;
    },
    confirmEmailChange: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      await limits.mustTakeEverywhere('confirm by network address', asked.network);
      const known = mustHaveAddress(person);
      const email = await mailed.use({ kind: 'change-email', person: person.id }, asked.body.secret, session);
      return personFacts(await accounts.changeEmail(known, email, asked.context));
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

/** Where a person is signed in. */
export function ownSessionRoutes(parts: PersonParts): Pick<Handlers, SessionNames> {
  const { accounts, entrance } = parts;
  return {
    listSessions: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      return { sessions: await accounts.sessions(person.id, session) };
    },
    endSession: async (asked) => {
      const { person } = await mustBeHere(parts, asked);
      if (!(await entrance.tryEnd(person.id, asked.params.session))) {
        throw new GatewayFailure('absent', 'there is no such session');
      }
      return undefined;
    },
    endOtherSessions: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      return facts(parts, await entrance.endOthers(asked.request, session, person.id), person);
    },
  };
}

/** Taking everything along, and the account's end. */
export function accountEndRoutes(parts: PersonParts): Pick<Handlers, EndNames> {
  const { metadata, entrance, mailed, limits, sessions } = parts;
  return {
    exportAccount: async (asked) => {
      const { person } = await mustBeHere(parts, asked);
      limits.mustTake('account export by person', person.id);
      const entries = accountEntries(person, { ...parts, now: parts.clock.now() }, asked.context);
      return { kind: 'stream', chunks: zip(entries), type: 'application/zip', fileName: 'bough-export.zip' };
    },
    deletionFacts: async (asked) => await deletionFacts((await mustBeHere(parts, asked)).person, metadata),
    deleteAccount: async (asked) => {
      const { person } = await mustBeProved(parts, asked, asked.body.proof);
      await entrance.endAll(person.id);
      await removeAccount(person, parts, asked.context);
      if (person.email !== null) await mailed.tell('account-deleted', person.email, asked.context);
      return facts(parts, sessions.begin(asked.request, { person: null, isGuest: true }), null);
    },
  };
}

/** The person of the session; one who is no more is nobody. */
async function mustBeHere(
  parts: PersonParts,
  { session }: AnyAsked,
): Promise<{ readonly person: Person; readonly session: Session }> {
  const person = session?.uid == null ? null : await parts.people.person(session.uid);
  if (session === null || person === null) throw new GatewayFailure('unauthenticated', 'nobody is signed in');
  return { person, session };
}

async function mustBeProved(
  parts: PersonParts,
  asked: AnyAsked,
  proof: string | null,
): Promise<{ readonly person: Person; readonly session: Session }> {
  const here = await mustBeHere(parts, asked);
  if (proof !== null) await parts.limits.mustTakeEverywhere('proof by person', here.person.id);
  await parts.accounts.mustProve(here.person, here.session, proof);
  return here;
}
