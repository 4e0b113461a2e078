import { docstoreRoutes, type MapPeople, MEMBERS_MOST } from '@bough/contracts';
import type { Caller } from '@bough/service';
import { type ReasonParts, reasonsOn } from '../../access/reasons-on.ts';
import { tagOf } from '../../http/answer-tag.ts';
import type { Handlers } from '../../http/handlers.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import { namesOf } from '../../people/names-of.ts';

interface PeopleParts extends ReasonParts {
  readonly docstore: Pick<Caller, 'call'>;
}

/** The people of a map. */
export function peopleRoutes(parts: PeopleParts): Pick<Handlers, 'mapPeople'> {
  const { metadata, docstore } = parts;
  return {
    mapPeople: async ({ params: { map }, rights, request, context }): Promise<MapPeople> => {
      const mayWrite = rights.role !== null && isAtLeast(rights.role, 'comment');
      const [authors, members] = await Promise.all([
        mayWrite || rights.mayReadPast
          ? docstore.call(docstoreRoutes.readAuthors, { params: { map } }, context)
          : NOBODY,
        mayWrite ? reasonsOn(parts, map) : [],
      ]);
      const wrote = new Set(authors.authors);
      const may = new Set([...new Set(members.map(({ person }) => person))].slice(0, MEMBERS_MOST));
      const ids = [...new Set([...wrote, ...may])];
      const names = await namesOf(metadata, ids);
      const people = ids.flatMap((id) => {
        const found = names.get(id);
        if (found === undefined) return [];
        const { isGone, ...person } = found;
        return [{ id, person, hasWritten: wrote.has(id), isMember: may.has(id), isGone }];
      });
      const answer = { people };
      request.res?.setHeader('etag', tagOf(answer));
      return answer;
    },
  };
}

const NOBODY = { authors: [] } as const;
