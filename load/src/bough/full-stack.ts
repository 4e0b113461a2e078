import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { S3Settings } from '@bough/blobs';
import { makeBucket } from '@bough/blobs/testing';
import { bringServer, freePort, Front, mustFind, RedisProcess, ToxicWay } from '@bough/house/servers';
import { Disk } from './disk.ts';
import { Process } from './process.ts';
import type { MailsTo } from './sign-in.ts';
import { temporaryFolder } from './temporary-folder.ts';

const TOP = fileURLToPath(new URL('../../../', import.meta.url));
const CLOCK_HOOK = fileURLToPath(new URL('./clock-hook.mjs', import.meta.url));

/** Who is called by whom. */
const CALLS = ['docstore:gateway', 'docstore:exporter', 'mailer:gateway', 'exporter:gateway'];

/** The ways between Bough and what it keeps things in, each to be slowed, cut and hung. */
export type WayName = 'first' | 'second' | 'database' | 'bus';

const STORES = ['first', 'second'] as const;

/** One of the two places where maps are kept. */
export type StoreName = (typeof STORES)[number];

export interface FullSettings {
  readonly gateways?: number;
  readonly docstores?: number;
  /** It stands for its speed. */
  readonly isMeasured?: boolean;
  /** Added to each answer of the two stores, as the way to those of a cloud adds it. */
  readonly addedMs?: number;
  /** For every service: what a test wants otherwise. */
  readonly environment?: Readonly<Record<string, string>>;
  /** For the Node of every service. */
  readonly nodeOptions?: readonly string[];
  /** The cores that the services share, as `taskset` says them; absent: all. */
  readonly cores?: string | null;
  /** What stands between a way and the server at this address: answers the address that the way leads to then. */
  readonly through?: (name: WayName, url: string) => Promise<string>;
}

/** Where a stack keeps things, past the ways: who looks there is counted by nobody. */
export interface Places {
  readonly mongodb: string;
  readonly stores: Readonly<Record<StoreName, S3Settings>>;
}

/** What it stands on, besides what npm brings. */
const SERVERS = ['mongodb', 'versitygw', 'minio', 'redis-program', 'toxiproxy'] as const;

/** Brings what a full stack stands on; answers what a person has to do first, null when all is there. */
export async function bringFullStack(say: (line: string) => void): Promise<string | null> {
  for (const name of SERVERS) {
    const found = await bringServer(name, say);
    if (found.kind === 'missing') return `A full stack needs ${name}. ${found.why} ${found.howTo}`;
  }
  return null;
}

/**
 * What stands in for MongoDB keeps the answer to each write that could be retried for half an hour, and walks through all of them at
 * each write: the more was written, the longer a write takes. MongoDB itself does not.
 */
const WITHOUT_RETRIES = '&retryWrites=false';

interface Stoppable {
  stop(): Promise<void> | void;
}

/**
 * Bough as an organization has it: gateways behind one address, docstores, exporter and mailer as processes, on MongoDB (or what
 * stands in for it), two S3 stores of different make, and Redis. All of it on the loopback interface, with data of its own.
 */
export class FullStack {
  readonly url: string;
  readonly gateways: readonly Process[];
  readonly docstores: readonly Process[];
  readonly exporter: Process;
  readonly mailer: Process;
  readonly ways: Readonly<Record<WayName, ToxicWay>>;
  /** What is not the real thing, to be said with every figure. */
  readonly standIns: readonly string[];
  /** Where each store has its data; null where somebody else runs it. */
  readonly disks: Readonly<Record<StoreName, Disk | null>>;
  readonly places: Places;
  /** What the mailer has sent. */
  readonly mailsTo: MailsTo;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #redis: RedisProcess;
  readonly #addedMs: number;
  readonly #others: Stoppable[];

  private constructor(parts: Outside & Services, addedMs: number) {
    this.url = parts.front.url;
    this.gateways = parts.gateways;
    this.docstores = parts.docstores;
    this.exporter = parts.exporter;
    this.mailer = parts.mailer;
    this.ways = parts.ways;
    this.standIns = parts.standIns;
    this.disks = parts.disks;
    this.places = parts.places;
    this.mailsTo = parts.mailsTo;
    this.#environment = parts.environment;
    this.#redis = parts.redis;
    this.#addedMs = addedMs;
    this.#others = parts.others;
  }

  /** Starts everything and waits until it is ready. */
  static async start(settings: FullSettings = {}): Promise<FullStack> {
    const outside = await startOutside(settings);
    try {
      const services = await makeServices(outside, settings);
      const stack = new FullStack({ ...outside, ...services }, settings.addedMs ?? 0);
      for (const name of STORES) await stack.asUsual(name);
      await Promise.all(stack.#kept.map((one) => one.start()));
      await Promise.all(stack.gateways.map((one) => one.start()));
      return stack;
    } catch (error) {
      for (const one of outside.others.toReversed()) await one.stop();
      throw error;
    }
  }

  /** Every process of Bough's own. */
  get services(): readonly Process[] {
    return [...this.gateways, ...this.#kept];
  }

  /** Redis is gone, and comes back with nothing in it. */
  async emptyBus(): Promise<void> {
    await this.#redis.startAnew();
  }

  /** What Redis answers to one command. */
  async askBus(command: string): Promise<string> {
    return await this.#redis.ask(command);
  }

  /** So much is added to each answer on this way, until it is `asUsual`. */
  async slow(name: WayName, latency: number, jitter: number): Promise<void> {
    await this.ways[name].fast();
    await this.ways[name].slow(latency, jitter);
  }

  /** The way is as fast as it was at the beginning. */
  async asUsual(name: WayName): Promise<void> {
    await this.ways[name].fast();
    const added = this.#addedMs;
    if (added > 0 && STORES.some((one) => one === name)) await this.ways[name].slow(added, Math.round(added / 4));
  }

  /** The clock of this process is so far from the machine's from now on, also when it starts anew. */
  async setClock(process: Process, offMs: number): Promise<void> {
    await writeFile(clockOf(this.#environment, process.name), String(offMs));
  }

  /** From its next start on the process runs what another checkout of Bough has in its place. */
  runFrom(process: Process, tree: string): void {
    process.runFrom(mainOf(tree, process.name.replace(/-\d+$/, '')));
  }

  /** From their next start on docstores run from the second location alone, or from the first with the second again. */
  runFromStore(name: StoreName): void {
    for (const one of this.docstores) one.runWith(name === 'first' ? {} : this.secondAlone);
  }

  /** What docstore is told otherwise to run from the second location alone. */
  get secondAlone(): Readonly<Record<string, string>> {
    return { ...exchanged(this.#environment, 'second'), BOUGH_SECOND: 'none' };
  }

  /** What docstore is told otherwise to bring home what was written while it ran from the second location. */
  get goingHome(): Readonly<Record<string, string>> {
    return { ...exchanged(this.#environment, 'second'), ...exchanged(this.#environment, 'first') };
  }

  /** The settings of docstore, for a command that works beside it. */
  get docstoreSettings(): Readonly<Record<string, string>> {
    return { ...this.#environment, BOUGH_DATA: join(this.#environment['BOUGH_DATA'] ?? '', 'commands') };
  }

  /** Ends everything and removes its data. */
  async stop(): Promise<void> {
    for (const one of this.services) one.thaw();
    await Promise.all(this.gateways.map((one) => one.stop()));
    await Promise.all(this.#kept.map((one) => one.stop()));
    for (const one of this.#others.toReversed()) await one.stop();
  }

  get #kept(): readonly Process[] {
    return [...this.docstores, this.exporter, this.mailer];
  }
}

interface Outside {
  readonly front: Front;
  readonly redis: RedisProcess;
  readonly ways: Readonly<Record<WayName, ToxicWay>>;
  readonly standIns: readonly string[];
  readonly disks: Readonly<Record<StoreName, Disk | null>>;
  readonly places: Places;
  readonly mailsTo: MailsTo;
  /** What each service is told of where it stands. */
  readonly environment: Readonly<Record<string, string>>;
  readonly others: Stoppable[];
}

/** What Bough stands on. What was started is stopped again if the rest does not come. */
async function startOutside({ through, isMeasured = false }: FullSettings): Promise<Outside> {
  const others: Stoppable[] = [];
  const up = async <T extends Stoppable>(starting: Promise<T>): Promise<T> => {
    const one = await starting;
    others.push(one);
    return one;
  };
  try {
    const data = temporaryFolder('bough-stack-');
    others.push({ stop: () => rm(data, { recursive: true, force: true }) });
    const toxiproxy = await up(mustFind('toxiproxy').start());
    const mongodb = await up(mustFind('mongodb').start());
    const firstStore = await up(mustFind('versitygw').start());
    const secondStore = await up(mustFind('minio').start());
    const redis = await up(startRedis());
    const mail = await up(mustFind('smtp').start());
    const front = await up(Front.open());
    const [first, second] = await Promise.all([makeBucket(firstStore, 'first'), makeBucket(secondStore, 'second')]);
    const way = async (name: WayName, to: string): Promise<ToxicWay> =>
      await ToxicWay.make(toxiproxy.url, name, (await through?.(name, to)) ?? to);
    const ways = {
      first: await way('first', firstStore.endpoint),
      second: await way('second', secondStore.endpoint),
      database: await way('database', mongodb.url),
      bus: await way('bus', redis.url),
    };
    // What stands in for MongoDB says that it is a replica set of one, at its own address: drivers would go there, past the way.
    const database = `${mongodb.database}?directConnection=true${mongodb.standIn && isMeasured ? WITHOUT_RETRIES : ''}`;
    const environment = environmentOf({ data, ways, database, url: front.url, mail: mail.url }, [first, second]);
    const standIns = mongodb.standIn ? ['SecantusDB in the place of MongoDB'] : [];
    const disks = { first: diskOf(firstStore.folder), second: diskOf(secondStore.folder) };
    const places = { mongodb: `${mongodb.url}/${mongodb.database}`, stores: { first, second } };
    const { mailsTo } = mail;
    return { front, redis, ways, standIns, disks, places, mailsTo, environment, others };
  } catch (error) {
    for (const one of others.toReversed()) await one.stop();
    throw error;
  }
}

/** What each service is told of where it stands. */
function environmentOf(
  outside: {
    readonly data: string;
    readonly ways: Outside['ways'];
    readonly database: string;
    readonly url: string;
    readonly mail: string;
  },
  [first, second]: readonly [S3Settings, S3Settings],
): Readonly<Record<string, string>> {
  const { data, ways, database, url, mail } = outside;
  return {
    BOUGH_DATA: data,
    BOUGH_LOG_LEVEL: 'warn',
    BOUGH_PUBLIC_URL: url,
    BOUGH_LIMITS_FACTOR: '1000000',
    BOUGH_TOKEN_KEYS: CALLS.map((call) => `${call}:stack:${key()}`).join(','),
    BOUGH_COOKIE_KEYS: key(),
    BOUGH_METADATA: 'mongodb',
    BOUGH_MONGODB_URL: `mongodb://${new URL(ways.database.endpoint).host}/${database}`,
    BOUGH_BUS: 'redis',
    BOUGH_REDIS_URL: `redis://${new URL(ways.bus.endpoint).host}`,
    BOUGH_BLOBS: 's3',
    BOUGH_BLOBS_KEYS: `first:${key()}`,
    ...s3Settings('BOUGH_S3', ways.first.endpoint, first),
    BOUGH_SECOND: 's3',
    BOUGH_SECOND_BLOBS_KEYS: `second:${key()}`,
    ...s3Settings('BOUGH_SECOND_S3', ways.second.endpoint, second),
    BOUGH_MAIL: 'smtp',
    BOUGH_SMTP_URL: mail,
    BOUGH_PAGE: join(TOP, 'apps', 'web', 'dist'),
  };
}

interface Services {
  readonly gateways: readonly Process[];
  readonly docstores: readonly Process[];
  readonly exporter: Process;
  readonly mailer: Process;
}

async function makeServices({ front, environment }: Outside, settings: FullSettings): Promise<Services> {
  const { gateways: gatewayCount = 2, docstores: docstoreCount = 2 } = settings;
  const ports = async (count: number): Promise<readonly number[]> =>
    await Promise.all(Array.from({ length: count }, freePort));
  const [gatewayPorts, docstorePorts] = [await ports(gatewayCount), await ports(docstoreCount)];
  const [exporterPort = 0, mailerPort = 0] = await ports(2);
  const addresses = {
    BOUGH_DOCSTORE_URL: docstorePorts.map(urlOf).join(','),
    BOUGH_EXPORTER_URL: urlOf(exporterPort),
    BOUGH_MAILER_URL: urlOf(mailerPort),
  };
  const make = (app: string, port: number, name = app): Process =>
    new Process(name, {
      main: mainOf(TOP, app),
      port,
      nodeOptions: ['--import', CLOCK_HOOK, ...(settings.nodeOptions ?? [])],
      cores: settings.cores ?? null,
      // Each has a folder of its own, as on machines of their own.
      environment: {
        ...environment,
        ...addresses,
        BOUGH_DATA: join(environment['BOUGH_DATA'] ?? '', name),
        CHAOS_CLOCK: clockOf(environment, name),
        ...settings.environment,
      },
    });
  front.leadTo(gatewayPorts);
  return {
    gateways: gatewayPorts.map((port, n) => make('gateway', port, `gateway-${n + 1}`)),
    docstores: docstorePorts.map((port, n) => make('docstore', port, `docstore-${n + 1}`)),
    exporter: make('exporter', exporterPort),
    mailer: make('mailer', mailerPort),
  };
}

async function startRedis(): Promise<RedisProcess> {
  const { executable } = await mustFind('redis-program').start();
  return await RedisProcess.start(executable);
}

function s3Settings(
  prefix: 'BOUGH_S3' | 'BOUGH_SECOND_S3',
  endpoint: string,
  s3: S3Settings,
): Readonly<Record<string, string>> {
  return {
    [`${prefix}_ENDPOINT`]: endpoint,
    [`${prefix}_REGION`]: s3.region,
    [`${prefix}_BUCKET`]: s3.bucket,
    [`${prefix}_ACCESS_KEY`]: s3.accessKey,
    [`${prefix}_SECRET_KEY`]: s3.secretKey,
  };
}

const [FIRST, SECOND] = ['BOUGH_', 'BOUGH_SECOND_'] as const;

/** The settings of one location, under the names of the other's. */
function exchanged(environment: Readonly<Record<string, string>>, of: StoreName): Readonly<Record<string, string>> {
  const [from, to] = of === 'second' ? [SECOND, FIRST] : [FIRST, SECOND];
  return Object.fromEntries(
    Object.entries(environment)
      .filter(([name]) => new RegExp(`^${from}(S3_|BLOBS_KEYS)`).test(name))
      .map(([name, value]) => [`${to}${name.slice(from.length)}`, value]),
  );
}

function mainOf(tree: string, app: string): string {
  return join(tree, 'apps', app, 'src', 'main.ts');
}

function clockOf(environment: Readonly<Record<string, string>>, name: string): string {
  return join(environment['BOUGH_DATA'] ?? '', `clock-${name}`);
}

function diskOf(folder: string | null): Disk | null {
  return folder === null ? null : new Disk(folder);
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function key(): string {
  return randomBytes(32).toString('base64url');
}
