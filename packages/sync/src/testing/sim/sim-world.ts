import { assert, type MapId, type PersonId } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { check, newItemId, type Op, orderBetween } from '@bough/map';
import { Dice, parsed } from '@bough/map/testing';
import type { ClientEvent } from '../../client/client-types.ts';
import type { MapRole } from '@bough/contracts';
import type { RoomMessage } from '../../room/room-types.ts';
import { ModelDocstore } from '../model-docstore.ts';
import { checkEnd, checkFrame, checkRole, checkWhole, isAtEnd } from './oracles.ts';
import { SimClient } from './sim-client.ts';
import { SimDocstore } from './sim-docstore.ts';
import { SimGateway } from './sim-gateway.ts';
import { SimLine } from './sim-line.ts';
import { DEFAULT_SETTINGS, noCounts, ROLES, type SimCounts, type SimSettings } from './sim-settings.ts';
import { Trace } from '../trace.ts';

/** All has healed: so long until everything is acknowledged and everybody has the same map. */
const CONVERGED_WITHIN_MS = 10_000;

export interface SimOutcome {
  readonly seed: number;
  /** The same seed and settings give the same, always. */
  readonly trace: string;
  readonly counts: SimCounts;
  readonly changes: number;
}

/**
 * A whole installation in one process under one virtual clock: the product's own clients and rooms, a model of docstore, and
 * a network that delays, loses, doubles and cuts. Everything random comes from the seed. `run` throws when an oracle
 * (INVARIANTS: S1, S2, S3, S5, S12, S13, S15, S16, S17, S18, L1) does not hold.
 */
export class SimWorld {
  readonly clock = new VirtualClock();
  readonly trace: Trace;
  readonly docstore: SimDocstore;
  readonly clients: readonly SimClient[];
  readonly gateways: readonly SimGateway[];
  readonly counts: SimCounts = noCounts();
  readonly #seed: number;
  readonly #settings: SimSettings;
  readonly #dice: Dice;
  readonly #roles = new Map<PersonId, MapRole | null>();
  readonly #successors = new Map<PersonId, PersonId>();
  readonly #apart = new Set<number>();
  /** Who will not be seen again. */
  readonly #gone = new Set<SimClient>();
  readonly #lines: SimLine[] = [];
  #isRough = true;

  constructor(seed: number, settings: Partial<SimSettings> = {}) {
    this.#seed = seed;
    this.#settings = { ...DEFAULT_SETTINGS, ...settings };
    this.#dice = new Dice(seed);
    this.trace = new Trace(this.clock, this.#settings.keepTrace);
    const model = new ModelDocstore(this.trace, { hasSecondLocation: this.#dice.chance(0.6) });
    this.docstore = new SimDocstore(this.clock, this.#dice, model, this.counts);
    const map = this.#dice.ids.long() as MapId;
    this.gateways = Array.from({ length: this.#settings.gateways }, (_, at) => this.#makeGateway(at, map));
    const clients = Array.from({ length: this.#settings.clients }, () => this.#makeClient(map));
    const [victim, ...others] = clients;
    // In every third seed somebody means harm, and counts under the id of somebody else.
    const hasImpostor = seed % 3 === 0 && victim !== undefined;
    this.clients = hasImpostor ? [victim, ...others.slice(1), this.#makeClient(map, victim.id)] : clients;
    this.counts.impostors = Number(hasImpostor);
  }

  /** Lives through it all and checks the end; throws with what did not hold. */
  run(): SimOutcome {
    this.#found();
    for (const client of this.clients) {
      this.clock.after(this.#dice.below(1000), () => this.#open(client));
      this.#planEdit(client);
    }
    this.#planFault();
    this.#planLoss();
    this.#planMirror();
    if (this.#settings.faultEveryMs > 0) this.docstore.lossiness = this.#dice.one([0, 0.02, 0.1]);
    this.clock.advance(this.#settings.roughMs);
    this.#heal();
    const healedMs = this.clock.monotonic();
    while (!this.#isConverged()) {
      const isOver = this.clock.monotonic() - healedMs > CONVERGED_WITHIN_MS;
      assert(
        !isOver,
        `L1: everybody has converged ${CONVERGED_WITHIN_MS} ms after the last fault: ${this.#whoIsNot()}`,
      );
      this.clock.advance(50);
    }
    // What was told last is written down, too.
    this.clock.advance(1000);
    const { model } = this.docstore;
    checkEnd(model, this.clients, (one) => this.#gone.has(one) || this.#roles.get(one.signedIn) === null);
    return { seed: this.#seed, trace: this.trace.hash, counts: this.#total(), changes: model.log.length };
  }

  #makeGateway(at: number, map: MapId): SimGateway {
    return new SimGateway(
      {
        clock: this.clock,
        random: this.#dice.random,
        dice: this.#dice,
        documents: this.docstore.portOf(
          () => this.#apart.has(at),
          (changes) => {
            for (const { author, ops } of changes) checkRole(this.#roles.get(author) ?? null, ops);
          },
        ),
        publish: (message) => this.#publish(at, message),
        roleOf: (person) => this.#roles.get(person) ?? null,
        becameOf: (guest) => this.#successors.get(guest) ?? null,
        onSend: (person, text, lineage) => {
          const isGoodbye = text.startsWith('{"kind":"bye"');
          assert(
            isGoodbye || this.#roles.get(person) !== null,
            'S13: whose access was revoked receives nothing after it',
          );
          checkFrame(this.docstore.model, text, lineage);
        },
      },
      map,
    );
  }

  #makeClient(map: MapId, known?: SimClient['id']): SimClient {
    const client = known ?? (this.#dice.ids.short() as SimClient['id']);
    const person = this.#dice.ids.long() as PersonId;
    this.#roles.set(person, 'edit');
    return new SimClient(
      {
        clock: this.clock,
        random: this.#dice.random,
        dice: this.#dice,
        dial: (from, heard, closed) => this.#dial(from, heard, closed),
        fetch: (from, answer) => {
          this.counts.fetches++;
          this.docstore.fetch(() => !from.isOnline, answer);
        },
        isRevoked: (who) => this.#roles.get(who) === null,
        onEvent: (from, event) => this.#onEvent(from, event),
      },
      { client, person, map },
    );
  }

  #dial(from: SimClient, heard: (text: string) => void, closed: () => void): SimLine | null {
    const gateway = this.#dice.any(this.gateways.filter((one) => one.isUp));
    if (gateway === undefined || !from.isOnline || this.#roles.get(from.signedIn) === null) return null;
    const ends = {
      toClient: heard,
      clientClosed: closed,
      toGateway: (text: string): void => end.heard(text),
      gatewayClosed: (): void => end.closed(),
    };
    const line = new SimLine(this.clock, this.#dice, ends, () => this.#isRough && this.#settings.faultEveryMs > 0);
    const end = gateway.accept(line, from.signedIn);
    this.#lines.push(line);
    return line;
  }

  #publish(from: number, message: RoomMessage): void {
    for (const [at, gateway] of this.gateways.entries()) {
      if (at === from) continue;
      if (this.#isRough && this.#dice.chance(0.05)) {
        this.counts.lost++;
        continue;
      }
      for (let copies = this.#dice.chance(0.05) ? 2 : 1; copies > 0; copies--) {
        this.clock.after(1 + this.#dice.below(50), () => gateway.fromBus(message));
      }
    }
  }

  #onEvent(from: SimClient, event: ClientEvent): void {
    if (event.kind === 'refused') {
      this.counts.refusalsShown++;
      if (event.refused.reason === 'unknown') this.counts.refusalsInferred++;
      if (event.refused.reason === 'restored') this.counts.shownAgain++;
    }
    if (event.kind === 'renewed') {
      this.counts.renewals++;
      this.counts.sentAgain += event.again;
    }
    this.trace.add(`${from.id} ${event.kind}${event.kind === 'status' ? from.sync.status.kind : ''}`);
    if (event.kind !== 'map') return;
    const { seq } = from.sync;
    const { lineage } = from.sync.order;
    if (lineage !== null)
      assert(seq <= this.docstore.model.under(lineage).log.length, 'S5: nobody is shown what is not written');
    this.counts.checks++;
    if (from.sync.status.unsent === 0 && this.#dice.chance(0.3)) checkWhole(this.docstore.model, from);
  }

  /** The map's beginning: what somebody made before the others came. */
  #found(): void {
    const founder = { client: this.#dice.ids.short() as SimClient['id'], author: this.#dice.ids.long() as PersonId };
    const roots: Op[] = [];
    for (let i = 0; i < 4; i++) {
      const parent = roots[0]?.kind === 'add' ? roots[0].id : null;
      const order = orderBetween(null, null, this.#dice.random);
      roots.push({ kind: 'add', id: newItemId(this.#dice.ids), parent, order, fields: { text: `item ${i}` } });
    }
    const root = roots[0]?.kind === 'add' ? roots[0].id : newItemId(this.#dice.ids);
    const at = this.clock.now();
    const { model } = this.docstore;
    model.append(0, [{ ...founder, counter: 1, at, ops: parsed(...roots) }], () => {});
    for (let counter = 2; counter <= this.#settings.prehistory; counter++) {
      const ops = parsed({ kind: 'splice', id: root, field: 'text', at: 0, remove: counter % 2, insert: 'x' });
      model.append(counter - 1, [{ ...founder, counter, at, ops }], () => {});
    }
    model.startCommit();
    model.finishCommit();
  }

  #planEdit(client: SimClient): void {
    this.clock.after(this.#dice.below(2 * this.#settings.editEveryMs), () => {
      if (!this.#isRough) return;
      if (client.isRunning && client.sync.status.kind !== 'loading') {
        const did = this.#settings.isCrowded ? client.crowd() : client.act();
        if (did === 'edited') this.counts.edits++;
        if (did === 'undone') this.counts.undone++;
        if (did === 'denied') this.counts.deniedEdits++;
        if (this.#dice.chance(0.2))
          assert(check(client.sync.map).length === 0, `S16: ${check(client.sync.map).join('; ')}`);
      }
      this.#planEdit(client);
    });
  }

  #planFault(): void {
    const { faultEveryMs } = this.#settings;
    if (faultEveryMs === 0) return;
    this.clock.after(this.#dice.below(2 * faultEveryMs), () => {
      if (!this.#isRough) return;
      this.#fault();
      this.#planFault();
    });
  }

  #fault(): void {
    const [client, at] = [this.#dice.any(this.clients), this.#dice.below(this.gateways.length)];
    const gateway = this.gateways[at];
    if (client === undefined || gateway === undefined) return;
    const kind = this.#dice.below(11);
    this.trace.add(`fault ${kind}`);
    if (kind <= 1) this.#cut(client);
    else if (kind <= 3) this.#goOffline(client);
    else if (kind === 4) this.#killClient(client);
    else if (kind === 5) this.#killGateway(gateway);
    else if (kind === 6) this.docstore.crash();
    else if (kind === 7) this.#part(at);
    else if (kind === 8) this.#changeRole(client);
    else if (kind === 9) this.#signIn(client);
    else gateway.restart();
  }

  #planLoss(): void {
    const { lossEveryMs } = this.#settings;
    if (lossEveryMs === 0) return;
    this.clock.after(this.#dice.below(2 * lossEveryMs), () => {
      if (!this.#isRough) return;
      this.#lose();
      this.#planLoss();
    });
  }

  /** The second location takes over with what it had, or a backup is restored that may be older still. */
  #lose(): void {
    const { model } = this.docstore;
    const last = model.log.length;
    // The map itself, made before anybody came, is in every backup.
    const first = Math.max(1, this.#settings.prehistory);
    const isFailover = model.mirrored !== null && this.#dice.chance(0.6);
    const keep = isFailover ? (model.mirrored ?? 0) : last - this.#dice.below(this.#dice.chance(0.7) ? 12 : last);
    for (const client of this.clients) this.#sendAway(client);
    this.docstore.lose(Math.min(last, Math.max(first, keep)));
  }

  /** Some are there when it happens, some come back later, and some never do. */
  #sendAway(client: SimClient): void {
    if (!client.isRunning || this.#dice.chance(0.5)) return;
    const isLast = this.clients.filter((one) => !this.#gone.has(one)).length <= 2;
    if (!isLast && this.#dice.chance(0.1)) {
      this.counts.neverBack++;
      this.#gone.add(client);
      client.kill();
    } else if (this.#dice.chance(0.5)) {
      this.counts.lateComers++;
      client.kill();
      this.clock.after(40 + this.#dice.below(6000), () => this.#open(client));
    } else {
      this.#goOffline(client);
    }
  }

  #open(client: SimClient): void {
    if (!this.#gone.has(client)) client.open();
  }

  #planMirror(): void {
    this.clock.after(50 + this.#dice.below(this.#dice.chance(0.2) ? 4000 : 400), () => {
      const { model } = this.docstore;
      model.mirror(model.log.length - this.#dice.below(3));
      this.#planMirror();
    });
  }

  #cut(client: SimClient): void {
    this.counts.cuts++;
    client.cut();
  }

  #goOffline(client: SimClient): void {
    this.counts.cuts++;
    client.setOnline(false);
    this.clock.after(this.#dice.below(6000), () => client.setOnline(true));
  }

  #killClient(client: SimClient): void {
    if (!client.isRunning) return;
    this.counts.clientRestarts++;
    // Often right after something was written: the worst moment.
    if (client.sync.status.kind !== 'loading') client.act();
    this.clock.after(this.#dice.below(40), () => client.kill());
    this.clock.after(40 + this.#dice.below(1500), () => this.#open(client));
  }

  #killGateway(gateway: SimGateway): void {
    this.counts.gatewayRestarts++;
    gateway.crash();
    this.clock.after(this.#dice.below(2000), () => gateway.start());
  }

  #part(at: number): void {
    this.#apart.add(at);
    this.clock.after(this.#dice.below(3000), () => this.#apart.delete(at));
  }

  #changeRole(client: SimClient): void {
    if (this.#roles.get(client.signedIn) === null) return;
    const mayRevoke = this.clients.filter((one) => this.#roles.get(one.signedIn) !== null).length > 2;
    const role = mayRevoke && this.#dice.chance(0.3) ? null : this.#dice.one(ROLES);
    if (role === null) this.counts.revocations++;
    // Often while something of theirs is on its way.
    if (client.isRunning && client.sync.status.kind !== 'loading') client.act();
    this.clock.after(this.#dice.below(150), () => {
      if (this.#roles.get(client.signedIn) === null) return;
      this.#roles.set(client.signedIn, role);
      for (const gateway of this.gateways) gateway.setRole(client.signedIn, role);
    });
  }

  /** A guest signs in: the same page goes on as somebody else, who may do what the guest could. */
  #signIn(client: SimClient): void {
    const role = this.#roles.get(client.signedIn);
    if (client.signedIn !== client.person || role === null || role === undefined) return;
    this.counts.signIns++;
    if (client.isRunning && client.sync.status.kind !== 'loading') client.act();
    client.setOnline(false);
    this.clock.after(200 + this.#dice.below(1000), () => {
      if (client.signedIn !== client.person) return;
      const now = this.#roles.get(client.signedIn) ?? null;
      client.signedIn = this.#dice.ids.long() as PersonId;
      this.#successors.set(client.person, client.signedIn);
      this.#roles.set(client.signedIn, now);
      client.setOnline(true);
    });
  }

  #heal(): void {
    this.trace.add('healed');
    this.#isRough = false;
    this.docstore.lossiness = 0;
    this.#apart.clear();
    for (const gateway of this.gateways) gateway.start();
    for (const client of this.clients) client.isOnline = true;
    for (const client of this.clients) this.#open(client);
  }

  #isConverged(): boolean {
    return this.clients.every((client) => {
      if (this.#gone.has(client) || this.#roles.get(client.signedIn) === null) return true;
      return isAtEnd(this.docstore.model, client);
    });
  }

  #whoIsNot(): string {
    const says = this.clients.map((client) => {
      const is = client.isRunning ? `${client.sync.status.kind} ${client.sync.status.unsent} unsent` : 'not running';
      return `${client.id} (${this.#roles.get(client.signedIn) ?? 'revoked'}): ${is}, at ${client.isRunning ? client.sync.seq : '-'}`;
    });
    return `${says.join('; ')}; the log has ${this.docstore.model.log.length}`;
  }

  #total(): SimCounts {
    const { counts } = this.docstore.model;
    const lost = this.counts.lost + this.#lines.reduce((sum, line) => sum + line.lost, 0);
    return { ...this.counts, ...counts, lost };
  }
}
