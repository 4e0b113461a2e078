import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ServiceProcess, starvedMs } from '@bough/house/servers';
import type { Route } from '@bough/contracts';
import type { Call } from '@bough/service';
import { Asker, newTokenKey, tokenKeysSetting } from '@bough/service/testing';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** A docstore as a process of its own, which may be killed and started again on the same port, and whoever asks it. */
export class DocstoreProcess {
  readonly #process: ServiceProcess;
  readonly #asker: Asker;

  private constructor(process: ServiceProcess, key: Uint8Array) {
    this.#process = process;
    this.#asker = new Asker('docstore', [process.url], key);
  }

  /** One that is not running yet; those that one caller calls need the same key for tokens. */
  static async make(
    environment: Readonly<Record<string, string>>,
    key: Uint8Array = newTokenKey(),
  ): Promise<DocstoreProcess> {
    const own = { BOUGH_LOG_LEVEL: 'error', ...environment, BOUGH_TOKEN_KEYS: tokenKeysSetting('docstore', key) };
    return new DocstoreProcess(await ServiceProcess.make({ main: MAIN, environment: own }), key);
  }

  get url(): string {
    return this.#process.url;
  }

  /** The service's process itself. */
  get process(): ServiceProcess {
    return this.#process;
  }

  /** How long it has waited for a processor so far, in milliseconds, since it was started: 0 where the system does not tell. */
  starvedMs(): number {
    return starvedMs(this.#process.pid) ?? 0;
  }

  /** How many requests it has made to blob storage so far. */
  blobRequests(): Promise<number> {
    return this.#process.metric('bough_blob_seconds_count');
  }

  /** The sum of a metric over all its labels that contain this text. */
  metric(name: string, label = ''): Promise<number> {
    return this.#process.metric(name, label);
  }

  /** What it answers when it is asked whether it is ready. */
  async ready(): Promise<unknown> {
    const answer: unknown = await (await fetch(`${this.url}/ready`)).json();
    return answer;
  }

  /** Null while none runs. */
  get pid(): number | null {
    return this.#process.pid;
  }

  /** The last of what it printed: its log. */
  get said(): string {
    return this.#process.said;
  }

  /** Starts it and waits until it is ready; answers how long that took. */
  start(): Promise<number> {
    return this.#process.start();
  }

  /** Kills it with SIGKILL, or ends it with another signal, and waits until it is gone; answers how long that took. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    return this.#process.end(signal);
  }

  /** Calls a route, as the gateway would. */
  call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    return this.#asker.call(route, request);
  }

  /** Ends everything. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await this.#asker.stop();
  }
}

/** A fresh AES key for a location, as its setting is written. */
export function newKeys(id: string): string {
  return `${id}:${randomBytes(32).toString('base64url')}`;
}
