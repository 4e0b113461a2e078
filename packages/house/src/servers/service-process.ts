/** One of Bough's own services as the process that it is in production: started, asked whether it is ready, killed, started again. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cacheFolder } from './places.ts';
import { freePort } from './ports.ts';
import { flagsOf } from './service-flags.ts';

const READY_MS = 30_000;
const PAUSE_MS = 10;
const LONGEST_SAID = 20_000;

export interface ServiceProcessSettings {
  /** Its main.ts. */
  readonly main: string;
  /** Its settings; of this process's environment it gets PATH and HOME alone, and what `npm start` gives: compiled code is kept. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A service on a loopback port of its own, which stays the same however often it is started. It ends with this process. */
export class ServiceProcess {
  readonly port: number;
  readonly #settings: ServiceProcessSettings;
  #child: ChildProcess | null = null;
  /** Kept once the last process is gone and all that it printed has been read. */
  #silent: Promise<void> = Promise.resolve();
  #said = '';

  private constructor(port: number, settings: ServiceProcessSettings) {
    this.port = port;
    this.#settings = settings;
  }

  /** One that is not running yet, on a free port. */
  static async make(settings: ServiceProcessSettings): Promise<ServiceProcess> {
    return new ServiceProcess(await freePort(), settings);
  }

  /** Its settings, for a command that works beside it. */
  get environment(): Readonly<Record<string, string>> {
    return this.#settings.environment;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The process that runs now, null while none does. */
  get pid(): number | null {
    const child = this.#child;
    return child === null || child.exitCode !== null || child.signalCode !== null ? null : (child.pid ?? null);
  }

  /** The last of what it printed: its log. What a process that runs has just printed may not have been read yet: wait for it. */
  get said(): string {
    return this.#said;
  }

  /** Starts it and waits until it is ready; answers how long that took, in milliseconds. */
  async start(): Promise<number> {
    const startedMs = performance.now();
    const { PATH = '', HOME = '' } = process.env;
    const { main, environment } = this.#settings;
    const own = { PORT: String(this.port), BOUGH_STOP_WITH_STDIN: 'true' };
    const child = spawn(process.execPath, [...flagsOf(main), main], {
      env: { PATH, HOME, NODE_COMPILE_CACHE: cacheFolder('compiled'), ...environment, ...own },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#silent = new Promise((resolve) => child.once('close', () => resolve()));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said = `${this.#said}${text}`.slice(-LONGEST_SAID);
      });
    }
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() - startedMs > READY_MS) {
        if (this.pid === null) await this.#silent;
        throw new Error(`${main} did not start: ${this.#said.slice(-2_000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return performance.now() - startedMs;
  }

  /** Ends it with this signal and waits until it is gone; answers how long that took. One that does not run is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    const child = this.#child;
    const startedMs = performance.now();
    if (child === null || child.exitCode !== null || child.signalCode !== null) return 0;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    const tookMs = performance.now() - startedMs;
    await this.#silent;
    return tookMs;
  }

  /** Waits until it has ended by itself; answers its exit code, or the signal that ended it. */
  async ended(): Promise<number | string | null> {
    const child = this.#child;
    if (child === null) return null;
    await this.#silent;
    return child.exitCode ?? child.signalCode;
  }

  /** The sum of a metric over all its labels that contain this text. */
  async metric(name: string, label = ''): Promise<number> {
    return await metricOf(this.url, name, label);
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

/** The sum of a metric of the service at this address, over all its labels that contain this text. */
export async function metricOf(url: string, name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => /^[a-z_]+/.exec(line)?.[0] === name && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
