import { err, ok, type Result, tryJson } from '@bough/base';
import { HEADERS, problem, type Problem, type Route } from '@bough/contracts';

// The one way to the gateway. Routes come from contracts as data, answers go through their parsers, refusals are values.

/** Why a call gave nothing: what the server said, that it could not be reached, or that it said what nobody understands. */
export type Trouble =
  | {
      readonly kind: 'refused';
      readonly problem: Problem;
      /** After how many seconds to ask again, where the server says so. */
      readonly retryAfterS?: number;
    }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unreadable' };

/** Whether no server is to be had for the moment, so that what is kept here counts. */
export function isAway(trouble: Trouble): boolean {
  return trouble.kind === 'unreachable' || (trouble.kind === 'refused' && trouble.problem.kind === 'unavailable');
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The session's token; needed for everything but GET. */
  readonly csrf?: string;
}

const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Asks the gateway; never throws for what the world does. */
export async function call<P, B, A>(
  route: Route<P, B, A>,
  params: P,
  body: B,
  options: CallOptions = {},
): Promise<Result<A, Trouble>> {
  try {
    const response = await send(route, params, body, options);
    return read(route, response, await response.text());
  } catch {
    return err({ kind: 'unreachable' });
  }
}

/** What was asked for already, if it came; asks for it otherwise. */
export async function takeEarly<P, A>(
  route: Route<P, undefined, A>,
  params: P,
  early: Promise<Response | null>,
): Promise<Result<A, Trouble>> {
  const response = await early;
  const said = (await response?.text().catch(() => null)) ?? null;
  return response === null || said === null ? call(route, params, undefined) : read(route, response, said);
}

/** Sends what the route says, to where it says; rejects when nobody answers. */
export async function send<P, B, A>(
  route: Route<P, B, A>,
  params: P,
  body: B,
  options: CallOptions = {},
): Promise<Response> {
  // The page's language, which may be another than the browser's: mails are written in it.
  const headers = new Headers({ accept: 'application/json', 'accept-language': document.documentElement.lang || 'en' });
  if (options.csrf !== undefined) headers.set(HEADERS.csrf, options.csrf);
  const isBytes = body instanceof Uint8Array;
  if (body !== undefined) headers.set('content-type', isBytes ? 'application/octet-stream' : 'application/json');
  return await fetch(addressOf(route, params), {
    method: route.method,
    headers,
    credentials: 'same-origin',
    signal: options.signal ?? AbortSignal.timeout(route.deadlineMs + 5_000),
    ...(body === undefined ? {} : { body: isBytes ? Uint8Array.from(body) : JSON.stringify(body) }),
  });
}

/** What the answer, whose text this is, says to who called the route. */
export function read<P, B, A>(route: Route<P, B, A>, response: Response, text: string): Result<A, Trouble> {
  const value = text === '' ? undefined : tryJson(text);
  if (response.ok) {
    const answer = route.answer(value);
    return answer.ok ? ok(answer.value) : err({ kind: 'unreadable' });
  }
  const said = problem(value);
  const seconds = Number(response.headers.get('retry-after'));
  const again = seconds > 0 ? { retryAfterS: seconds } : {};
  if (said.ok) return err({ kind: 'refused', problem: said.value, ...again });
  // A proxy says so where no server of ours answers.
  return err({ kind: AWAY.has(response.status) ? 'unreachable' : 'unreadable' });
}

/** The address of a route: its `:names` filled in, what is left over as the query. */
export function addressOf<P>(route: Pick<Route<P, never, never>, 'path'>, params: P): string {
  const left = new Map<string, string>();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (typeof value === 'string' || typeof value === 'number') left.set(name, String(value));
  }
  const path = route.path.replace(/:([a-z]+)/gi, (_, name: string) => {
    const value = left.get(name) ?? '';
    left.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...left]).toString();
  return query === '' ? path : `${path}?${query}`;
}
