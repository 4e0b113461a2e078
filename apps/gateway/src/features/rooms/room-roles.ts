import type { Cancel, Clock, MapId, PersonId } from '@bough/base';
import { within } from '../../bus/within.ts';
import type { MapRights, WantedRights } from '../../access/map-access.ts';

// The roles of those who are in rooms, looked at again when they may have changed: all that are wanted at once in one question. A database
// that does not answer takes nothing from anybody: the role stays what it was, and is asked for again each second. But nobody's
// access may have been withdrawn unnoticed for long either, so after a while the socket is closed, and the client comes back by itself.

const ROLES = {
  /** How long a role that cannot be read stays what it was. */
  keptMs: 30_000,
  againMs: 1_000,
  /** How often it is seen whether anybody's rights have ended. */
  endsMs: 500,
  /** A question that takes longer has failed. */
  answerMs: 5_000,
  /** Maps in one question. */
  mapsAtOnce: 1_000,
} as const;

/** What decides in a room. */
export type RoomRights = Pick<MapRights, 'role' | 'mayReadPast' | 'endsAt'>;
export interface RoomRolesParts {
  readonly clock: Clock;
  readonly rightsOfAll: (wanted: WantedRights) => Promise<(map: MapId, person: PersonId) => RoomRights>;
  /** Told what each may do now. */
  readonly onRights: (map: MapId, person: PersonId, rights: RoomRights) => void;
  /** Told of each whose role could not be read for too long. */
  readonly onUnknown: (map: MapId, person: PersonId) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Looks at roles, and keeps asking until it knows. */
export class RoomRoles {
  readonly #parts: RoomRolesParts;
  #wanted = new Map<MapId, Set<PersonId>>();
  /** Since when the role of each cannot be read: `map person`. */
  readonly #unreadMs = new Map<string, number>();
  /** When the rights of each end by themselves: `map person`. */
  readonly #endsAt = new Map<string, number>();
  #isLooking = false;
  #isClosed = false;
  #cancel: Cancel = () => undefined;
  #cancelEnds: Cancel | null = null;

  constructor(parts: RoomRolesParts) {
    this.#parts = parts;
  }

  /** Looks at these roles now, or, while others are looked at, right after that. */
  look(wanted: WantedRights): void {
    for (const [map, people] of wanted) this.#want(map, people);
    void this.#lookAll();
  }

  /** These are the person's rights now: they are looked at again when they end. */
  known(map: MapId, person: PersonId, { endsAt }: RoomRights): void {
    if (endsAt === null) this.#endsAt.delete(keyOf(map, person));
    else this.#endsAt.set(keyOf(map, person), endsAt);
    this.#watchEnds();
  }

  /** The person has left the map. */
  forget(map: MapId, person: PersonId): void {
    this.#wanted.get(map)?.delete(person);
    this.#unreadMs.delete(keyOf(map, person));
    this.#endsAt.delete(keyOf(map, person));
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
    this.#cancelEnds?.();
    this.#wanted.clear();
  }

  /** Twice a second while anybody's rights end, however far off: the wall's clock may jump, and a timer holds no month. */
  #watchEnds(): void {
    if (this.#endsAt.size === 0 || this.#cancelEnds !== null || this.#isClosed) return;
    this.#cancelEnds = this.#parts.clock.after(ROLES.endsMs, () => {
      this.#cancelEnds = null;
      const nowMs = this.#parts.clock.now();
      const over = [...this.#endsAt].filter(([, endMs]) => endMs <= nowMs).map(([key]) => key);
      for (const key of over) this.#endsAt.delete(key);
      if (over.length > 0) this.look(wantedOf(over));
      this.#watchEnds();
    });
  }

  #want(map: MapId, people: Iterable<PersonId>): void {
    const known = this.#wanted.get(map) ?? new Set();
    this.#wanted.set(map, known);
    for (const person of people) known.add(person);
  }

  async #lookAll(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#wanted.size > 0 && !this.#isClosed) {
      const some = new Map([...this.#wanted].slice(0, ROLES.mapsAtOnce));
      for (const map of some.keys()) this.#wanted.delete(map);
      await this.#lookAt(some);
    }
    this.#isLooking = false;
  }

  async #lookAt(some: WantedRights): Promise<void> {
    const { clock, rightsOfAll, onRights, onTrouble } = this.#parts;
    try {
      const rightsOf = await within(clock, ROLES.answerMs, rightsOfAll(some));
      if (this.#isClosed) return;
      for (const [map, people] of some) {
        for (const person of people) {
          this.#unreadMs.delete(keyOf(map, person));
          onRights(map, person, rightsOf(map, person));
        }
      }
    } catch (error) {
      onTrouble(error);
      this.#failed(some);
    }
  }

  #failed(some: WantedRights): void {
    const { clock, onUnknown } = this.#parts;
    const nowMs = clock.monotonic();
    const again = new Map<MapId, Set<PersonId>>();
    for (const [map, people] of some) {
      for (const person of people) {
        const key = keyOf(map, person);
        const sinceMs = this.#unreadMs.get(key) ?? nowMs;
        this.#unreadMs.set(key, sinceMs);
        if (nowMs - sinceMs < ROLES.keptMs) again.set(map, (again.get(map) ?? new Set()).add(person));
        else onUnknown(map, person);
      }
    }
    if (again.size === 0 || this.#isClosed) return;
    this.#cancel();
    this.#cancel = clock.after(ROLES.againMs, () => this.look(wantedOf(this.#unreadMs.keys())));
  }
}

/** The maps and people of these keys. */
function wantedOf(keys: Iterable<string>): WantedRights {
  const wanted = new Map<MapId, Set<PersonId>>();
  for (const key of keys) {
    const [map, person] = key.split(' ') as [MapId, PersonId];
    wanted.set(map, (wanted.get(map) ?? new Set()).add(person));
  }
  return wanted;
}

function keyOf(map: MapId, person: PersonId): string {
  return `${map} ${person}`;
}
