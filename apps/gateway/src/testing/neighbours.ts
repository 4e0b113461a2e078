import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@bough/house/servers';
import type { AudienceKey } from '@bough/service';

export type NeighbourName = 'docstore' | 'mailer' | 'exporter';
const APPS = fileURLToPath(new URL('../../../', import.meta.url));
const READY_MS = 20_000;

/** The services around a gateway, as the processes that they are, with embedded storage in a temporary folder. */
export class Neighbours {
  readonly keys: readonly AudienceKey[];
  readonly urls: Readonly<Record<NeighbourName, string>>;
  /** What they logged. */
  readonly said: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'bough-neighbours-'));
  readonly #children: ChildProcess[] = [];

  private constructor(ports: Readonly<Record<NeighbourName, number>>) {
    this.keys = (['docstore', 'mailer', 'exporter'] as const).map((audience) => {
      return { audience, kid: 't', key: randomBytes(32) };
    });
    const url = (name: NeighbourName): string => `http://127.0.0.1:${ports[name]}`;
    this.urls = { docstore: url('docstore'), mailer: url('mailer'), exporter: url('exporter') };
  }

  /** Starts these and waits until they are ready; the others are not there. */
  static async start(names: readonly NeighbourName[]): Promise<Neighbours> {
    const [docstore, mailer, exporter] = [await freePort(), await freePort(), await freePort()];
    const neighbours = new Neighbours({ docstore, mailer, exporter });
    await Promise.all(names.map((name) => neighbours.#start(name)));
    return neighbours;
  }

  /** Ends them all. */
  async stop(): Promise<void> {
    const running = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const gone = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(gone);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(name: NeighbourName): Promise<void> {
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      PORT: new URL(this.urls[name]).port,
      BOUGH_DATA: join(this.#folder, name),
      BOUGH_TOKEN_KEYS: this.keys.map(({ audience, kid, key }) => `${audience}:${kid}:${text(key)}`).join(','),
      BOUGH_BLOBS_KEYS: `first:${text(randomBytes(32))}`,
      BOUGH_DOCSTORE_URL: this.urls.docstore,
      BOUGH_LOG_LEVEL: 'debug',
      BOUGH_STOP_WITH_STDIN: 'true',
    };
    const main = join(APPS, name, 'src', 'main.ts');
    const child = spawn(process.execPath, [main], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#children.push(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (line: string) => this.said.push(line));
    }
    const fromMs = performance.now();
    while (!(await isReady(this.urls[name]))) {
      if (child.exitCode !== null || performance.now() - fromMs > READY_MS) {
        throw new Error(`${name} did not start: ${this.said.join('').slice(-1_000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function text(key: Uint8Array): string {
  return Buffer.from(key).toString('base64url');
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/ready`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
