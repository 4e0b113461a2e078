import type { Clock, Ids, Random } from '@bough/base';
import type { Caller } from '@bough/service';
import type { Bus } from './bus/bus.ts';
import type { Lookout } from './bus/lookout.ts';
import { RateLimits } from './limits/rate-limits.ts';
import type { Metadata } from './metadata/metadata.ts';
import { Accounts } from './people/accounts.ts';
import { MailedSecrets } from './people/mailed-secrets.ts';
import { PASSWORD_COST, type PasswordCost, Passwords } from './people/passwords.ts';
import { People } from './people/people.ts';
import { Provider, type ProviderSettings } from './people/provider.ts';
import { Registration, type RegistrationSettings } from './people/registration.ts';
import { deviceName } from './session/device.ts';
import { Entrance } from './session/entrance.ts';
import type { SigningKeys } from './session/keys.ts';
import { OldSessions, type OldSessionSettings, type OldSessionStore } from './session/old-sessions.ts';
import { Revocations } from './session/revocations.ts';
import { Sessions } from './session/sessions.ts';

/** Everything about people that has settings. */
export interface PeopleSettings extends RegistrationSettings {
  /** null: there is none. */
  readonly provider: ProviderSettings | null;
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
  readonly registration: Registration;
  readonly provider: Provider | null;
  readonly limits: RateLimits;
  readonly oldSessions: OldSessions | null;
  readonly csrfKeys: readonly Uint8Array[];
  readonly setUpKeys: readonly Uint8Array[];
}

/** Builds them. */
export function buildPeople(
  parts: {
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
  },
  settings: { readonly publicUrl: string; readonly limitsFactor: number; readonly people: PeopleSettings },
): PeopleParts {
  const { metadata, keys, onTrouble } = parts;
  const { publicUrl } = settings;
  const revocations = new Revocations(parts);
  const { oldSessions: store } = parts;
  const { oldSessions: carried } = settings.people;
  const old =
    store === undefined || carried === undefined ? null : new OldSessions({ ...parts, store, revocations }, carried);
  const sessions = new Sessions(
    {
      ...parts,
      revocations,
      old,
      onCarried: ({ sid, uid, iat }, { headers }) => {
        if (uid === null) return;
        const note = { session: sid, person: uid, by: 'password', beganAt: iat, seenAt: iat } as const;
        metadata.addSessionRecord({ ...note, device: deviceName(headers['user-agent']) }).catch(onTrouble);
      },
      onRenewed: ({ sid }) => void metadata.setSessionSeen(sid, parts.clock.now()).catch(onTrouble),
    },
    { isSecure: publicUrl.startsWith('https:') },
  );
  const registration = new Registration(parts, settings.people);
  const passwords = new Passwords(parts, { cost: settings.people.passwordCost ?? PASSWORD_COST });
  const mailed = new MailedSecrets(parts, { publicUrl });
  const { provider } = settings.people;
  return {
    sessions,
    revocations,
    entrance: new Entrance({ ...parts, sessions, revocations }),
    people: new People({ ...parts, registration }),
    accounts: new Accounts({ ...parts, passwords, mailed }),
    mailed,
    registration,
    provider: provider === null ? null : new Provider({ ...parts, keys: keys.provider }, { ...provider, publicUrl }),
    limits: new RateLimits(parts, { factor: settings.limitsFactor }),
    oldSessions: old,
    csrfKeys: keys.csrf,
    setUpKeys: keys.setUp,
  };
}
