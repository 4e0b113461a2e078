import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceProcess } from '@bough/house/servers';
import type { ItemId } from '@bough/map';
import { Browser } from '../visitors/browser.ts';
import { Drawer } from '../visitors/drawer.ts';
import { gatewayProcess } from './gateway-process.ts';
import { Neighbours } from './neighbours.ts';
import { until } from '../until.ts';

const PATIENCE_MS = 60_000;
/** Nobody has more sockets than a gateway lets one person have. */
const ROOMS_OF_PERSON = 25;
const LOOK_MS = 25;

/** A map with somebody on each gateway, who add items in turn. */
interface StormRoom {
  readonly drawers: readonly [Drawer, Drawer];
  drawn: number;
}
/** An item that was added, and whom it has not reached yet. */
interface OnItsWay {
  readonly item: ItemId;
  readonly author: Drawer;
  readonly other: Drawer;
  readonly fromMs: number;
  keptMs: number | null;
}
/** How long edits took, in milliseconds: until their author knew that they were kept, and until the other gateway had them. */
export interface Latencies {
  readonly kept: number[];
  readonly heard: number[];
}

/** Two gateways as processes, one docstore, and people who draw on both, one on each in every room. */
export class StormWorld {
  readonly gateways: readonly [ServiceProcess, ServiceProcess];
  readonly #neighbours: Neighbours;
  readonly #folder: string;
  readonly #rooms: StormRoom[] = [];
  #onTheirWay: OnItsWay[] = [];
  #latencies: Latencies = { kept: [], heard: [] };
  #next = 0;
  #timers: NodeJS.Timeout[] = [];

  private constructor(neighbours: Neighbours, folder: string, gateways: readonly [ServiceProcess, ServiceProcess]) {
    this.#neighbours = neighbours;
    this.#folder = folder;
    this.gateways = gateways;
  }

  /** Both gateways run; each has its own way to the bus. */
  static async start(buses: readonly [string, string]): Promise<StormWorld> {
    const neighbours = await Neighbours.start(['docstore']);
    const folder = mkdtempSync(join(tmpdir(), 'bough-storm-'));
    const make = (url: string): Promise<ServiceProcess> =>
      gatewayProcess(neighbours, folder, { BOUGH_BUS: 'redis', BOUGH_REDIS_URL: url });
    const gateways = [await make(buses[0]), await make(buses[1])] as const;
    // One after the other: the first makes the database.
    for (const gateway of gateways) await gateway.start();
    return new StormWorld(neighbours, folder, gateways);
  }

  /** Opens so many rooms. */
  async openRooms(count: number): Promise<void> {
    const [left, right] = this.gateways;
    for (let from = 0; from < count; from += ROOMS_OF_PERSON) {
      const ada = await Browser.guest(left);
      const { id } = await ada.person();
      for (let n = from; n < Math.min(count, from + ROOMS_OF_PERSON); n++) {
        const map = await ada.makeMap(`Room ${n}`);
        const drawers = [new Drawer(ada, map.id, id), new Drawer(ada.at(right), map.id, id)] as const;
        for (const drawer of drawers) drawer.start();
        this.#rooms.push({ drawers, drawn: 0 });
        await until(() => drawers.every(({ isLive }) => isLive), PATIENCE_MS);
      }
    }
  }

  /** Somebody adds an item, so many times a second, room after room, on one gateway and the other in turn. */
  draw(perSecond: number): void {
    this.#timers = [
      setInterval(() => this.#drawOne(), 1_000 / perSecond),
      setInterval(() => this.#lookWhere(), LOOK_MS),
    ];
  }

  /** Nobody draws any more; what was drawn goes on its way. */
  rest(): void {
    for (const timer of this.#timers.splice(0, 1)) clearInterval(timer);
  }

  /** How long the edits took that arrived since this was last asked; those that are on their way for longer than that count as well. */
  latencies(): Latencies {
    const { kept, heard } = this.#latencies;
    this.#latencies = { kept: [], heard: [] };
    const nowMs = performance.now();
    return { kept, heard: [...heard, ...this.#onTheirWay.map(({ fromMs }) => nowMs - fromMs)] };
  }

  /** How many requests docstore has answered. */
  async asked(): Promise<number> {
    const [docstore] = this.#neighbours.docstores;
    return docstore === undefined ? 0 : await docstore.metric('bough_request_seconds_count');
  }

  /** The memory of both gateways, in MB. */
  async memory(): Promise<number> {
    const each = await Promise.all(this.gateways.map((gateway) => gateway.metric('bough_memory_bytes')));
    return each.reduce((sum, bytes) => sum + bytes / 1e6, 0);
  }

  /** How many lines both gateways have logged; the last of them are kept, so that more than some hundred are many. */
  lines(): number {
    return this.gateways.reduce((sum, { said }) => sum + said.split('\n').length, 0);
  }

  /** Whatever a person saw and should not have, and each time that one was away. */
  wrongs(): readonly string[] {
    return this.#drawers.flatMap(({ wrongs, awayMs }) => [...wrongs, ...awayMs.map((ms) => `away for ${ms} ms`)]);
  }

  /** Resolves when everything is kept, and both people of every room have the same map. */
  async agree(withinMs: number): Promise<void> {
    await until(() => this.#rooms.every(({ drawers }) => isStill(drawers)), withinMs);
    for (const { drawers } of this.#rooms) {
      if (drawers[0].hash !== drawers[1].hash) throw new Error('two people see different maps under one number');
    }
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const drawer of this.#drawers) drawer.stop();
    await Promise.all(this.gateways.map((gateway) => gateway.end('SIGKILL')));
    await this.#neighbours.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #drawers(): readonly Drawer[] {
    return this.#rooms.flatMap(({ drawers }) => drawers);
  }

  #drawOne(): void {
    const room = this.#rooms[this.#next++ % this.#rooms.length];
    if (room === undefined) return;
    const [left, right] = room.drawers;
    const [author, other] = room.drawn++ % 2 === 0 ? [left, right] : [right, left];
    const item = author.draw('word');
    this.#onTheirWay.push({ item, author, other, fromMs: performance.now(), keptMs: null });
  }

  #lookWhere(): void {
    const nowMs = performance.now();
    const { kept, heard } = this.#latencies;
    this.#onTheirWay = this.#onTheirWay.filter((each) => {
      if (each.keptMs === null && each.author.kept.has(each.item)) kept.push((each.keptMs = nowMs) - each.fromMs);
      const hasArrived = each.other.client.map.items.has(each.item);
      if (hasArrived) heard.push(nowMs - each.fromMs);
      return !hasArrived || each.keptMs === null;
    });
  }
}

function isStill([one, other]: readonly [Drawer, Drawer]): boolean {
  const areSent = [one, other].every(({ client }) => client.status.kind === 'live' && client.status.unsent === 0);
  return areSent && one.client.seq === other.client.seq;
}
