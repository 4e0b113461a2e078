/** So many are kept at most. */
const MOST = 512;

/**
 * What was measured, noted as it happens and put into histograms later, many at once: finding the place of one in the middle of other
 * work costs more than that work. Whoever shows the histograms settles first.
 */
export class Observations {
  #noted: (() => void)[] = [];

  /** Notes one; `observe` puts it where it belongs. */
  note(observe: () => void): void {
    this.#noted.push(observe);
    if (this.#noted.length >= MOST) this.settle();
  }

  /** Puts everything that was noted where it belongs. */
  settle(): void {
    const noted = this.#noted;
    this.#noted = [];
    for (const observe of noted) observe();
  }
}
