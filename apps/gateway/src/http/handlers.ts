import type { PersonId } from '@bough/base';
import type { Route } from '@bough/contracts';
import type { gatewayRoutes } from '@bough/contracts/gateway';
import type { Reply, RequestContext } from '@bough/service';
import type { Request } from 'express';
import type { Asker } from '../access/decide.ts';
import { GatewayFailure } from '../failure.ts';
import type { Session } from './session.ts';

/** Who asks, and what for: known before anything of the body is read. */
export interface Admitted {
  /** null: none, or the request bears a token instead. */
  readonly session: Session | null;
  /** Who asks, by session or token; null: nobody yet. */
  readonly person: PersonId | null;
  /** What the asker may do with the map, or in the folder, that the request names. */
  readonly rights: Asker;
  /** Whom limits count: see clientAddress. */
  readonly network: string;
  /** The token by which the person asks, where there is no session. */
  readonly token?: string;
}
/** What a handler knows about its request: parsed, allowed, and by whom. */
export interface Asked<P, B> extends Admitted {
  readonly params: P;
  readonly body: B;
  readonly context: RequestContext;
  readonly request: Request;
}
export type RouteHandler<R> =
  R extends Route<infer P, infer B, infer A> ? (asked: Asked<P, B>) => Promise<Reply<A>> : never;

type Routes = typeof gatewayRoutes;
/** One handler for each route of the table. */
export type Handlers = { readonly [K in keyof Routes]: RouteHandler<Routes[K]> };

/** The person of a session that the table asked for. */
export function personOf(session: Session | null): PersonId {
  return mustBePerson(session?.uid ?? null);
}

/** The person of a request that the table let in only with one. */
export function mustBePerson(person: PersonId | null): PersonId {
  if (person === null) throw new GatewayFailure('unauthenticated', 'You are not signed in.');
  return person;
}
