import {
  createServer as createPlainServer,
  request as requestPlain,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createTlsServer, request as requestTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeCertificate } from '@bough/house/servers';
import { createPool } from '@bough/service';
import { type Benchmark, type Figure, interleave, median, medianWithInterval, type Report } from '../benchmark.ts';

// One request goes through four internal hops: each server asks the next one and passes its answer back. Everything runs in
// this process, so that its processor time is that of both ends of every connection. A and B differ in nothing but the client.

const HOPS = 4;
/** Requests before anything is counted: enough for the compiler to have settled on both sides. */
const WARM_UP = 600;
const HEAD = ['', 'processor us per request', 'latency ms'];
const ANSWER = JSON.stringify({ seq: 1, outcomes: [{ counter: 1, kind: 'kept', seq: 1 }], changes: [] });

interface Sample {
  readonly latencyMs: number;
  readonly processorUs: number;
}
type Certificate = ReturnType<typeof makeCertificate>;
/** Asks an address and answers its text. */
interface Client {
  readonly get: (url: string) => Promise<string>;
  readonly close: () => Promise<void>;
}
interface Chain {
  readonly ask: () => Promise<string>;
  readonly close: () => Promise<void>;
}

function clientWithoutAgent(certificate: Certificate | null): Client {
  return {
    get: (url) =>
      new Promise((resolve, reject) => {
        const asked =
          certificate === null
            ? requestPlain(url, { agent: false })
            : requestTls(url, { agent: false, ca: certificate.certificate });
        asked.once('response', (response) => text(response).then(resolve, reject));
        asked.once('error', reject);
        asked.end();
      }),
    close: async () => {},
  };
}

function clientWithPools(certificate: Certificate | null): Client {
  const pools = new Map<string, ReturnType<typeof createPool>>();
  return {
    get: async (url) => {
      const pool =
        pools.get(url) ?? createPool(url, certificate === null ? {} : { authority: certificate.certificate });
      pools.set(url, pool);
      const { body } = await pool.request({ path: '/', method: 'GET' });
      return body.text();
    },
    close: async () => {
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}

async function startChain(client: Client, certificate: Certificate | null): Promise<Chain> {
  const servers: Server[] = [];
  let next: string | null = null;
  for (let hop = 0; hop < HOPS; hop++) {
    const below: string | null = next;
    const listener: RequestListener = (_request, response) => {
      const answer = below === null ? Promise.resolve(ANSWER) : client.get(below);
      answer.then(
        (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
        () => response.destroy(),
      );
    };
    const server =
      certificate === null
        ? createPlainServer(listener)
        : createTlsServer({ key: certificate.key, cert: certificate.certificate }, listener);
    server.keepAliveTimeout = 65_000;
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    servers.push(server);
    next = `${certificate === null ? 'http' : 'https'}://127.0.0.1:${portOf(server)}/`;
  }
  const first = next ?? '';
  return {
    ask: () => client.get(first),
    close: async () => {
      await client.close();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => {
          server.close(resolve);
        });
      }
    },
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function measure(chain: Chain, requests: number): Promise<Sample> {
  const latencies: number[] = [];
  const before = process.cpuUsage();
  for (let i = 0; i < requests; i++) {
    const startedMs = performance.now();
    if ((await chain.ask()) !== ANSWER) throw new Error('a hop changed the answer');
    latencies.push(performance.now() - startedMs);
  }
  const used = process.cpuUsage(before);
  return { latencyMs: median(latencies), processorUs: (used.user + used.system) / requests };
}

interface Comparison {
  readonly rows: readonly (readonly string[])[];
  readonly figures: readonly Figure[];
  readonly a: number;
  readonly b: number;
}

async function compare(
  what: string,
  certificate: Certificate | null,
  rounds: number,
  requests: number,
): Promise<Comparison> {
  const without = await startChain(clientWithoutAgent(certificate), certificate);
  const pooled = await startChain(clientWithPools(certificate), certificate);
  try {
    for (const chain of [without, pooled]) await measure(chain, WARM_UP);
    const { a, b } = await interleave(
      rounds,
      () => measure(without, requests),
      () => measure(pooled, requests),
    );
    const side = (samples: readonly Sample[], pick: (sample: Sample) => number) =>
      medianWithInterval(samples.map(pick));
    const processor = (sample: Sample): number => sample.processorUs;
    const latency = (sample: Sample): number => sample.latencyMs;
    const row = (name: string, samples: readonly Sample[]): string[] => {
      const us = side(samples, processor);
      const ms = side(samples, latency);
      return [
        `${what}, ${name}`,
        `${us.median.toFixed(0)} (${us.low.toFixed(0)} to ${us.high.toFixed(0)})`,
        `${ms.median.toFixed(2)} (${ms.low.toFixed(2)} to ${ms.high.toFixed(2)})`,
      ];
    };
    const saved = (pick: (sample: Sample) => number): number => 1 - side(b, pick).median / side(a, pick).median;
    return {
      rows: [row('agent: false', a), row('pool', b)],
      figures: [
        {
          name: `${what}ProcessorSaved`,
          value: saved(processor) * 100,
          unit: '%',
          bar: { atLeast: 70 },
          guard: { atLeast: 45 },
        },
        {
          name: `${what}LatencySaved`,
          value: saved(latency) * 100,
          unit: '%',
          bar: { atLeast: 40 },
          guard: { atLeast: 15 },
        },
      ],
      a: side(a, processor).median,
      b: side(b, processor).median,
    };
  } finally {
    await without.close();
    await pooled.close();
  }
}

/** What kept connections are worth between services. */
export const benchmark: Benchmark = {
  name: 'keepalive',
  what: 'agent: false against the pool of kept connections over 4 internal hops, plain and TLS: processor per request, latency',
  run: async ({ quick, guard, say }): Promise<Report> => {
    const rounds = 10;
    say('plain');
    const plain = await compare('plain', null, rounds, quick ? 300 : 1_000);
    // Plain connections are enough to notice that they are no longer kept.
    if (guard) return { table: [HEAD, ...plain.rows], ...plain, ratio: plain.b / plain.a };
    say('TLS');
    const tls = await compare('tls', makeCertificate('127.0.0.1'), rounds, quick ? 40 : 160);
    return {
      table: [HEAD, ...plain.rows, ...tls.rows],
      a: plain.a,
      b: plain.b,
      ratio: plain.b / plain.a,
      figures: [...plain.figures, ...tls.figures],
      facts: { tlsA: Math.round(tls.a), tlsB: Math.round(tls.b) },
    };
  },
};
