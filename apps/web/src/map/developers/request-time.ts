// What the browser knows of a request to our server, and what the server said of its hops (Server-Timing). Shown, copied and sent along: so
// nothing of an address stays in it that could name a map, a person, or what somebody searched for.

const HOPS = ['gateway', 'database', 'docstore', 'storage', 'exporter', 'mailer'] as const;
/** What a request went through. */
export type HopName = (typeof HOPS)[number] | 'network';

/** How long a request waited in one hop. */
export interface Hop {
  readonly name: HopName;
  readonly ms: number;
}

/** One request as developers see it. */
export interface RequestTime {
  /** When it began, in milliseconds of the page. */
  readonly at: number;
  /** Its route's name as the server said it, else the shape of its address. */
  readonly what: string;
  readonly ms: number;
  /** Those of the server, then the network between; none where the server said nothing. */
  readonly hops: readonly Hop[];
  readonly end: RequestEnd;
}

/** How it ended: with so many bytes over the line, out of the browser's own cache, with a refusal, or without an answer. */
export type RequestEnd =
  | { readonly kind: 'came'; readonly bytes: number }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'kept' | 'broken' };

/** What of a PerformanceResourceTiming is read. Browsers name no hops on a page without https. */
export interface ResourceEntry extends Pick<
  PerformanceResourceTiming,
  'name' | 'startTime' | 'duration' | 'transferSize' | 'decodedBodySize'
> {
  /** Absent in older browsers. */
  readonly responseStatus?: number;
  readonly serverTiming?: readonly { readonly name: string; readonly duration: number; readonly description: string }[];
}

/** The request that the entry is of; null: it is none to the server's routes, but a file, or goes elsewhere. */
export function requestTime(entry: ResourceEntry, origin: string): RequestTime | null {
  const { origin: to, pathname } = new URL(entry.name);
  if (to !== origin || !pathname.startsWith('/api/')) return null;
  const { startTime: at, duration: ms } = entry;
  const end = endOf(entry);
  // What a cache kept says how long it took then.
  const said = end.kind === 'came' ? (entry.serverTiming ?? []) : [];
  const route = said.find(({ name }) => name === 'gateway')?.description ?? '';
  const hops = said.flatMap(({ name, duration }): readonly Hop[] => {
    const known = HOPS.find((each) => each === name);
    return known === undefined ? [] : [{ name: known, ms: duration }];
  });
  const serverMs = hops.reduce((sum, hop) => sum + hop.ms, 0);
  return {
    at,
    what: /^[A-Za-z]{1,40}$/.test(route) ? route : shapeOf(pathname),
    ms,
    hops: hops.length === 0 ? [] : [...hops, { name: 'network', ms: Math.max(0, ms - serverMs) }],
    end,
  };
}

function endOf({ transferSize: bytes, decodedBodySize, responseStatus = 200 }: ResourceEntry): RequestEnd {
  if (responseStatus >= 400) return { kind: 'refused', status: responseStatus };
  if (bytes > 0) return { kind: 'came', bytes };
  return { kind: decodedBodySize > 0 ? 'kept' : 'broken' };
}

/** The address without anything that names something: plain words of routes stay, everything else is an ellipsis. */
export function shapeOf(path: string): string {
  const parts = path.split('/').slice(1);
  return parts.map((part) => `/${/^[a-z]+(?:-[a-z]+)*$/.test(part) && part.length <= 16 ? part : '…'}`).join('');
}

/** The files of the page: how many, and how much of them came over the line. */
export function filesOf(
  entries: readonly ResourceEntry[],
  origin: string,
): { readonly count: number; readonly bytes: number } {
  const files = entries.filter(({ name }) => name.startsWith(`${origin}/assets/`));
  return { count: files.length, bytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0) };
}
