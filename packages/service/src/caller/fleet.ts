import type { Cancel, Clock } from '@bough/base';
import type { Route, ServiceName } from '@bough/contracts';
import type { Call, CallContext } from './call.ts';
import { type Caller, type CallerParts, createCaller } from './caller.ts';
import { findInstances, MANY } from './find-instances.ts';
import { Instance } from './instance.ts';
import { Members } from './members.ts';
import { rankOf } from './rendezvous.ts';
import { ServiceFailure } from '../service-failure.ts';

export interface FleetParts extends CallerParts {
  /** Told when an instance is found down, and when it is back. */
  readonly onChange: (url: string, isUp: boolean) => void;
  /** Told of all instances, where they come and go, whenever they are others than before. */
  readonly onMembers?: (urls: readonly string[]) => void;
  /** Finds the instances that one address stands for; absent: by DNS. */
  readonly findInstances?: (address: string) => Promise<readonly string[]>;
}
export interface FleetSettings {
  readonly service: ServiceName;
  /** The addresses of all instances, or one that stands for all (find-instances.ts); everybody who calls them is given the same ones. */
  readonly urls: readonly string[];
}

/** A client of all instances of a service. */
export interface Fleet extends Caller {
  /**
   * Everything that there is to ask about these maps, by whom it is asked: all instances that are up, each with those of the maps that
   * are its own now. For questions about many maps at once; one that fails is asked again, never of another instance.
   */
  split<T extends { readonly map: string }>(all: readonly T[]): readonly FleetShare<T>[];
}
/** One instance's share of a question. */
export interface FleetShare<T> {
  readonly caller: Pick<Caller, 'call'>;
  readonly maps: readonly T[];
}

/** A call without an answer for so long makes one ask whether the instance is alive at all, and again after as long. */
const PATIENCE_MS = 500;
/** How often one looks which instances there are, where they come and go. */
const LOOK_MS = 2_000;

/**
 * One client of several instances of a service. Calls about one map (its id in the parameters or in the body) go to one of them,
 * by rendezvous hashing; when it is down, to the next in the map's rank, and back when it is up again. A call is repeated at
 * another instance only when it is a GET, or when the first one cannot have begun it.
 */
export function createFleet(parts: FleetParts, settings: FleetSettings): Fleet {
  const { service, urls } = settings;
  const [url = '', second] = urls;
  const standsForMany = MANY.some((scheme) => url.startsWith(scheme));
  if (second === undefined && !standsForMany) {
    const caller = createCaller(parts, { service, url });
    return { ...caller, split: (maps) => [{ caller, maps }] };
  }
  const members = new Members(parts.clock, (each) => {
    const caller = createCaller(parts, { service, url: each, isShared: true });
    return new Instance({ ...parts, caller, onChange: (isUp) => parts.onChange(each, isUp) }, { url: each });
  });
  const watch = standsForMany ? new Watch(parts, members, url) : null;
  if (watch === null) members.set(urls);
  const ask = async <P, B, A, T>(
    route: Route<P, B, A>,
    request: Call<P, B>,
    context: CallContext,
    at: (instance: Instance, context: CallContext) => Promise<T>,
  ): Promise<T> => {
    if (members.urls.length === 0) await watch?.look();
    const rank = rankOf(mapOf(request), members.urls).flatMap((each) => members.all.get(each) ?? []);
    return await askInTurn(parts.clock, rank, route, context, at);
  };
  return {
    name: `client of ${standsForMany ? 'all' : urls.length} ${service}s`,
    start: async () => await watch?.start(),
    unready: () => (members.urls.length === 0 ? 'none is found' : null),
    call: (route, request, context) =>
      ask(route, request, context, ({ caller }, mine) => caller.call(route, request, mine)),
    stream: (route, request, context) =>
      ask(route, request, context, ({ caller }, mine) => caller.stream(route, request, mine)),
    split: <T extends { readonly map: string }>(all: readonly T[]) => {
      const up = [...members.all].filter(([, instance]) => instance.isUp);
      const names = up.map(([each]) => each);
      const shares = Map.groupBy(all, ({ map }) => rankOf(map, names)[0]);
      return up.map(([each, instance]) => ({
        caller: askOne(parts.clock, instance),
        maps: shares.get(each) ?? [],
      }));
    },
    stop: async () => {
      watch?.stop();
      await members.stop();
    },
  };
}

/** Asks the first of a map's instances that is up, and the next ones where the call may be made there, too. */
async function askInTurn<T>(
  clock: Clock,
  rank: readonly Instance[],
  route: { readonly service: ServiceName; readonly method: string },
  context: CallContext,
  at: (instance: Instance, context: CallContext) => Promise<T>,
): Promise<T> {
  const up = rank.filter((instance) => instance.isUp);
  let last: unknown = new ServiceFailure(`${route.service} has no address.`, {
    kind: 'unavailable',
    code: 'service/unreachable',
  });
  for (const instance of up.length > 0 ? up : rank) {
    try {
      return await attempt(clock, instance, route.service, context, (mine) => at(instance, mine));
    } catch (failure) {
      last = failure;
      const isOver = context.signal.aborted || !(await isElsewhere(instance, route, failure));
      if (isOver) throw failure;
    }
  }
  throw last;
}

/** Looks again and again which instances there are. While nobody can say, those from before count. */
class Watch {
  readonly #parts: FleetParts;
  readonly #members: Members;
  readonly #address: string;
  #looking: Promise<void> | null = null;
  #isStopped = false;
  #cancel: Cancel = () => undefined;

  constructor(parts: FleetParts, members: Members, address: string) {
    this.#parts = parts;
    this.#members = members;
    this.#address = address;
  }

  async start(): Promise<void> {
    await this.look();
    if (!this.#isStopped) this.#cancel = this.#parts.clock.after(LOOK_MS, () => void this.start());
  }

  /** Many who look at once share one look. */
  async look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    await this.#looking;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  async #look(): Promise<void> {
    const { findInstances: find = findInstances, onMembers } = this.#parts;
    // A name that is not there, or a server that does not answer, says nothing about instances that answer.
    const found = await find(this.#address).catch(() => []);
    if (this.#isStopped || found.length === 0) return;
    if (this.#members.set(found)) onMembers?.(found);
  }
}

/** Calls to one instance; what they meet is noted about it. */
function askOne(clock: Clock, instance: Instance): Pick<Caller, 'call'> {
  return {
    call: async (route, request, context) => {
      try {
        return await attempt(clock, instance, route.service, context, (mine) =>
          instance.caller.call(route, request, mine),
        );
      } catch (failure) {
        await isElsewhere(instance, route, failure);
        throw failure;
      }
    },
  };
}

/** One call to one instance; given up when the instance turns out to be dead. */
async function attempt<T>(
  clock: Clock,
  instance: Instance,
  service: ServiceName,
  context: CallContext,
  work: (context: CallContext) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const watch = async (): Promise<void> => {
    if (await instance.check()) cancel = clock.after(PATIENCE_MS, () => void watch());
    else limit.abort(unreachable(service));
  };
  let cancel = clock.after(PATIENCE_MS, () => void watch());
  try {
    const signal = AbortSignal.any([context.signal, limit.signal]);
    const onAbort = (run: (why: unknown) => void): Cancel => whenAborted(signal, run);
    return await work({ ...context, signal, onAbort });
  } finally {
    cancel();
  }
}

function whenAborted(signal: AbortSignal, run: (why: unknown) => void): Cancel {
  const told = (): void => run(signal.reason);
  if (signal.aborted) told();
  else signal.addEventListener('abort', told, { once: true });
  return () => signal.removeEventListener('abort', told);
}

/** Whether the call may be made at the next instance; notes what the failure says about this one. */
async function isElsewhere(instance: Instance, route: { readonly method: string }, failure: unknown): Promise<boolean> {
  if (!(failure instanceof ServiceFailure)) return false;
  if (failure.code.endsWith('/closing')) {
    instance.markDown();
    return true;
  }
  if (failure.code !== 'service/unreachable') return false;
  if (instance.isUp) await instance.check();
  return route.method === 'GET' || NEVER_SENT.has(codeOf(failure.cause));
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

function unreachable(service: ServiceName): ServiceFailure {
  return new ServiceFailure(`${service} does not answer.`, { kind: 'unavailable', code: 'service/unreachable' });
}

/** The map that a call is about; calls that are about none are as good at any instance. */
function mapOf(request: { readonly params: unknown; readonly body?: unknown }): string {
  for (const part of [request.params, request.body]) {
    if (typeof part === 'object' && part !== null && 'map' in part && typeof part.map === 'string') return part.map;
  }
  return '';
}
