import { isRecord, tryJson } from '@bough/base';

// What stands in a place that `migrate-storage` has to do with, so that nobody works on half a copy, or goes on where everything was moved away from.

/** The states of a place. */
const STATES = ['filling', 'whole', 'moved'] as const;

/** What a place says of the move that it had a part in. */
export interface MoveMark {
  /** `filling`: a copy that is not whole yet. `whole`: it was filled, and is served from. `moved`: it was moved away from, and is as it was then. */
  readonly state: (typeof STATES)[number];
  /** Which move: the same in both places. */
  readonly id: string;
  /** The other place, in words. */
  readonly other: string;
  readonly at: number;
}

/** The mark as it is kept. */
export function writeMark({ state, id, other, at }: MoveMark): string {
  return JSON.stringify({ state, id, other, at });
}

/** The mark that was kept; one that cannot be read says that the place is not whole. */
export function readMark(words: string): MoveMark {
  const value = tryJson(words);
  const known = isRecord(value) ? value : {};
  const state = STATES.find((each) => each === known['state']) ?? 'filling';
  return { state, id: String(known['id']), other: String(known['other']), at: Number(known['at']) || 0 };
}

/** Why nothing is served from a place with this mark, as a sentence and what to do; null: it is. `what` is what is kept there. */
export function whyNotServed(
  mark: MoveMark | null,
  what: string,
): { readonly why: string; readonly hint: string } | null {
  if (mark === null || mark.state === 'whole') return null;
  const day = new Date(mark.at).toISOString();
  if (mark.state === 'filling')
    return {
      why: `${what} are still being copied here from ${mark.other}, since ${day}: this place is not whole.`,
      hint: 'Run migrate-storage to its end, or start Bough with the settings from before. An empty place forgets this.',
    };
  return {
    why: `${what} were moved from here to ${mark.other} on ${day}: what has been written since is there.`,
    hint: 'Start Bough with the settings of that place. To move back run migrate-storage there, to a new and empty place.',
  };
}
