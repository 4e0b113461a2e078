import type { Clock, Ids } from '@bough/base';
import type { Component } from '@bough/service';
import type { Bus } from '../../bus/bus.ts';
import type { Lookout } from '../../bus/lookout.ts';
import { deviceName } from '../../http/device.ts';
import { GUEST_IDLE_MS } from '../../http/session.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { People } from '../../people/people.ts';
import type { Registration } from '../../people/registration.ts';
import type { SigningKeys } from '../../secrets/keys.ts';
import { DAY_MS, HOUR_MS, repeating } from '../../repeating.ts';
import { Entrance } from './entrance.ts';
import { OldSessions, type OldSessionSettings, type OldSessionStore } from './old-sessions.ts';
import { Revocations } from './revocations.ts';
import { sessionRoutes } from './session-routes.ts';
import { Sessions } from './sessions.ts';

export interface SessionsPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metadata: Metadata;
  readonly bus: Bus;
  readonly lookout: Lookout;
  readonly limits: RateLimits;
  readonly keys: Pick<SigningKeys, 'cookies' | 'csrf'>;
  readonly people: People;
  readonly registration: Registration;
  /** Where a server that was here before kept its sessions; absent: there was none. */
  readonly oldSessions?: OldSessionStore | undefined;
  readonly onTrouble: (error: unknown) => void;
}

const REVOCATION_DAYS = 800;

/** Who is here: sessions in cookies, what begins and ends them, and where a person is signed in. */
export function sessionsFeature(
  ports: SessionsPorts,
  settings: { readonly isSecure: boolean; readonly people: { readonly oldSessions?: OldSessionSettings } },
) {
  const { metadata, clock, keys } = ports;
  const revocations = new Revocations(ports);
  const old = oldSessionsOf(ports, settings.people.oldSessions, revocations);
  const sessions = sessionsOf(ports, { revocations, old }, settings);
  const entrance = new Entrance({ ...ports, sessions, revocations });
  const csrfKeys = keys.csrf;
  const endings: Component = {
    name: 'sessions',
    start: () => revocations.start(),
    stop: async () => {
      revocations.stop();
      await old?.flush();
      await ports.oldSessions?.close();
    },
  };
  const forget = repeating('old sessions', ports, HOUR_MS, async () => {
    const now = clock.now();
    await Promise.all([
      metadata.pruneSessionRecords(now - GUEST_IDLE_MS),
      metadata.pruneRevocations(now - REVOCATION_DAYS * DAY_MS),
    ]);
  });
  const given = { sessions, revocations, entrance, csrfKeys };
  return {
    ...given,
    routes: sessionRoutes({ ...ports, ...given }),
    components: [endings, forget],
  };
}

function oldSessionsOf(
  ports: SessionsPorts,
  settings: OldSessionSettings | undefined,
  revocations: Revocations,
): OldSessions | null {
  const { oldSessions: store } = ports;
  if (store === undefined || settings === undefined) return null;
  return new OldSessions({ ...ports, store, revocations }, settings);
}

function sessionsOf(
  ports: SessionsPorts,
  around: { readonly revocations: Revocations; readonly old: OldSessions | null },
  settings: { readonly isSecure: boolean },
): Sessions {
  const { metadata, onTrouble } = ports;
  return new Sessions(
    {
      ...ports,
      ...around,
      onCarried: ({ sid, uid, iat }, { headers }) => {
        if (uid === null) return;
        const note = { session: sid, person: uid, by: 'password', provider: null, beganAt: iat, seenAt: iat } as const;
        metadata.addSessionRecord({ ...note, device: deviceName(headers['user-agent']) }).catch(onTrouble);
      },
      onRenewed: ({ sid }) => void metadata.setSessionSeen(sid, ports.clock.now()).catch(onTrouble),
    },
    settings,
  );
}
