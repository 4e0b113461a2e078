import { setTimeout as sleep } from 'node:timers/promises';
import { Disk } from '../bough/disk.ts';
import type { FullStack } from '../bough/full-stack.ts';
import type { Process } from '../bough/process.ts';
import { type Fault, type Planned, sayFault, type ServiceName } from './schedule.ts';
import { Versions } from './versions.ts';

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
  /** What cannot be done on this machine, and why. */
  readonly never = new Set<string>();
  /** How many bits were turned. */
  turned = 0;
  readonly #stack: FullStack;
  readonly #versions = new Versions();
  readonly #beganMs = performance.now();
  readonly #down = new Set<Process>();
  /** Those that were ended here, until they run again. */
  readonly #ended = new Set<Process>();
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
      this.#see(sayFault(one.fault));
      const lasting = this.#inject(one.fault).finally(() => this.#lasting.delete(lasting));
      this.#lasting.add(lasting);
    }
    await this.#until(lengthMs);
    await Promise.all(this.#lasting);
    this.#isOver = true;
    await this.#keeping;
    this.#see('everything runs again');
  }

  /** Removes what was made for it. */
  async stop(): Promise<void> {
    await this.#versions.remove();
  }

  async #inject(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case 'kill':
      case 'end': {
        const one = this.#service(fault.what);
        await this.#end(one, () => (fault.kind === 'kill' ? one.kill() : one.stop()), fault.forMs);
        return;
      }
      case 'freeze': {
        const one = this.#service(fault.what);
        one.freeze();
        await sleep(fault.forMs);
        one.thaw();
        return;
      }
      case 'jump': {
        const one = this.#service(fault.what);
        await this.#stack.setClock(one, fault.byMs);
        await sleep(fault.forMs);
        await this.#stack.setClock(one, 0);
        return;
      }
      case 'cut':
      case 'hang':
      case 'slow':
        await this.#onWay(fault);
        return;
      case 'empty':
        await this.#stack.emptyBus();
        return;
      case 'fill':
      case 'turn':
        await this.#onDisk(fault);
        return;
      case 'roll':
        await this.#roll();
    }
  }

  async #end(one: Process, how: () => Promise<void>, forMs: number): Promise<void> {
    this.#down.add(one);
    this.#ended.add(one);
    await how();
    await sleep(forMs);
    this.#down.delete(one);
  }

  async #onWay({ kind, what, forMs }: Extract<Fault, { kind: 'cut' | 'hang' | 'slow' }>): Promise<void> {
    const way = this.#stack.ways[what];
    if (kind === 'cut') await way.cut();
    else if (kind === 'hang') await way.hang();
    else await this.#stack.slow(what, SLOW_MS.latency, SLOW_MS.jitter);
    await sleep(forMs);
    if (kind === 'cut') await way.mend();
    else if (kind === 'hang') await way.resume();
    else await this.#stack.asUsual(what);
  }

  async #onDisk(fault: Extract<Fault, { kind: 'fill' | 'turn' }>): Promise<void> {
    const { first, second } = this.#stack.disks;
    const disk = this.#stack.disks[fault.what];
    const never = fault.kind === 'fill' ? Disk.whyNever() : null;
    if (first === null || second === null || disk === null || never !== null) {
      this.never.add(never ?? 'no disk of a store is touched: somebody else runs it');
      return;
    }
    if (fault.kind === 'fill') {
      const empty = await disk.fill();
      await sleep(fault.forMs);
      await empty();
      return;
    }
    const name = await first.turnBit(second, fault.pick);
    if (name !== null) this.turned++;
    this.#see(name === null ? 'nothing is there of which a bit could turn' : `a bit of ${name} has turned`);
  }

  /** One after the other, as somebody does it who upgrades without a pause. */
  async #roll(): Promise<void> {
    const tree = await this.#versions.other();
    for (const one of this.#stack.services) {
      this.#stack.runFrom(one, tree);
      await this.#end(one, () => one.stop(), 0);
      while (!one.isRunning) await sleep(AGAIN_MS / 10);
      await sleep(AGAIN_MS);
    }
    this.#see('all run as the other version');
  }

  /** Starts what is down, again and again until it is up, until the end is said and all run. */
  async #keep(): Promise<void> {
    const upkeep = async (one: Process): Promise<void> => {
      let wasUp = true;
      while (!this.#isOver || !one.isRunning) {
        if (!this.#down.has(one) && !one.isRunning) {
          if (wasUp && !this.#ended.has(one)) this.ownEnds.push(`${one.name} ended by itself: ${one.said.slice(-600)}`);
          wasUp = await one.start().then(
            () => true,
            () => false,
          );
          if (wasUp) this.#ended.delete(one);
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
