import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { flagsOf } from '@bough/house/servers';
import { onCores } from './cores.ts';
import { liveBytesIn } from './live-bytes.ts';

export interface ProcessSettings {
  readonly main: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** The cores that it may use, as `taskset` says them; absent: all. */
  readonly cores?: string | null;
}

/** A slow machine has as long as `npm start` gives it. */
const READY_MS = 120_000;
const ASKED_MS = 2_000;

/** Processor time that a process has used since it started. */
export function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // utime and stime, in ticks of a hundredth of a second on every Linux that Node runs on.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** How long the threads of a process could have worked and had no core, since it started; threads that have ended do not count. */
export function waitedMsOf(pid: number): number {
  const waits = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [, waitedNs] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1_000_000;
  });
  return waits.reduce((sum, each) => sum + each, 0);
}

/** A service as a process: what it uses is read from the system, not from itself. */
export class Process {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly #settings: ProcessSettings;
  #main: string;
  #more: Readonly<Record<string, string>> = {};
  #child: ChildProcess | null = null;
  #said = '';

  constructor(name: string, settings: ProcessSettings) {
    this.name = name;
    this.port = settings.port;
    this.url = `http://127.0.0.1:${settings.port}`;
    this.#settings = settings;
    this.#main = settings.main;
  }

  /** What it runs from its next start on: another build of the same service. */
  runFrom(main: string): void {
    this.#main = main;
  }

  /** What it is told otherwise from its next start on, and nothing else. */
  runWith(more: Readonly<Record<string, string>>): void {
    this.#more = more;
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    const { PATH = '', HOME = '' } = process.env;
    const { port, environment, nodeOptions = [], cores = null } = this.#settings;
    const main = this.#main;
    const own = { PORT: String(port), BOUGH_PUBLIC_URL: this.url, BOUGH_STOP_WITH_STDIN: 'true' };
    const child = spawn(...onCores(cores, process.execPath, [...flagsOf(main), ...nodeOptions, main]), {
      env: { PATH, HOME, ...own, ...environment, ...this.#more },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said = `${this.#said}${text}`.slice(-100_000);
      });
    }
    const fromMs = performance.now();
    while (!(await this.isReady())) {
      if (!this.isRunning || performance.now() - fromMs > READY_MS) {
        throw new Error(`${this.name} did not start: ${this.#said.slice(-2_000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** The last of what it printed: its log. */
  get said(): string {
    return this.#said;
  }

  /** Processor time that it has used since it started. */
  processorMs(): number {
    return processorMsOf(this.#pid);
  }

  /** Memory that it has resident. */
  residentBytes(): number {
    if (process.platform === 'linux') {
      const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))?.[1];
      return Number(kib) * 1024;
    }
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.#pid)], { encoding: 'utf8' })) * 1024;
  }

  /** Files, sockets and pipes that it has open: Linux alone tells. */
  descriptors(): number {
    return readdirSync(`/proc/${this.#pid}/fd`).length;
  }

  /** Bytes in use after a collection: only with the memory hook. */
  async liveBytes(): Promise<number> {
    this.#said = '';
    this.#child?.kill('SIGUSR2');
    return await liveBytesIn(() => this.#said);
  }

  /** Whether it runs, frozen or not. */
  get isRunning(): boolean {
    const child = this.#child;
    return child !== null && child.exitCode === null && child.signalCode === null;
  }

  /** Whether it says that it can work: as a load balancer asks it. */
  async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/ready`, { signal: AbortSignal.timeout(ASKED_MS) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** The exit code, or the signal that ended it; null while it runs. */
  get endedWith(): string | null {
    const { exitCode = null, signalCode = null } = this.#child ?? {};
    return signalCode ?? (exitCode === null ? null : `exit code ${exitCode}`);
  }

  /** It keeps its connections and does nothing, until `thaw`. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  /** It goes on, and knows nothing of the time that has passed. */
  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Lets it finish. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  get #pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.name} does not run`);
    return this.#child.pid;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(timer);
  }
}
