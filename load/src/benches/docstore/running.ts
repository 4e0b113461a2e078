import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '@bough/house/servers';
import type { Route } from '@bough/contracts';
import type { Call } from '@bough/service';
import { Asker, newTokenKey, tokenKeysSetting } from '@bough/service/testing';

const MAIN = fileURLToPath(new URL('../../../../apps/docstore/src/main.ts', import.meta.url));

/** A docstore process, asked as the gateway asks it. */
export class Docstore {
  readonly #process: ServiceProcess;
  readonly #asker: Asker;

  private constructor(process: ServiceProcess, key: Uint8Array) {
    this.#process = process;
    this.#asker = new Asker('docstore', [process.url], key);
  }

  /** Starts one with these settings. */
  static async start(environment: Readonly<Record<string, string>>): Promise<Docstore> {
    const key = newTokenKey();
    const own = { BOUGH_LOG_LEVEL: 'error', ...environment, BOUGH_TOKEN_KEYS: tokenKeysSetting('docstore', key) };
    const docstore = new Docstore(await ServiceProcess.make({ main: MAIN, environment: own }), key);
    await docstore.up();
    return docstore;
  }

  async up(): Promise<void> {
    await this.#process.start();
  }

  async down(): Promise<void> {
    await this.#process.end('SIGTERM');
  }

  async stop(): Promise<void> {
    await this.down();
    await this.#asker.stop();
  }

  call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    return this.#asker.call(route, request);
  }

  /** What the process holds in memory. */
  residentBytes(): Promise<number> {
    return this.#process.metric('bough_memory_bytes');
  }

  /** Processor time that the process has used. */
  async processorMs(): Promise<number> {
    return (await this.#process.metric('bough_processor_seconds_total')) * 1_000;
  }

  /** How many requests of this kind the first location has been sent. */
  requests(call: string): Promise<number> {
    return this.#process.metric('bough_blob_seconds_count', `location="first",call="${call}"`);
  }
}

/** A fresh key of a location. */
export function newKeys(): string {
  return `bench:${randomBytes(32).toString('base64url')}`;
}
