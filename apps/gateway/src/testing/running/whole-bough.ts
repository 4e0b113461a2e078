import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '@bough/house/servers';
import { PUBLIC_URL } from '../world.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Docstore, mailer and gateway as processes on one data folder, laid out as `npm start` lays it out. */
export class WholeBough {
  readonly data: string;
  readonly gateway: ServiceProcess;
  readonly #all: readonly ServiceProcess[];

  private constructor(data: string, gateway: ServiceProcess, others: readonly ServiceProcess[]) {
    this.data = data;
    this.gateway = gateway;
    this.#all = [...others, gateway];
  }

  /** One that runs and is ready; what the folder lacks of secrets is made. */
  static async start(data: string, more: Readonly<Record<string, string>> = {}): Promise<WholeBough> {
    mkdirSync(join(data, 'secrets'), { recursive: true });
    const tokens = ['docstore', 'mailer', 'exporter', 'gateway'].map((name) => `${name}:1:${key()}`).join(',');
    const common = {
      BOUGH_DATA: data,
      BOUGH_TOKEN_KEYS: tokens,
      BOUGH_LOG_LEVEL: 'warn',
      BOUGH_PUBLIC_URL: PUBLIC_URL,
      BOUGH_LIMITS_FACTOR: '1000',
      BOUGH_BLOBS_KEYS: secret(data, 'blobs-keys', () => `1:${key()}`),
      BOUGH_COOKIE_KEYS: secret(data, 'cookie-keys', key),
      ...more,
    };
    const make = async (name: string, own: Record<string, string> = {}): Promise<ServiceProcess> =>
      await ServiceProcess.make({ main: join(ROOT, 'apps', name, 'src/main.ts'), environment: { ...common, ...own } });
    const [docstore, mailer] = [await make('docstore'), await make('mailer')];
    await Promise.all([docstore.start(), mailer.start()]);
    const gateway = await make('gateway', {
      BOUGH_DOCSTORE_URL: docstore.url,
      BOUGH_MAILER_URL: mailer.url,
      BOUGH_PAGE: join(data, 'no-page'),
    });
    await gateway.start();
    return new WholeBough(data, gateway, [docstore, mailer]);
  }

  get port(): number {
    return this.gateway.port;
  }

  /** The last of what each process logged. */
  get said(): string {
    return this.#all.map((each) => each.said).join('\n');
  }

  /** Ends every process: with SIGKILL as a burnt machine does, with SIGTERM as an operator. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    for (const each of this.#all.toReversed()) await each.end(signal);
  }
}

/** What a command said, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly said: string;
}

/** `npm run bough -- WORDS` on a data folder, as an operator runs it; behind other words, which are run with it as theirs. */
export async function operator(
  data: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
  behind: readonly string[] = [],
): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, BOUGH_DATA: data, BOUGH_PUBLIC_URL: PUBLIC_URL, ...more };
  const [program = '', ...rest] = [...behind, process.execPath, join(ROOT, 'infra/launch/bough.mjs'), ...words];
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number>((done) => child.on('close', (each) => done(each ?? 1)));
  return { code, said };
}

function key(): string {
  return randomBytes(32).toString('base64url');
}

function secret(data: string, name: string, make: () => string): string {
  const path = join(data, 'secrets', name);
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}
