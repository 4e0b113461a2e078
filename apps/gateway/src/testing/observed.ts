import { GatewayFailure } from '../failure.ts';
import type { Metadata } from '../metadata/metadata.ts';

/** A real store whose calls are counted by name, and which can be away: as a database behind a broken network is. */
export interface Observed {
  readonly metadata: Metadata;
  readonly calls: string[];
  /** How many records it has answered, where an answer is a list. */
  readonly records: () => number;
  /** Names of methods that fail for now; '*': all. */
  readonly away: Set<string>;
}

/** Watches the store. */
export function observed(store: Metadata): Observed {
  const calls: string[] = [];
  const away = new Set<string>();
  let records = 0;
  const metadata = new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      return async (...given: unknown[]): Promise<unknown> => {
        calls.push(name);
        if (away.has(name) || away.has('*'))
          throw new GatewayFailure('metadata', 'the metadata database does not answer');
        const answer: unknown = await Reflect.apply(method, target, given);
        if (Array.isArray(answer)) records += answer.length;
        return answer;
      };
    },
  });
  return { metadata, calls, records: () => records, away };
}
