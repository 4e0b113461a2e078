import { parseBase64Url } from '@bough/base';
import { GatewayFailure } from '../failure.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { type Accounts, mustHaveAddress } from '../people/accounts.ts';
import { mustBeGood } from '../people/passwords.ts';
import type { Provider } from '../people/provider.ts';
import { hashSecret } from '../people/secrets.ts';
import { isSeal } from '../session/keys.ts';
import { setUpMessage } from '../set-up.ts';
import type { Handlers } from './handlers.ts';
import { personOf } from './map-routes.ts';
import { facts, hereOf, type SessionParts } from './session-routes.ts';

export interface SignInParts extends SessionParts {
  readonly metadata: Metadata;
  readonly accounts: Accounts;
  /** null: there is none. */
  readonly provider: Provider | null;
  readonly setUpKeys: readonly Uint8Array[];
}
type PasswordNames =
  | 'signInWays'
  | 'signInByPassword'
  | 'requestPasswordReset'
  | 'confirmPasswordReset'
  | 'becomeOwner';
type ProviderNames = 'beginProviderSignIn' | 'confirmProviderSignIn';

/** Signing in by password, and becoming the owner of a Bough that has none. */
export function passwordRoutes(parts: SignInParts): Pick<Handlers, PasswordNames> {
  const { metadata, accounts, people, registration, entrance, mailed, limits } = parts;
  return {
    signInWays: async () => {
      const { registration: admits, domains } = registration.settings;
      const provider = parts.provider?.settings.name ?? null;
      return { provider, registration: admits, domains, needsOwner: !(await registration.hasOwner()) };
    },
    signInByPassword: async ({ request, body, session, network }) => {
      await limits.mustTakeEverywhere('password by network address', network);
      await limits.mustTakeEverywhere('password by address', hashSecret(body.email.toLowerCase()));
      const before = hereOf(parts, request, session);
      const person = await accounts.mustKnow(body.email, body.password);
      const begun = await entrance.enter(request, person.id, 'password', before);
      await people.giveGuest(before.uid, person.id);
      return facts(parts, begun, person);
    },
    requestPasswordReset: async ({ body, session, context, network }) => {
      await limits.mustTakeEverywhere('sign-in by network address', network);
      await limits.mustTakeEverywhere('sign-in by address', hashSecret(body.email.toLowerCase()));
      if (session !== null) await mailed.send({ kind: 'reset-password' }, body.email, session, context);
      return undefined;
    },
    confirmPasswordReset: async ({ request, body, session, network, context }) => {
      await limits.mustTakeEverywhere('confirm by network address', network);
      const before = hereOf(parts, request, session);
      // Before the link is used up: whoever chose badly chooses again with the same one.
      mustBeGood(body.password, '');
      const email = await mailed.use({ kind: 'reset-password' }, body.secret, before);
      const person = mustHaveAddress(await people.personOf(email, before.uid));
      await accounts.setPassword(person, body.password);
      await entrance.endAll(person.id);
      const begun = await entrance.enter(request, person.id, 'password', before);
      await mailed.tell('password-changed', email, context);
      return facts(parts, begun, person);
    },
    becomeOwner: async ({ body, session }) => {
      const person = await people.person(personOf(session));
      if (person !== null) mustHaveAddress(person);
      const mac = parseBase64Url(body.secret);
      const isGood = mac !== null && isSeal(parts.setUpKeys, setUpMessage(), mac) && !(await registration.hasOwner());
      if (person === null || !isGood)
        throw new GatewayFailure('bad-token', 'this link makes nobody the owner', {
          hint: 'A Bough that has an owner takes none by a link. An operator can: npm run bough -- make-owner.',
        });
      await metadata.setOwner(person.id, true);
      return undefined;
    },
  };
}

/** Signing in with the provider. */
export function providerRoutes(parts: SignInParts): Pick<Handlers, ProviderNames> {
  const { metadata, people, entrance, limits } = parts;
  const mustHave = (): Provider => {
    if (parts.provider === null) throw new GatewayFailure('absent', 'there is no sign-in provider here');
    return parts.provider;
  };
  return {
    beginProviderSignIn: async ({ request, session, network }) => {
      limits.mustTake('provider by network address', network);
      return { url: await mustHave().begin(hereOf(parts, request, session)) };
    },
    confirmProviderSignIn: async ({ request, body, session, network }) => {
      limits.mustTake('confirm by network address', network);
      const provider = mustHave();
      const before = hereOf(parts, request, session);
      const { subject, email, name } = await provider.confirm(body.answer, before);
      const joined = await metadata.personByProvider(subject);
      const known = joined === null ? null : await people.person(joined);
      if (known !== null) {
        const begun = await entrance.enter(request, known.id, 'provider', before);
        await people.giveGuest(before.uid, known.id);
        return facts(parts, begun, known);
      }
      if (email === null) {
        throw new GatewayFailure('provider-refused', `${provider.settings.name} vouches for no address of yours`, {
          hint: 'Sign in by mail, or ask whoever runs this Bough about BOUGH_OIDC_TRUST_EMAIL.',
        });
      }
      const person = await people.personOf(email, before.uid, name);
      if (!(await metadata.tryJoinProvider(person.id, subject))) {
        throw new GatewayFailure(
          'provider-refused',
          'somebody else at the provider has come in with this address before',
          {
            hint: 'Sign in by mail.',
          },
        );
      }
      return facts(parts, await entrance.enter(request, person.id, 'provider', before), person);
    },
  };
}
