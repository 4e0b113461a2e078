import type { PersonId } from '@bough/base';
import { docstoreRoutes, type MapPeople } from '@bough/contracts';
import type { Caller } from '@bough/service';
import { grantsAt } from '../../access/map-access.ts';
import { reasonsOf } from '../../access/members.ts';
import { tagOf } from '../../http/answer-tag.ts';
import type { Handlers } from '../../http/handlers.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import { namesOf } from '../../people/names-of.ts';
import type { SharingParts } from './sharing-parts.ts';

interface PeopleParts extends Pick<SharingParts, 'metadata' | 'folders' | 'clock'> {
  readonly docstore: Pick<Caller, 'call'>;
}

/** The people of a map. */
export function peopleRoutes({ metadata, folders, clock, docstore }: PeopleParts): Pick<Handlers, 'mapPeople'> {
  return {
    mapPeople: async ({ params: { map }, rights, request, context }): Promise<MapPeople> => {
      const mayWrite = rights.role !== null && isAtLeast(rights.role, 'comment');
      const membersOf = async (): Promise<readonly PersonId[]> => {
        const [grants, gifts] = await Promise.all([metadata.grantsOnMaps([map]), folders.peopleOn(map)]);
        return [...reasonsOf(grantsAt(grants, clock.now())), ...gifts].map(({ person }) => person);
      };
      const [authors, members] = await Promise.all([
        mayWrite || rights.mayReadPast
          ? docstore.call(docstoreRoutes.readAuthors, { params: { map } }, context)
          : NOBODY,
        mayWrite ? membersOf() : [],
      ]);
      const wrote = new Set(authors.authors);
      const may = new Set(members);
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
