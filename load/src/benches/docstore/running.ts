import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@bough/house/servers';
import type { Route } from '@bough/contracts';
import { type Call, type Caller, createLogger, createMetrics, createPlatform, type Platform } from '@bough/service';

const MAIN = fileURLToPath(new URL('../../../../apps/docstore/src/main.ts', import.meta.url));

/** A docstore process, asked as the gateway asks it. */
export class Docstore {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #port: number;
  readonly #caller: Caller;
  readonly #platform: Platform;
  #child: ChildProcess | null = null;

  private constructor(port: number, environment: Readonly<Record<string, string>>) {
    const key = randomBytes(32);
    this.#port = port;
    this.#environment = { ...environment, BOUGH_TOKEN_KEYS: `docstore:b:${key.toString('base64url')}` };
    const settings = { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: [{ audience: 'docstore', kid: 'b', key }] };
    const log = createLogger({ service: 'gateway', level: 'silent' });
    this.#platform = createPlatform('gateway', settings, log, createMetrics('gateway'), []);
    this.#caller = this.#platform.caller('docstore', `http://127.0.0.1:${port}`);
  }

  /** Starts one with these settings. */
  static async start(environment: Readonly<Record<string, string>>): Promise<Docstore> {
    const docstore = new Docstore(await freePort(), environment);
    await docstore.up();
    return docstore;
  }

  async up(): Promise<void> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...this.#environment, PORT: String(this.#port), BOUGH_LOG_LEVEL: 'error' };
    this.#child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    for (let i = 0; i < 1_000; i++) {
      if (this.#child.exitCode !== null) throw new Error('docstore ended while starting');
      const answer = await fetch(`http://127.0.0.1:${this.#port}/ready`).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('docstore is not ready');
  }

  async down(): Promise<void> {
    if (this.#child === null || this.#child.exitCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await gone;
  }

  async stop(): Promise<void> {
    await this.down();
    await this.#caller.stop?.();
  }

  async call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    const open = this.#platform.context({ deadlineMs: 30_000 });
    try {
      return await this.#caller.call(route, request, open.context);
    } finally {
      open.close();
    }
  }

  /** What the process holds in memory. */
  async residentBytes(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.#port}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith('bough_memory_bytes'));
    if (line === undefined) throw new Error('docstore does not tell its memory');
    return Number(line.slice(line.lastIndexOf(' ') + 1));
  }

  /** Processor time that the process has used. */
  async processorMs(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.#port}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith('bough_processor_seconds_total'));
    if (line === undefined) throw new Error('docstore does not tell its processor time');
    return Number(line.slice(line.lastIndexOf(' ') + 1)) * 1_000;
  }

  /** How many requests of this kind the first location has been sent. */
  async requests(call: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.#port}/metrics`)).text();
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith('bough_blob_seconds_count') && line.includes('"first"'));
    return lines
      .filter((line) => line.includes(`call="${call}"`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  }
}

/** A fresh key of a location. */
export function newKeys(): string {
  return `bench:${randomBytes(32).toString('base64url')}`;
}
