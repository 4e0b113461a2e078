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

/** Starts one and waits until it is ready; `environment` is what every service is told otherwise. */
export async function stand(
  kind: StackKind,
  settings: { readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<Standing> {
  if (kind === 'full') return await FullStack.start(settings);
  const fleet = await Fleet.start(settings);
  const { gateway, docstore } = fleet;
  return { url: gateway.url, gateways: [gateway], docstores: [docstore], standIns: [], stop: () => fleet.stop() };
}
