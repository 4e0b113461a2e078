import { setTimeout as sleep } from 'node:timers/promises';
import { Dice } from '@bough/map/testing';
import { platformIds } from '@bough/service';
import { Refused, type Visitor } from '../../bough/visitor.ts';

const SHORT = 20;
/** Everything runs: what does not come about within this will not. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 200;
/** The texts of the drill follow from no other dice of the seed. */
const OWN_DICE = 77;

/** Changes the map of the drill until each change is acknowledged. */
export class Writer {
  readonly #owner: Visitor;
  readonly #map: string;
  readonly #dice: Dice;
  /** The item that is rewritten; null: none is yet. */
  #rewritten: string | null = null;

  constructor(owner: Visitor, map: string, seed: number) {
    this.#owner = owner;
    this.#map = map;
    this.#dice = new Dice(seed + OWN_DICE);
  }

  /** Adds a short one; answers the number under which it was acknowledged, throws where it was not. */
  async change(): Promise<number> {
    const ops = [addition(textOf(this.#dice, SHORT))];
    const answer = await this.#owner.ask('POST', `/api/maps/${this.#map}/changes`, { ops });
    return (answer as { readonly seq: number }).seq;
  }

  /** Adds an item with so long a text, however often that has to be asked for; throws when it does not come about. */
  async add(length: number): Promise<void> {
    await insist(this.#owner, this.#map, addition(textOf(this.#dice, length)));
  }

  /** One item has another text of that length: the map stays as large as it is, and its history grows. */
  async rewrite(length: number): Promise<void> {
    if (this.#rewritten === null) {
      const added = addition('');
      await insist(this.#owner, this.#map, added);
      this.#rewritten = added.id;
    }
    const fields = { text: textOf(this.#dice, length) };
    await insist(this.#owner, this.#map, { kind: 'set', id: this.#rewritten, fields });
  }
}

type Op = Addition | { readonly kind: 'set'; readonly id: string; readonly fields: { readonly text: string } };

interface Addition {
  readonly kind: 'add';
  readonly id: string;
  readonly parent: null;
  readonly order: string;
  readonly fields: { readonly text: string };
}

export function addition(text: string): Addition {
  return { kind: 'add', id: platformIds.short(), parent: null, order: 'a0', fields: { text } };
}

/** A text that does not become much shorter when it is packed. */
export function textOf(dice: Dice, length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';
  return Array.from({ length }, () => letters[dice.below(letters.length)]).join('');
}

/** Asks until it is in the map; throws when that does not come about. */
export async function insist(owner: Visitor, map: string, op: Op): Promise<void> {
  const fromMs = performance.now();
  for (;;) {
    const failure = await ask(owner, map, op).then(() => null, String);
    if (failure === null) return;
    if (performance.now() - fromMs > PATIENCE_MS)
      throw new Error(`a change was not taken when all is well: ${failure}`);
    await sleep(AGAIN_MS);
  }
}

/** Resolves when it is in the map; whoever asks again for what is there already is told so. */
export async function ask(owner: Visitor, map: string, op: Op): Promise<void> {
  try {
    await owner.ask('POST', `/api/maps/${map}/changes`, { ops: [op] });
  } catch (failure) {
    if (!(failure instanceof Refused) || failure.code !== 'gateway/refused') throw failure;
  }
}
