import type { PersonId, PrefixName, Result } from '@bough/base';
import type { Applied, MindMap, Op } from '@bough/map';
import type {
  AcknowledgedChange,
  ClientComponents,
  ClientSettings,
  ClientStatus,
  ClosedReason,
  Edited,
  EditOptions,
  EditRefusal,
  FetchFailure,
  Order,
  RefusedChange,
  Saved,
} from './client-types.ts';
import { type Stage, statusOf } from './client-status.ts';
import { Connection } from './connection.ts';
import { Fetching } from './fetching.ts';
import type { MapRole } from '@bough/contracts';
import type { Bye, Changes, Pong, PresenceState, ServerFrame, Welcome } from '../wire/frames.ts';
import { parseServerFrame } from '../wire/server-frame-parser.ts';
import { Journal } from './journal.ts';
import { type Adoption, type CarryDown, LocalDocument } from './local-document.ts';
import { News } from '../replica/news.ts';
import { Outbox } from './outbox.ts';
import { PeerBoard } from './peer-board.ts';
import { LocalWriter } from './local-writer.ts';
import { PROTOCOL_LIMITS, PROTOCOL_VERSION } from '../wire/protocol.ts';
import { Replica } from '../replica/replica.ts';
import { Refusals } from './refused-change.ts';
import { Rejections } from './rejections.ts';
import { UndoHistory } from '../replica/undo.ts';

/**
 * One person's copy of one map: edits apply at once, travel when they can, and are rebased over what others did. Holds one
 * map, changed in place; `notify` says what was touched. A pure state machine: see ClientComponents.
 */
export class SyncClient {
  readonly #components: ClientComponents;
  readonly #settings: ClientSettings;
  readonly #history = new UndoHistory();
  readonly #journal = new Journal();
  readonly #news: News;
  readonly #refusals: Refusals;
  readonly #replica: Replica;
  readonly #document: LocalDocument;
  readonly #connection: Connection;
  readonly #fetching: Fetching;
  readonly #outbox: Outbox;
  readonly #rejections: Rejections;
  readonly #writer: LocalWriter;
  readonly #board: PeerBoard;
  #stage: Stage = { kind: 'none' };
  #closed: { readonly reason: ClosedReason; readonly detail: string } | null = null;
  #isStopped = false;
  /** The last word of a server was in another version. */
  #isOutdated = false;
  #person: PersonId;
  #depth = 0;

  constructor(components: ClientComponents, settings: ClientSettings) {
    const { clock, random, perform } = components;
    const { client, person } = settings;
    this.#news = new News(components.notify);
    this.#refusals = new Refusals(this.#journal, this.#news);
    this.#components = components;
    this.#settings = settings;
    this.#person = person;
    this.#replica = new Replica(client, person, this.#history);
    this.#document = new LocalDocument({
      ...{ clock, replica: this.#replica, journal: this.#journal },
      ...{ refusals: this.#refusals, history: this.#history, news: this.#news },
    });
    const onLost = (): void => this.#within(() => this.#lost());
    const onTick = (): void =>
      this.#within(() => {
        // Its answer may wait until what this copy has is known, and what said so was lost.
        if (this.#outbox.tick() && this.#stage.kind === 'live' && !this.#fetching.isOn) this.#fill();
        this.#board.tick();
      });
    this.#connection = new Connection({ clock, random, perform, onLost, onTick });
    const askFor = (): void => perform({ kind: 'fetch', isRenewal: this.#document.isRenewed });
    this.#fetching = new Fetching({ clock, random, perform: askFor });
    this.#outbox = new Outbox(clock, this.#replica, this.#journal, this.#connection);
    this.#rejections = new Rejections({
      ...{ replica: this.#replica, journal: this.#journal, outbox: this.#outbox },
      ...{ refusals: this.#refusals, news: this.#news },
    });
    const onWritten = (applied: Applied): void =>
      this.#within(() => {
        this.#news.touches.add(applied.touched);
        this.#news.comesFrom('own');
        this.#news.add({ kind: 'undo' });
      });
    const written = { replica: this.#replica, history: this.#history, outbox: this.#outbox, onWritten };
    this.#writer = new LocalWriter({ clock, ...written });
    this.#board = new PeerBoard(clock, this.#connection);
  }

  /** The map with all own edits, readonly; the same object until an event of origin 'reset'. Empty while loading. */
  get map(): MindMap {
    return this.#replica.map;
  }
  get status(): ClientStatus {
    const unsent = this.#replica.unsettledCount + this.#document.orphanCount;
    const facts = { unsent, isWhole: this.#replica.isWhole, isUnanswered: this.#fetching.isFailing };
    const ends = { isOutdated: this.#isOutdated, closed: this.#closed };
    return statusOf({ ...facts, ...ends }, this.#stage, this.#connection);
  }
  /** null until a gateway has said it; editing is allowed then (offline) and checked when it arrives. */
  get role(): MapRole | null {
    return this.#writer.role;
  }
  get person(): PersonId {
    return this.#person;
  }
  /** The last number of the map's order that this copy has. */
  get seq(): number {
    return this.#replica.position;
  }
  get order(): Order {
    return this.#document.order;
  }
  /** Own changes that the map has and its second location may not have yet. */
  get acknowledged(): readonly AcknowledgedChange[] {
    return this.#document.acknowledged;
  }
  get board(): Pick<PeerBoard, 'peers' | 'self'> {
    return this.#board;
  }
  /** Own changes that were refused and not dismissed, oldest first. */
  get refused(): readonly RefusedChange[] {
    return this.#refusals.list;
  }
  get canUndo(): boolean {
    return this.#history.canUndo;
  }
  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** Begins, with what the store had (or null), and connects. Called again with null, it retries after 'refused'. */
  start(saved: Saved | null): void {
    this.#within(() => {
      this.#closed = null;
      this.#writer.skipTo(saved?.counter ?? 0);
      this.#refusals.restore(saved?.refused ?? this.refused);
      if (saved !== null) this.#rejections.report(this.#document.restore(saved));
      this.#reach();
    });
  }

  /** Ends: closes the socket, cancels timers; nothing is told or asked afterwards. */
  stop(): void {
    this.#isStopped = true;
    this.#writer.isStopped = true;
    this.#connection.off();
    this.#fetching.stop();
    this.#board.stop();
  }

  /** The page may go now: what is not stored yet is handed to the store at once. */
  leave(): void {
    this.#within(() => undefined, true);
  }

  /** The network is back, or the page visible again: try now instead of when the pause is over. */
  wake(): void {
    this.#within(() => {
      this.#fetching.wake();
      this.#connection.wake();
    });
  }

  /** Applies the ops at once, together or not at all, and queues them as one change. */
  edit(ops: readonly Op[], options: EditOptions = {}): Result<Edited, EditRefusal> {
    return this.#writer.edit(ops, options);
  }

  /** Takes back one's own last step, whatever others did since; `redo` does it again. */
  undo(): Result<Edited, EditRefusal> {
    return this.#writer.undo();
  }
  redo(): Result<Edited, EditRefusal> {
    return this.#writer.redo();
  }
  /** Ends the current undo step: the next edit begins another, whatever its name. */
  endStep(): void {
    this.#history.endStep();
  }

  /** What others may see of this person now; sent at most 20 times a second, the last one wins. */
  share(state: PresenceState): void {
    this.#board.share(state);
  }

  /** The author has seen a refused change: it is forgotten. */
  dismissRefused(counter: number): void {
    this.#within(() => this.#refusals.dismiss(counter));
  }

  /** The socket asked for as `connection` is open, and this ticket admits to it. */
  opened(connection: number, ticket: string): void {
    this.#within(() => {
      if (!this.#connection.opened(connection)) return;
      const { map, client, person } = this.#settings;
      const since = this.#replica.position;
      this.#stage = { kind: 'greeting', since };
      const hello = { version: PROTOCOL_VERSION, map, client, person, ticket, since, lineage: this.order.lineage };
      this.#connection.send({ kind: 'hello', ...hello });
    });
  }

  /** A message came on it. */
  received(connection: number, text: string): void {
    this.#within(() => {
      if (!this.#connection.heard(connection)) return;
      const frame = parseServerFrame(text);
      // What cannot be read was written by somebody newer: to take a part of it would make another map than everybody else's.
      if (frame.ok) this.#take(frame.value);
      else this.#bye({ kind: 'bye', reason: 'version', detail: frame.error });
    });
  }

  /** It closed or never opened. 'denied' and 'absent' (the ticket was refused so) end the attempts. */
  closed(connection: number, why: FetchFailure = 'unavailable'): void {
    this.#within(() => {
      if (!this.#connection.closed(connection, why)) return;
      this.#isOutdated ||= why === 'version';
      if (why === 'denied' || why === 'absent') this.#end(why, 'the ticket was refused');
    });
  }

  /** The answer to 'fetch': the document's number in its order, its text as `encodeMap` wrote it, and what a renewal needs. */
  loaded(name: PrefixName, text: string, carry?: CarryDown): void {
    this.#within(() => {
      if (this.#fetching.done()) this.#adopted(this.#document.adopt(name, text, carry));
    });
  }
  loadFailed(why: FetchFailure): void {
    this.#within(() => {
      this.#isOutdated ||= why === 'version';
      if (why === 'unavailable' || why === 'version') this.#fetching.failed();
      else if (this.#fetching.done()) this.#end(why, 'the document was refused');
    });
  }

  stored(save: number): void {
    this.#within(() => this.#journal.stored(save));
  }

  #reach(): void {
    if (this.#isStopped || this.#closed !== null) return;
    if (this.#document.isWanted) this.#fetching.start();
    else this.#connection.connect();
  }

  #lost(): void {
    this.#stage = { kind: 'none' };
    this.#outbox.lineLost();
    this.#board.clear();
    this.#news.add({ kind: 'peers' });
  }

  #end(reason: ClosedReason, detail: string): void {
    this.#closed = { reason, detail };
    this.#connection.off();
    this.#fetching.stop();
    this.#lost();
  }

  #take(frame: ServerFrame): void {
    switch (frame.kind) {
      case 'welcome':
        return this.#welcome(frame);
      case 'changes':
        return this.#advance(frame);
      case 'refused':
        return this.#rejections.refuse(frame.counter, frame.reason, frame.detail);
      case 'seen':
        // What is fetched now may have it; sent again, it is answered again.
        if (!this.#fetching.isOn && !this.#document.isWanted) this.#rejections.infer(frame.counter);
        return;
      case 'peers':
      case 'peer-gone':
        if (this.#board.take(frame)) this.#news.add({ kind: 'peers' });
        return;
      case 'role':
        this.#writer.role = frame.role;
        this.#news.add({ kind: 'role' });
        return;
      case 'pong':
        return this.#pong(frame);
      case 'full':
        if (this.#stage.kind === 'live') this.#stage = { kind: 'live', isFull: frame.isFull };
        return;
      case 'bye':
        return this.#bye(frame);
    }
  }

  #pong(frame: Pong): void {
    // Before the welcome it may speak of another order than the one that is here.
    if (!this.#isWelcomed || this.#document.isWanted) return;
    this.#document.mirroredUpTo(frame.mirrored);
    if (frame.seq > this.#replica.position && !this.#fetching.isOn) this.#fill();
  }

  #welcome(frame: Welcome): void {
    if (this.#stage.kind !== 'greeting') return;
    const isPushed = frame.seq - this.#stage.since <= PROTOCOL_LIMITS.gapPushed;
    this.#isOutdated = false;
    this.#stage = { kind: 'joining', target: frame.seq, counter: frame.counter };
    this.#connection.settled();
    this.#writer.skipTo(frame.counter);
    this.#writer.role = frame.role;
    this.#person = frame.person;
    this.#replica.setPerson(frame.person);
    this.#board.welcome(frame);
    this.#news.add({ kind: 'role' }, { kind: 'peers' });
    const gap = frame.seq - this.#replica.position;
    if (!this.#document.greet(frame) || this.#document.isWanted || gap < 0) this.#refetch();
    else if (!isPushed && gap > PROTOCOL_LIMITS.gapPushed && this.#replica.unsettledCount === 0) this.#fetching.start();
    else if (!isPushed) this.#fill();
    if (!this.#document.isWanted) this.#document.mirroredUpTo(frame.mirrored);
    this.#checkLive();
  }

  #advance(frame: Changes): void {
    if (this.#fetching.isOn) return;
    const advance = this.#document.advance(frame.changes);
    this.#rejections.report(advance.refused);
    if (advance.isBroken) this.#refetch();
    else if (advance.isGap || frame.more) this.#fill();
    this.#checkLive();
  }

  get #isWelcomed(): boolean {
    return this.#stage.kind === 'joining' || this.#stage.kind === 'live';
  }

  #fill(): void {
    this.#connection.send({ kind: 'fill', from: this.#replica.position + 1 });
  }

  /** What this copy holds is not a beginning of the map's order: the document is fetched anew, the pending ones go on. */
  #refetch(isCut = false): void {
    this.#document.replace(isCut);
    this.#fetching.start();
  }

  #checkLive(): void {
    const stage = this.#stage;
    if (stage.kind !== 'joining' || this.#document.isWanted || this.#replica.position < stage.target) return;
    this.#stage = { kind: 'live', isFull: false };
    this.#connection.served();
    this.#rejections.infer(stage.counter);
  }

  #adopted(adoption: Adoption): void {
    if (adoption === 'useless') return this.#fetching.failed();
    if (adoption === 'other') {
      // Its order is news: a new greeting says what of it is here already.
      if (this.#connection.isOpen) this.#connection.drop();
      else this.#connection.connect();
      return;
    }
    if (this.#isWelcomed) this.#fill();
    this.#checkLive();
    this.#reach();
  }

  #bye(frame: Bye): void {
    if (frame.reason === 'denied' || frame.reason === 'absent') {
      this.#end(frame.reason, frame.detail);
      return;
    }
    this.#isOutdated ||= frame.reason === 'version';
    this.#connection.drop();
    if (frame.reason !== 'refetch') return;
    this.#connection.sentBack();
    this.#refetch(true);
  }

  /** Runs one input, then sends and stores what is due, then tells what happened. */
  #within(input: () => void, isLast = false): void {
    if (this.#isStopped) return;
    this.#depth++;
    input();
    this.#depth--;
    if (this.#depth > 0) return;
    if (this.#stage.kind === 'live') this.#outbox.send();
    const save = this.#journal.take(isLast);
    if (save !== null) this.#components.perform({ kind: 'store', ...save });
    this.#news.tell(this);
  }
}
