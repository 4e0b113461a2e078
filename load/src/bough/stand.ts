import { databaseReader } from './asked.ts';
import { CountedWay } from './counted-way.ts';
import { type DatabaseWrites, MongoWrites, SqliteWrites } from './database-writes.ts';
import { Fleet } from './fleet.ts';
import { FullStack } from './full-stack.ts';
import type { Process } from './process.ts';

/** On what a scenario runs: what `npm start` has (one of each on a folder and SQLite), or what an organization has. */
export type StackKind = 'embedded' | 'full';

/** A Bough that people can come to. */
export interface Standing {
  readonly url: string;
  readonly gateways: readonly Process[];
  readonly docstores: readonly Process[];
  /** What is not the real thing. */
  readonly standIns: readonly string[];
  stop(): Promise<void>;
}

export interface StandSettings {
  /** What every service is told otherwise. */
  readonly environment?: Readonly<Record<string, string>>;
  /** How many gateways, and how many docstores, a full stack has; absent: two. */
  readonly nodes?: number;
  /** For the Node of every service. */
  readonly nodeOptions?: readonly string[];
  /** The cores that the services share, as `taskset` says them; absent: all. */
  readonly cores?: string | null;
}

/** Starts one and waits until it is ready. */
export async function stand(kind: StackKind, settings: StandSettings = {}): Promise<Standing> {
  return kind === 'full' ? await FullStack.start(measured(settings)) : standingOf(await Fleet.start(settings));
}

/** The same, with what its gateways write in their database. */
export async function standWatched(kind: StackKind): Promise<Standing & { readonly writes: DatabaseWrites }> {
  if (kind === 'embedded') {
    const fleet = await Fleet.start();
    const writes = new SqliteWrites(fleet.data);
    return { ...standingOf(fleet), writes };
  }
  const ways: CountedWay[] = [];
  const stack = await FullStack.start({
    ...measured({}),
    through: async (name, url) => {
      if (name !== 'database') return url;
      const way = await CountedWay.open(url, databaseReader);
      ways.push(way);
      return way.url;
    },
  });
  const [way] = ways;
  if (way === undefined) throw new Error('a full stack has a way to its database');
  const { url, gateways, docstores, standIns } = stack;
  return { url, gateways, docstores, standIns, stop: () => stack.stop(), writes: new MongoWrites(way) };
}

function measured({ nodes = 2, ...settings }: StandSettings): Parameters<typeof FullStack.start>[0] {
  return { ...settings, gateways: nodes, docstores: nodes, isMeasured: true };
}

function standingOf(fleet: Fleet): Standing {
  const { gateway, docstore } = fleet;
  return { url: gateway.url, gateways: [gateway], docstores: [docstore], standIns: [], stop: () => fleet.stop() };
}
