import { assert, type Cancel, holdsPrefix, type PersonId, unreachable } from '@bough/base';
import type { Change } from '@bough/map';
import { pauseMs } from './backoff.ts';
import { parseClientFrame } from './frame-parser.ts';
import type { Bye, ClientFrame, Hello, OtherHello, Role, ServerFrame, SubmittedChange } from './frames.ts';

import { mayApply } from './roles.ts';
import { changesFrame, type OrderedChange, pagesOf, RETRY, RoomOrder } from './room-order.ts';
import { RoomPresence } from './room-presence.ts';
import { RoomDocuments } from './room-documents.ts';
import { Feed } from './room-feed.ts';
import { Session } from './room-session.ts';
import type {
  Appended,
  AppendOutcome,
  Reached,
  RoomComponents,
  RoomMessage,
  RoomSession,
  RoomSettings,
  RoomSocket,
  Visitor,
} from './room-types.ts';
import { isRefusalReason } from './server-frame-parser.ts';

/** Between two looks at who is still there. */
const HOUSEKEEPING_MS = 5000;
/** Messages of other gateways that are held until the order's name is known. */
const MOST_EARLY = 200;
/** Submits of one socket that may wait; a client has one under way, so more are repetitions. */
const MOST_SUBMITS = 4;

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
  readonly #sessions = new Map<RoomSession, Session>();
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
        for (const session of this.#sessions.values()) if (session.client !== except) session.sendPresence(text);
      },
    });
    this.#feed = new Feed({ clock, random, documents, order: this.#order });
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
  get standing(): Omit<Reached, 'changes'> | null {
    const { lineage, mirrored } = this.#documents;
    return lineage === null ? null : { lineage, seq: this.#order.seq, mirrored };
  }

  /** Admits a socket whose first frame was this hello (parsed with `parseClientFrame`, its ticket already honoured). */
  join(socket: RoomSocket, hello: Hello, visitor: Visitor): RoomSession {
    assert(hello.map === this.#settings.map, 'a room is asked for its own map');
    // The same client on an older socket: that one is dead, whether anybody has noticed or not.
    for (const other of this.#sessions.values())
      if (other.client === hello.client) this.#end(other, 'restart', 'replaced');
    const session = new Session(this.#components.clock, socket, hello, visitor);
    this.#sessions.set(session, session);
    const isFirst = this.#sessions.size === 1;
    this.#cancelHousekeeping ??= this.#components.clock.after(HOUSEKEEPING_MS, () => this.#keepHouse());
    this.#presence.enter({ client: hello.client, person: visitor.person, name: visitor.name, hue: visitor.hue });
    if (isFirst) this.#components.publish({ kind: 'who' });
    this.#admit(session, hello, 0);
    return session;
  }

  /** A message of that socket, as it came: parsed, limited and checked here. */
  received(handle: RoomSession, text: string): void {
    const session = this.#sessions.get(handle);
    if (session === undefined || this.#isClosed) return;
    session.heard();
    if (!session.bucket.tryTake()) {
      this.#end(session, 'too-fast', 'too many messages');
      return;
    }
    const frame = parseClientFrame(text);
    if (frame.ok) this.#take(session, frame.value);
    else this.#end(session, 'malformed', frame.error);
  }

  /** The socket is closed. */
  left(handle: RoomSession): void {
    const session = this.#sessions.get(handle);
    if (session === undefined) return;
    session.isGone = true;
    this.#sessions.delete(handle);
    this.#presence.leave(session.client);
  }

  /** A person's role changed: at once on all their sockets; null (revoked) closes them and nothing more reaches them. */
  setRole(person: PersonId, role: Role | null): void {
    for (const session of this.#sessions.values()) {
      if (session.person !== person) continue;
      if (role === null) {
        this.#end(session, 'denied', 'access to this map was withdrawn');
      } else if (role !== session.role) {
        session.role = role;
        session.send({ kind: 'role', role });
      }
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
  reached({ lineage, seq, mirrored, changes }: Reached): void {
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

  #take(session: Session, frame: ClientFrame | OtherHello): void {
    switch (frame.kind) {
      case 'hello':
      case 'other-hello':
        return this.#end(session, 'malformed', 'a second greeting');
      case 'submit':
        if (session.submits.length < MOST_SUBMITS) session.submits.push(frame);
        if (session.submits.length === 1) this.#relay(session);
        return;
      case 'presence':
        return this.#presence.show(session.client, frame.state);
      case 'fill':
        return this.#feed.fill(session, frame.from);
      case 'ping':
        return this.#answerPing(session, frame.nonce);
      default:
        unreachable(frame);
    }
  }

  #answerPing(session: Session, nonce: number): void {
    session.send({ kind: 'pong', nonce, seq: this.#order.seq, mirrored: this.#documents.mirrored });
  }

  /** Asks docstore where the map stands, and says welcome. */
  #admit(session: Session, hello: Hello, attempt: number): void {
    this.#documents.state(session.client, (result) => {
      if (session.isGone || this.#isClosed) return;
      if (!result.ok) {
        if (result.error.kind === 'absent') this.#end(session, 'absent', 'there is no such map');
        else this.#later(attempt, () => this.#admit(session, hello, attempt + 1));
        return;
      }
      const { seq, counter, lineages, mirrored } = result.value;
      const { since, lineage } = hello;
      const isHeld = since === 0 || (lineage !== null && holdsPrefix(lineages, { lineage, seq: since }));
      if (isHeld && since > seq) {
        this.#end(session, 'refetch', `there is no number ${since} in this map`);
        return;
      }
      const { role, person, client } = session;
      const people = this.#presence.people(client);
      session.send({ kind: 'welcome', role, seq, lineages, counter, mirrored, person, people });
      for (const message of this.#early.splice(0)) this.heard(message);
      this.#order.expect(seq);
      // What it has is not a beginning of this order: it asks when it has another document.
      if (isHeld) this.#feed.begin(session, since, seq);
      else session.mode = 'pulling';
    });
  }

  /** Relays the first waiting submit: again and again while docstore cannot be reached, for its counters make it safe. */
  #relay(session: Session): void {
    const submit = session.submits[0];
    if (submit === undefined || session.isGone || this.#isClosed) return;
    const { client, person: author, role } = session;
    const at = this.#components.clock.now();
    const allowed = submit.changes.filter((change) => mayApply(role, change.ops));
    const denied = submit.changes.filter((change) => !allowed.includes(change));
    const changes = allowed.map(({ counter, ops }): Change => ({ client, counter, author, at, ops }));
    const goOn = (): void => {
      if (changes.length === 0) this.#relayNext(session);
      else this.#append(session, submit.base, changes, 0);
    };
    if (denied.length === 0) goOn();
    else this.#deny(session, denied, goOn, 0);
  }

  /**
   * Refuses what the role does not allow; but it may have been kept, in another role, by a call whose answer was lost. So the
   * author gets to see the map as it stands first: what they then still wait for is not in it.
   */
  #deny(session: Session, denied: readonly SubmittedChange[], goOn: () => void, attempt: number): void {
    this.#documents.state(session.client, (result) => {
      if (session.isGone || this.#isClosed) return;
      if (!result.ok) {
        this.#later(attempt, () => this.#deny(session, denied, goOn, attempt + 1));
        return;
      }
      const detail = `the role '${session.role}' may not do this`;
      for (const { counter } of denied) {
        session.sendAfter(result.value.seq, { kind: 'refused', counter, reason: 'denied', detail });
      }
      this.#order.expect(result.value.seq);
      goOn();
    });
  }

  #relayNext(session: Session): void {
    session.submits.shift();
    this.#relay(session);
  }

  #append(session: Session, base: number, changes: readonly Change[], attempt: number): void {
    // The role may be another one than when the submit came.
    if (!changes.every((change) => mayApply(session.role, change.ops))) {
      this.#relay(session);
      return;
    }
    this.#documents.append(base, changes, (result) => {
      if (this.#isClosed) return;
      if (result.ok) {
        session.tellFull(false);
        this.#appended(session, result.value);
        this.#relayNext(session);
      } else if (result.error.kind === 'absent') {
        this.#end(session, 'absent', 'there is no such map');
      } else {
        if (result.error.kind === 'full') session.tellFull(true);
        this.#later(attempt, () => {
          if (!session.isGone) this.#append(session, base, changes, attempt + 1);
        });
      }
    });
  }

  #appended(session: Session, appended: Appended): void {
    for (const outcome of appended.outcomes) {
      if (outcome.kind === 'kept') continue;
      // Once its author has seen what made it moot, nothing is left of it there, either.
      if (outcome.reason === 'moot') session.sendAfter(appended.seq, refusedFrame(outcome));
      else session.send(refusedFrame(outcome));
    }
    if (appended.changes.length > 0) {
      this.#components.publish({ kind: 'changes', lineage: appended.lineage, changes: appended.changes });
    }
    this.#order.offer(appended.changes);
    this.#order.expect(appended.seq);
  }

  #onNews(changes: readonly OrderedChange[]): void {
    this.#news.push(...changes);
    this.#cancelFanOut ??= this.#components.clock.after(0, () => this.#fanOut());
  }

  /** One tick: everything new in the order goes to everybody who is up to date; each frame is built once. */
  #fanOut(): void {
    this.#cancelFanOut = null;
    const pages = pagesOf(this.#news).map((page) => ({ page, text: changesFrame(page, false) }));
    this.#news = [];
    for (const { page, text } of pages) {
      for (const session of this.#sessions.values()) this.#feed.news(session, page, text);
    }
    for (const session of this.#sessions.values()) {
      if (session.isTooSlow) this.#end(session, 'too-slow', 'this connection does not keep up');
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
    this.#components.clock.after(pauseMs(attempt, this.#components.random, RETRY), () => {
      if (!this.#isClosed) run();
    });
  }

  /** The last frame, and the end of the session: nothing of it is looked at, and nothing is sent to it, afterwards. */
  #end(session: Session, reason: Bye['reason'], detail: string): void {
    if (session.isGone) return;
    session.end(reason, detail);
    this.#sessions.delete(session);
    this.#presence.leave(session.client);
  }
}

function refusedFrame(outcome: Extract<AppendOutcome, { kind: 'refused' }>): ServerFrame {
  const reason = isRefusalReason(outcome.reason) ? outcome.reason : 'unknown';
  return { kind: 'refused', counter: outcome.counter, reason, detail: outcome.detail.slice(0, 1000) };
}
