import { timingNow } from '@bough/service';
import type { Metadata } from './metadata.ts';

/** The same metadata, whose every call is time that the request, for which it is made, waits for the database. */
export function timedMetadata(metadata: Metadata): Metadata {
  const timed = new Map<unknown, unknown>();
  return new Proxy(metadata, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      const known = timed.get(found);
      if (known !== undefined) return known;
      const made = (...given: unknown[]): unknown => {
        const answered = timingNow()?.wait('database');
        const answer: unknown = Reflect.apply(found, target, given);
        if (answered === undefined) return answer;
        if (answer instanceof Promise) void answer.then(answered, answered);
        else answered();
        return answer;
      };
      timed.set(found, made);
      return made;
    },
  });
}
