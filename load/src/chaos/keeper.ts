import { setTimeout as sleep } from 'node:timers/promises';
import type { Process } from '../bough/process.ts';

const AGAIN_MS = 500;
const LOOK_MS = 50;
/** What is not ready after so long, with other faults between, does not come back. */
const READY_MS = 150_000;
/** Of the log of a process, to find out why it ended. */
const SAID = 2_000;

/** Keeps every process running that is not meant to be down, as a service manager does, and says which ended by itself. */
export class Keeper {
  /** Processes that ended though nobody had ended them, and those that did not come back. */
  readonly problems: string[] = [];
  readonly #services: readonly Process[];
  readonly #see: (what: string) => void;
  /** By how many faults each is kept down. */
  readonly #down = new Map<Process, number>();
  /** Those that were ended here, until they are started again. */
  readonly #ended = new Set<Process>();
  readonly #keeping: Promise<unknown>;
  #isOver = false;

  constructor(services: readonly Process[], see: (what: string) => void) {
    this.#services = services;
    this.#see = see;
    this.#keeping = Promise.all(this.#services.map((one) => this.#keep(one)));
  }

  /** Ends a process, does the work while it is down, and resolves when it is ready again. */
  async whileDown(one: Process, end: () => Promise<void>, work: () => Promise<void>): Promise<void> {
    this.#down.set(one, (this.#down.get(one) ?? 0) + 1);
    this.#ended.add(one);
    await end();
    await work();
    this.#down.set(one, (this.#down.get(one) ?? 1) - 1);
    await this.untilReady(one);
  }

  /** Resolves when the process says that it can work, or never will. */
  async untilReady(one: Process): Promise<void> {
    const fromMs = performance.now();
    while (!(await one.isReady())) {
      if (performance.now() - fromMs > READY_MS) {
        this.problems.push(`L2: ${one.name} does not come back: ${one.said.slice(-SAID)}`);
        return;
      }
      await sleep(LOOK_MS);
    }
  }

  /** Resolves when all run and nothing is started any more. */
  async stop(): Promise<void> {
    await Promise.all(this.#services.map((one) => this.untilReady(one)));
    this.#isOver = true;
    await this.#keeping;
  }

  /** Starts it when it is down, again and again until it is up. */
  async #keep(one: Process): Promise<void> {
    let wasUp = true;
    while (!this.#isOver) {
      if ((this.#down.get(one) ?? 0) === 0 && !one.isRunning) {
        const wasEnded = this.#ended.delete(one);
        if (wasUp && !wasEnded)
          this.problems.push(`${one.name} ended by itself with ${one.endedWith}: ${one.said.slice(-SAID)}`);
        wasUp = await one.start().then(
          () => true,
          () => false,
        );
        if (wasUp) this.#see(`${one.name} runs again`);
      }
      await sleep(AGAIN_MS);
    }
  }
}
