import { assert, isMadeOf, lettersOf, type Random } from '@bough/base';
import { BASE_62_DIGITS, generateKeyBetween } from 'fractional-indexing';
import { LIMITS } from './limits.ts';
import type { OrderKey } from './model.ts';

// Order keys are those of the package fractional-indexing (a head letter that tells the length of the integer part, base-62
// digits, a fraction without trailing zero), so that any two have one between them. A plain midpoint would interleave what two
// people type at the same place at the same time: both get the same middle, then both the same middle of the upper half, ...
// So whoever inserts makes a run: the midpoint, four random digits, and a counter behind them.
//
//   <midpoint> <4 random digits> <counter: a1 a2 ... az b10 ... > 1
//
// Keys of one run share their beginning, and nobody who has not seen the run can make a key with that beginning: runs lie one
// after the other, each in its own order. `Orders` remembers the run that its owner is in and continues it.

const JITTER_DIGITS = 4;
const HEADS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SMALLEST_INTEGER = `A${'0'.repeat(26)}`;
const DIGITS = lettersOf(BASE_62_DIGITS);
/** The shortest has a head and a digit. */
const LEAST = 2;

/** Whether this is an order key that others can insert before and after. */
export function isOrderKey(key: unknown): key is OrderKey {
  if (typeof key !== 'string' || key.length < LEAST || key.length > LIMITS.order || !isMadeOf(key, DIGITS))
    return false;
  const head = HEADS.indexOf(key[0] ?? '');
  if (head < 0) return false;
  const integerLength = head < 26 ? 27 - head : head - 24;
  if (key.length < integerLength || key === SMALLEST_INTEGER) return false;
  return key.length === integerLength || key[key.length - 1] !== '0';
}

/** A key after `a` and before `b` (null: no bound) that begins a run of its own. */
export function orderBetween(a: OrderKey | null, b: OrderKey | null, random: Random): OrderKey {
  return keyOfRun(beginRun(a, b, random), 1);
}

/** `n` keys after `a` and before `b`, ascending, that are one run: nothing inserted at the same time comes between them. */
export function ordersBetween(a: OrderKey | null, b: OrderKey | null, n: number, random: Random): OrderKey[] {
  const run = beginRun(a, b, random);
  return Array.from({ length: n }, (_, i) => keyOfRun(run, i + 1));
}

/** The order keys of one person's insertions: one made after the last one continues its run. */
export class Orders {
  readonly #random: Random;
  #run = '';
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A key after `a` and before `b`; continues the run when `a` is what this gave last and `b` is not of the run. */
  between(a: OrderKey | null, b: OrderKey | null): OrderKey {
    const isMine = this.#count > 0 && a === keyOfRun(this.#run, this.#count);
    if (isMine && (b === null || (b > a && !b.startsWith(this.#run)))) return keyOfRun(this.#run, ++this.#count);
    this.#run = beginRun(a, b, this.#random);
    this.#count = 1;
    return keyOfRun(this.#run, 1);
  }
}

/** What all keys of a fresh run between `a` and `b` begin with. Equal bounds (ties are legal) give a run right after them. */
function beginRun(a: OrderKey | null, b: OrderKey | null, random: Random): string {
  let middle: string;
  if (a !== null && b !== null && a >= b) {
    middle = a;
  } else {
    middle = generateKeyBetween(a, b);
    // A middle that `b` begins with leaves no room for what is appended: go below it.
    for (let i = 0; b?.startsWith(middle) === true; i++) {
      assert(i < LIMITS.order, 'a middle below a prefix of the upper bound exists');
      middle = generateKeyBetween(a, middle);
    }
  }
  let jitter = '';
  for (let i = 0; i < JITTER_DIGITS; i++) jitter += BASE_62_DIGITS[Math.floor(random.fraction() * 62)] ?? '0';
  return middle + jitter;
}

/** The nth key of a run: the counter's first character tells its length, so that 10 sorts after 9; the last 1 is no trailing zero. */
function keyOfRun(run: string, n: number): OrderKey {
  let digits = '';
  for (let rest = n; rest > 0; rest = Math.floor(rest / 62)) digits = (BASE_62_DIGITS[rest % 62] ?? '0') + digits;
  return `${run}${HEADS[25 + digits.length] ?? 'z'}${digits}1`;
}
