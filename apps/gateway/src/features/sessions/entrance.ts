import { type Clock, isLongId, type PersonId } from '@bough/base';
import type { SignedInBy } from '@bough/contracts';
import type { Request } from 'express';
import { GatewayFailure } from '../../failure.ts';
import type { AccountStore, ProviderSession, SessionRecord } from '../../metadata/accounts/account-store.ts';
import type { Registration } from '../../people/registration.ts';
import { deviceName } from '../../http/device.ts';
import { sessionEnded } from './ended.ts';
import type { RequestArrival, Revocations } from './revocations.ts';
import type { Session } from '../../http/session.ts';
import type { Sessions } from './sessions.ts';

/** How somebody comes in; a provider that lets somebody in has its own name for the session, and one without it may be any. */
export type Way = SignedInBy | ProviderSession;
/** Somebody who has shown who they are. */
export interface Entering {
  readonly person: PersonId;
  readonly way: Way;
  /** The person's epoch before they showed it: what has ended all their sessions since ends the one that begins. */
  readonly epoch: number;
  /** Whether they have shown both steps, or what counts as both; absent: they have not. */
  readonly isTwo?: boolean;
}
/** Whom a provider has signed out: the person, the session that it calls by this hash, or that session of this person. */
export interface SignedOut {
  readonly issuer: string;
  readonly person: PersonId | null;
  readonly session: string | null;
}

/** Where people come in and go out: the sessions themselves, what ends them, and the note that their owner reads. */
export class Entrance {
  readonly #sessions: Sessions;
  readonly #revocations: Revocations;
  readonly #accounts: AccountStore;
  readonly #registration: Pick<Registration, 'mustTakeWay'>;
  readonly #clock: Clock;

  constructor(components: {
    readonly sessions: Sessions;
    readonly revocations: Revocations;
    readonly metadata: AccountStore;
    readonly registration: Pick<Registration, 'mustTakeWay'>;
    readonly clock: Clock;
  }) {
    this.#sessions = components.sessions;
    this.#revocations = components.revocations;
    this.#accounts = components.metadata;
    this.#registration = components.registration;
    this.#clock = components.clock;
  }

  /** A request comes now that is to let somebody in; see `epochSince`. */
  arrival(): RequestArrival {
    return this.#revocations.arrival();
  }

  /**
   * The epoch of somebody whom a request that came then has shown to be here, and who was not known before. Throws 'unauthenticated' where all
   * their sessions were ended since: that meant this one, too.
   */
  epochSince(person: PersonId, arrival: RequestArrival): number {
    if (this.#revocations.areEndedSince(person, arrival)) throw sessionEnded();
    return this.#revocations.epochOf(person);
  }

  /** Throws 'unauthenticated' where the session was ended while its request was under way. */
  mustLive(session: Session): void {
    if (this.#revocations.isRevoked(session)) throw sessionEnded();
  }

  /**
   * Begins the person's session in this browser and ends the one before. Throws 'disabled' for whom an operator keeps out, 'way-closed' where
   * nobody comes in like this, 'unauthenticated' where all sessions were ended meanwhile: every way in leads through here.
   */
  async enter(
    request: Request,
    { person, way, epoch, isTwo = false }: Entering,
    before: Session | null = this.#sessions.of(request),
  ): Promise<Session> {
    this.#registration.mustTakeWay(byOf(way));
    const { disabledAt } = await this.#accounts.account(person);
    if (disabledAt !== null) {
      throw new GatewayFailure('disabled', 'This account is disabled.');
    }
    // One that is ended after this is born, and over: it has the epoch of then.
    if (this.#revocations.epochOf(person) > epoch) throw sessionEnded();
    return await this.#begin(request, { person, way, epoch, provedAt: this.#clock.now(), isTwo }, before);
  }

  /** Ends this session alone; the browser's next one is nobody's. */
  async leave(request: Request, session: Session | null): Promise<Session> {
    if (session !== null) await this.#end(session);
    return this.#sessions.begin(request, { person: null, isGuest: true });
  }

  /** Ends every session and every token of the person on every gateway; answers the epoch from then on. */
  async endAll(person: PersonId): Promise<number> {
    const epoch = await this.#revocations.endAll(person);
    await this.#accounts.removeSessionRecords(person, null);
    return epoch;
  }

  /**
   * The same in the name of a session of this epoch, or of one that is about to begin with it; answers the epoch from then on. Throws
   * 'unauthenticated' where all were ended since.
   */
  async endAllSince(person: PersonId, ofEpoch: number): Promise<number> {
    const epoch = await this.#revocations.tryEndAll(person, ofEpoch);
    if (epoch === null) throw sessionEnded();
    await this.#accounts.removeSessionRecords(person, null);
    return epoch;
  }

  /** Ends every session and every token of the person, and goes on in this browser with a new session. */
  async endOthers(request: Request, session: Session, person: PersonId): Promise<Session> {
    const way = await this.#wayOf(session, person);
    this.mustLive(session);
    const epoch = await this.endAllSince(person, session.epoch);
    // Nothing was shown: it ends when the one before would have.
    const { since, proved: provedAt, two: isTwo } = session;
    return await this.#begin(request, { person, way, epoch, since, provedAt, isTwo }, null);
  }

  /** Goes on in this browser with a new session, which was proved now; `isTwo`: in both steps, or what counts as both. */
  async prove(request: Request, session: Session, person: PersonId, isTwo: boolean): Promise<Session> {
    const way = await this.#wayOf(session, person);
    this.mustLive(session);
    const { epoch } = session;
    return await this.#begin(request, { person, way, epoch, provedAt: this.#clock.now(), isTwo }, session);
  }

  /** Ends one session of the person by its id; false: they have no such session. */
  async tryEnd(person: PersonId, session: string): Promise<boolean> {
    if (!isLongId(session) || !(await this.#accounts.removeSessionRecord(person, session))) return false;
    await this.#revocations.endSession(session);
    return true;
  }

  /** The sessions that the provider began and now has signed out; those of which it is not known which provider began them are among them. */
  async ofProvider(of: SignedOut): Promise<readonly SessionRecord[]> {
    const { issuer, person, session } = of;
    if (person === null) return session === null ? [] : await this.#accounts.sessionRecordsOfProvider(session);
    const begun = (await this.#accounts.sessionRecords(person)).filter(({ by }) => by === 'provider');
    return begun.filter(({ provider }) => {
      if (provider === null) return true;
      const isThat = session === null || provider.session === null || provider.session === session;
      return provider.issuer === issuer && isThat;
    });
  }

  /** Ends these sessions on every gateway. */
  async endRecorded(records: readonly SessionRecord[]): Promise<void> {
    for (const { session, person } of records) {
      await this.#revocations.endSession(session);
      await this.#accounts.removeSessionRecord(person, session);
    }
  }

  async #wayOf(session: Session, person: PersonId): Promise<Way> {
    const known = (await this.#accounts.sessionRecords(person)).find((each) => each.session === session.sid);
    const { by, provider } = known ?? { by: session.guest ? 'guest' : 'mail', provider: null };
    return provider ?? by;
  }

  async #begin(
    request: Request,
    who: Required<Entering> & { readonly provedAt: number; readonly since?: number },
    before: Session | null,
  ): Promise<Session> {
    const { person, way, epoch, provedAt, isTwo } = who;
    const by = byOf(way);
    const provider = typeof way === 'string' ? null : way;
    const isGuest = by === 'guest';
    const session = this.#sessions.begin(request, { person, isGuest, epoch, since: who.since, provedAt, isTwo });
    const device = deviceName(request.headers['user-agent']);
    const { sid, since, iat } = session;
    await this.#accounts.addSessionRecord({ session: sid, person, device, by, provider, beganAt: since, seenAt: iat });
    // Whoever had the id of the session before has nothing.
    if (before !== null && before.uid !== null) await this.#end(before);
    return session;
  }

  async #end(session: Session): Promise<void> {
    await this.#revocations.endSession(session.sid);
    if (session.uid !== null) await this.#accounts.removeSessionRecord(session.uid, session.sid);
  }
}

function byOf(way: Way): SignedInBy {
  return typeof way === 'string' ? way : 'provider';
}
