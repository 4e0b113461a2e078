import { parseBase64Url } from '@bough/base';
import type { SessionFacts } from '@bough/contracts';
import type { AuditNotes } from '../audit/audit-notes.ts';
import { GatewayFailure } from '../../failure.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { type Accounts, mustHaveAddress } from './accounts.ts';
import { mayMail } from './browsers/mail-limits.ts';
import { countGuess } from './browsers/password-limits.ts';
import { mustBeGood } from './password/passwords.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import type { Provider } from './provider/provider.ts';
import { tryUseSetUp } from './set-up.ts';
import { type Arrival, comeIn, type ComingInParts } from './coming-in.ts';
import { type Asked, type Handlers, personOf } from '../../http/handlers.ts';
import { hereOf } from '../sessions/session-facts.ts';

export interface SignInParts extends ComingInParts {
  readonly clock: { now(): number };
  readonly metadata: Metadata;
  readonly accounts: Accounts;
  readonly audit: Pick<AuditNotes, 'note' | 'refused'>;
  readonly providers: readonly Provider[];
  readonly passkeys: Passkeys;
  readonly setUpKeys: readonly Uint8Array[];
}
type PasswordNames =
  | 'signInWays'
  | 'signInByPassword'
  | 'requestPasswordReset'
  | 'confirmPasswordReset'
  | 'becomeOwner';

/** Signing in by password, and becoming the owner of a Bough that has none. */
export function passwordRoutes(parts: SignInParts): Pick<Handlers, PasswordNames> {
  const { metadata, accounts, people, registration, entrance, mailed, limits, browsers } = parts;
  return {
    signInWays: async () => {
      const { registration: admits, signIn, domains } = registration.settings;
      const providers = parts.providers.map(({ settings: { id, name } }) => ({ id, name }));
      const passkeys = parts.passkeys.arePossible && signIn === 'any';
      const needsOwner = !(await registration.hasOwner());
      return { providers, registration: admits, signIn, domains, needsOwner, passkeys };
    },
    signInByPassword: async (asked) => {
      const { request, context, body, session, network } = asked;
      registration.mustTakeWay('password');
      await countGuess(parts, { request, email: body.email, network });
      const before = hereOf(parts, request, session);
      const refused = { about: { by: 'password' }, code: 'gateway/wrong-password' } as const;
      const { person, epoch } = await accounts.mustKnow(body.email, body.password, async (known) => {
        await limits.countEverywhere('password by network address', network);
        await parts.audit.refused(asked, 'sign-in', { ...refused, person: known }, body.email.toLowerCase());
      });
      return await comeIn(parts, person, { request, context, by: 'password', epoch, before, isNew: false });
    },
    requestPasswordReset: async ({ request, body, session, context, network }) => {
      registration.mustTakeWay('password');
      const isSent = await mayMail(parts, { request, email: body.email, network });
      if (session !== null && isSent) await mailed.send({ kind: 'reset-password' }, body.email, session, context);
      return undefined;
    },
    confirmPasswordReset: async (asked) => {
      const { request, body, session, network, context } = asked;
      registration.mustTakeWay('password');
      await limits.mustTakeEverywhere('confirm by network address', network);
      const [before, came] = [hereOf(parts, request, session), entrance.arrival()];
      // Before the link is used up: whoever chose badly chooses again with the same one.
      mustBeGood(body.password, '');
      const email = await mailed.use({ kind: 'reset-password' }, body.secret, before);
      const known = await people.byAddress(email);
      const person = mustHaveAddress(known ?? (await people.personOf(email, before.uid)));
      const since = entrance.epochSince(person.id, came);
      await accounts.resetPassword(person, body.password, since);
      const isKnown = browsers.isKnown(request, email);
      const epoch = await entrance.endAllSince(person.id, since);
      // Who reads the mail and was known here is known here still.
      if (isKnown) browsers.note(request, person, epoch);
      await mailed.tell('password-changed', email, context);
      return await comeInAnew(parts, asked, person, { epoch, before, isNew: known === null });
    },
    becomeOwner: async ({ body, session }) => {
      const person = await people.person(personOf(session));
      if (person !== null) mustHaveAddress(person);
      const secret = parseBase64Url(body.secret);
      const isGood = person !== null && secret !== null && (await tryUseSetUp(metadata, parts.setUpKeys, secret));
      if (!isGood)
        throw new GatewayFailure('bad-token', 'This set-up link does not work.', {
          hint: 'It works only while this server has no owner. An operator can run: npm run bough -- make-owner, or renew-set-up-link if there is no owner.',
        });
      await metadata.setOwner(person.id, true, null);
      return undefined;
    },
  };
}

/** Goes on after a mailed reset, which has ended every session of the person: that of this browser, too, if it was theirs. */
async function comeInAnew(
  parts: SignInParts,
  asked: Pick<Asked<unknown, unknown>, 'request' | 'context' | 'network' | 'person' | 'token'>,
  person: Person,
  { epoch, before, isNew }: Pick<Arrival, 'epoch' | 'before' | 'isNew'>,
): Promise<SessionFacts> {
  const { request, context } = asked;
  const here = before.uid === person.id ? parts.sessions.begin(request, { person: null, isGuest: true }) : before;
  const came = await comeIn(parts, person, { request, context, by: 'password', epoch, before: here, isNew });
  // Nobody has come in yet, and still the password is another one.
  if (came.awaitsCode) await parts.audit.note(asked, 'password-set', { person: person.id, about: { by: 'mail' } });
  return came;
}
