import { mutate, type Mutant } from '@bough/house/mutants';

// How the lies of the simulations are told to processes: in a minute of chaos, what else takes hours has to happen.

/** These have every kind of fault between them in a minute, two of them a fail-over: a test holds them to it. */
const SEEDS = [1, 22, 4];
/** Whoever wants more gets those after it. */
const MORE = 100;

/** The seeds that a lie is told to, one after the other, so many of them. */
export function seedsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => SEEDS[n] ?? MORE + n);
}

/** Where a log's settings stand, in a copy of the project. */
export const LOG_SETTINGS = 'packages/bloblog/src/settings.ts';

/** A minute of drawing is sealed again and again, in objects of their own, and has keyframes and checkpoints. */
const SMALLER: readonly (readonly [is: string, becomes: string])[] = [
  ['tailBytes: 64 * 1024,', 'tailBytes: 4 * 1024,'],
  ['inlineBytes: 16 * 1024,', 'inlineBytes: 1024,'],
  ['freshBytes: 128 * 1024,', 'freshBytes: 2 * 1024,'],
  ['spanBytes: 64 * 1024,', 'spanBytes: 4 * 1024,'],
  ['keyframeRatio: 4 / 3,', 'keyframeRatio: 1 / 2,'],
  ['checkpointBytes: 32 * 1024,', 'checkpointBytes: 1024,'],
];

/** The settings of logs as chaos has them in its copy, whether somebody lies or not; throws where they are others than it knows. */
export function withSmallSeals(source: string): string {
  return SMALLER.reduce((text, [find, replace]) => {
    const lie: Mutant = { name: find, file: LOG_SETTINGS, find, replace, why: 'a minute is sealed as hours are' };
    const made = mutate(text, lie);
    if (!made.ok) throw new Error(made.error);
    return made.value;
  }, source);
}
