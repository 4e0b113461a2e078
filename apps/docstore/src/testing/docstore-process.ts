import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@bough/house/servers';
import {
  type AudienceKey,
  type Call,
  type Caller,
  createLogger,
  createMetrics,
  createPlatform,
  type Platform,
} from '@bough/service';
import type { Route } from '@bough/contracts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY_MS = 20_000;

/** A docstore as a process of its own, which may be killed and started again on the same port. */
export class DocstoreProcess {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #caller: Caller;
  readonly #platform: Platform;
  readonly port: number;
  #child: ChildProcess | null = null;

  private constructor(port: number, environment: Readonly<Record<string, string>>, key: Uint8Array) {
    const keys: readonly AudienceKey[] = [{ audience: 'docstore', kid: 't', key }];
    this.port = port;
    this.#environment = {
      ...environment,
      PORT: String(port),
      BOUGH_TOKEN_KEYS: `docstore:t:${Buffer.from(key).toString('base64url')}`,
      BOUGH_LOG_LEVEL: environment['BOUGH_LOG_LEVEL'] ?? 'error',
    };
    const log = createLogger({ service: 'gateway', level: 'silent' });
    const settings = { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: keys };
    this.#platform = createPlatform('gateway', settings, log, createMetrics('gateway'), []);
    this.#caller = this.#platform.caller('docstore', this.url);
  }

  /** One that is not running yet, on a free port; those that one caller calls need the same key for tokens. */
  static async make(
    environment: Readonly<Record<string, string>>,
    key: Uint8Array = randomBytes(32),
  ): Promise<DocstoreProcess> {
    return new DocstoreProcess(await freePort(), environment, key);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** How many requests it has made to blob storage so far. */
  async blobRequests(): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const counts = text.matchAll(/^bough_blob_seconds_count\{.*\} ([0-9]+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  /** Starts it and waits until it is ready; answers how long that took. */
  async start(): Promise<number> {
    const startedMs = performance.now();
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...this.#environment };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    this.#child = child;
    while (performance.now() - startedMs < READY_MS) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('docstore ended while starting');
      if (await this.#isReady()) return performance.now() - startedMs;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('docstore is not ready');
  }

  /** Kills it with SIGKILL, or ends it with another signal, and waits until it is gone; answers how long that took. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    const child = this.#child;
    const startedMs = performance.now();
    if (child === null || child.exitCode !== null || child.signalCode !== null) return 0;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return performance.now() - startedMs;
  }

  /** Calls a route, as the gateway would. */
  async call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    const open = this.#platform.context({ deadlineMs: 10_000 });
    try {
      return await this.#caller.call(route, request, open.context);
    } finally {
      open.close();
    }
  }

  /** Ends everything. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await this.#caller.stop?.();
  }

  async #isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/ready`);
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}

/** A fresh AES key for a location, as its setting is written. */
export function newKeys(id: string): string {
  return `${id}:${randomBytes(32).toString('base64url')}`;
}
