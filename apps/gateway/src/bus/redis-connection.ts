import type { Random } from '@bough/base';
import { createClient, createCluster, createSentinel } from 'redis';
import type { RedisAddress } from './redis-address.ts';

type Deliver = (message: string, channel: string) => void;

/** What the bus needs of a Redis, whatever it is made of. A connection is used until something about it fails, and then made anew. */
export interface RedisConnection {
  /** Messages of one connection arrive in the order in which they were given to it. */
  publish(channel: string, message: string): Promise<unknown>;
  subscribe(channels: readonly string[], deliver: Deliver): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
  /** Whether there was no such key; there is one now, for so long. */
  tryPut(key: string, forMs: number): Promise<boolean>;
  /** One more under this key, which begins to live so long with its first. */
  increment(key: string, forMs: number): Promise<number>;
  /** Ends it at once, also while it is being made; never throws. */
  destroy(): void;
}

/** Makes a connection; `onError` is told whatever goes wrong with it from then on. Rejects when there is none to be had. */
export type OpenConnection = (
  address: RedisAddress,
  onError: (error: unknown) => void,
  random: Pick<Random, 'fraction'>,
) => Opening;
/** A connection that is being made, which can be given up meanwhile. */
export interface Opening {
  readonly made: Promise<RedisConnection>;
  readonly destroy: () => void;
}

const CONNECT_MS = 2_000;
/** Of several nodes, one that does not answer for so long is passed over. */
const NODE_MS = 500;
/** Commands that wait for an answer: a server that stands still must not fill the memory until it is found out. */
const WAITING_MOST = 20_000;

/** What every client of ours is made with: no reconnecting of its own, nothing queued while it is away. */
const CLIENT = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: WAITING_MOST,
  socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
} as const;

/** Connections by the client of the Redis project. */
export const openRedis: OpenConnection = (address, onError, random) => {
  switch (address.kind) {
    case 'server':
      return openServer(address, onError);
    case 'sentinel':
      return openSentinel(address, onError);
    case 'cluster':
      return openCluster(address, onError, random);
  }
};

/** One client that speaks and one that listens. */
function openServer({ url }: RedisAddress & { kind: 'server' }, onError: (error: unknown) => void): Opening {
  return openPair({ ...CLIENT, url }, onError);
}

function openPair(
  options: NonNullable<Parameters<typeof createClient>[0]>,
  onError: (error: unknown) => void,
): Opening {
  const [speaker, listener] = [createClient(options), createClient(options)];
  for (const client of [speaker, listener]) client.on('error', onError).on('end', () => onError(new Error('closed')));
  const destroy = (): void => {
    for (const client of [speaker, listener]) quietly(() => client.destroy());
  };
  const made = Promise.all([speaker.connect(), listener.connect()]).then(() => ({
    ...commandsOf(speaker),
    subscribe: async (channels: readonly string[], deliver: Deliver) =>
      await listener.subscribe([...channels], deliver),
    unsubscribe: async (channel: string) => await listener.unsubscribe(channel),
    increment: async (key: string, forMs: number) =>
      countOf(await speaker.multi().set(key, '0', unlessThere(forMs)).incr(key).exec()),
    destroy,
  }));
  return { made, destroy };
}

/** The library asks the Sentinels who the master is; when that is another one, this connection fails, and the next one finds it. */
function openSentinel(address: RedisAddress & { kind: 'sentinel' }, onError: (error: unknown) => void): Opening {
  const { master, nodes, database, sentinelPassword } = address;
  const client = createSentinel({
    name: master,
    sentinelRootNodes: [...nodes],
    masterPoolSize: 1,
    maxCommandRediscovers: 2,
    passthroughClientErrorEvents: true,
    nodeClientOptions: { ...CLIENT, ...accessOf(address), database, socket: socketOf(address) },
    sentinelClientOptions: {
      ...CLIENT,
      ...(sentinelPassword === null ? {} : { password: sentinelPassword }),
      socket: socketOf(address),
    },
  });
  client.on('error', onError);
  client.on('client-error', onError);
  const destroy = (): void => quietly(() => client.destroy());
  const made = client.connect().then(() => ({
    ...commandsOf(client),
    subscribe: async (channels: readonly string[], deliver: Deliver) => {
      await client.subscribe([...channels], deliver);
    },
    unsubscribe: async (channel: string) => {
      await client.unsubscribe(channel);
    },
    increment: async (key: string, forMs: number) =>
      countOf(await client.multi().set(key, '0', unlessThere(forMs)).incr(key).exec()),
    destroy,
  }));
  return { made, destroy };
}

/**
 * Messages are spoken to one node and heard from it: the nodes carry them to each other, in order. So slots that move change nothing, and a
 * node that is lost costs those gateways alone that were connected to it a new connection. Keys are where the cluster has them.
 */
function openCluster(
  address: RedisAddress & { kind: 'cluster' },
  onError: (error: unknown) => void,
  random: Pick<Random, 'fraction'>,
): Opening {
  const cluster = createCluster({
    rootNodes: address.nodes.map(({ host, port }) => ({ socket: { ...socketOf(address), host, port } })),
    defaults: { ...CLIENT, ...accessOf(address), socket: socketOf(address) },
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: false,
  });
  // A node that is lost matters only where it is the one below.
  cluster.on('error', () => undefined);
  let pair: Opening | null = null;
  let isOver = false;
  const destroy = (): void => {
    isOver = true;
    pair?.destroy();
    quietly(() => cluster.destroy());
  };
  const connect = async (): Promise<RedisConnection> => {
    await cluster.connect();
    const nodes = [...cluster.masters, ...cluster.replicas].map((node) => ({ node, at: random.fraction() }));
    for (const { node } of nodes.toSorted((a, b) => a.at - b.at)) {
      if (isOver) break;
      let isMade = false;
      const socket = { ...socketOf(address), host: node.host, port: node.port, connectTimeout: NODE_MS };
      pair = openPair({ ...CLIENT, ...accessOf(address), socket }, (error) => isMade && onError(error));
      try {
        const line = await pair.made;
        isMade = true;
        const keys = commandsOf(cluster);
        const increment = async (key: string, forMs: number): Promise<number> =>
          countOf(await cluster.multi().set(key, '0', unlessThere(forMs)).incr(key).exec());
        return { ...line, tryPut: (key, forMs) => keys.tryPut(key, forMs), increment, destroy };
      } catch {
        pair.destroy();
      }
    }
    throw new Error('no node of the cluster can be reached');
  };
  return { made: connect(), destroy };
}

/** How a key is made that ends by itself. */
function unlessThere(forMs: number) {
  return { condition: 'NX', expiration: { type: 'PX', value: Math.max(1, Math.ceil(forMs)) } } as const;
}

/** Both were done in one step: a count without an end would never be forgotten. */
function countOf([, count]: readonly unknown[]): number {
  return Number(count);
}

interface Commands {
  publish(channel: string, message: string): Promise<unknown>;
  set(key: string, value: string, how: ReturnType<typeof unlessThere>): Promise<unknown>;
}

function commandsOf(client: Commands): Pick<RedisConnection, 'publish' | 'tryPut'> {
  return {
    publish: (channel, message) => client.publish(channel, message),
    tryPut: async (key, forMs) => (await client.set(key, '1', unlessThere(forMs))) === 'OK',
  };
}

function accessOf({ username, password }: { readonly username: string | null; readonly password: string | null }) {
  return { ...(username === null ? {} : { username }), ...(password === null ? {} : { password }) };
}

function socketOf({ isTls }: { readonly isTls: boolean }) {
  return isTls ? { ...CLIENT.socket, tls: true as const } : CLIENT.socket;
}

function quietly(end: () => unknown): void {
  try {
    Promise.resolve(end()).catch(() => undefined);
  } catch {
    // It was closed already, or never open.
  }
}
