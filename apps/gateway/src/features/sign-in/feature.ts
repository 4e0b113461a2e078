import type { Clock, Ids, Random } from '@bough/base';
import type { Caller, Log } from '@bough/service';
import type { Bus } from '../../bus/bus.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { SigningKeys } from '../../secrets/keys.ts';
import type { AuditNotes } from '../audit/audit-notes.ts';
import { DAY_MS, HOUR_MS, repeating } from '../../repeating.ts';
import type { Revocations } from '../sessions/revocations.ts';
import type { SessionParts } from '../sessions/session-facts.ts';
import { Accounts } from './accounts.ts';
import { KnownBrowsers } from './browsers/known-browsers.ts';
import { NotMe } from './browsers/not-me.ts';
import { MailedSecrets } from './mail/mailed-secrets.ts';
import { mailRoutes } from './mail/mail-routes.ts';
import { outboxRoutes } from './mail/outbox-routes.ts';
import { ownPasskeyRoutes, passkeyUseRoutes } from './passkeys/passkey-routes.ts';
import { Passkeys } from './passkeys/passkeys.ts';
import { PASSWORD_COST, type PasswordCost, Passwords } from './password/passwords.ts';
import { backChannel } from './provider/back-channel.ts';
import { LogoutTokens } from './provider/logout-token.ts';
import { providerRoutes } from './provider/provider-routes.ts';
import type { ProviderSettings } from './provider/provider-settings.ts';
import { Provider } from './provider/provider.ts';
import { secondStepRoutes, secondStepSignInRoutes } from './second-step/second-step-routes.ts';
import { SecondSteps } from './second-step/second-steps.ts';
import { passwordRoutes } from './sign-in-routes.ts';

export interface SignInPorts extends SessionParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly metadata: Metadata;
  readonly bus: Bus;
  readonly mailer: Pick<Caller, 'call'>;
  readonly keys: Pick<SigningKeys, 'secondSteps' | 'provider' | 'passkeys' | 'browsers' | 'setUp'>;
  readonly revocations: Revocations;
  readonly audit: AuditNotes;
  readonly onTrouble: (error: unknown) => void;
}
export interface SignInSettings {
  readonly publicUrl: string;
  readonly isSecure: boolean;
  readonly trustedProxies: number;
  readonly people: {
    /** In the order of the sign-in page. */
    readonly providers: readonly ProviderSettings[];
    /** Absent: what Bough asks of a new hash. */
    readonly passwordCost?: PasswordCost;
  };
}

/** Every way to come in: mailed links, passwords, passkeys, providers and the second step; and the doors of programs that belong to them. */
export function signInFeature(ports: SignInPorts, settings: SignInSettings) {
  const { keys, metadata, clock } = ports;
  const passwords = new Passwords(ports, { cost: settings.people.passwordCost ?? PASSWORD_COST });
  const mailed = new MailedSecrets(ports, settings);
  const notMe = new NotMe(ports, settings);
  const secondSteps = new SecondSteps({ ...ports, keys: keys.secondSteps }, settings);
  const { providers, logoutTokens } = providersOf({ ...ports, keys: keys.provider }, settings);
  const given = {
    accounts: new Accounts({ ...ports, passwords, mailed, secondSteps, notMe }),
    mailed,
    notMe,
    secondSteps,
    passkeys: new Passkeys({ ...ports, keys: keys.passkeys }, settings),
    browsers: new KnownBrowsers({ ...ports, keys: keys.browsers }, settings),
    providers,
    setUpKeys: keys.setUp,
  };
  const parts = { ...ports, ...given };
  const forget = repeating('old sign-ins', ports, HOUR_MS, async () => {
    const old = clock.now() - DAY_MS;
    await Promise.all([metadata.pruneSignIns(old), metadata.pruneChallenges(old)]);
  });
  return {
    ...given,
    /** Where providers say who has signed out there. */
    beforeSessions: [backChannel({ ...parts, logoutTokens }, settings)],
    routes: {
      ...mailRoutes(parts),
      ...outboxRoutes(parts, settings),
      ...passwordRoutes(parts),
      ...providerRoutes(parts),
      ...ownPasskeyRoutes(parts),
      ...passkeyUseRoutes(parts),
      ...secondStepRoutes(parts),
      ...secondStepSignInRoutes(parts),
    },
    components: [forget],
  };
}

function providersOf(
  parts: ConstructorParameters<typeof Provider>[0],
  { people, publicUrl }: SignInSettings,
): { readonly providers: readonly Provider[]; readonly logoutTokens: ReadonlyMap<string, LogoutTokens> } {
  const providers = people.providers.map((each) => new Provider(parts, { ...each, publicUrl }));
  const { clock } = parts;
  const tokens = providers.map((provider) => [provider.settings.id, new LogoutTokens({ provider, clock })] as const);
  return { providers, logoutTokens: new Map(tokens) };
}
