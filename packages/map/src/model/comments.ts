import type { Comment } from './model.ts';

/** The order of comments in a thread: by time, then by id, so that one that comes back finds its place again. */
export function compareComments(a: Comment, b: Comment): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}
