import { type Backoff, backoffMs, type Cancel, type Clock, type Random } from '@bough/base';
import { GatewayFailure } from '../failure.ts';
import type { Bus } from './bus.ts';
import { Peers, SILENT_MS } from './peers.ts';
import { ProcessBus } from './process-bus.ts';
import type { RedisAddress } from './redis-address.ts';
import { type OpenConnection, openRedis, type RedisConnection } from './redis-connection.ts';
import { within } from './within.ts';

// Redis answers nobody about whether it is still there: a server that was stopped, or one behind a network that was cut, keeps its
// connections and says nothing. So each gateway says several times a second that it is here, and hears itself and the others say it. One that
// does not hear itself has no bus: it gives the connection up and makes another one, again and again. One that does not hear another one does
// not know what that one does. Either way nothing is queued, and `isWhole` tells everybody to look at the truth instead.

type Listen = (message: string) => void;

const PREFIX = 'bough:';
const GATEWAYS = 'gateways';
const BEAT_MS = 150;
/** A loop that stood still finds timers before it finds what came meanwhile: who seems silent is looked at again after this. */
const AGAIN_MS = 50;
/** How long anything may take that somebody waits for. */
const ANSWER_MS = 250;
/** How long a new connection may take until it carries messages. */
const CONNECT_MS = 2_000;
const AGAIN: Backoff = { firstMs: 100, longestMs: 1_000 };

export interface RedisBusParts {
  readonly clock: Clock;
  readonly random: Random;
  /** Names this gateway among all. */
  readonly id: string;
  /** Told once when the bus is away, and once when it is back (null). */
  readonly onState: (trouble: GatewayFailure | null) => void;
  /** How a connection is made; absent: by the client of the Redis project. */
  readonly open?: OpenConnection;
}

/** The bus over Redis or Valkey: a server, one behind Sentinels, or a cluster. */
export class RedisBus implements Bus {
  readonly reachesOthers = true;
  readonly #parts: RedisBusParts;
  readonly #address: RedisAddress;
  readonly #local: ProcessBus;
  readonly #topics = new Map<string, Set<Listen>>();
  readonly #gaps = new Set<() => void>();
  readonly #peers = new Peers();
  /** Carries messages, or is on the way to it. */
  #connection: RedisConnection | null = null;
  #isUp = false;
  #isTroubled = false;
  #wasWhole = false;
  #heardMs = 0;
  #attempt = 0;
  #isClosed = false;
  #giveUp: () => void = () => undefined;
  #cancelBeat: Cancel = () => undefined;
  #cancelAgain: Cancel = () => undefined;

  private constructor(parts: RedisBusParts, address: RedisAddress) {
    this.#parts = parts;
    this.#address = address;
    this.#local = new ProcessBus(parts);
  }

  /** Resolves when the bus carries messages, or soon when it does not: then it goes on trying. */
  static async connect(parts: RedisBusParts, address: RedisAddress): Promise<RedisBus> {
    const bus = new RedisBus(parts, address);
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = parts.clock.after(CONNECT_MS, resolve);
    const stop = bus.onGap(() => bus.#isUp && resolve());
    void bus.#connect();
    await promise;
    stop();
    cancel();
    return bus;
  }

  get name(): string {
    return this.#parts.id;
  }
  get isWhole(): boolean {
    return this.#isUp && this.#peers.silent(this.#parts.clock.monotonic()) === 0;
  }
  get isUp(): boolean {
    return this.#isUp;
  }

  heard(): readonly string[] {
    return this.#isUp ? this.#peers.audible(this.#parts.clock.monotonic()) : [];
  }

  publish(topic: string, message: string): void {
    this.#local.publish(topic, message);
    if (this.#isUp) this.#say(topic, message);
  }

  async subscribe(topic: string, listen: Listen): Promise<Cancel> {
    const stopLocal = await this.#local.subscribe(topic, listen);
    const known = this.#topics.get(topic);
    const entry: Listen = (message) => listen(message);
    if (known === undefined) this.#topics.set(topic, new Set([entry]));
    else known.add(entry);
    const connection = this.#connection;
    if (connection !== null) await this.#subscribeSoon(connection, topic);
    return () => {
      stopLocal();
      this.#leave(topic, entry);
    };
  }

  async tryClaim(key: string, forMs: number): Promise<boolean> {
    const isFree = await this.#ask((connection) => connection.tryPut(`${PREFIX}claim:${key}`, forMs), true);
    // Remembered here as well: a server that is away, or came back empty, lets nobody of this gateway have it again.
    return isFree && (await this.#local.tryClaim(key, forMs));
  }

  async count(key: string, forMs: number): Promise<number | null> {
    return await this.#ask((connection) => connection.increment(`${PREFIX}count:${key}`, forMs), null);
  }

  onGap(run: () => void): Cancel {
    this.#gaps.add(run);
    return () => this.#gaps.delete(run);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelBeat();
    this.#cancelAgain();
    this.#gaps.clear();
    this.#topics.clear();
    const connection = this.#connection;
    // The others need not wonder where this one is.
    if (this.#isUp && connection !== null) {
      const said = connection.publish(PREFIX + GATEWAYS, `${this.#parts.id} left`);
      await within(this.#parts.clock, ANSWER_MS, said).catch(() => undefined);
    }
    this.#isUp = false;
    this.#connection = null;
    this.#giveUp();
    await this.#local.close();
  }

  async #connect(): Promise<void> {
    const { clock, random, open = openRedis } = this.#parts;
    let isOver = false;
    let connection: RedisConnection | null = null;
    const lose = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      opening.destroy();
      this.#lost(connection, error);
    };
    const opening = open(this.#address, lose, random);
    this.#giveUp = () => {
      isOver = true;
      opening.destroy();
    };
    try {
      connection = await within(clock, CONNECT_MS, opening.made);
      if (isOver) return;
      this.#connection = connection;
      await within(clock, CONNECT_MS, connection.subscribe(this.#channels(), this.#deliver));
      if (isOver) return;
      this.#heardMs = clock.monotonic();
      this.#beat(lose);
    } catch (error) {
      lose(error);
    }
  }

  #channels(): readonly string[] {
    return [GATEWAYS, ...this.#topics.keys()].map((topic) => PREFIX + topic);
  }

  /** Says that this gateway is here, and looks who else is. */
  #beat(lose: (error: unknown) => void): void {
    const { clock } = this.#parts;
    this.#say(GATEWAYS, 'here');
    this.#cancelBeat = clock.after(BEAT_MS, () => this.#beat(lose));
    if (clock.monotonic() - this.#heardMs > SILENT_MS) {
      this.#cancelAgain();
      this.#cancelAgain = clock.after(AGAIN_MS, () => {
        if (clock.monotonic() - this.#heardMs > SILENT_MS) lose(new Error('it does not answer'));
      });
    } else if (this.#isUp && this.isWhole !== this.#wasWhole) {
      this.#cancelAgain();
      this.#cancelAgain = clock.after(AGAIN_MS, () => {
        if (this.isWhole === this.#wasWhole) return;
        this.#wasWhole = this.isWhole;
        this.#tellGap();
      });
    }
  }

  /** Hands it to the connection. One that takes nothing more is given up: what it lost, nobody else could know of. */
  #say(topic: string, message: string): void {
    const connection = this.#connection;
    connection?.publish(PREFIX + topic, `${this.#parts.id} ${message}`).catch((error: unknown) => {
      if (this.#connection === connection) this.#lost(connection, error);
    });
  }

  readonly #deliver = (text: string, channel: string): void => {
    const space = text.indexOf(' ');
    const from = text.slice(0, space);
    const message = text.slice(space + 1);
    const topic = channel.slice(PREFIX.length);
    if (topic === GATEWAYS) this.#heardGateway(from, message);
    // Its own it has heard already.
    else if (from !== this.#parts.id) for (const listen of this.#topics.get(topic) ?? []) listen(message);
  };

  #heardGateway(from: string, message: string): void {
    const nowMs = this.#parts.clock.monotonic();
    if (from === this.#parts.id) {
      this.#heardMs = nowMs;
      if (!this.#isUp) this.#up(nowMs);
    } else if (message === 'left') {
      this.#peers.left(from);
    } else {
      this.#peers.heard(from, nowMs);
      if (message === 'back') this.#tellGap();
    }
  }

  #up(nowMs: number): void {
    this.#isUp = true;
    this.#attempt = 0;
    this.#peers.resume(nowMs);
    this.#wasWhole = this.isWhole;
    if (this.#isTroubled) this.#parts.onState(null);
    this.#isTroubled = false;
    // What this gateway said meanwhile nobody heard.
    this.#say(GATEWAYS, 'back');
    this.#tellGap();
  }

  #lost(connection: RedisConnection | null, error: unknown): void {
    if (this.#isClosed || this.#connection !== connection) return;
    const wasUp = this.#isUp;
    this.#isUp = false;
    this.#wasWhole = false;
    this.#connection = null;
    this.#cancelBeat();
    this.#cancelAgain();
    this.#giveUp();
    if (!this.#isTroubled) {
      this.#isTroubled = true;
      this.#parts.onState(troubleOf(error));
    }
    const { clock, random } = this.#parts;
    this.#cancelBeat = clock.after(backoffMs(AGAIN, this.#attempt++, random), () => void this.#connect());
    if (wasUp) this.#tellGap();
  }

  /** Waits a moment for the topic to be in force. When it takes longer, what was said meanwhile is looked up. */
  async #subscribeSoon(connection: RedisConnection, topic: string): Promise<void> {
    const { clock } = this.#parts;
    let isLate = false;
    const subscribed = connection.subscribe([PREFIX + topic], this.#deliver).then(
      () => {
        if (isLate && this.#connection === connection) this.#tellGap();
      },
      (error: unknown) => this.#lost(connection, error),
    );
    await within(clock, ANSWER_MS, subscribed).catch(() => {
      isLate = true;
    });
  }

  #leave(topic: string, entry: Listen): void {
    const listeners = this.#topics.get(topic);
    if (listeners === undefined || !listeners.delete(entry) || listeners.size > 0) return;
    this.#topics.delete(topic);
    const connection = this.#connection;
    connection?.unsubscribe(PREFIX + topic).catch((error: unknown) => this.#lost(connection, error));
  }

  /** The answer, or `otherwise` where the bus is away or does not answer soon. */
  async #ask<T, U>(work: (connection: RedisConnection) => Promise<T>, otherwise: U): Promise<T | U> {
    const connection = this.#connection;
    if (!this.#isUp || connection === null) return otherwise;
    try {
      return await within(this.#parts.clock, ANSWER_MS, work(connection));
    } catch {
      return otherwise;
    }
  }

  #tellGap(): void {
    for (const run of this.#gaps) run();
  }
}

function troubleOf(cause: unknown): GatewayFailure {
  return new GatewayFailure('bus', 'The bus between gateways does not answer.', { cause });
}
