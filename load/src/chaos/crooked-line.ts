import type { Dice } from '@bough/map/testing';

const CHANGES = '{"kind":"changes"';
/** Of so many frames with changes one comes twice, and one behind the next such frame. */
const ONE_IN = 20;

/**
 * A line on which changes come twice or in the wrong order now and then, as no line does that TCP carries: a client takes each once, in order,
 * whatever comes. Nothing is lost, and everything else comes when it should.
 */
export class CrookedLine {
  readonly #dice: Dice;
  #late: string | null = null;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** What comes out of it when this goes in. */
  carry(text: string): readonly string[] {
    const late = this.#late === null ? [] : [this.#late];
    this.#late = null;
    if (!isChanges(text)) return [...late, text];
    if (late.length > 0) return [text, ...late];
    const drawn = this.#dice.below(ONE_IN);
    if (drawn === 0) return [text, text];
    if (drawn > 1) return [text];
    this.#late = text;
    return [];
  }
}

/** Whether a frame has changes in it. */
export function isChanges(text: string): boolean {
  return text.startsWith(CHANGES);
}
