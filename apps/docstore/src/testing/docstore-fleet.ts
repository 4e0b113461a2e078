import { randomBytes } from 'node:crypto';
import type { Route } from '@bough/contracts';
import { type Call, type Caller, createLogger, createMetrics, createPlatform, type Platform } from '@bough/service';
import { DocstoreProcess } from './docstore-process.ts';

/** Several docstores as processes on the same storage, and a caller that knows them all, as a gateway does. */
export class DocstoreFleet {
  readonly processes: readonly DocstoreProcess[];
  readonly #platform: Platform;
  readonly #caller: Caller;

  private constructor(processes: readonly DocstoreProcess[], key: Uint8Array) {
    this.processes = processes;
    const keys = [{ audience: 'docstore', kid: 't', key }];
    const log = createLogger({ service: 'gateway', level: 'silent' });
    const settings = { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: keys };
    this.#platform = createPlatform('gateway', settings, log, createMetrics('gateway'), []);
    this.#caller = this.#platform.fleet(
      'docstore',
      processes.map((each) => each.url),
    );
  }

  /** So many, running. */
  static async start(count: number, environment: Readonly<Record<string, string>>): Promise<DocstoreFleet> {
    const key = randomBytes(32);
    const processes: DocstoreProcess[] = [];
    for (let i = 0; i < count; i++) processes.push(await DocstoreProcess.make(environment, key));
    await Promise.all(processes.map((each) => each.start()));
    return new DocstoreFleet(processes, key);
  }

  /** Calls a route, as a gateway would. */
  async call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    const open = this.#platform.context({ deadlineMs: 10_000 });
    try {
      return await this.#caller.call(route, request, open.context);
    } finally {
      open.close();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.#caller.stop?.(), ...this.processes.map((each) => each.stop())]);
  }
}
