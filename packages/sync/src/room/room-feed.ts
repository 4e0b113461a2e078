import { backoffMs, type Clock, type Random } from '@bough/base';
import { RETRY } from '../client/pauses.ts';
import { PROTOCOL_LIMITS } from '../wire/protocol.ts';
import type { RoomDocuments } from './room-documents.ts';
import { changesFrame, orderedChange, type OrderedChange, pagesOf, type RoomOrder } from './room-order.ts';
import type { SocketSession } from './room-session.ts';

/** A socket that takes its time is looked at again after this. */
const SLOW_PAUSE_MS = 50;

export interface FeedComponents {
  readonly clock: Clock;
  readonly random: Random;
  readonly documents: RoomDocuments;
  readonly order: RoomOrder;
  /** Told of who asks for what is past for them. */
  readonly onPast: (session: SocketSession) => void;
}

/** Gives one socket the changes that it lacks, from memory or from docstore, no faster than it takes them. */
export class Feed {
  readonly #components: FeedComponents;

  constructor(components: FeedComponents) {
    this.#components = components;
  }

  /** A socket was welcomed with number `seq`; it has everything up to `since`. A near end is pushed, a far one pulled. */
  begin(session: SocketSession, since: number, seq: number): void {
    session.sent = since;
    if (seq - since > PROTOCOL_LIMITS.gapPushed) session.mode = 'pulling';
    else this.#push(session);
  }

  /** It has everything before `from`, and asks for more. */
  fill(session: SocketSession, from: number): void {
    if (session.mode === 'joining') return;
    if (from - 1 < session.floor) {
      this.#components.onPast(session);
      return;
    }
    session.sent = from - 1;
    if (this.#components.order.seq - session.sent <= PROTOCOL_LIMITS.gapPushed) {
      this.#push(session);
    } else {
      session.mode = 'pulling';
      this.#page(session, ++session.feedNumber, 0);
    }
  }

  /** The next changes of the order, with the frame that they make for this session. */
  news(session: SocketSession, page: readonly OrderedChange[], text: string): void {
    const first = page[0];
    const last = page.at(-1);
    if (session.mode !== 'live' || first === undefined || last === undefined || last.seq <= session.sent) return;
    if (session.sent + 1 < first.seq) {
      this.#push(session);
      return;
    }
    // It was ahead of this room (it came from another gateway): it gets only what it lacks.
    const isWhole = session.sent + 1 === first.seq;
    session.sendText(isWhole ? text : changesFrame(page.slice(session.sent + 1 - first.seq), false, session.view));
    session.sent = last.seq;
    session.release();
  }

  #push(session: SocketSession): void {
    session.mode = 'feeding';
    this.#step(session, ++session.feedNumber, 0);
  }

  #step(session: SocketSession, number: number, attempt: number): void {
    const { clock, order } = this.#components;
    if (session.isGone || session.feedNumber !== number) return;
    if (session.sent >= order.seq) {
      session.mode = 'live';
    } else if (!session.load.hasRoom()) {
      clock.after(SLOW_PAUSE_MS, () => this.#step(session, number, attempt));
    } else {
      this.#next(session, number, attempt, false);
    }
  }

  #page(session: SocketSession, number: number, attempt: number): void {
    if (session.isGone || session.feedNumber !== number) return;
    // Whoever asks again before they have read has the later question answered.
    if (session.load.hasRoom()) this.#next(session, number, attempt, true);
    else this.#components.clock.after(SLOW_PAUSE_MS, () => this.#page(session, number, attempt));
  }

  /** Sends one frame of what comes next; goes on by itself unless the client pulls. */
  #next(session: SocketSession, number: number, attempt: number, isPulled: boolean): void {
    const { clock, random, documents, order } = this.#components;
    const send = (changes: readonly OrderedChange[]): void => {
      const page = pagesOf(changes)[0] ?? [];
      session.sendText(changesFrame(page, isPulled, session.view));
      session.sent = page.at(-1)?.seq ?? session.sent;
      session.release();
      if (!isPulled) this.#step(session, number, 0);
    };
    const held = order.since(session.sent + 1);
    if (held !== null) {
      send(held);
      return;
    }
    // One question of a socket at a time: what it asks meanwhile is asked when that is answered.
    if (session.isReading) return;
    session.isReading = true;
    const to = Math.min(order.seq, session.sent + PROTOCOL_LIMITS.pageChanges);
    documents.read(session.sent + 1, to, (result) => {
      session.isReading = false;
      if (session.isGone) return;
      if (session.feedNumber !== number) {
        this.#goOn(session, session.feedNumber, 0);
        return;
      }
      if (result.ok && result.value.length > 0) {
        send(result.value.map(orderedChange));
        return;
      }
      clock.after(backoffMs(RETRY, attempt, random), () => this.#goOn(session, number, attempt + 1));
    });
  }

  /** Pushes, or gives the page that was asked for. */
  #goOn(session: SocketSession, number: number, attempt: number): void {
    if (session.mode === 'pulling') this.#page(session, number, attempt);
    else this.#step(session, number, attempt);
  }
}
