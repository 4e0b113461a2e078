import type { ItemId } from '@bough/map';
import type { Command, Spot } from '@bough/scene';
import { isBelow } from '../../commands/edits/tree-walk.ts';
import type { Context } from '../context.ts';
import type { State } from '../state.ts';
import { linksOf } from './dragged-links.ts';
import type { Glide } from './motion.ts';
import type { SeenPeer } from './peer-pointers.ts';

// What others drag is seen where they have it. When they let go it stays there for a moment: the change that puts it somewhere is on
// its way, and what went back first would move twice. When no change comes (they gave up, or are gone) it glides home.

/** So long what was let go stays where it was. */
const HELD_MS = 300;
const ALPHA = 0.6;

/** What is seen of others' drags in one frame. */
export interface SeenDrags {
  readonly dragged: ReadonlyMap<string, Glide>;
  /** Their branches, which stay attached. */
  readonly pulled: ReadonlyMap<string, Command>;
  /** What is on its own from now on, and how far from its place. */
  readonly left: ReadonlyMap<string, Glide>;
  /** Something waits: another frame will look different though nothing happens. */
  readonly isWaiting: boolean;
}

interface Seen {
  /** Where it is seen, and where it stood when it was last dragged. */
  readonly at: Spot;
  readonly place: Spot;
  /** Until when it waits for its change; null: it is still dragged. */
  readonly untilMs: number | null;
}

/** Follows what others drag from frame to frame. */
export class PeerDrags {
  #seen = new Map<ItemId, Seen>();

  /** What is to be seen at this moment of what these people drag: never what this person drags, or types in. */
  follow(people: readonly SeenPeer[], context: Context & { readonly state: State }, nowMs: number): SeenDrags {
    const { layout } = context;
    const seen = new Map<ItemId, Seen>();
    const left = new Map<string, Glide>();
    for (const { state, spot } of people) {
      if (spot === null) continue;
      for (const [id, dx, dy] of state.dragged) {
        const place = layout.box(id)?.entry;
        if (place === undefined || seen.has(id) || isHeldHere(id, context)) continue;
        seen.set(id, { at: { x: spot.x + dx, y: spot.y + dy }, place, untilMs: null });
      }
    }
    for (const [id, before] of this.#seen) {
      const place = layout.box(id)?.entry;
      if (place === undefined || seen.has(id) || isHeldHere(id, context)) continue;
      const untilMs = before.untilMs ?? nowMs + HELD_MS;
      const hasCome = place.x !== before.place.x || place.y !== before.place.y;
      if (hasCome || nowMs >= untilMs) left.set(id, glideOf({ ...before, place }, ALPHA));
      else seen.set(id, { ...before, untilMs });
    }
    this.#seen = seen;
    return { ...this.#glides(context), left, isWaiting: [...seen.values()].some(({ untilMs }) => untilMs !== null) };
  }

  #glides(context: Context): Pick<SeenDrags, 'dragged' | 'pulled'> {
    const { map, layout } = context;
    const dragged = new Map<string, Glide>();
    const pulled = new Map<string, Command>();
    const ids = new Set(this.#seen.keys());
    for (const [id, one] of this.#seen) {
      if (isBelow(map, id, ids)) continue;
      const glide = glideOf(one, ALPHA);
      const line = layout.pulled(id, glide.dx, glide.dy);
      for (const [below, shift] of line.shifts) dragged.set(below, { dx: shift, dy: 0, alpha: 1 });
      for (const [below, drawn] of line.lines) pulled.set(below, drawn);
      dragged.set(id, glide);
      for (const [link, along] of linksOf(context, new Set([id]), glide)) dragged.set(link, along);
    }
    // What stays behind while what is above it goes: its place is seen from there.
    for (const [id, one] of this.#seen) {
      const above = map.items.get(id)?.parent;
      const ridden = above == null ? undefined : this.#seen.get(above);
      if (ridden === undefined || above == null) continue;
      const [own, theirs] = [glideOf(one, 1 / ALPHA), glideOf(ridden, 1)];
      dragged.set(id, { dx: own.dx - theirs.dx, dy: own.dy - theirs.dy, alpha: own.alpha });
      for (const below of [id, above]) pulled.delete(below);
    }
    return { dragged, pulled };
  }
}

function glideOf({ at, place }: Seen, alpha: number): Glide {
  return { dx: at.x - place.x, dy: at.y - place.y, alpha };
}

/** Whether it is in this person's hand: what they type in or drag stands on it, or it goes along with what they drag. */
function isHeldHere(id: ItemId, { map, state }: Context & { readonly state: State }): boolean {
  const { editing, hand } = state;
  const mine = new Set(hand.tool.kind === 'dragging' ? (hand.drag?.anchors.keys() ?? []) : []);
  if (mine.has(id) || isBelow(map, id, mine)) return true;
  const only = new Set([id]);
  return [...mine, ...(editing === null ? [] : [editing])].some((one) => one === id || isBelow(map, one, only));
}
