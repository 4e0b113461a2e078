import type { gatewayRoutes, MapRole, Route } from '@bough/contracts';
import type { Reply, RequestContext } from '@bough/service';
import type { Request } from 'express';
import type { Session } from '../session/session.ts';

/** What a handler knows about its request: parsed, allowed, and by whom. */
export interface Asked<P, B> {
  readonly params: P;
  readonly body: B;
  readonly context: RequestContext;
  readonly request: Request;
  readonly session: Session | null;
  /** The asker's role on the map that the request names; null where it names none. */
  readonly role: MapRole | null;
  /** Whom limits count: see clientAddress. */
  readonly network: string;
}
export type RouteHandler<R> =
  R extends Route<infer P, infer B, infer A> ? (asked: Asked<P, B>) => Promise<Reply<A>> : never;

type Routes = typeof gatewayRoutes;
/** One handler for each route of the table. */
export type Handlers = { readonly [K in keyof Routes]: RouteHandler<Routes[K]> };
