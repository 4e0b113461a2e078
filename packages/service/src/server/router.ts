import { err, ok, type Result } from '@bough/base';
import type { MountedRoute } from './handler.ts';

interface Entry {
  readonly mounted: MountedRoute;
  readonly segments: readonly string[];
}
/** A request's address, matched: `params` are the path's names and the query together. */
export interface Match {
  readonly mounted: MountedRoute;
  readonly params: Readonly<Record<string, string>>;
}
/** Finds who answers; says whether the address is unknown or only the method. */
export type Router = (method: string, address: string) => Result<Match, 'absent' | 'method' | 'malformed'>;

/** A router over these routes; a path without names wins over one with. Two routes of the same method and path throw. */
export function createRouter(routes: readonly MountedRoute[]): Router {
  const entries: Entry[] = routes.map((mounted) => ({ mounted, segments: mounted.route.path.slice(1).split('/') }));
  entries.sort((a, b) => countNames(a) - countNames(b));
  return (method, address) => {
    const mark = address.indexOf('?');
    const segments = (mark < 0 ? address : address.slice(0, mark)).slice(1).split('/');
    let isKnownPath = false;
    for (const { mounted, segments: pattern } of entries) {
      if (!fits(pattern, segments)) continue;
      isKnownPath = true;
      if (mounted.route.method !== method) continue;
      const params = readParams(pattern, segments, mark < 0 ? '' : address.slice(mark + 1));
      return params === null ? err('malformed') : ok({ mounted, params });
    }
    return err(isKnownPath ? 'method' : 'absent');
  };
}

function countNames(entry: Entry): number {
  return entry.segments.filter((each) => each.startsWith(':')).length;
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((each, i) => (each.startsWith(':') ? segments[i] !== '' : each === segments[i]));
}

/** Null when something is not well-formed or is said twice. */
function readParams(
  pattern: readonly string[],
  segments: readonly string[],
  query: string,
): Readonly<Record<string, string>> | null {
  const params = new Map<string, string>();
  for (const [i, each] of pattern.entries()) {
    if (!each.startsWith(':')) continue;
    const value = tryDecode(segments[i] ?? '');
    if (value === null) return null;
    params.set(each.slice(1), value);
  }
  for (const [name, value] of new URLSearchParams(query)) {
    if (params.has(name)) return null;
    params.set(name, value);
  }
  return Object.fromEntries(params);
}

function tryDecode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
