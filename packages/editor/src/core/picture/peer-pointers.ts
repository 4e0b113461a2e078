import type { PeerId } from '@bough/base';
import type { Spot } from '@bough/scene';
import type { Peer } from '@bough/sync';

// Where others point is heard ten to twenty times a second, and painted sixty times: a pointer is on its way from where it was last
// seen to where it was last heard of, and gets there before the next word of it is due. One that rests is gone after a while: it
// says nothing of its person any more, and lies over words.

/** A way takes as long as the words of a pointer lie apart, within this. */
const WAY_MS = { least: 24, most: 48 };
export const RESTS_AFTER_MS = 8_000;
const FADE_MS = 200;

/** A person as they are seen at a moment: `state.cursor` is where their pointer is on its way; null: it is not seen. */
export interface SeenPeer extends Peer {
  /** How visible the pointer is. */
  readonly alpha: number;
}

/** What is seen of others' pointers in one frame. */
export interface SeenPointers {
  readonly people: readonly SeenPeer[];
  /** The next frame looks different though nothing happens. */
  readonly isMoving: boolean;
  /** When the next pointer begins to go because it rests; null: none does. */
  readonly nextRestMs: number | null;
}

interface Way {
  readonly from: Spot;
  readonly to: Spot;
  readonly startMs: number;
  readonly forMs: number;
}

/** Follows where others point from frame to frame. */
export class PeerPointers {
  #ways = new Map<PeerId, Way>();

  /** What is to be seen at this moment; `isStill`: nothing glides or fades. */
  follow(people: readonly Peer[], nowMs: number, isStill: boolean): SeenPointers {
    const ways = new Map<PeerId, Way>();
    let isMoving = false;
    let nextRestMs: number | null = null;
    const seen = people.map((peer): SeenPeer => {
      const { cursor, dragged } = peer.state;
      if (cursor === null) return { ...peer, alpha: 0 };
      const way = wayTo(cursor, this.#ways.get(peer.peer), nowMs, isStill);
      ways.set(peer.peer, way);
      isMoving ||= nowMs < way.startMs + way.forMs;
      // What is held stays in sight, however long somebody thinks.
      const restMs = dragged.length > 0 ? Number.POSITIVE_INFINITY : way.startMs + RESTS_AFTER_MS;
      if (nowMs < restMs) {
        if (restMs < (nextRestMs ?? Number.POSITIVE_INFINITY)) nextRestMs = restMs;
        return { ...peer, state: { ...peer.state, cursor: spotAt(way, nowMs) }, alpha: 1 };
      }
      const alpha = isStill ? 0 : Math.max(0, 1 - (nowMs - restMs) / FADE_MS);
      isMoving ||= alpha > 0;
      return { ...peer, state: { ...peer.state, cursor: alpha === 0 ? null : way.to }, alpha };
    });
    this.#ways = ways;
    return { people: seen, isMoving, nextRestMs };
  }
}

function wayTo(to: Spot, before: Way | undefined, nowMs: number, isStill: boolean): Way {
  if (before !== undefined && before.to.x === to.x && before.to.y === to.y) return before;
  const silentMs = nowMs - (before?.startMs ?? Number.NEGATIVE_INFINITY);
  // One that comes, or comes back, is at its place.
  if (before === undefined || isStill || silentMs >= RESTS_AFTER_MS) return { from: to, to, startMs: nowMs, forMs: 0 };
  const forMs = Math.min(WAY_MS.most, Math.max(WAY_MS.least, silentMs));
  return { from: spotAt(before, nowMs), to, startMs: nowMs, forMs };
}

function spotAt({ from, to, startMs, forMs }: Way, nowMs: number): Spot {
  const t = forMs === 0 ? 1 : Math.min(1, (nowMs - startMs) / forMs);
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}
