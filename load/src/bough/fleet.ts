import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, mustFind, type UrlRunning } from '@bough/house/servers';
import { Process } from './process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const APPS = fileURLToPath(new URL('../../../apps/', import.meta.url));

export interface FleetSettings {
  /** How many gateways; more than one share a Redis, which is started too. */
  readonly gateways?: number;
  /** For every service: what a test wants otherwise. */
  readonly environment?: Readonly<Record<string, string>>;
  /** For the Node of every service. */
  readonly nodeOptions?: readonly string[];
  /** The cores that the services share, as `taskset` says them; absent: all. */
  readonly cores?: string | null;
}

/** One Bough on the loopback interface, with data of its own: docstore and gateways as the processes that they are. */
export class Fleet {
  readonly data: string;
  readonly docstore: Process;
  readonly gateways: readonly Process[];
  readonly #redis: UrlRunning | null;

  private constructor(data: string, docstore: Process, gateways: readonly Process[], redis: UrlRunning | null) {
    this.data = data;
    this.docstore = docstore;
    this.gateways = gateways;
    this.#redis = redis;
  }

  /** Starts everything and waits until it is ready. */
  static async start(settings: FleetSettings = {}): Promise<Fleet> {
    const { gateways: count = 1, environment = {}, nodeOptions = [], cores = null } = settings;
    const data = temporaryFolder('bough-load-');
    const redis = count > 1 ? await mustFind('redis').start() : null;
    const docstorePort = await freePort();
    const common = {
      BOUGH_DATA: data,
      BOUGH_LOG_LEVEL: 'warn',
      BOUGH_TOKEN_KEYS: ['docstore', 'mailer', 'exporter'].map((name) => `${name}:l:${key()}`).join(','),
      BOUGH_COOKIE_KEYS: key(),
      BOUGH_BLOBS_KEYS: `first:${key()}`,
      BOUGH_DOCSTORE_URL: `http://127.0.0.1:${docstorePort}`,
      BOUGH_LIMITS_FACTOR: '1000000',
      BOUGH_PAGE: join(APPS, 'web', 'dist'),
      ...(redis === null ? {} : { BOUGH_BUS: 'redis', BOUGH_REDIS_URL: redis.url }),
      ...environment,
    };
    const make = (app: string, port: number): Process =>
      new Process(app, { main: join(APPS, app, 'src', 'main.ts'), port, environment: common, nodeOptions, cores });
    const docstore = make('docstore', docstorePort);
    const gateways: Process[] = [];
    for (let n = 0; n < count; n++) gateways.push(make('gateway', await freePort()));
    const fleet = new Fleet(data, docstore, gateways, redis);
    try {
      await docstore.start();
      for (const gateway of gateways) await gateway.start();
    } catch (error) {
      await fleet.stop();
      throw error;
    }
    return fleet;
  }

  /** The first gateway. */
  get gateway(): Process {
    const [first] = this.gateways;
    if (first === undefined) throw new Error('a fleet has a gateway');
    return first;
  }

  /** Ends everything and removes its data. */
  async stop(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
    await this.docstore.stop();
    await this.#redis?.stop();
    await rm(this.data, { recursive: true, force: true });
  }
}

function key(): string {
  return randomBytes(32).toString('base64url');
}
