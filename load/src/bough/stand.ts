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
}

/** Starts one and waits until it is ready. */
export async function stand(kind: StackKind, { environment = {}, nodes = 2 }: StandSettings = {}): Promise<Standing> {
  if (kind === 'full')
    return await FullStack.start({ environment, gateways: nodes, docstores: nodes, isMeasured: true });
  const fleet = await Fleet.start({ environment });
  const { gateway, docstore } = fleet;
  return { url: gateway.url, gateways: [gateway], docstores: [docstore], standIns: [], stop: () => fleet.stop() };
}
