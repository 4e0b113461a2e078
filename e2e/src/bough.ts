import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@bough/house/servers';
import { test as plain } from '@playwright/test';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** This machine's environment as a person has it: the test runner's wishes about colours make Node print warnings, and Bough has no setting that tells tests where it runs. */
export function plainEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env, BOUGH_E2E_SITE: undefined, FORCE_COLOR: undefined, NO_COLOR: undefined };
}

/** One Bough on this machine, started as a person starts it, with a data folder of its own. */
export class Bough {
  readonly data = mkdtempSync(join(tmpdir(), 'bough-e2e-'));
  readonly port: number;
  /** The checkout that it is started from. */
  root = checkout;
  #process: ChildProcess | null = null;
  /** As they are at its next start. */
  settings: Readonly<Record<string, string>>;
  #said = '';

  constructor(port: number, settings: Readonly<Record<string, string>> = {}) {
    this.port = port;
    this.settings = settings;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** What the launcher printed since its last start. */
  get said(): string {
    return this.#said;
  }

  /** Starts everything and answers when the launcher says that it is ready. */
  async start(): Promise<void> {
    this.#said = '';
    const child = spawn(process.execPath, [join(this.root, 'infra/launch/start.mjs')], {
      env: { ...plainEnvironment(), ...this.settings, PORT: String(this.port), BOUGH_DATA: this.data },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const ready = new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        this.#said += chunk.toString();
        if (this.#said.includes('Bough is ready')) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(`Bough ended before it was ready:\n${this.#said}`)));
    });
    await ready;
  }

  /** kill -9 to the launcher and to all services, at once: nothing can say goodbye. */
  async killEverything(): Promise<void> {
    const launcherProcess = this.#process;
    if (launcherProcess === null) return;
    const ended = once(launcherProcess, 'exit');
    for (const pid of this.pids()) kill(pid);
    await ended;
    this.#process = null;
  }

  /** Ctrl-C, as a person ends it. */
  async stop(): Promise<number | null> {
    const launcherProcess = this.#process;
    if (launcherProcess === null) return null;
    this.#process = null;
    if (launcherProcess.exitCode !== null || launcherProcess.signalCode !== null) return launcherProcess.exitCode;
    const ended = once(launcherProcess, 'exit');
    launcherProcess.kill('SIGINT');
    const [code] = await ended;
    return typeof code === 'number' ? code : null;
  }

  /** Every process that works in the data folder now: the launcher first. */
  pids(): readonly number[] {
    const note: unknown = JSON.parse(readFileSync(join(this.data, 'running.json'), 'utf8'));
    if (typeof note !== 'object' || note === null || !('pid' in note) || !('services' in note)) return [];
    return [note.pid, ...Object.values(note.services ?? {})].filter((pid) => typeof pid === 'number');
  }

  /** Ends what runs and removes the data. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** Whether the note of running processes is there. */
  get isNoted(): boolean {
    return existsSync(join(this.data, 'running.json'));
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself between the note and the signal.
  }
}

/** Tests with a Bough of their own, running. */
export const test = plain.extend<{ bough: Bough }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
  bough: async ({}, use) => {
    const bough = new Bough(await freePort());
    await bough.start();
    await use(bough);
    await bough.remove();
  },
});
