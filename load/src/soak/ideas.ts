import { childrenOf, LIMITS, type MindMap, newItemId, type Op, orderBetween, removedSize } from '@bough/map';
import { type Dice, randomOps } from '@bough/map/testing';
import type { Idea } from '../bough/artist.ts';

// What people do who work on one map for hours: it changes all the time and stays as large as it is. A map keeps what was removed until
// newer removals outgrow a bound (LIMITS.removed). A young map would grow towards that bound for hours, and so would the memory of everybody who has it
// open: so maps are aged first, until what they keep is as much as they ever will.

const MOST_ITEMS = 150;
/** Letters of a note: all items that are added have one, so that what leaves a map is as large as what comes. */
const NOTE = 1_500;
/** Items that are removed together while a map is aged: many times fewer than it keeps, so that what it keeps shrinks by little when the oldest leave. */
const AGED_ITEMS = 25;
/** A map is as old as it gets when what it keeps is within the largest removal of its bound. */
const AGED = LIMITS.removed - 2 * AGED_ITEMS * (NOTE + 200);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz ';

/**
 * Any kind of change but messages, which a map keeps for good; in a map that has become large somebody removes something. Nobody removes a
 * whole branch: so much of what is kept would leave for it at once that memory swung by it.
 */
export const steadily: Idea = (dice, map, memory) => {
  if (map.items.size > MOST_ITEMS) {
    const id = dice.any([...map.items.keys()].filter((one) => childrenOf(map, one).length === 0));
    return id === undefined ? [] : [{ kind: 'remove', id }];
  }
  return randomOps(dice, map, memory)
    .filter((op) => op.kind !== 'message' && (op.kind !== 'remove' || childrenOf(map, op.id).length === 0))
    .map((op): Op => (op.kind === 'add' ? { ...op, fields: { ...op.fields, note: noteOf(dice) } } : op));
};

/** Adds a branch, or removes the one that was added last: again and again, until `isAged`. */
export function aging(): Idea {
  let branch: Op | null = null;
  return (dice) => {
    if (branch !== null) {
      const ops = [branch];
      branch = null;
      return ops;
    }
    const top = newItemId(dice.ids);
    branch = { kind: 'remove', id: top };
    const order = orderBetween(null, null, dice.random);
    const added = (id: typeof top, parent: typeof top | null): Op => ({
      kind: 'add',
      id,
      parent,
      order,
      fields: { text: 'aged', note: noteOf(dice) },
    });
    return [added(top, null), ...Array.from({ length: AGED_ITEMS - 1 }, () => added(newItemId(dice.ids), top))];
  };
}

/** Whether the map keeps as much of what was removed as it ever will, about. */
export function isAged(map: MindMap): boolean {
  return removedSize(map) >= AGED;
}

function noteOf(dice: Dice): string {
  return Array.from({ length: NOTE }, () => LETTERS[dice.below(LETTERS.length)]).join('');
}
