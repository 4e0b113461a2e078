import type { Clock, Ids, Random } from '@bough/base';
import type { Caller } from '@bough/service';
import type { Bus } from './bus/bus.ts';
import type { Lookout } from './bus/lookout.ts';
import { RateLimits } from './limits/rate-limits.ts';
import type { Metadata } from './metadata/metadata.ts';
import { Accounts } from './features/sign-in/accounts.ts';
import { KnownBrowsers } from './features/sign-in/browsers/known-browsers.ts';
import { MailedSecrets } from './features/sign-in/mail/mailed-secrets.ts';
import { Passkeys } from './features/sign-in/passkeys/passkeys.ts';
import { NotMe } from './features/sign-in/browsers/not-me.ts';
import { PASSWORD_COST, type PasswordCost, Passwords } from './features/sign-in/password/passwords.ts';
import { People } from './people/people.ts';
import { LogoutTokens } from './features/sign-in/provider/logout-token.ts';
import { Provider } from './features/sign-in/provider/provider.ts';
import type { ProviderSettings } from './features/sign-in/provider/provider-settings.ts';
import { SecondSteps } from './features/sign-in/second-step/second-steps.ts';
import { Registration, type RegistrationSettings } from './people/registration.ts';
import { deviceName } from './http/device.ts';
import { Entrance } from './features/sessions/entrance.ts';
import type { SigningKeys } from './secrets/keys.ts';
import { OldSessions, type OldSessionSettings, type OldSessionStore } from './features/sessions/old-sessions.ts';
import { Revocations } from './features/sessions/revocations.ts';
import { Sessions } from './features/sessions/sessions.ts';

/** Everything about people that has settings. */
export interface PeopleSettings extends RegistrationSettings {
  /** In the order of the sign-in page. */
  readonly providers: readonly ProviderSettings[];
  /** Absent: there was no other server before. */
  readonly oldSessions?: OldSessionSettings;
  /** Absent: what Bough asks of a new hash. */
  readonly passwordCost?: PasswordCost;
}
/** People, how they come in, and how long they stay. */
export interface PeopleParts {
  readonly sessions: Sessions;
  readonly revocations: Revocations;
  readonly entrance: Entrance;
  readonly people: People;
  readonly accounts: Accounts;
  readonly mailed: MailedSecrets;
  readonly passkeys: Passkeys;
  readonly secondSteps: SecondSteps;
  readonly notMe: NotMe;
  readonly registration: Registration;
  readonly providers: readonly Provider[];
  /** By the provider's id. */
  readonly logoutTokens: ReadonlyMap<string, LogoutTokens>;
  readonly limits: RateLimits;
  readonly browsers: KnownBrowsers;
  readonly oldSessions: OldSessions | null;
  readonly csrfKeys: readonly Uint8Array[];
  readonly setUpKeys: readonly Uint8Array[];
}

/** What stands around them. */
interface PeopleAround {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly metadata: Metadata;
  readonly bus: Bus;
  readonly lookout: Lookout;
  readonly mailer: Pick<Caller, 'call'>;
  readonly keys: SigningKeys;
  readonly oldSessions?: OldSessionStore | undefined;
  readonly isInvited: (email: string) => Promise<boolean>;
  readonly onTrouble: (error: unknown) => void;
}

/** Builds them. */
export function buildPeople(
  parts: PeopleAround,
  settings: { readonly publicUrl: string; readonly limitsFactor: number; readonly people: PeopleSettings },
): PeopleParts {
  const { keys } = parts;
  const { publicUrl } = settings;
  const revocations = new Revocations(parts);
  const old = oldSessionsOf(parts, settings.people, revocations);
  const sessions = sessionsOf(parts, { revocations, old }, publicUrl);
  const registration = new Registration(parts, settings.people);
  const passwords = new Passwords(parts, { cost: settings.people.passwordCost ?? PASSWORD_COST });
  const mailed = new MailedSecrets(parts, { publicUrl });
  const notMe = new NotMe(parts, { publicUrl });
  const secondSteps = new SecondSteps({ ...parts, keys: keys.secondSteps }, { publicUrl });
  return {
    sessions,
    revocations,
    entrance: new Entrance({ ...parts, sessions, revocations, registration }),
    people: new People({ ...parts, registration }),
    accounts: new Accounts({ ...parts, passwords, mailed, secondSteps, notMe, registration, revocations }),
    mailed,
    passkeys: new Passkeys({ ...parts, keys: keys.passkeys }, { publicUrl }),
    secondSteps,
    notMe,
    registration,
    ...buildProviders({ ...parts, keys: keys.provider }, settings),
    limits: new RateLimits(parts, { factor: settings.limitsFactor }),
    browsers: new KnownBrowsers({ keys: keys.browsers, revocations }, { isSecure: publicUrl.startsWith('https:') }),
    oldSessions: old,
    csrfKeys: keys.csrf,
    setUpKeys: keys.setUp,
  };
}

function buildProviders(
  parts: ConstructorParameters<typeof Provider>[0],
  { people, publicUrl }: { readonly people: PeopleSettings; readonly publicUrl: string },
): Pick<PeopleParts, 'providers' | 'logoutTokens'> {
  const providers = people.providers.map((each) => new Provider(parts, { ...each, publicUrl }));
  const { clock } = parts;
  const logoutTokens = providers.map(
    (provider) => [provider.settings.id, new LogoutTokens({ provider, clock })] as const,
  );
  return { providers, logoutTokens: new Map(logoutTokens) };
}

function oldSessionsOf(
  parts: PeopleAround,
  { oldSessions: settings }: PeopleSettings,
  revocations: Revocations,
): OldSessions | null {
  const { oldSessions: store } = parts;
  if (store === undefined || settings === undefined) return null;
  return new OldSessions({ ...parts, store, revocations }, settings);
}

function sessionsOf(
  parts: PeopleAround,
  around: { readonly revocations: Revocations; readonly old: OldSessions | null },
  publicUrl: string,
): Sessions {
  const { metadata, onTrouble } = parts;
  return new Sessions(
    {
      ...parts,
      ...around,
      onCarried: ({ sid, uid, iat }, { headers }) => {
        if (uid === null) return;
        const note = { session: sid, person: uid, by: 'password', provider: null, beganAt: iat, seenAt: iat } as const;
        metadata.addSessionRecord({ ...note, device: deviceName(headers['user-agent']) }).catch(onTrouble);
      },
      onRenewed: ({ sid }) => void metadata.setSessionSeen(sid, parts.clock.now()).catch(onTrouble),
    },
    { isSecure: publicUrl.startsWith('https:') },
  );
}
