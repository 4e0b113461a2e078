import type { Process } from './process.ts';

/** What a process used between two moments. */
export interface Used {
  readonly ms: number;
  readonly processorMs: number;
}

/** Watches what processes use between `begin` and `end`. */
export class Sampler {
  readonly #processes: readonly Process[];
  #from: { readonly atMs: number; readonly processorMs: readonly number[] } | null = null;
  #used: readonly Used[] = [];
  #most: number[] = [];

  constructor(processes: readonly Process[]) {
    this.#processes = processes;
    this.#most = processes.map(() => 0);
  }

  begin(): void {
    this.#from = { atMs: performance.now(), processorMs: this.#processes.map((one) => one.processorMs()) };
  }

  end(): void {
    const from = this.#from;
    if (from === null) throw new Error('it has not begun');
    const ms = performance.now() - from.atMs;
    this.#used = this.#processes.map((one, n) => {
      this.#most[n] = one.residentBytes();
      return { ms, processorMs: one.processorMs() - (from.processorMs[n] ?? 0) };
    });
  }

  /** Of each process, in the order that they were given. */
  get used(): readonly Used[] {
    return this.#used;
  }

  /** How much of one core the process had. */
  cores(n: number): number {
    const used = this.#used[n];
    return used === undefined ? Number.NaN : used.processorMs / used.ms;
  }

  /** How much of one core these had together. */
  coresTogether(these: readonly Process[]): number {
    return these.reduce((sum, one) => sum + this.cores(this.#processes.indexOf(one)), 0);
  }

  /** What it had resident at the end. */
  residentBytes(n: number): number {
    return this.#most[n] ?? Number.NaN;
  }
}
