import type { Cancel } from '@bough/base';
import { createClient } from 'redis';
import { GatewayFailure } from '../failure.ts';
import type { Bus } from './bus.ts';

type Listen = (message: string) => void;
type Client = ReturnType<typeof createClient>;

const PREFIX = 'bough:';
const RECONNECT_MOST_MS = 1_000;

export interface RedisBusSettings {
  readonly url: string;
  /** Told once of each time that the server is away, however often its connections try; they reconnect by themselves. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * The bus over Redis or Valkey: one connection that speaks and one that listens. While either is away messages are lost,
 * never queued: a late message would be worth less than the look at the truth that `onGap` starts.
 */
export class RedisBus implements Bus {
  readonly reachesOthers = true;
  readonly #speaker: Client;
  readonly #listener: Client;
  readonly #topics = new Map<string, Set<Listen>>();
  readonly #gaps = new Set<() => void>();
  readonly #onTrouble: (error: unknown) => void;
  #wasReady = false;
  #isTroubled = false;

  private constructor(speaker: Client, listener: Client, onTrouble: (error: unknown) => void) {
    this.#speaker = speaker;
    this.#listener = listener;
    this.#onTrouble = onTrouble;
    for (const client of [speaker, listener]) client.on('error', (error) => this.#troubled(error));
    listener.on('ready', () => this.#listenerReady());
    speaker.on('ready', () => this.#speakerReady());
  }

  /** Connects both; rejects with GatewayFailure 'bus' when the server cannot be reached. */
  static async connect(settings: RedisBusSettings): Promise<RedisBus> {
    const make = (): Client =>
      createClient({
        url: settings.url,
        disableOfflineQueue: true,
        socket: {
          connectTimeout: 2_000,
          reconnectStrategy: (retries) => Math.min(RECONNECT_MOST_MS, 20 * 2 ** Math.min(retries, 8)),
        },
      });
    const speaker = make();
    const listener = make();
    const bus = new RedisBus(speaker, listener, settings.onTrouble);
    try {
      await Promise.all([tryConnect(speaker), tryConnect(listener)]);
    } catch (error) {
      speaker.destroy();
      listener.destroy();
      throw new GatewayFailure('bus', 'the bus between gateways cannot be reached', {
        cause: error,
        hint: 'Check BOUGH_REDIS_URL, or set BOUGH_BUS=process when there is one gateway only.',
      });
    }
    return bus;
  }

  publish(topic: string, message: string): void {
    this.#speaker.publish(PREFIX + topic, message).catch(() => this.#tellGap());
  }

  async subscribe(topic: string, listen: Listen): Promise<Cancel> {
    const known = this.#topics.get(topic);
    const entry: Listen = (message) => listen(message);
    if (known !== undefined) {
      known.add(entry);
    } else {
      this.#topics.set(topic, new Set([entry]));
    }
    // Redis answers in order, so a second subscriber's call resolves after the first one's is in force.
    try {
      await this.#listener.subscribe(PREFIX + topic, this.#deliver);
    } catch (error) {
      this.#forget(topic, entry);
      throw new GatewayFailure('bus', 'the bus between gateways does not answer', { cause: error });
    }
    return () => this.#leave(topic, entry);
  }

  async tryClaim(key: string, forMs: number): Promise<boolean> {
    try {
      const answer = await this.#speaker.set(`${PREFIX}claim:${key}`, '1', {
        condition: 'NX',
        expiration: { type: 'PX', value: Math.max(1, Math.ceil(forMs)) },
      });
      return answer === 'OK';
    } catch (error) {
      throw new GatewayFailure('bus', 'the bus between gateways does not answer', { cause: error });
    }
  }

  async count(key: string, forMs: number): Promise<number> {
    const name = `${PREFIX}count:${key}`;
    try {
      // Both in one step: a count without an end would never be forgotten.
      const first = { condition: 'NX', expiration: { type: 'PX', value: Math.max(1, Math.ceil(forMs)) } } as const;
      const [, count] = await this.#speaker.multi().set(name, '0', first).incr(name).execTyped();
      return count;
    } catch (error) {
      throw new GatewayFailure('bus', 'the bus between gateways does not answer', { cause: error });
    }
  }

  onGap(run: () => void): Cancel {
    this.#gaps.add(run);
    return () => this.#gaps.delete(run);
  }

  async ping(): Promise<void> {
    try {
      await this.#speaker.ping();
    } catch (error) {
      throw new GatewayFailure('bus', 'the bus between gateways does not answer', { cause: error });
    }
    if (!this.#listener.isReady) throw new GatewayFailure('bus', 'the bus between gateways does not listen');
  }

  async close(): Promise<void> {
    this.#topics.clear();
    this.#gaps.clear();
    for (const client of [this.#speaker, this.#listener]) {
      if (client.isReady) await client.close();
      else if (client.isOpen) client.destroy();
    }
  }

  readonly #deliver = (message: string, channel: string): void => {
    for (const listen of this.#topics.get(channel.slice(PREFIX.length)) ?? []) listen(message);
  };

  #leave(topic: string, entry: Listen): void {
    if (!this.#forget(topic, entry)) return;
    // Offline there is nothing to take back: the client forgets the channel with its listener.
    this.#listener.unsubscribe(PREFIX + topic, this.#deliver).catch(() => this.#tellGap());
  }

  /** Whether the entry was the topic's last. */
  #forget(topic: string, entry: Listen): boolean {
    const listeners = this.#topics.get(topic);
    if (listeners === undefined || !listeners.delete(entry) || listeners.size > 0) return false;
    return this.#topics.delete(topic);
  }

  #listenerReady(): void {
    if (this.#wasReady) this.#tellGap();
    this.#wasReady = true;
    this.#calm();
  }

  #speakerReady(): void {
    this.#tellGap();
    this.#calm();
  }

  #troubled(error: unknown): void {
    if (this.#isTroubled) return;
    this.#isTroubled = true;
    this.#onTrouble(error);
  }

  #calm(): void {
    if (this.#speaker.isReady && this.#listener.isReady) this.#isTroubled = false;
  }

  #tellGap(): void {
    for (const run of this.#gaps) run();
  }
}

/** A first connection that fails is an answer, not something to retry for ever. */
async function tryConnect(client: Client): Promise<void> {
  let onError = (_error: unknown): void => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    onError = reject;
    client.once('error', reject);
  });
  try {
    await Promise.race([client.connect(), failed]);
  } finally {
    client.off('error', onError);
  }
}
