import { backoffMs, type Clock, type Random } from '@bough/base';
import type { Appended, AppendOutcome } from '@bough/contracts';
import { type Change, NO_OPS } from '@bough/map';
import { RETRY } from '../client/pauses.ts';
import type { Bye, ServerFrame, Submit, SubmittedChange } from '../wire/frames.ts';
import { mayApply, mayEdit } from '../wire/roles.ts';
import type { RoomDocuments } from './room-documents.ts';
import { type RoomOrder } from './room-order.ts';
import type { SocketSession } from './room-session.ts';
import type { RoomMessage } from './room-types.ts';
import { isRefusalReason } from '../wire/server-frame-parser.ts';

/** Submits of one socket that may wait, while there is room; a client has one under way. */
const MOST_SUBMITS = 4;

export interface RelayComponents {
  readonly clock: Clock;
  readonly random: Random;
  readonly documents: RoomDocuments;
  readonly order: RoomOrder;
  readonly publish: (message: RoomMessage) => void;
  /** Says goodbye to a socket. */
  readonly end: (session: SocketSession, reason: Bye['reason'], detail: string) => void;
  /** The room has said goodbye to everybody. */
  readonly isClosed: () => boolean;
}

/** Hands what the sockets of a room submit to docstore, one submit of each at a time, and tells what came of it. */
export class Relay {
  readonly #components: RelayComponents;

  constructor(components: RelayComponents) {
    this.#components = components;
  }

  /** A socket submits. What it says again while that is under way is not handed on again: there is one answer to both. */
  take(session: SocketSession, submit: Submit, bytes: number): void {
    const { submits, load } = session;
    if (submits.some((one) => lastOf(one) >= lastOf(submit))) return;
    const isFirst = submits.length === 0;
    if (!isFirst && (submits.length >= MOST_SUBMITS || !load.hasRoom(bytes))) return;
    submits.push({ ...submit, bytes });
    load.hold(bytes);
    if (isFirst) this.#relay(session);
  }

  /** Relays the first waiting submit: again and again while docstore cannot be reached, for its counters make it safe. */
  #relay(session: SocketSession): void {
    const submit = session.submits[0];
    if (submit === undefined || session.isGone || this.#components.isClosed()) return;
    const { client, person: author, role } = session;
    const allowed = submit.changes.filter((change) => mayApply(role, change.ops));
    const denied = submit.changes.filter((change) => !allowed.includes(change));
    // Counters advance by one: what is denied in between spends its own, and does nothing.
    const last = submit.changes.findLastIndex((change) => allowed.includes(change));
    const now = this.#components.clock.now();
    const changes = submit.changes.slice(0, last + 1).map((change): Change => {
      const ops = allowed.includes(change) ? change.ops : NO_OPS;
      return { client, counter: change.counter, author, at: session.timeOf(ops, now), ops };
    });
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
  #deny(session: SocketSession, denied: readonly SubmittedChange[], goOn: () => void, attempt: number): void {
    this.#components.documents.state(session.writer, (result) => {
      if (session.isGone || this.#components.isClosed()) return;
      if (!result.ok) {
        this.#later(attempt, () => this.#deny(session, denied, goOn, attempt + 1));
        return;
      }
      const detail = `the role '${session.role}' may not do this`;
      for (const { counter } of denied) {
        session.sendAfter(result.value.seq, { kind: 'refused', counter, reason: 'denied', detail });
      }
      this.#components.order.expect(result.value.seq);
      goOn();
    });
  }

  #relayNext(session: SocketSession): void {
    session.load.hold(-(session.submits.shift()?.bytes ?? 0));
    this.#relay(session);
  }

  #append(session: SocketSession, base: number, changes: readonly Change[], attempt: number): void {
    // The role may be another one than when the submit came.
    if (!changes.every((change) => mayApply(session.role, change.ops))) {
      this.#relay(session);
      return;
    }
    const by = { ...session.writer, mayEdit: mayEdit(session.role) };
    this.#components.documents.append(by, base, changes, (result) => {
      if (this.#components.isClosed()) return;
      if (result.ok) {
        session.tellFull(false);
        this.#appended(session, result.value, changes);
        this.#relayNext(session);
      } else if (result.error.kind === 'absent') {
        this.#components.end(session, 'absent', 'The map does not exist.');
      } else if (result.error.kind === 'jump' || result.error.kind === 'old') {
        // Whoever comes back is told how far they have counted, takes in what they lack, and goes on from there.
        this.#components.end(session, 'restart', result.error.detail);
      } else {
        if (result.error.kind === 'full') session.tellFull(true);
        this.#later(attempt, () => {
          if (!session.isGone) this.#append(session, base, changes, attempt + 1);
        });
      }
    });
  }

  #appended(session: SocketSession, appended: Appended, changes: readonly Change[]): void {
    let seen = 0;
    for (const [i, outcome] of appended.outcomes.entries()) {
      // Nobody waits for what came of nothing.
      if (changes[i]?.ops.length === 0) continue;
      if (outcome.kind === 'seen') seen = outcome.counter;
      if (outcome.kind !== 'refused') continue;
      // Once its author has seen what made it moot, nothing is left of it there, either.
      if (outcome.reason === 'moot') session.sendAfter(appended.seq, refusedFrame(outcome));
      else session.send(refusedFrame(outcome));
    }
    // One frame, however many they are; whoever has everything up to here has those that were kept.
    if (seen > 0) session.sendAfter(appended.seq, { kind: 'seen', counter: seen });
    if (appended.changes.length > 0) {
      this.#components.publish({ kind: 'changes', lineage: appended.lineage, changes: appended.changes });
    }
    this.#components.order.offer(appended.changes);
    this.#components.order.expect(appended.seq);
  }

  #later(attempt: number, run: () => void): void {
    const { clock, random, isClosed } = this.#components;
    clock.after(backoffMs(RETRY, attempt, random), () => {
      if (!isClosed()) run();
    });
  }
}

function lastOf({ changes }: Submit): number {
  return changes.at(-1)?.counter ?? 0;
}

function refusedFrame(outcome: Extract<AppendOutcome, { kind: 'refused' }>): ServerFrame {
  const reason = isRefusalReason(outcome.reason) ? outcome.reason : 'unknown';
  return { kind: 'refused', counter: outcome.counter, reason, detail: outcome.detail.slice(0, 1000) };
}
