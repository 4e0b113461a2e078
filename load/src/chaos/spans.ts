/** When what was disturbed, in milliseconds of one clock: from the moment a fault began until its last trace was gone. */
export class Spans {
  readonly #all: { readonly what: string; readonly why: string; readonly fromMs: number; toMs: number }[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** From now on it is disturbed, until the answer is called. */
  begin(what: string, why: string): () => void {
    const span = { what, why, fromMs: this.#nowMs(), toMs: Infinity };
    this.#all.push(span);
    return () => {
      span.toMs = this.#nowMs();
    };
  }

  /** What was done to one of these at some moment from `fromMs` to `toMs`, or had ended less than `afterMs` before. */
  during(fromMs: number, toMs: number, names: readonly string[], afterMs: number): readonly string[] {
    return this.#all
      .filter((span) => names.includes(span.what) && span.fromMs <= toMs && span.toMs + afterMs >= fromMs)
      .map(({ why }) => why);
  }
}
