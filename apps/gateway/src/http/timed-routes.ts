import type { AnyRoute } from '@bough/contracts';
import type { gatewayRoutes } from '@bough/contracts/gateway';

/**
 * The routes whose answers say how long each hop took (Server-Timing): what people wait for at their maps. Each tells its own asker, who has
 * signed in and was let in, what a watch would. Those that know other people are not here, and shall not be: who was invited, who is in a
 * group, who has an account, who is let in. There an answer takes care to say the same of both, and its times must not tell them apart.
 */
const TIMED: ReadonlySet<string> = new Set<keyof typeof gatewayRoutes>([
  ...(['readMap', 'readMapChanges', 'mapFacts', 'listVersions', 'lastVisit', 'renewals', 'socketTicket'] as const),
  ...(['listMaps', 'listTags', 'listFolders', 'searchMaps', 'createMap', 'copyMap', 'changeMap', 'addAsset'] as const),
  ...(['thumbnail', 'exportMap', 'exportReport', 'prepareExport'] as const),
  ...(['commentsRead', 'mailWish'] as const),
]);

/** Whether answers of the route say how long each hop took, to a person whom the route let in. A refusal never does. */
export function isTimed(route: Pick<AnyRoute, 'name'>): boolean {
  return TIMED.has(route.name);
}
