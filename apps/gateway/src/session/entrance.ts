import { type Clock, isLongId, type PersonId } from '@bough/base';
import type { SignedInBy } from '@bough/contracts';
import type { Request } from 'express';
import { GatewayFailure } from '../failure.ts';
import type { AccountStore } from '../metadata/accounts/account-store.ts';
import { deviceName } from './device.ts';
import type { Revocations } from './revocations.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** Where people come in and go out: the sessions themselves, what ends them, and the note that their owner reads. */
export class Entrance {
  readonly #sessions: Sessions;
  readonly #revocations: Revocations;
  readonly #accounts: AccountStore;
  readonly #clock: Clock;

  constructor(components: {
    readonly sessions: Sessions;
    readonly revocations: Revocations;
    readonly metadata: AccountStore;
    readonly clock: Clock;
  }) {
    this.#sessions = components.sessions;
    this.#revocations = components.revocations;
    this.#accounts = components.metadata;
    this.#clock = components.clock;
  }

  /** Begins the person's session in this browser and ends the one before. Throws 'disabled' for whom an operator keeps out. */
  async enter(
    request: Request,
    person: PersonId,
    by: SignedInBy,
    before: Session | null = this.#sessions.of(request),
  ): Promise<Session> {
    const { disabledAt } = await this.#accounts.account(person);
    if (disabledAt !== null) {
      throw new GatewayFailure('disabled', 'this account is disabled', { hint: 'Ask whoever runs this Bough.' });
    }
    return await this.#begin(request, { person, by, provedAt: this.#clock.now() }, before);
  }

  /** Ends this session alone; the browser's next one is nobody's. */
  async leave(request: Request, session: Session | null): Promise<Session> {
    if (session !== null) await this.#end(session);
    return this.#sessions.begin(request, { person: null, isGuest: true });
  }

  /** Ends every session of the person on every gateway. */
  async endAll(person: PersonId): Promise<void> {
    await this.#revocations.endAll(person);
    await this.#accounts.removeSessionRecords(person, null);
  }

  /** Ends every session of the person, and goes on in this browser with a new one. */
  async endOthers(request: Request, session: Session, person: PersonId): Promise<Session> {
    const known = (await this.#accounts.sessionRecords(person)).find((each) => each.session === session.sid);
    await this.endAll(person);
    const by = known?.by ?? (session.guest ? 'guest' : 'mail');
    return await this.#begin(request, { person, by, provedAt: session.proved }, null);
  }

  /** Ends one session of the person by its id; false: they have no such session. */
  async tryEnd(person: PersonId, session: string): Promise<boolean> {
    if (!isLongId(session) || !(await this.#accounts.removeSessionRecord(person, session))) return false;
    await this.#revocations.endSession(session);
    return true;
  }

  async #begin(
    request: Request,
    who: { readonly person: PersonId; readonly by: SignedInBy; readonly provedAt: number },
    before: Session | null,
  ): Promise<Session> {
    const { person, by, provedAt } = who;
    const session = this.#sessions.begin(request, { person, isGuest: by === 'guest', provedAt });
    const device = deviceName(request.headers['user-agent']);
    const { sid, iat } = session;
    await this.#accounts.addSessionRecord({ session: sid, person, device, by, beganAt: iat, seenAt: iat });
    // Whoever had the id of the session before has nothing.
    if (before !== null && before.uid !== null) await this.#end(before);
    return session;
  }

  async #end(session: Session): Promise<void> {
    await this.#revocations.endSession(session.sid);
    if (session.uid !== null) await this.#accounts.removeSessionRecord(session.uid, session.sid);
  }
}
