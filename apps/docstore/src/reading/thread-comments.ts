import { THREAD_COMMENTS } from '@bough/contracts';
import type { CommentId, MindMap } from '@bough/map';
import type { PersonId } from '@bough/base';

/** What was said in one thread, and by whom, in its order. */
export interface ThreadComments {
  readonly thread: string;
  readonly comments: readonly { readonly id: CommentId; readonly author: PersonId }[];
}

/** Who has said what in those of the threads that there are; of a long one the last comments. */
export function commentsIn({ threads }: Pick<MindMap, 'threads'>, ids: readonly string[]): readonly ThreadComments[] {
  const wanted = new Set(ids);
  const found = [...threads.values()].filter(({ id }) => wanted.has(id));
  return found.map(({ id: thread, comments }) => {
    return { thread, comments: comments.slice(-THREAD_COMMENTS).map(({ id, author }) => ({ id, author })) };
  });
}
