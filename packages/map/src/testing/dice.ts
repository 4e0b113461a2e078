import { makeIds, type Ids, type Random } from '@bough/base';
import { seededRandom } from '@bough/base/testing';

const PIECES = ['a', 'e', 'o', ' ', 'n', 'st', 'branch', '\n', 'é', '中', '🌳', '👩‍🚀', '"', '\\', '**bold**'];

/** Everything random in a run, from one seed. */
export class Dice {
  readonly random: Random;
  readonly ids: Ids;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.ids = makeIds({ now: () => 1_700_000_000_000 }, this.random);
  }

  /** A whole number in 0..below - 1. */
  below(below: number): number {
    return Math.floor(this.random.fraction() * below);
  }

  chance(fraction: number): boolean {
    return this.random.fraction() < fraction;
  }

  /** One of them; there must be one. */
  one<T>(of: readonly [T, ...T[]]): T {
    const found = of[this.below(of.length)];
    // What was drawn may be null.
    return found === undefined ? of[0] : found;
  }

  /** One of them, or undefined when there is none. */
  any<T>(of: readonly T[]): T | undefined {
    return of[this.below(of.length)];
  }

  /** A short text of letters, line breaks, and characters of two and more UTF-16 units. */
  text(pieces = 4): string {
    let text = '';
    for (let i = this.below(pieces + 1); i > 0; i--) text += PIECES[this.below(PIECES.length)] ?? '';
    return text;
  }

  /** A place in the text where no surrogate pair is parted. */
  cut(text: string): number {
    const at = this.below(text.length + 1);
    const parts = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
    return parts ? at - 1 : at;
  }
}
