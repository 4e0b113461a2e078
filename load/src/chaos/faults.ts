import { setTimeout as sleep } from 'node:timers/promises';
import type { FullStack } from '../bough/full-stack.ts';
import type { Process } from '../bough/process.ts';
import { type Planned, sayFault, type ServiceName } from './schedule.ts';

const AGAIN_MS = 500;
const SLOW_MS = { latency: 300, jitter: 150 };

/** What happened, and when, in milliseconds from the start. */
export interface Seen {
  readonly atMs: number;
  readonly what: string;
}

/** Does what was planned, and keeps every process running that is not meant to be down, as whoever runs Bough has it. */
export class Faults {
  readonly seen: Seen[] = [];
  /** Processes that ended though nobody had ended them. */
  readonly ownEnds: string[] = [];
  readonly #stack: FullStack;
  readonly #beganMs = performance.now();
  readonly #down = new Set<Process>();
  readonly #lasting = new Set<Promise<void>>();
  #isOver = false;
  readonly #keeping: Promise<void>;

  constructor(stack: FullStack) {
    this.#stack = stack;
    this.#keeping = this.#keep();
  }

  /** All of it, one after the other, each as long as it lasts; resolves when everything is as it was. */
  async run(planned: readonly Planned[], lengthMs: number): Promise<void> {
    for (const one of planned) {
      await this.#until(one.atMs);
      const lasting = this.#inject(one).finally(() => this.#lasting.delete(lasting));
      this.#lasting.add(lasting);
    }
    await this.#until(lengthMs);
    await Promise.all(this.#lasting);
    this.#isOver = true;
    await this.#keeping;
    this.#see('everything runs again');
  }

  async #inject({ fault }: Planned): Promise<void> {
    this.#see(sayFault(fault));
    switch (fault.kind) {
      case 'kill':
      case 'end': {
        const one = this.#service(fault.what);
        this.#down.add(one);
        await (fault.kind === 'kill' ? one.kill() : one.stop());
        await sleep(fault.forMs);
        this.#down.delete(one);
        return;
      }
      case 'freeze': {
        const one = this.#service(fault.what);
        one.freeze();
        await sleep(fault.forMs);
        one.thaw();
        return;
      }
      case 'cut':
      case 'hang':
      case 'slow': {
        const way = this.#stack.ways[fault.what];
        if (fault.kind === 'cut') await way.cut();
        else if (fault.kind === 'hang') await way.hang();
        else await this.#stack.slow(fault.what, SLOW_MS.latency, SLOW_MS.jitter);
        await sleep(fault.forMs);
        if (fault.kind === 'cut') await way.mend();
        else if (fault.kind === 'hang') await way.resume();
        else await this.#stack.asUsual(fault.what);
        return;
      }
      case 'empty':
        await this.#stack.emptyBus();
    }
  }

  /** Starts what is down, again and again until it is up, until the end is said and all run. */
  async #keep(): Promise<void> {
    const upkeep = async (one: Process): Promise<void> => {
      let wasUp = true;
      while (!this.#isOver || !one.isRunning) {
        if (this.#down.has(one)) wasUp = false;
        else if (!one.isRunning) {
          if (wasUp) this.ownEnds.push(`${one.name} ended by itself: ${one.said.slice(-600)}`);
          wasUp = await one.start().then(
            () => true,
            () => false,
          );
          if (wasUp) this.#see(`${one.name} runs again`);
        }
        await sleep(AGAIN_MS);
      }
    };
    await Promise.all(this.#stack.services.map(upkeep));
  }

  #service(name: ServiceName): Process {
    const found = this.#stack.services.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the stack has no ${name}`);
    return found;
  }

  #see(what: string): void {
    this.seen.push({ atMs: Math.round(performance.now() - this.#beganMs), what });
  }

  async #until(atMs: number): Promise<void> {
    await sleep(Math.max(0, this.#beganMs + atMs - performance.now()));
  }
}
