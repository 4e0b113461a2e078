import { setTimeout as sleep } from 'node:timers/promises';
import { Disk } from '../bough/disk.ts';
import type { FullStack, StoreName } from '../bough/full-stack.ts';
import type { Process } from '../bough/process.ts';
import { runCommand } from './command.ts';
import { AWAY } from './files.ts';
import { Keeper } from './keeper.ts';
import { type Fault, type Planned, sayFault, type ServiceName } from './schedule.ts';
import type { Spans } from './spans.ts';
import { Storms } from './storms.ts';
import { Versions } from './versions.ts';

const AGAIN_MS = 500;
/** What an operator's command does not do within this, while other things fail, it does not do. */
const INSISTS_MS = 60_000;
const SLOW_MS = { latency: 300, jitter: 150 };
/** The second location is behind when the first is lost: nothing had come there for so long. */
const BEHIND_MS = 1_500;

/** What happened, and when, in milliseconds from the start. */
export interface Seen {
  readonly atMs: number;
  readonly what: string;
}

/** Does what was planned to the stack, and what an operator does about it. */
export class Faults {
  readonly seen: Seen[] = [];
  /** What cannot be done on this machine, and why. */
  readonly never = new Set<string>();
  /** How many bits were turned. */
  turned = 0;
  readonly #stack: FullStack;
  readonly #versions = new Versions();
  readonly #storms: Storms;
  readonly #spans: Spans;
  readonly #nowMs: () => number;
  readonly #keeper: Keeper;
  readonly #unmended: string[] = [];
  readonly #lasting = new Set<Promise<void>>();
  /** Until the first location is as usual: on a slow machine it is away for longer than was planned. */
  #first: Promise<void> = Promise.resolve();

  constructor(stack: FullStack, spans: Spans, nowMs: () => number) {
    this.#stack = stack;
    this.#spans = spans;
    this.#nowMs = nowMs;
    this.#storms = new Storms(stack.docstores, nowMs);
    this.#keeper = new Keeper(stack.services, (what) => this.#see(what));
  }

  /** Processes that ended by themselves, what did not come back or was not brought back by an operator's command, and who could not wait. */
  get problems(): readonly string[] {
    return [...this.#keeper.problems, ...this.#unmended, ...this.#storms.problems];
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
    await this.#keeper.stop();
    this.#see('everything runs again');
  }

  /** Removes what was made for it. */
  async stop(): Promise<void> {
    await this.#versions.remove();
  }

  /** Nothing happens to the first location, nor does anybody move away from it, while somebody is on the way back. */
  async #inject(fault: Fault): Promise<void> {
    if (fault.what !== 'first') return await this.#do(fault);
    this.#first = this.#first.then(() => this.#do(fault));
    await this.#first;
  }

  async #do(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case 'kill':
      case 'end': {
        const one = this.#service(fault.what);
        const how = (): Promise<void> => (fault.kind === 'kill' ? one.kill() : one.stop());
        await this.#end(one, how, { why: sayFault(fault), forMs: fault.forMs });
        return;
      }
      case 'freeze': {
        const one = this.#service(fault.what);
        const isOver = this.#spans.begin(one.name, sayFault(fault));
        one.freeze();
        await sleep(fault.forMs);
        one.thaw();
        await this.#keeper.untilReady(one);
        isOver();
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
        return;
      case 'fail-over':
        await this.#failOver(fault.forMs);
    }
  }

  /** Down for so long; resolves when it is ready again. */
  async #end(
    one: Process,
    how: () => Promise<void>,
    { why, forMs }: { readonly why: string; readonly forMs: number },
  ): Promise<void> {
    const isOver = this.#spans.begin(one.name, why);
    await this.#keeper.whileDown(one, how, () => sleep(forMs));
    isOver();
  }

  async #onWay(fault: Extract<Fault, { kind: 'cut' | 'hang' | 'slow' }>): Promise<void> {
    const { kind, what, forMs } = fault;
    const way = this.#stack.ways[what];
    // What is slow is there: nothing may fail for it.
    const isOver = kind === 'slow' ? () => undefined : this.#spans.begin(what, sayFault(fault));
    if (kind === 'cut') await way.cut();
    else if (kind === 'hang') await way.hang();
    else await this.#stack.slow(what, SLOW_MS.latency, SLOW_MS.jitter);
    const hasWaited = kind === 'cut' ? await this.#storms.begin(sayFault(fault)) : null;
    await sleep(forMs);
    await hasWaited?.();
    if (kind === 'cut') await way.mend();
    else if (kind === 'hang') await way.resume();
    else await this.#stack.asUsual(what);
    isOver();
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
      await this.#end(one, () => one.stop(), { why: `roll ${one.name}`, forMs: 0 });
    }
    this.#see('all run as the other version');
  }

  /**
   * The first location is lost with everything around it, and the second was behind by then: Bough runs from the second for a while, people
   * bring what it lacks, and it goes home when the first is back as it was lost.
   */
  async #failOver(forMs: number): Promise<void> {
    const { first, second } = this.#stack.ways;
    const isBehind = this.#spans.begin('second', 'fail over');
    await second.hang();
    await sleep(BEHIND_MS);
    const isHome = this.#spans.begin(AWAY, 'fail over');
    const isAway = this.#spans.begin('first', 'fail over');
    await this.#moveTo('second', 'kill', async () => {
      await first.cut();
      await second.resume();
      isBehind();
      await this.#insist('failover', {});
    });
    isAway();
    this.#see('runs from the second location');
    await sleep(forMs);
    const isBack = this.#spans.begin('first', 'fail back');
    await first.mend();
    await this.#moveTo('first', 'stop', () => this.#insist('fail-back --yes', this.#stack.goingHome));
    this.#see('runs from the first location again');
    isBack();
    isHome();
  }

  /** Ends all docstores, does the work while none runs, and starts them where they are to run. */
  async #moveTo(name: StoreName, end: 'kill' | 'stop', work: () => Promise<void>): Promise<void> {
    const { docstores } = this.#stack;
    let ended = 0;
    const allEnded = Promise.withResolvers<void>();
    const done = allEnded.promise.then(async () => {
      await work();
      this.#stack.runFromStore(name);
    });
    const waits = async (): Promise<void> => {
      if (++ended === docstores.length) allEnded.resolve();
      await done;
    };
    await Promise.all(docstores.map((one) => this.#keeper.whileDown(one, () => one[end](), waits)));
  }

  /** What an operator does until it is done: something else may be away, too. */
  async #insist(line: string, more: Readonly<Record<string, string>>): Promise<void> {
    const fromMs = this.#nowMs();
    for (;;) {
      const { code, said } = await runCommand(this.#stack, line, more);
      const told = code === 0 ? said.split('\n').find((one) => /\d documents?/.test(one)) : said;
      this.#see(`${line}: ${told ?? 'done'}`);
      if (code === 0) return;
      if (this.#nowMs() - fromMs > INSISTS_MS) {
        this.#unmended.push(`S9: ${line} does not do it: ${said}`);
        return;
      }
      await sleep(AGAIN_MS);
    }
  }

  #service(name: ServiceName): Process {
    const found = this.#stack.services.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the stack has no ${name}`);
    return found;
  }

  #see(what: string): void {
    this.seen.push({ atMs: Math.round(this.#nowMs()), what });
  }

  async #until(atMs: number): Promise<void> {
    await sleep(Math.max(0, atMs - this.#nowMs()));
  }
}
