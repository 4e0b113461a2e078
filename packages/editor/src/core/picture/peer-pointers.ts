import type { PeerId } from '@bough/base';
import type { Spot } from '@bough/scene';
import type { Peer, PeerCursor } from '@bough/sync';
import { placeOf } from './place-of.ts';

// Where others point is heard ten to twenty times a second, and painted sixty times: a pointer is on its way from where it was last
// seen to where it was last heard of, and gets there before the next word of it is due. One that rests is gone after a while: it
// says nothing of its person any more, and lies over words.

/** The map as it is here. */
type Places = Parameters<typeof placeOf>[1];

/** A way takes as long as the words of a pointer lie apart, within this. */
const WAY_MS = { least: 24, most: 48 };
export const RESTS_AFTER_MS = 8_000;
const FADE_MS = 200;

/** A person as they are seen at a moment. */
export interface SeenPeer extends Peer {
  /** Where their pointer is on its way, on the map as it is here; null: it is not seen. */
  readonly spot: Spot | null;
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
  /** As it was told: the place that this is moves with its item. */
  readonly told: PeerCursor;
  readonly toldMs: number;
  readonly from: Spot;
  readonly to: Spot;
  readonly startMs: number;
  readonly forMs: number;
}

/** Follows where others point from frame to frame. */
export class PeerPointers {
  #ways = new Map<PeerId, Way>();

  /** What is to be seen at this moment; `isStill`: nothing glides or fades. */
  follow(people: readonly Peer[], places: Places, nowMs: number, isStill: boolean): SeenPointers {
    const ways = new Map<PeerId, Way>();
    let isMoving = false;
    let nextRestMs: number | null = null;
    const seen = people.map((peer): SeenPeer => {
      const { cursor, dragged } = peer.state;
      const from = cursor === null ? null : placeOf(cursor.item, places);
      if (cursor === null || from === null) return { ...peer, spot: null, alpha: 0 };
      const to = { x: from.x + cursor.x, y: from.y + cursor.y };
      const way = wayTo({ told: cursor, to }, this.#ways.get(peer.peer), nowMs, isStill);
      ways.set(peer.peer, way);
      isMoving ||= nowMs < way.startMs + way.forMs;
      // What is held stays in sight, however long somebody thinks.
      const restMs = dragged.length > 0 ? Number.POSITIVE_INFINITY : way.toldMs + RESTS_AFTER_MS;
      if (nowMs < restMs) {
        if (restMs < (nextRestMs ?? Number.POSITIVE_INFINITY)) nextRestMs = restMs;
        return { ...peer, spot: spotAt(way, nowMs), alpha: 1 };
      }
      const alpha = isStill ? 0 : Math.max(0, 1 - (nowMs - restMs) / FADE_MS);
      isMoving ||= alpha > 0;
      return { ...peer, spot: alpha === 0 ? null : way.to, alpha };
    });
    this.#ways = ways;
    return { people: seen, isMoving, nextRestMs };
  }
}

function wayTo({ told, to }: Pick<Way, 'told' | 'to'>, before: Way | undefined, nowMs: number, isStill: boolean): Way {
  const isSame = before !== undefined && before.told.item === told.item && isAt(before.told, told);
  if (isSame && isAt(before.to, to)) return before;
  // Its item has moved: so does the pointer, and rests as before.
  const toldMs = isSame ? before.toldMs : nowMs;
  const silentMs = nowMs - (before?.startMs ?? Number.NEGATIVE_INFINITY);
  // One that comes, or comes back, is at its place.
  if (before === undefined || isStill || nowMs - before.toldMs >= RESTS_AFTER_MS)
    return { told, toldMs, from: to, to, startMs: nowMs, forMs: 0 };
  const forMs = Math.min(WAY_MS.most, Math.max(WAY_MS.least, silentMs));
  return { told, toldMs, from: spotAt(before, nowMs), to, startMs: nowMs, forMs };
}

function isAt(one: Spot, other: Spot): boolean {
  return one.x === other.x && one.y === other.y;
}

function spotAt({ from, to, startMs, forMs }: Way, nowMs: number): Spot {
  const t = forMs === 0 ? 1 : Math.min(1, (nowMs - startMs) / forMs);
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}
