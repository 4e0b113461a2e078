import type { Cancel, Clock, Random, Ids, MapId, PersonId, PrefixName } from '@bough/base';
import { Room, type Hello, type RoomMessage, type RoomSession, type RoomSocket, type Visitor } from '@bough/sync';
import type { KnownNumber } from '@bough/contracts';
import type { ContextFacts, Fleet, OpenContext } from '@bough/service';
import type { Bus } from '../../bus/bus.ts';
import { type NamedPerson, parseAccessMessage, parseNamedPerson, parseRoomNote } from '../../bus/gateway-messages.ts';
import type { Look, Lookout } from '../../bus/lookout.ts';
import type { WantedRights } from '../../access/map-access.ts';
import type { MapDocument } from './docstore-client.ts';
import { FirstSeen } from './first-seen.ts';
import { RoomNews } from './room-news.ts';
import { type RoomRights, RoomRoles, type RoomRolesParts } from './room-roles.ts';

export interface RoomsParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly bus: Bus;
  readonly lookout: Lookout;
  readonly ids: Ids;
  readonly docstore: Pick<Fleet, 'split'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly documents: (map: MapId) => MapDocument;
  readonly rightsOf: (map: MapId, person: PersonId) => Promise<RoomRights>;
  /** The same of many at once. */
  readonly rightsOfAll: RoomRolesParts['rightsOfAll'];
  /** Told when nobody has the map open here any more. */
  readonly onEmpty: (map: MapId) => void;
  /** Told when somebody leaves who came then, and where the map stands; null: docstore has said nothing yet. */
  readonly onLeft: (map: MapId, person: PersonId, sinceMs: number, standing: PrefixName | null) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Tells every gateway that these people's roles on the map are to be looked at again; null: on every map, everybody's. */
export type TellAccess = (map: MapId | null, people: readonly PersonId[] | null) => void;

/** A place in a room. `leave` must be called once, when the socket is closed. */
export interface Place {
  received(text: string): void;
  /** Closes the socket, as one whose session has ended. */
  expel(): void;
  leave(): void;
}

interface OpenRoom {
  readonly map: MapId;
  readonly room: Room;
  readonly batch: MapDocument['batch'];
  readonly people: Map<PersonId, number>;
  /** Resolves when messages of other gateways come in. */
  readonly listening: Promise<void>;
  cancel: Cancel;
  /** Joins that are under way keep the room open. */
  joining: number;
}

const ACCESS = 'access';
const NAMES = 'names';
const UNKNOWN = 'what you may do with this map cannot be looked up right now: try again';

/** The rooms that have a socket on this gateway. A map's room exists on as many gateways as people of it are on. */
export class Rooms {
  readonly #parts: RoomsParts;
  readonly #gateway: string;
  readonly #open = new Map<MapId, OpenRoom>();
  readonly #roles: RoomRoles;
  readonly #news: RoomNews;
  readonly #firstSeen = new FirstSeen();
  /** Grows with every change of anybody's access: whoever looked before looks again. */
  #accessVersion = 0;
  #wasDeaf = false;
  #cancels: Cancel[] = [];
  readonly #onLeft: Left = (entry, session, sinceMs) => this.#leave(entry, session, sinceMs);

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    this.#gateway = parts.ids.short();
    this.#roles = new RoomRoles({
      ...parts,
      onRights: (map, person, rights) => this.#rightsAre(map, person, rights),
      onUnknown: (map, person) => this.#open.get(map)?.room.sendAway(person, UNKNOWN),
    });
    this.#news = new RoomNews({
      ...parts,
      known: () => this.#numbers(),
      onNews: (news) => this.#open.get(news.map)?.room.reached(news),
    });
  }

  async start(): Promise<void> {
    const { bus, lookout } = this.#parts;
    this.#cancels = [
      await bus.subscribe(ACCESS, (message) => this.#accessChanged(message)),
      await bus.subscribe(NAMES, (message) => this.#named(message)),
      lookout.onLook(async (look) => this.#look(look)),
    ];
  }

  get roomCount(): number {
    return this.#open.size;
  }
  get personCount(): number {
    const people = new Set<PersonId>();
    for (const { people: here } of this.#open.values()) for (const person of here.keys()) people.add(person);
    return people.size;
  }

  /** Lets the person in when they have a role at the moment of joining; null: they have none. */
  async tryJoin(
    hello: Hello,
    person: Omit<Visitor, 'role' | 'mayReadPast'>,
    socket: RoomSocket & { readonly isOpen: boolean },
  ): Promise<Place | null> {
    const entry = this.#enter(hello.map);
    entry.joining++;
    try {
      await entry.listening;
      const rights = await this.#rightsNow(hello.map, person.person);
      const { role, mayReadPast } = rights;
      if (role === null || !socket.isOpen) return null;
      // Its order was renewed meanwhile: there is another room by now, or will be.
      if (entry.room.isClosed) return await this.tryJoin(hello, person, socket);
      const session = entry.room.join(socket, hello, { ...person, role, mayReadPast });
      entry.people.set(person.person, (entry.people.get(person.person) ?? 0) + 1);
      this.#roles.known(hello.map, person.person, rights);
      return new RoomPlace(entry, session, this.#parts.clock.now(), this.#onLeft);
    } finally {
      entry.joining--;
      this.#closeIfEmpty(hello.map, entry);
    }
  }

  /** Tells every gateway that these people's roles on the map are to be looked at again; null: on every map, everybody's. */
  tellAccess(map: MapId | null, people: readonly PersonId[] | null): void {
    if (people?.length === 0) return;
    this.#parts.bus.publish(ACCESS, JSON.stringify({ map, people }));
  }

  /** Tells every gateway how a person is called from now on: who sees them in a map sees that. */
  tellName(person: NamedPerson): void {
    this.#parts.bus.publish(NAMES, JSON.stringify(person));
  }

  /** Shows changes that came past no room, here and on the other gateways. */
  show(map: MapId, message: RoomMessage): void {
    this.#open.get(map)?.room.heard(message);
    this.#publish(map, message);
  }

  /** Reads what waits to be read. */
  readAll(): void {
    for (const { batch } of this.#open.values()) batch.flush();
  }

  /** Says goodbye to everybody. */
  close(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#roles.close();
    this.#news.close();
    for (const [map, entry] of this.#open) {
      entry.room.close();
      entry.cancel();
      this.#open.delete(map);
    }
  }

  #leave(entry: OpenRoom, session: RoomSession, sinceMs: number): void {
    const { map, room, batch, people } = entry;
    // What was said is heard out.
    batch.flush();
    this.#parts.onLeft(map, session.person, sinceMs, room.standing);
    room.left(session);
    const left = (people.get(session.person) ?? 1) - 1;
    if (left > 0) people.set(session.person, left);
    else {
      people.delete(session.person);
      this.#roles.forget(map, session.person);
    }
    this.#closeIfEmpty(map, entry);
  }

  #enter(map: MapId): OpenRoom {
    const known = this.#open.get(map);
    if (known !== undefined) return known;
    const { bus } = this.#parts;
    const { document, batch } = this.#parts.documents(map);
    const room = new Room(
      {
        clock: this.#parts.clock,
        random: this.#parts.random,
        documents: document,
        publish: (message) => this.#publish(map, message),
        past: { firstSeen: (person, standing) => this.#firstSeen.of(map, person, standing) },
        onRenewed: () => this.#forget(map),
      },
      { map },
    );
    const topic = `map:${map}`;
    const entry: OpenRoom = {
      map,
      room,
      batch,
      people: new Map(),
      joining: 0,
      cancel: () => undefined,
      listening: bus.reachesOthers
        ? bus
            .subscribe(topic, (message) => this.#heard(room, message))
            .then((cancel) => {
              if (this.#open.get(map)?.room === room) entry.cancel = cancel;
              else cancel();
            })
        : Promise.resolve(),
    };
    this.#open.set(map, entry);
    return entry;
  }

  #closeIfEmpty(map: MapId, entry: OpenRoom): void {
    if (entry.joining > 0 || !entry.room.isEmpty || this.#open.get(map) !== entry) return;
    entry.room.close();
    this.#forget(map);
  }

  /** The map's room is closed: whoever comes gets another one. */
  #forget(map: MapId): void {
    this.#open.get(map)?.cancel();
    this.#open.delete(map);
    this.#parts.onEmpty(map);
  }

  #publish(map: MapId, message: RoomMessage): void {
    const { bus } = this.#parts;
    if (!bus.reachesOthers) return;
    // Nobody hears who moves where while the bus is away, and nobody need hear it late.
    if (!bus.isUp) return;
    bus.publish(`map:${map}`, JSON.stringify({ from: this.#gateway, message }));
  }

  #heard(room: Room, text: string): void {
    const note = parseRoomNote(text);
    if (note !== null && note.from !== this.#gateway) room.heard(note.message);
  }

  /** The rights, looked up after the last change of anybody's access that this gateway has heard of. */
  async #rightsNow(map: MapId, person: PersonId): ReturnType<RoomsParts['rightsOf']> {
    for (;;) {
      const version = this.#accessVersion;
      const rights = await this.#parts.rightsOf(map, person);
      if (version === this.#accessVersion) return rights;
    }
  }

  #rightsAre(map: MapId, person: PersonId, rights: RoomRights): void {
    const entry = this.#open.get(map);
    if (entry?.people.has(person) !== true) return;
    this.#roles.known(map, person, rights);
    entry.room.setRole(person, rights.role, rights.mayReadPast);
  }

  #accessChanged(text: string): void {
    const access = parseAccessMessage(text);
    if (access === null) return;
    this.#accessVersion++;
    this.#firstSeen.forget(access.map, access.people);
    const maps = access.map === null ? [...this.#open.keys()] : [access.map];
    const meant = access.people === null ? null : new Set(access.people);
    const wanted = maps.map((map) => {
      const here = new Set(this.#open.get(map)?.people.keys());
      return [map, meant === null ? here : here.intersection(meant)] as const;
    });
    this.#roles.look(new Map(wanted.filter(([, people]) => people.size > 0)));
  }

  #named(text: string): void {
    const named = parseNamedPerson(text);
    if (named === null) return;
    for (const { room } of this.#open.values()) room.named(named.id, named.name, named.hue);
  }

  /** What the bus did not tell: who may do what now, and how far the maps are. */
  #look({ isDeaf, isAfterGap }: Look): void {
    this.#news.look();
    // Heard again: who is here was perhaps forgotten there.
    if (this.#wasDeaf && !isDeaf) for (const { room } of this.#open.values()) room.announce();
    this.#wasDeaf = isDeaf;
    if (isAfterGap) this.#accessVersion++;
    if (!isAfterGap && !isDeaf) return;
    // Whose access has changed meanwhile was not told.
    this.#firstSeen.forget(null, null);
    this.#roles.look(this.#everybody());
  }

  #everybody(): WantedRights {
    return new Map([...this.#open].map(([map, { people }]) => [map, new Set(people.keys())] as const));
  }

  *#numbers(): Iterable<KnownNumber> {
    // A room that knows nothing yet asks by itself.
    for (const [map, { room }] of this.#open) {
      const { standing } = room;
      if (standing !== null) yield { map, ...standing };
    }
  }
}

type Left = (entry: OpenRoom, session: RoomSession, sinceMs: number) => void;

/** The place of one socket. */
class RoomPlace implements Place {
  readonly #entry: OpenRoom;
  readonly #session: RoomSession;
  readonly #sinceMs: number;
  readonly #onLeft: Left;
  readonly #read = (text: string): void => this.#entry.room.received(this.#session, text);

  constructor(entry: OpenRoom, session: RoomSession, sinceMs: number, onLeft: Left) {
    this.#entry = entry;
    this.#session = session;
    this.#sinceMs = sinceMs;
    this.#onLeft = onLeft;
  }

  received(text: string): void {
    this.#entry.batch.take(this.#session.peer, text, this.#read);
  }

  expel(): void {
    this.#entry.room.expel(this.#session);
  }

  leave(): void {
    this.#onLeft(this.#entry, this.#session, this.#sinceMs);
  }
}
