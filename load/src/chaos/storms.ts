import { setTimeout as sleep } from 'node:timers/promises';
import { metricOf } from '@bough/house/servers';
import type { Process } from '../bough/process.ts';

/** Who does not say what was counted within this is frozen, or away. */
const ASKED_MS = 1_000;
/** At the beginning of an outage everybody tries again soon: shorter ones are not judged. */
const LEAST_MS = 2_500;
/** Far more than a docstore asks with growing pauses, whatever it was doing, and far less than without any. */
const MOST_PER_S = 100;

/** How many requests to storage had failed, of one docstore; null: nobody said. */
type Failed = number | null;

/** L3 of a store that is away: it is asked again with pauses. */
export class Storms {
  readonly problems: string[] = [];
  readonly #docstores: readonly Pick<Process, 'name' | 'url'>[];

  readonly #nowMs: () => number;

  constructor(docstores: readonly Pick<Process, 'name' | 'url'>[], nowMs: () => number) {
    this.#docstores = docstores;
    this.#nowMs = nowMs;
  }

  /** A store is away from now on, until the answer is called. */
  async begin(why: string): Promise<() => Promise<void>> {
    const before = await this.#failed();
    const fromMs = this.#nowMs();
    return async () => {
      const forMs = this.#nowMs() - fromMs;
      const after = await this.#failed();
      for (const [n, { name }] of this.#docstores.entries()) {
        const found = stormProblem({ forMs, before: before[n] ?? null, after: after[n] ?? null });
        if (found !== null) this.problems.push(`L3: ${why}: ${name} ${found}`);
      }
    };
  }

  async #failed(): Promise<readonly Failed[]> {
    return await Promise.all(
      this.#docstores.map(async ({ url }) => {
        const told = metricOf(url, 'bough_blob_seconds_count', 'outcome="failed"').catch(() => null);
        return await Promise.race([told, sleep(ASKED_MS, null, { ref: false })]);
      }),
    );
  }
}

/** What is wrong with so many failed requests before an outage of that length and after it; null: nothing that can be told. */
export function stormProblem(counted: {
  readonly forMs: number;
  readonly before: Failed;
  readonly after: Failed;
}): string | null {
  const { forMs, before, after } = counted;
  // A process that was started anew counts from nothing.
  if (before === null || after === null || forMs < LEAST_MS) return null;
  const asked = after - before;
  return asked > (MOST_PER_S * forMs) / 1_000 ? `asked ${asked} times in ${Math.round(forMs)} ms in vain` : null;
}
