import { hash } from 'node:crypto';

// What a process tells of what it does to a store: a line when a step begins and one when it was acknowledged, written with a call that
// the recording has, so that both stand in one order with the writes. All steps of a key come one after another.

/** What is done to one key. A copy is put without a flush: nothing is promised of it. */
export interface Step {
  readonly key: string;
  /** Greater than that of the step before. */
  readonly number: number;
  readonly kind: 'value' | 'copy' | 'gone';
  readonly size: number;
}

/** The bytes of that step, unlike those of any other. */
export function bytesOf({ key, number, size }: Step): Buffer {
  const block = hash('shake256', `${key} ${number}`, { outputEncoding: 'buffer', outputLength: 509 });
  return Buffer.alloc(size, Buffer.concat([Buffer.from(`${key} ${number} `), block]));
}

/** The step whose bytes these are; null: none. */
export function tryStepOf(bytes: Uint8Array): Step | null {
  const [key = '', number = ''] = Buffer.from(bytes.subarray(0, LONGEST_KEY)).toString('latin1').split(' ');
  const step: Step = { key, number: Number(number), kind: 'value', size: bytes.length };
  return bytesOf(step).equals(bytes) ? step : null;
}

const LONGEST_KEY = 512;

/** What is said when the step begins, or was acknowledged, or shown to somebody else. */
export function lineOf(moment: 'begins' | 'done', { key, number, kind, size }: Step): string {
  return `${moment} ${key} ${number} ${kind} ${size}\n`;
}

/** What is said when a line of a text that all write was acknowledged. */
export function sharedLine(text: string): string {
  return `shared ${text}\n`;
}

/** What was said until some moment, and what must therefore be kept. */
export class Told {
  readonly #done: Map<string, Step>;
  readonly #begun: Map<string, Step>;
  readonly #shared: string[];

  constructor(
    done: Iterable<[string, Step]> = [],
    begun: Iterable<[string, Step]> = [],
    shared: readonly string[] = [],
  ) {
    this.#done = new Map(done);
    this.#begun = new Map(begun);
    this.#shared = [...shared];
  }

  /** What was said until now, whatever is said later. */
  now(): Told {
    return new Told(this.#done, this.#begun, this.#shared);
  }

  /** The lines of the shared text that were acknowledged. */
  get shared(): readonly string[] {
    return this.#shared;
  }

  get keys(): readonly string[] {
    return [...this.#begun.keys()];
  }

  /** Answers whether something was acknowledged with this. */
  hear(said: string): boolean {
    let isAcknowledged = false;
    for (const line of said.trimEnd().split('\n')) {
      const [moment = '', key = '', number = '', kind = '', size = ''] = line.split(' ');
      if (moment === 'shared') this.#shared.push(key);
      else if (isKind(kind)) {
        const step = { key, number: Number(number), kind, size: Number(size) };
        const steps = moment === 'done' ? this.#done : this.#begun;
        // Who was shown a step may tell of it after who made a later one.
        if (step.number >= (steps.get(key)?.number ?? 0)) steps.set(key, step);
      }
      isAcknowledged ||= moment !== 'begins';
    }
    return isAcknowledged;
  }

  /** The steps of which one must stand under the key; null: nothing is promised. `gone`, or never done, is no object. */
  expected(key: string): readonly (Step | null)[] | null {
    const [done, begun] = [this.#done.get(key) ?? null, this.#begun.get(key) ?? null];
    if (done?.kind === 'copy' || begun?.kind === 'copy') return null;
    return [done, begun].map((step) => (step?.kind === 'gone' ? null : step));
  }
}

function isKind(text: string): text is Step['kind'] {
  return text === 'value' || text === 'copy' || text === 'gone';
}
