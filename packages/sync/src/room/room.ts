import {
  assert,
  backoffMs,
  type Cancel,
  parsePeerId,
  type PeerId,
  type PersonId,
  type Random,
  toBase64Url,
  unreachable,
} from '@bough/base';
import type { MapNews, MapRole } from '@bough/contracts';
import { RETRY } from '../client/pauses.ts';
import { parseClientFrame } from '../wire/frame-parser.ts';
import type { Bye, ClientFrame, Hello, OtherHello } from '../wire/frames.ts';
import { mayEdit } from '../wire/roles.ts';
import { type OrderedChange, pagesOf, RoomOrder } from './room-order.ts';
import { RoomPresence } from './room-presence.ts';
import { RoomDocuments } from './room-documents.ts';
import { Feed } from './room-feed.ts';
import { Relay } from './room-relay.ts';
import { SocketSession } from './room-session.ts';
import { newsFrames, standingOf } from './room-sight.ts';
import type { RoomComponents, RoomMessage, RoomSession, RoomSettings, RoomSocket, Visitor } from './room-types.ts';

/** Between two looks at who is still there. */
const HOUSEKEEPING_MS = 5000;
/** Messages of other gateways that are held until the order's name is known. */
const MOST_EARLY = 200;

type OrderMessage = Extract<RoomMessage, { kind: 'changes' }>;

/**
 * All sockets of one map on one gateway: checks what each may do, relays submits to docstore, and gives everybody every
 * change once and in order. Holds no truth: a room that is lost loses nothing.
 */
export class Room {
  readonly #components: RoomComponents;
  readonly #settings: RoomSettings;
  readonly #documents: RoomDocuments;
  readonly #order: RoomOrder;
  readonly #presence: RoomPresence;
  readonly #feed: Feed;
  readonly #relay: Relay;
  readonly #sessions = new Map<RoomSession, SocketSession>();
  /** One for all sockets: each would have its own otherwise, as long as it is here. */
  readonly #onTooSlow = (slow: SocketSession): void => this.#end(slow, 'too-slow', 'this connection does not keep up');
  #news: OrderedChange[] = [];
  #cancelFanOut: Cancel | null = null;
  #cancelHousekeeping: Cancel | null = null;
  /** What other gateways said before the order's name was known here. */
  #early: OrderMessage[] = [];
  #isAsking = false;
  #isClosed = false;

  constructor(components: RoomComponents, settings: RoomSettings) {
    const { clock, random, publish } = components;
    this.#components = components;
    this.#settings = settings;
    const documents = new RoomDocuments(components.documents, (lineage) => this.#renewed(lineage));
    this.#documents = documents;
    this.#order = new RoomOrder({ clock, random, documents, onNews: (changes) => this.#onNews(changes) });
    this.#presence = new RoomPresence({
      clock,
      publish,
      broadcast: (text, except) => {
        for (const session of this.#sessions.values()) if (session.peer !== except) session.sendPresence(text);
      },
    });
    const onPast = (session: SocketSession): void => this.#end(session, 'refetch', 'that is not shown to you any more');
    this.#feed = new Feed({ clock, random, documents, order: this.#order, onPast });
    this.#relay = new Relay({
      ...{ clock, random, documents, order: this.#order, publish },
      end: (session, reason, detail) => this.#end(session, reason, detail),
      isClosed: () => this.#isClosed,
    });
  }

  /** No socket is here: the gateway may drop the room (and must then call `close`). */
  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }
  get sessionCount(): number {
    return this.#sessions.size;
  }
  /** It has said goodbye to everybody, and nobody can join any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }
  /** The last number that this room has given to everybody. */
  get seq(): number {
    return this.#order.seq;
  }
  /** Where the map stands, as far as is known here; null before docstore has said anything. */
  get standing(): Omit<MapNews, 'map' | 'changes'> | null {
    const { lineage, mirrored } = this.#documents;
    return lineage === null ? null : { lineage, seq: this.#order.seq, mirrored };
  }

  /** Admits a socket whose first frame was this hello (parsed with `parseClientFrame`, its ticket already honoured). */
  join(socket: RoomSocket, hello: Hello, visitor: Visitor): RoomSession {
    assert(hello.map === this.#settings.map, 'a room is asked for its own map');
    const { clock, random, past } = this.#components;
    // The same client of the same person on an older socket: that one is dead, whether anybody has noticed or not.
    for (const other of this.#sessions.values())
      if (other.client === hello.client && other.person === visitor.person) this.#end(other, 'restart', 'replaced');
    const own = { clock, peer: newPeerId(random), hasViews: past !== undefined, onTooSlow: this.#onTooSlow };
    const session = new SocketSession(own, socket, hello, visitor);
    this.#sessions.set(session, session);
    const isFirst = this.#sessions.size === 1;
    this.#cancelHousekeeping ??= clock.after(HOUSEKEEPING_MS, () => this.#keepHouse());
    const { peer, client, person } = session;
    this.#presence.enter({ peer, client, person, name: visitor.name, hue: visitor.hue });
    if (isFirst) this.#components.publish({ kind: 'who' });
    this.#admit(session, hello, 0);
    return session;
  }

  /** A message of that socket, as it came: parsed and checked here. How many may come its owner says. */
  received(handle: RoomSession, text: string): void {
    const session = this.#sessions.get(handle);
    if (session === undefined || this.#isClosed) return;
    session.heard();
    const frame = parseClientFrame(text);
    if (frame.ok) this.#take(session, frame.value, text.length);
    else this.#end(session, 'malformed', frame.error);
  }

  /** The socket is closed. */
  left(handle: RoomSession): void {
    const session = this.#sessions.get(handle);
    if (session === undefined) return;
    session.isGone = true;
    this.#sessions.delete(handle);
    this.#presence.leave(session.peer);
  }

  /**
   * What a person may do now: at once on all their sockets; null (revoked) closes them and nothing more reaches them. `mayReadPast` says
   * whether they may read the past though they may not edit.
   */
  setRole(person: PersonId, role: MapRole | null, mayReadPast = false): void {
    for (const session of this.#sessions.values()) {
      if (session.person !== person) continue;
      if (role === null) this.#end(session, 'denied', 'access to this map was withdrawn');
      else this.#changeRights(session, role, mayReadPast);
    }
  }

  /** A person is called otherwise, or has another colour: all their sockets are shown so. */
  named(person: PersonId, name: string, hue: number): void {
    for (const session of this.#sessions.values())
      if (session.person === person) this.#presence.named(session.peer, name, hue);
  }

  /** Whoever may see more takes the map anew: what they have lacks it. Whoever may see less is told less from here on. */
  #changeRights(session: SocketSession, role: MapRole, mayReadPast: boolean): void {
    const { view, seesPast } = session;
    session.mayReadPast = mayReadPast;
    if (role !== session.role) {
      session.role = role;
      session.send({ kind: 'role', role });
    }
    const seesLess = seesPast && !session.seesPast;
    if (session.view !== view && (view === 'plain' || session.view === 'whole')) {
      this.#end(session, 'restart', 'you may see more of this map');
    } else if (seesLess && (session.mode === 'feeding' || session.mode === 'pulling')) {
      // What it was about to be given is past for it now.
      this.#end(session, 'refetch', 'what you lack is not shown to you any more');
    } else if (seesLess || (session.view !== view && !session.seesPast)) {
      session.floor = session.sent;
    }
  }

  /** That session was ended (log-out, disabled): its socket is closed, nothing more reaches it. */
  expel(handle: RoomSession): void {
    const session = this.#sessions.get(handle);
    if (session !== undefined) this.#end(session, 'denied', 'the session was ended');
  }

  /** What another gateway's room published. */
  heard(message: RoomMessage): void {
    if (this.#isClosed) return;
    if (message.kind !== 'changes') this.#presence.heard(message);
    else if (this.#documents.lineage === null) this.#early = [...this.#early.slice(-MOST_EARLY), message];
    else if (this.#documents.lineage === message.lineage) this.#order.offer(message.changes);
    else this.#askForName();
  }

  /** What docstore said of the map unasked: the changes are taken, what else is missing up to `seq` is read. Nothing of it is published. */
  reached({ lineage, seq, mirrored, changes }: Omit<MapNews, 'map'>): void {
    // Who knows nothing yet is asking; who knows another order asks again, for what was said may be the older one.
    if (this.#isClosed || this.#documents.lineage === null) return;
    if (this.#documents.lineage !== lineage) {
      this.#askForName();
      return;
    }
    this.#documents.noteMirrored(mirrored);
    this.#order.offer(changes);
    this.#order.expect(seq);
  }

  /** Names the people of this gateway to the others, who may have missed it. */
  announce(): void {
    if (!this.#isClosed) this.#presence.heard({ kind: 'who' });
  }

  /** Nobody can tell what the person may do: their sockets are closed ('restart'), and they come back when somebody can. */
  sendAway(person: PersonId, detail: string): void {
    for (const session of this.#sessions.values()) if (session.person === person) this.#end(session, 'restart', detail);
  }

  /** Says goodbye to everybody ('restart': they reconnect by themselves, with a jittered pause) and cancels all timers. */
  close(detail = 'this gateway goes down'): void {
    for (const session of this.#sessions.values()) this.#end(session, 'restart', detail);
    this.#isClosed = true;
    this.#cancelFanOut?.();
    this.#cancelHousekeeping?.();
    this.#order.close();
    this.#presence.close();
  }

  /** Somebody speaks of an order of another name: theirs is old news, or this room's is. Docstore knows. */
  #askForName(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#documents.state(null, () => {
      this.#isAsking = false;
    });
  }

  /**
   * The order has lost its end and goes on under another name. What everybody here holds may not be in it: they come back, and are
   * told its names. Other gateways' rooms hear of it at once.
   */
  #renewed(lineage: string | null): void {
    if (this.#isClosed) return;
    this.close('the order of this map was restored');
    if (lineage !== null) this.#components.publish({ kind: 'changes', lineage, changes: [] });
    this.#components.onRenewed();
  }

  #take(session: SocketSession, frame: ClientFrame | OtherHello, bytes: number): void {
    switch (frame.kind) {
      case 'hello':
      case 'other-hello':
        return this.#end(session, 'malformed', 'a second greeting');
      case 'submit':
        return this.#relay.take(session, frame, bytes);
      case 'presence':
        // Only who may move an item can be seen moving it.
        return this.#presence.show(session.peer, mayEdit(session.role) ? frame.state : { ...frame.state, dragged: [] });
      case 'fill':
        return this.#feed.fill(session, frame.from);
      case 'ping':
        return this.#answerPing(session, frame.nonce);
      default:
        unreachable(frame);
    }
  }

  #answerPing(session: SocketSession, nonce: number): void {
    session.send({ kind: 'pong', nonce, seq: this.#order.seq, mirrored: this.#documents.mirrored });
  }

  /** Asks docstore where the map stands, and says welcome. */
  #admit(session: SocketSession, hello: Hello, attempt: number): void {
    this.#documents.state(session.writer, (result) => {
      if (session.isGone || this.#isClosed) return;
      if (!result.ok) {
        if (result.error.kind === 'absent') this.#end(session, 'absent', 'The map does not exist.');
        else this.#later(attempt, () => this.#admit(session, hello, attempt + 1));
        return;
      }
      const { seq, counter, mirrored = null } = result.value;
      const { role, person, peer } = session;
      const { lineages, isHeld, isBeyond } = standingOf(session, hello, result.value, this.#components.past);
      if (isBeyond) {
        this.#end(session, 'refetch', `number ${hello.since} is no beginning of what is shown to you`);
        return;
      }
      const people = this.#presence.people(peer);
      session.send({ kind: 'welcome', role, seq, lineages, counter, mirrored, person, peer, people });
      for (const message of this.#early.splice(0)) this.heard(message);
      this.#order.expect(seq);
      // What it has is not a beginning of this order: it asks when it has another document.
      if (isHeld) this.#feed.begin(session, Math.max(hello.since, session.floor), seq);
      else session.mode = 'pulling';
    });
  }

  #onNews(changes: readonly OrderedChange[]): void {
    this.#news.push(...changes);
    this.#cancelFanOut ??= this.#components.clock.after(0, () => this.#fanOut());
  }

  /** One tick: everything new in the order goes to everybody who is up to date; each frame is built once. */
  #fanOut(): void {
    this.#cancelFanOut = null;
    const news = this.#news;
    this.#news = [];
    for (const page of pagesOf(news)) {
      const frameFor = newsFrames(page);
      for (const session of this.#sessions.values()) this.#feed.news(session, page, frameFor(session));
    }
  }

  #keepHouse(): void {
    this.#cancelHousekeeping = null;
    for (const session of this.#sessions.values())
      if (session.isSilent) this.#end(session, 'restart', 'nothing was heard');
    this.#presence.expire();
    if (!this.isEmpty)
      this.#cancelHousekeeping = this.#components.clock.after(HOUSEKEEPING_MS, () => this.#keepHouse());
  }

  #later(attempt: number, run: () => void): void {
    this.#components.clock.after(backoffMs(RETRY, attempt, this.#components.random), () => {
      if (!this.#isClosed) run();
    });
  }

  /** The last frame, and the end of the session: nothing of it is looked at, and nothing is sent to it, afterwards. */
  #end(session: SocketSession, reason: Bye['reason'], detail: string): void {
    if (session.isGone) return;
    session.end(reason, detail);
    this.#sessions.delete(session);
    this.#presence.leave(session.peer);
  }
}

function newPeerId(random: Random): PeerId {
  const peer = parsePeerId(toBase64Url(random.bytes(9)));
  assert(peer, 'nine bytes are a short id');
  return peer;
}
