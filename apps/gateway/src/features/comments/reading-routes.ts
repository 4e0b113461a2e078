import { readFurther } from '@bough/contracts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { Metadata } from '../../metadata/metadata.ts';

/** What a person has read of the comments of a map, the same on all their devices. */
export function readingRoutes({
  metadata,
}: {
  readonly metadata: Pick<Metadata, 'commentsRead' | 'setCommentsRead'>;
}): Pick<Handlers, 'commentsRead' | 'readComments'> {
  return {
    commentsRead: async ({ params: { map }, person }) => await metadata.commentsRead(map, mustBePerson(person)),
    readComments: async ({ params: { map }, person, body }) => {
      const by = mustBePerson(person);
      const known = await metadata.commentsRead(map, by);
      await metadata.setCommentsRead(map, by, readFurther(known, body));
    },
  };
}
