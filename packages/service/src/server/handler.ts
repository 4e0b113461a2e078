import type { AnyRoute, BytesAnswer, Route } from '@bough/contracts';
import type { RequestContext } from '../context/context.ts';

/** A request, parsed. */
export interface Request<Params, Body> {
  readonly params: Params;
  readonly body: Body;
  readonly context: RequestContext;
}
/** Bytes that are made while they are sent; the iterable is ended early when the client goes. */
export interface StreamAnswer {
  readonly kind: 'stream';
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly type: string;
  readonly fileName: string | null;
  /** The document's number, where the bytes are of a document. */
  readonly seq?: number | null;
  /** The lineage in which that number names it. */
  readonly lineage?: string | null;
  /** How many bytes they are, where that is known. */
  readonly length?: number | null;
  /** The address of what describes the bytes, seen from their own. */
  readonly describedBy?: string | null;
}
/** What a handler may answer: a route of bytes may stream them. */
export type Reply<Answer> = [Answer] extends [BytesAnswer] ? BytesAnswer | StreamAnswer : Answer;
/** Answers a request, or throws a Failure, which becomes a Problem. Anything else that is thrown is a bug. */
export type Handler<Params, Body, Answer> = (request: Request<Params, Body>) => Promise<Reply<Answer>> | Reply<Answer>;

/** A route with what answers it. */
export interface MountedRoute {
  readonly route: AnyRoute;
  readonly handler: (request: Request<unknown, unknown>) => unknown;
}

/** Mounts a handler on its route; the compiler holds them together. */
export function handle<P, B, A>(route: Route<P, B, A>, handler: Handler<P, B, NoInfer<A>>): MountedRoute {
  return { route, handler: handler as MountedRoute['handler'] };
}
