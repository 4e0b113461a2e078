import { apiRoutes } from './api/api-routes.ts';
import { docstoreRoutes } from './docstore/docstore-routes.ts';
import { exporterRoutes } from './exporter/exporter-routes.ts';
import { gatewayRoutes } from './gateway/gateway-routes.ts';
import { mailerRoutes } from './mailer/mailer-routes.ts';
import type { AnyRoute } from './route.ts';

/** Goes up with every change of a route table; a test holds it to the tables' hash. */
export const CONTRACT_VERSION = 71;

/** Every route of every service. */
export const allRoutes: readonly AnyRoute[] = [
  ...Object.values(gatewayRoutes),
  ...Object.values(apiRoutes).map(({ route }) => ({ ...route, name: `v1 ${route.name}` })),
  ...Object.values(docstoreRoutes),
  ...Object.values(mailerRoutes),
  ...Object.values(exporterRoutes),
];

/** The routes as text: one line each, sorted, with all that a client or a server could notice. */
export function describeRoutes(routes: readonly AnyRoute[]): string {
  return routes
    .map((each) =>
      [
        each.service,
        each.name,
        each.access === 'service' ? `service ${each.callers.join(' ')}` : each.access,
        `${each.method} ${each.path}`,
        `params ${each.params.shape}`,
        `body ${each.body.shape} ${each.bodyLimit} deep ${each.bodyDepth}`,
        `answer ${each.answer.shape} ${each.answerLimit}`,
        `deadline ${each.deadlineMs}`,
        each.isForEver ? 'for ever' : each.isRevalidated ? 'revalidated' : 'for now',
        each.isFrequent ? 'frequent' : 'now and then',
      ].join(' ; '),
    )
    .toSorted()
    .join('\n');
}

/** The 64-bit FNV-1a hash of the text's UTF-16 units, in hex: it notices changes, it resists nobody. */
export function hashText(text: string): string {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (let i = 0; i < text.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100_0000_01b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
