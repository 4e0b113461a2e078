import type { AnyRoute } from '@bough/contracts';

const VERSION = '1-AAAAAAAAAAAA';
const HASH = '0'.repeat(64);

/** The route's path for this map, with something well formed for every other name in it. */
export function pathOf(route: Pick<AnyRoute, 'path'>, map: string): string {
  const values: Readonly<Record<string, string>> = { map, link: 'x', format: 'svg', hash: HASH, version: VERSION };
  return route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => values[name] ?? 'x');
}
