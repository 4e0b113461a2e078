import type { Clock, Ids } from '@bough/base';
import type { MoveMark } from './move-mark.ts';

// The way of everything that one service keeps from one place to another. Four marks, in this order, each of them safe on its disk before the next step:
//
//   the new place says `filling`            nothing is served from it from here on
//   everything is copied, and compared
//   the old place says `moved`              nothing is served from it from here on
//   the new place says `whole`              it is served from
//
// Killed at any time it is run again. Before the third step the old place is as it was, and can be served from instead. No state lets both be served from.
// Where several kinds of thing move, each takes the first step (`begin`) before any takes the second: so nothing starts on a part of what moves.

/** One end of a move. */
export interface MovingEnd {
  /** In words, for people. */
  readonly name: string;
  mark(): Promise<MoveMark | null>;
  setMark(mark: MoveMark): Promise<void>;
}

/** A move of one kind of thing. */
export interface Moving {
  /** In the plural, as a sentence begins with it. */
  readonly what: string;
  readonly from: MovingEnd;
  readonly to: MovingEnd & { isEmpty(): Promise<boolean> };
  /** Counts what there is and measures how long it takes, with nothing that stays; sentences for people. Throws where it cannot be done. */
  plan(): Promise<readonly string[]>;
  /** Copies what the old place has and the new one lacks, and takes away what only the new one has. `mustBeOurs` is asked again and again on the way. */
  copy(mustBeOurs: MustBeOurs): Promise<void>;
  /** Compares both places by content; says what was compared, or throws. */
  verify(): Promise<string>;
  /** Copies what never changes, while people write; absent: nothing is. */
  readonly ahead?: (mustBeOurs: MustBeOurs) => Promise<string>;
}

/** Throws once another run has begun to fill the new place, or has ended: what is served from there is not written over. */
export type MustBeOurs = () => Promise<void>;

/** How far a move goes. `begin`: the new place says `filling`, and nothing else is done. */
export type MoveStep = 'plan' | 'ahead' | 'begin' | 'all';

/** The mark of the new place is read again at most so often. */
const OURS_FOR_MS = 1_000;

interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly say: (line: string) => void;
}

/** Moves it, or says why that cannot be; answers whether it is done, as far as was asked. */
export async function moveStorage({ clock, ids, say }: Ports, moving: Moving, step: MoveStep): Promise<boolean> {
  const { what, from, to } = moving;
  const [here, there] = [await from.mark(), await to.mark()];
  const refusal = await whyNot(moving, here, there);
  if (refusal !== null) {
    say(`${what}: ${refusal} Nothing was done.`);
    return false;
  }
  const isMoved = here?.state === 'moved';
  const mark: MoveMark = isMoved ? here : { state: 'filling', id: ids.short(), other: from.name, at: clock.now() };
  if (step === 'begin') {
    if (!isMoved) await to.setMark(mark);
    return true;
  }
  if (isMoved && there?.state === 'whole') {
    say(`${what}: moved to ${to.name} already, on ${new Date(here.at).toISOString()}.`);
    return true;
  }
  if (!isMoved) {
    say(`${what}: from ${from.name} to ${to.name}.`);
    for (const line of await moving.plan()) say(`${what}: ${line}`);
    if (step === 'plan' || (step === 'ahead' && moving.ahead === undefined)) return true;
    await to.setMark(mark);
    const mustBeOurs = watched(clock, moving, mark);
    if (step === 'ahead') {
      say(`${what}: ${await moving.ahead?.(mustBeOurs)}`);
      return true;
    }
    const fromMs = clock.monotonic();
    await moving.copy(mustBeOurs);
    const compared = await moving.verify();
    await mustBeOurs(0);
    await from.setMark({ ...mark, state: 'moved', other: to.name });
    say(`${what}: ${compared}, in ${((clock.monotonic() - fromMs) / 1_000).toFixed(1)} s.`);
  } else if (step !== 'all') {
    say(`${what}: all is in ${to.name}, and is served from there once --yes has ended this move.`);
    return true;
  }
  await to.setMark({ ...mark, state: 'whole', other: from.name });
  say(`${what}: moved to ${to.name}. ${from.name} stays as it is, and nothing is served from there any more.`);
  return true;
}

/** Looks whether the new place still says that it is filled by this run, unless it did just now. */
function watched(clock: Clock, { what, to }: Moving, mark: MoveMark): (forMs?: number) => Promise<void> {
  let seenMs = clock.monotonic();
  return async (forMs = OURS_FOR_MS) => {
    if (clock.monotonic() - seenMs < forMs) return;
    seenMs = clock.monotonic();
    const now = await to.mark();
    if (now?.state === 'filling' && now.id === mark.id) return;
    throw new Error(
      `${what}: another migrate-storage fills ${to.name}, or has filled it. This one ends here; look whether the other goes on, and run this again when it has ended.`,
    );
  };
}

/** Why the ends are not those of one move, in a sentence. */
async function whyNot({ from, to }: Moving, here: MoveMark | null, there: MoveMark | null): Promise<string | null> {
  if (here?.state === 'filling') return `${from.name} is no whole copy: it is still being filled from ${here.other}.`;
  if (here?.state === 'moved') {
    if (there !== null && there.state !== 'moved' && there.id === here.id) return null;
    return `${from.name} was moved to ${here.other} on ${new Date(here.at).toISOString()}.`;
  }
  if (there?.state === 'moved') return `${to.name} was moved from, and is as it was then: name an empty place.`;
  if (there?.state === 'filling') {
    return there.other === from.name
      ? null
      : `${to.name} is being filled from ${there.other}: name another place, or empty it.`;
  }
  if (there === null && (await to.isEmpty())) return null;
  return `${to.name} is not empty: name a place that no Bough has used, or empty it.`;
}
