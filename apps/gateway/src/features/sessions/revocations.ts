import { type Cancel, type Clock, isLongId, parsePersonId, type PersonId } from '@bough/base';
import type { Bus } from '../../bus/bus.ts';
import { parseObject } from '../../bus/gateway-messages.ts';
import type { Lookout } from '../../bus/lookout.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Revocation } from '../../metadata/sessions/session-store.ts';
import { type Session, ABSOLUTE_MS, GUEST_IDLE_MS } from '../../http/session.ts';

const TOPIC = 'revocations';
/** How often metadata is asked: commands of an operator write there alone, and a message of the bus can be lost. */
export const LOOK_MS = 750;
/** How far back: clocks differ, and so does when what was written can be read. */
const LOOK_BACK_MS = 120_000;

/** When a request came: the time, and how many ends of all sessions of somebody were known here then. */
export interface RequestArrival {
  readonly at: number;
  readonly known: number;
}

/**
 * What ends sessions before their time, in memory: a request asks no database. Kept in metadata, told to every gateway by the
 * bus at once, and read from metadata every now and then, as often as the lookout says while the bus loses messages.
 */
export class Revocations {
  readonly #metadata: Metadata;
  readonly #bus: Bus;
  readonly #lookout: Lookout;
  readonly #clock: Clock;
  readonly #sessions = new Map<string, number>();
  readonly #people = new Map<
    PersonId,
    { readonly epoch: number; readonly validAfter: number; readonly turn: number }
  >();
  #known = 0;
  readonly #listeners = new Set<(revocation: Revocation) => void>();
  readonly #onTrouble: (error: unknown) => void;
  #cancels: Cancel[] = [];
  #cancelLook: Cancel = () => undefined;
  #isStopped = false;
  /** When metadata was last asked and answered. */
  #lookedAt: number | null = null;
  #looking: Promise<void> | null = null;

  constructor(components: {
    readonly metadata: Metadata;
    readonly bus: Bus;
    readonly lookout: Lookout;
    readonly clock: Clock;
    readonly onTrouble: (error: unknown) => void;
  }) {
    this.#metadata = components.metadata;
    this.#bus = components.bus;
    this.#lookout = components.lookout;
    this.#clock = components.clock;
    this.#onTrouble = components.onTrouble;
  }

  /** Resolves when every revocation that exists is known. */
  async start(): Promise<void> {
    const stopListening = await this.#bus.subscribe(TOPIC, (message) => {
      const revocation = parseRevocation(message);
      if (revocation !== null) this.#take(revocation);
    });
    this.#cancels = [stopListening, this.#lookout.onLook(() => this.#look())];
    await this.#look();
    this.#plan();
  }

  stop(): void {
    for (const cancel of [...this.#cancels, this.#cancelLook]) cancel();
    this.#cancels = [];
    this.#isStopped = true;
  }

  /** Whether the session was ended: by itself, or with all others of its person. */
  isRevoked(session: Session): boolean {
    if (this.#sessions.has(session.sid)) return true;
    const person = session.uid === null ? undefined : this.#people.get(session.uid);
    return person !== undefined && (session.epoch < person.epoch || session.iat < person.validAfter);
  }

  /** Whether this very session was ended. */
  isEnded(session: string): boolean {
    return this.#sessions.has(session);
  }

  /** Sessions of the person from before then are over; 0: none is for that reason. */
  validAfter(person: PersonId): number {
    return this.#people.get(person)?.validAfter ?? 0;
  }

  /** A request comes now. */
  arrival(): RequestArrival {
    return { at: this.#clock.now(), known: this.#known };
  }

  /**
   * Whether all sessions of the person were ended after the request came. What was known by then came before it, also within a millisecond, and
   * by whatever clock.
   */
  areEndedSince(person: PersonId, { at, known }: RequestArrival): boolean {
    const ended = this.#people.get(person);
    return ended !== undefined && ended.turn > known && ended.validAfter >= at;
  }

  /** The count that a new session of the person begins with. */
  epochOf(person: PersonId): number {
    return this.#people.get(person)?.epoch ?? 0;
  }

  /** Ends one session everywhere. */
  async endSession(session: string): Promise<void> {
    const revocation = { kind: 'session', session, at: this.#clock.now() } as const;
    await this.#metadata.addRevocation(revocation);
    this.#tell(revocation);
  }

  /** Ends every session that the person has, and answers the epoch of those that begin from then on. */
  async endAll(person: PersonId): Promise<number> {
    const at = this.#clock.now();
    const epoch = await this.#metadata.endSessions(person, at);
    this.#tell({ kind: 'person', person, epoch, at });
    return epoch;
  }

  /** The same in the name of a session of this epoch; null: all were ended since, on whichever gateway. */
  async tryEndAll(person: PersonId, ofEpoch: number): Promise<number | null> {
    const at = this.#clock.now();
    const epoch = await this.#metadata.tryEndSessions(person, at, ofEpoch);
    if (epoch !== null) this.#tell({ kind: 'person', person, epoch, at });
    return epoch;
  }

  /** Calls `listen` for each revocation that becomes known, this gateway's own included. */
  onRevoked(listen: (revocation: Revocation) => void): Cancel {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  #plan(): void {
    if (this.#isStopped) return;
    this.#cancelLook = this.#clock.after(LOOK_MS, () => {
      this.#look()
        .catch(this.#onTrouble)
        .finally(() => this.#plan());
    });
  }

  /** One look at a time, at everything since the last one that was answered. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    const now = this.#clock.now();
    const since = this.#lookedAt === null ? now - GUEST_IDLE_MS - ABSOLUTE_MS : this.#lookedAt - LOOK_BACK_MS;
    for (const revocation of await this.#metadata.revocations(Math.max(0, since))) this.#take(revocation);
    this.#lookedAt = now;
  }

  #tell(revocation: Revocation): void {
    this.#take(revocation);
    this.#bus.publish(TOPIC, JSON.stringify(revocation));
  }

  #take(revocation: Revocation): void {
    if (revocation.kind === 'session') {
      if (this.#sessions.has(revocation.session)) return;
      this.#sessions.set(revocation.session, revocation.at);
    } else {
      const known = this.#people.get(revocation.person);
      if (known !== undefined && known.epoch >= revocation.epoch) return;
      const turn = ++this.#known;
      this.#people.set(revocation.person, { epoch: revocation.epoch, validAfter: revocation.at, turn });
    }
    for (const listen of this.#listeners) listen(revocation);
  }
}

function parseRevocation(message: string): Revocation | null {
  const { kind, session, person: personText, epoch, at } = parseObject(message) ?? {};
  if (typeof at !== 'number') return null;
  if (kind === 'session') return isLongId(session) ? { kind, session, at } : null;
  const person = parsePersonId(personText);
  return kind === 'person' && person !== null && typeof epoch === 'number' ? { kind, person, epoch, at } : null;
}
