import type { TaskKind } from '@bough/service';
import { doSearchTask, type SearchTask, type SearchTaskAnswer } from './search-task.ts';

/** Looking through somebody's maps takes as long as they have maps, and nobody who edits should wait for it: it is done on threads of its own. */
export const SEARCHES: TaskKind<SearchTask, SearchTaskAnswer> = {
  name: 'search',
  most: 2,
  niceness: 5,
  work: doSearchTask,
};
