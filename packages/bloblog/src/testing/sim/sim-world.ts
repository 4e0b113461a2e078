import { makeIds, type PrefixName, type Random } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { collectLog } from '../../upkeep/collect.ts';
import type { BlobStore } from '../../store/blob-store.ts';
import type { Head } from '../../objects/head.ts';
import { Mirror } from '../../second/mirror.ts';
import type { LogPorts } from '../../ports.ts';
import { readHead } from '../../log/read-log.ts';
import { reconcileLog } from '../../second/reconcile.ts';
import { retryingStore } from '../../store/retrying-store.ts';
import type { LogSettings } from '../../settings.ts';
import { someFaults } from '../faulty-store.ts';
import { settle } from './run-virtual.ts';
import { checkSeals } from '../oracles/seal-oracle.ts';
import { SimClient } from './sim-client.ts';
import { planDisasters } from './sim-disasters.ts';
import { Looks } from './sim-looks.ts';
import { type Place, Places } from './sim-places.ts';
import { SimProcess } from './sim-process.ts';
import { someSettings } from './sim-settings.ts';
import { type Owner, type OwnerKind, type SimAnswer, type SimChange, type SimCounts, noCounts } from './sim-types.ts';
import { checkStorm } from '../oracles/storm-oracle.ts';
import { Witness } from '../oracles/witness.ts';

const BACKOFF = { firstMs: 20, longestMs: 500, giveUpMs: 2_000 };
const STEPS_MS = 20_000;
const CALM_MS = 10_000;
const APART = 0x4000_0000;
const LOSSES = 2;
/** Of so many seeds, each first one meets disasters. */
const WITH_DISASTERS = 4;
const DISASTERS = 0x2000_0000;

/** One process: its own life, its own way to the stores, its owner of the log. */
interface Running {
  readonly life: SimProcess;
  readonly owner: Owner;
  readonly mirror: Mirror | null;
  readonly parts: { readonly ports: LogPorts; readonly first: BlobStore; readonly second: BlobStore | null };
}

/** One run of the simulation, everything in it from its seed. `run` rejects with what a promise was broken by. */
export class SimWorld {
  readonly counts: SimCounts = noCounts();
  readonly clock = new VirtualClock();
  readonly #kind: OwnerKind;
  readonly #random: Random;
  /** For what came to be later: a seed's other events stay as they were. */
  readonly #apart: Random;
  readonly #settings: LogSettings;
  readonly #mode: 'none' | 'async' | 'sync';
  readonly #places: Places;
  /** For what disasters do; null: there are none. */
  readonly #dice: Random | null;
  readonly #clients: SimClient[] = [];
  readonly #processes: Running[] = [];
  readonly witness: Witness;
  readonly #looks: Looks;
  #isCalm = false;

  constructor(seed: number, kind: OwnerKind) {
    const random = seededRandom(seed);
    this.#kind = kind;
    this.#random = random;
    this.#apart = seededRandom(seed + APART);
    this.#settings = someSettings(random, this.#apart, BACKOFF);
    this.#mode = this.#pick(['none', 'async', 'async', 'sync', 'sync'] as const);
    this.#dice = seed % WITH_DISASTERS === 1 ? seededRandom(seed + DISASTERS) : null;
    this.#places = new Places({ clock: this.clock, random, apart: this.#apart });
    this.witness = new Witness(kind);
    this.#looks = new Looks({
      kind,
      settings: this.#settings,
      mode: this.#mode,
      places: this.#places,
      witness: this.witness,
      clock: this.clock,
      apart: this.#apart,
      plain: (where) => this.#plain(where),
      onSurvived: () => this.counts.losses++,
      hasDisasters: this.#dice !== null,
    });
  }

  /** Runs until everything has calmed down and was checked. */
  async run(): Promise<void> {
    const { location } = this.#places.first;
    const beginning = { ...this.#plain(), settings: this.#settings, location, afterHead: async () => {} };
    await this.#until(this.#kind.create(beginning));
    const processes = this.#between(1, 3);
    for (let i = 0; i < processes; i++) this.#processes.push(this.#start());
    const clients = this.#between(2, 5);
    for (let i = 0; i < clients; i++) this.#clients.push(this.#client(`c${'abcdef'[i] ?? 'x'}`));
    this.#planTrouble();
    await this.#pass(STEPS_MS);
    this.#mend();
    if (this.#chance(0.3)) await this.#storm();
    await this.#calm();
    await this.#check();
  }

  /** What a process without faults sees: for making the log, and for checking. */
  #plain(where: 'first' | 'second' = 'first'): { readonly ports: LogPorts; readonly store: BlobStore } {
    const ports = this.#ports(this.clock);
    const place = this.#places[where];
    return { ports, store: this.#places.sealed(place.raw, place, ports.random) };
  }

  #ports(clock: LogPorts['clock']): LogPorts {
    const random = this.#random;
    return { clock, random, ids: makeIds(clock, random), ...this.#kind.tools };
  }

  #start(): Running {
    const life = new SimProcess();
    const ports = this.#ports(life.clock(this.clock));
    const places = this.#places;
    const open = (place: Place): BlobStore =>
      places.sealed(retryingStore(life.store(place.way), ports, BACKOFF), place, ports.random);
    const parts = { ports, first: open(places.first), second: this.#mode === 'none' ? null : open(places.second) };
    const { first, second } = parts;
    const mirror = second === null ? null : new Mirror({ ports, first, second }, { backoff: BACKOFF });
    const afterHead = async (head: Head): Promise<void> => {
      this.#see(head);
      if (this.#mode === 'sync') await mirror?.copy(head);
      else mirror?.note(head);
    };
    const afterReplaced =
      mirror === null
        ? {}
        : { afterReplaced: (head: Head, keys: readonly string[]) => mirror.dropReplaced(head, keys) };
    const { location } = places.first;
    const opening = { ports, store: first, settings: this.#settings, location, afterHead, ...afterReplaced };
    const owner = this.#kind.open(opening);
    return { life, owner, mirror, parts };
  }

  #see(head: Head): void {
    this.counts.seals = Math.max(this.counts.seals, head.segments.length);
    this.counts.keyframes = Math.max(this.counts.keyframes, head.keyframes.length);
  }

  #client(name: string): SimClient {
    return new SimClient(name, {
      clock: this.clock,
      random: this.#random,
      ask: (changes, on) => this.#ask(changes, on),
      acknowledged: (changes, answer) => {
        this.counts.acknowledged += changes.length;
        this.witness.acknowledged(changes, answer);
        if (this.#mode === 'sync') this.#looks.expectInSecond();
      },
      repeated: () => {
        this.counts.repeated++;
      },
      resent: (count) => {
        this.counts.resent += count;
      },
    });
  }

  /** Sends to some process; the answer comes later, if at all. */
  #ask(changes: readonly SimChange[], on: PrefixName | null): Promise<SimAnswer> {
    const running = this.#pick(this.#processes);
    return new Promise((resolve, reject) => {
      running.life.deliver(() => {
        running.owner.append(changes, on).then(
          (answer) => running.life.deliver(() => resolve(answer)),
          (failure: unknown) => {
            running.life.deliver(() => reject(failure instanceof Error ? failure : new Error('failed')));
          },
        );
      });
    });
  }

  #planTrouble(): void {
    const again = (fromMs: number, toMs: number, what: () => void): void => {
      this.clock.after(this.#between(fromMs, toMs), () => {
        if (this.#isCalm) return;
        what();
        again(fromMs, toMs, what);
      });
    };
    again(500, 6_000, () => this.#restart());
    again(500, 6_000, () => this.#freeze());
    again(2_000, 9_000, () => this.#outage());
    again(1_000, 4_000, () => this.#changeFaults());
    again(300, 2_000, () => this.#read());
    again(20, 800, () => this.#looks.lookAt('first'));
    again(100, 1_500, () => this.#looks.lookAt('second'));
    again(1_000, 5_000, () => this.#collect());
    again(2_000, 9_000, () => this.#reconcile());
    if (this.#dice !== null) this.#planDisasters(this.#dice);
    for (let i = 0; i < LOSSES; i++) {
      for (const where of ['first', 'second'] as const) {
        this.clock.after(this.#apart.fraction() * STEPS_MS, () => this.#looks.outlive(where));
      }
    }
  }

  #planDisasters(dice: Random): void {
    const parts = { log: this.#kind.log, mode: this.#mode, places: this.#places, witness: this.witness, dice };
    const running = { clients: this.#clients, counts: this.counts, clock: this.clock, isCalm: () => this.#isCalm };
    const plain = this.#plain.bind(this);
    const killAll = (): void => this.#processes.forEach(({ life }) => life.kill());
    const startAll = (): void => this.#processes.forEach((_, i) => (this.#processes[i] = this.#start()));
    planDisasters({ ...parts, ...running, plain, killAll, startAll }, STEPS_MS);
  }

  #restart(): void {
    const i = Math.floor(this.#random.fraction() * this.#processes.length);
    this.#processes[i]?.life.kill();
    this.#processes[i] = this.#start();
    this.counts.restarts++;
  }

  #freeze(): void {
    const { life } = this.#pick(this.#processes);
    life.freeze();
    this.counts.freezes++;
    this.clock.after(this.#between(10, 8_000), () => life.thaw());
  }

  #outage(): void {
    const { way } = this.#places[this.#pick(['first', 'second'] as const)];
    way.isDown = true;
    this.counts.outages++;
    this.clock.after(this.#between(10, 3_000), () => {
      way.isDown = false;
    });
  }

  #changeFaults(): void {
    this.#places[this.#pick(['first', 'second'] as const)].way.faults = someFaults(this.#random, this.#apart);
  }

  #read(): void {
    const running = this.#pick(this.#processes);
    running.life.deliver(() => {
      running.owner.read().then(
        (order) =>
          running.life.deliver(() => {
            this.counts.reads++;
            this.witness.read(order);
          }),
        () => undefined,
      );
    });
  }

  #collect(): void {
    const { parts } = this.#pick(this.#processes);
    const stores = { store: parts.first, other: parts.second };
    void collectLog(parts.ports, stores, this.#kind.log, { ageMs: this.#pick([0, 50, 2_000]) }).then(
      ({ removed }) => {
        this.counts.collected += removed.length;
      },
      () => undefined,
    );
  }

  #reconcile(): void {
    const { ports, first, second } = this.#pick(this.#processes).parts;
    if (second !== null) void reconcileLog({ ports, first, second }, this.#kind.log).catch(() => undefined);
  }

  /** The faults end. */
  #mend(): void {
    this.#isCalm = true;
    this.#places.mend();
    for (const running of this.#processes) running.life.thaw();
  }

  /** L3, with everybody going on. */
  async #storm(): Promise<void> {
    for (const client of this.#clients) client.mend();
    const pass = (ms: number): Promise<void> => this.#pass(ms);
    const { first, second } = this.#places;
    await checkStorm({
      first: first.way,
      second: second.way,
      isBoth: () => this.#chance(0.5),
      pass,
      mend: () => this.#mend(),
    });
    this.counts.storms++;
  }

  /** Everything that waits must come to its end within the time promised (L1). */
  async #calm(): Promise<void> {
    for (const client of this.#clients) client.stop(this.#dice !== null);
    await this.#pass(CALM_MS);
    const waiting = this.#clients.flatMap((client) => (client.isWaiting ? client.name : []));
    if (waiting.length > 0) throw new Error(`L1: ${waiting.join()} still wait ${CALM_MS} ms after the faults ended`);
    for (const way of this.#places.ways) {
      for (const key of ['before', 'zombie', 'stale', 'torn'] as const)
        this.counts[key === 'zombie' ? 'zombies' : key] += way.counts[key];
      this.counts.lostAnswers += way.counts.lostAnswer;
      this.counts.conflicts += way.refused;
    }
  }

  async #check(): Promise<void> {
    await this.witness.settle();
    await this.#checkIdle();
    const { ports, store } = this.#plain();
    const { store: second } = this.#plain('second');
    const fresh = this.#start();
    this.#processes.push(fresh);
    const startedMs = this.clock.monotonic();
    const log = await this.#until(fresh.owner.read());
    if (this.clock.monotonic() - startedMs > 2_000) throw new Error('L2: a fresh process took longer than 2 s');
    // Only now: where nobody came after a disaster, the first who opens the log begins its new lineage.
    const hasSecond = this.#mode !== 'none';
    if (hasSecond) await this.#checkSecond(ports, store, second);
    this.counts.kindsSealed +=
      (await this.#checkSeals('first', 'second')) + (await this.#checkSeals('second', 'first'));
    await this.#until(
      this.witness.check(log, {
        ports,
        first: store,
        second: hasSecond ? second : null,
        stateAt: (seq) => fresh.owner.stateAt(seq),
      }),
    );
    const closingMs = this.clock.monotonic();
    await this.#until(fresh.owner.close());
    if (this.clock.monotonic() - closingMs > 5_000) throw new Error('L4: closing took longer than 5 s');
  }

  #checkSeals(where: 'first' | 'second', other: 'first' | 'second'): Promise<number> {
    const { raw, keys } = this.#places[where];
    const foreign = keys.map(({ id }, i) => ({ id, bytes: this.#places[other].keys[i]?.bytes ?? new Uint8Array(32) }));
    return checkSeals({ raw, keys, foreign, random: this.#random });
  }

  /** R2: nothing is asked of the stores while nobody asks for anything. */
  async #checkIdle(): Promise<void> {
    const { first, second } = this.#places;
    const before = first.way.calls + second.way.calls;
    await this.#pass(60_000);
    const asked = first.way.calls + second.way.calls - before;
    if (asked > 0) throw new Error(`R2: ${asked} requests in an idle minute`);
  }

  async #checkSecond(ports: LogPorts, first: BlobStore, second: BlobStore): Promise<void> {
    if ((await readHead({ ports, store: second }, this.#kind.log)) !== null) this.counts.mirrored++;
    await this.#until(reconcileLog({ ports, first, second }, this.#kind.log));
  }

  async #pass(ms: number): Promise<void> {
    const untilMs = this.clock.now() + ms;
    for (;;) {
      await settle();
      this.witness.throwIfBroken();
      const dueMs = this.clock.nextDueMs();
      if (dueMs === null || dueMs > untilMs) break;
      this.clock.step();
    }
    this.clock.advance(untilMs - this.clock.now());
  }

  async #until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    for (let idle = 0; !isDone;) {
      await settle();
      idle = isDone || this.clock.step() ? 0 : idle + 1;
      if (idle > 100) throw new Error('L1: nothing is planned, and nothing happens');
    }
    return work;
  }

  #between(from: number, to: number): number {
    return from + Math.floor(this.#random.fraction() * (to - from + 1));
  }
  #chance(of: number): boolean {
    return this.#random.fraction() < of;
  }
  #pick<T>(from: readonly T[]): T {
    const one = from[Math.floor(this.#random.fraction() * from.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }
}
