import { holdsPrefix, type Lineage, lineageIn } from '@bough/base';
import type { Hello } from '../wire/frames.ts';
import { changesFrame, type OrderedChange } from './room-order.ts';
import type { SocketSession } from './room-session.ts';
import type { PastPort } from './room-types.ts';

// What of an order somebody sees who may not read its past: nothing from before they first came, and under a name of its own, since a
// prefix of it is another one than that of the whole (packages/base, lineage.ts).

/** How a session's copy stands to what it is shown. */
export interface Standing {
  /** The names of the order, as it is shown. */
  readonly lineages: readonly Lineage[];
  /** Whether what the session says it has is a beginning of it; else it asks when it has another document. */
  readonly isHeld: boolean;
  /** Whether it must take the document anew: what it lacks does not exist, or is past for it. */
  readonly isBeyond: boolean;
}

/** Compares what a hello says with the order as its session may see it; the session's floor is set by it. */
export function standingOf(
  session: SocketSession,
  { since, lineage }: Hello,
  order: { readonly lineages: readonly Lineage[]; readonly seq: number },
  past: PastPort | undefined,
): Standing {
  const { view, person, seesPast } = session;
  const lineages = order.lineages.map(({ id, from }) => ({ id: lineageIn(view, id), from }));
  const isHeld = since === 0 || (lineage !== null && holdsPrefix(lineages, { lineage, seq: since }));
  const isOpen = seesPast || past === undefined;
  session.floor = isOpen ? 0 : past.firstSeen(person, order);
  return { lineages, isHeld, isBeyond: isHeld && (since > order.seq || (since > 0 && since < session.floor)) };
}

/** The frame of news for a session: built once for all who see the same. */
export function newsFrames(page: readonly OrderedChange[]): (session: SocketSession) => string {
  const text = changesFrame(page, false);
  const plain = page.every((one) => one.plain === one.json) ? text : changesFrame(page, false, 'plain');
  return ({ view }) => (view === 'plain' ? plain : text);
}
