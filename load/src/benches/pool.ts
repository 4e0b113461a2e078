import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { mustFind } from '@bough/house/servers';
import { MONGO_POOL } from '@bough/service';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { type Benchmark, interleave, median, percentile, type Report, type RunSettings } from '../benchmark.ts';

// A hundred questions at once, right after a process has come up: where do they wait? A: the driver's own pool (none kept, up to 100).
// B: Bough's. A question queues from asking the pool for a connection until it has one, by the driver's own events. The database is a
// millisecond away in each direction, as in another rack, so that a handshake costs what it costs there. What stands in for MongoDB is
// slow, for both sides alike: the ratio and the connections say something, the milliseconds do not.

const BURST = 100;
const AWAY_MS = 1;
const ROUNDS = 40;
const QUICK_ROUNDS = 16;

interface Burst {
  readonly queuedMs: number;
  readonly queuedP95Ms: number;
  readonly answeredMs: number;
  readonly connections: number;
}

/** The same database, so far away; answers its address and how to take it away. */
async function farAway(url: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port || '27017'), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from.setNoDelay());
      from.on('data', (data) => setTimeout(() => to.write(data), AWAY_MS));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server listens on a port');
  return {
    url: `mongodb://127.0.0.1:${address.port}/?directConnection=true`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A new client, as soon as it is as ready as it gets by itself, and a hundred questions to it. */
async function burst(url: string, database: string, options: MongoClientOptions): Promise<Burst> {
  const client = new MongoClient(url, options);
  const queued: number[] = [];
  const answered: number[] = [];
  let [connections, ready] = [0, 0];
  client.on('connectionCreated', () => connections++);
  client.on('connectionReady', () => ready++);
  client.on('connectionCheckedOut', ({ durationMS }) => queued.push(durationMS));
  try {
    const maps = client.db(database).collection<{ _id: number }>('maps');
    await maps.findOne({ _id: 0 });
    while (ready < (options.minPoolSize ?? 0)) await once(client, 'connectionReady');
    queued.length = 0;
    const startedMs = performance.now();
    await Promise.all(
      Array.from({ length: BURST }, async (_, n) => {
        if ((await maps.findOne({ _id: n })) === null) throw new Error('a record is not there');
        answered.push(performance.now() - startedMs);
      }),
    );
    if (queued.length !== BURST) throw new Error(`${queued.length} of ${BURST} questions got a connection`);
    const answeredMs = median(answered);
    return { queuedMs: median(queued), queuedP95Ms: percentile(queued, 0.95), answeredMs, connections };
  } finally {
    await client.close();
  }
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const server = await mustFind('mongodb').start();
  const far = await farAway(server.url);
  try {
    await fill(far.url, server.database);
    const one = (options: MongoClientOptions) => (): Promise<Burst> => burst(far.url, server.database, options);
    say('warming');
    await interleave(2, one({}), one(MONGO_POOL));
    const rounds = quick ? QUICK_ROUNDS : ROUNDS;
    say(`${rounds} bursts of ${BURST} for each side`);
    const { a, b } = await interleave(rounds, one({}), one(MONGO_POOL));
    return report(a, b, { rounds, isStandIn: server.standIn });
  } finally {
    far.stop();
    await server.stop();
  }
}

async function fill(url: string, database: string): Promise<void> {
  const client = new MongoClient(url);
  const records = Array.from({ length: BURST }, (_, _id) => ({ _id, title: `Map ${_id}`, createdAt: _id }));
  await client.db(database).collection<{ _id: number }>('maps').insertMany(records);
  await client.close();
}

function report(a: readonly Burst[], b: readonly Burst[], facts: Record<string, unknown>): Report {
  const of = (side: readonly Burst[], name: keyof Burst): number => median(side.map((each) => each[name]));
  const most = (side: readonly Burst[]): number => Math.max(...side.map(({ connections }) => connections));
  const row = (name: string, side: readonly Burst[]): string[] => [
    name,
    ...(['queuedMs', 'queuedP95Ms', 'answeredMs', 'connections'] as const).map((each) => of(side, each).toFixed(0)),
    String(most(side)),
  ];
  const { maxPoolSize, minPoolSize } = MONGO_POOL;
  const queued = { a: of(a, 'queuedMs'), b: of(b, 'queuedMs') };
  const answered = of(b, 'answeredMs') / of(a, 'answeredMs');
  return {
    table: [
      [`${BURST} questions at once`, 'queued ms', 'p95', 'answered ms', 'connections', 'most'],
      row("the driver's pool", a),
      row(`Bough's: ${minPoolSize} kept, at most ${maxPoolSize}`, b),
    ],
    a: queued.a,
    b: queued.b,
    ratio: queued.b / queued.a,
    figures: [
      { name: 'queueing', value: queued.b / queued.a, unit: 'times', bar: { atMost: 1 } },
      { name: 'answers', value: answered, unit: 'times', bar: { atMost: 1 } },
      { name: 'connections', value: most(b) / most(a), unit: 'times', bar: { atMost: 1 } },
      { name: 'mostConnections', value: most(b), unit: '' },
    ],
    facts,
  };
}

/** What pools of a chosen size are worth against the driver's. */
export const benchmark: Benchmark = {
  name: 'pool',
  what: "the MongoDB driver's default pool against Bough's in a cold burst of 100: queueing for a connection (ratio b / a), connections",
  run,
};
