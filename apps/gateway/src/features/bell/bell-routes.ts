import { tagOf } from '../../http/answer-tag.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { bellOf, type BellParts } from './bell.ts';
import { ringRestored, type RestoredParts } from './restored.ts';

export interface BellRouteParts extends BellParts, RestoredParts {
  readonly metadata: BellParts['metadata'];
  readonly clock: BellParts['clock'];
  readonly limits: RateLimits;
}

/** A person's bell, what of it they have read, and what rings by word of the page that did it. */
export function bellRoutesOf(parts: BellRouteParts): Pick<Handlers, 'bell' | 'readBell' | 'tellRestored'> {
  const { metadata, clock, limits } = parts;
  return {
    bell: async ({ person, request }) => {
      const answer = { entries: await bellOf(parts, mustBePerson(person)) };
      request.res?.setHeader('etag', tagOf(answer));
      return answer;
    },
    readBell: async ({ person: asker, body }) => {
      const person = mustBePerson(asker);
      // Of what the bell does not show nothing is kept.
      const shown = new Set((await bellOf(parts, person)).map(({ id }) => id));
      await metadata.setRung(
        person,
        body.entries.filter((id) => shown.has(id)),
        clock.now(),
      );
      return undefined;
    },
    tellRestored: async ({ params: { map }, body, person, context }) => {
      const by = mustBePerson(person);
      limits.mustTake('restorations by person', by);
      await ringRestored(parts, { map, by, ...body }, context);
      return undefined;
    },
  };
}
