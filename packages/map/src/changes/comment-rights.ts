import type { Op } from './change.ts';
import type { PersonId } from '@bough/base';
import { kindOf } from '../ops/table.ts';
import type { ItemId, MindMap, ThreadId } from '../model/model.ts';
import { commentKey, type MapState, stateOf } from '../state/state.ts';

/** Who asks to do something to comments. */
export interface Speaker {
  readonly author: PersonId;
  /** Whether they may change the map too; else they bring nothing back that was removed. */
  readonly mayEdit: boolean;
}

/**
 * Why the speaker may not do this to comments, or null where they may: words are changed by their author alone, and taken away by
 * their author or whoever may edit, whose undo brings them back as they were. Asked before the ops are applied, and only of those who
 * send them: a log is applied whatever it says.
 */
export function refuseComments(map: MindMap, { author, mayEdit }: Speaker, ops: readonly Op[]): string | null {
  const state = stateOf(map);
  /** Comments of this very change are the speaker's. */
  const own = new Set<string>();
  for (const op of ops) {
    if (!isTalk(op)) continue;
    if (!mayEdit && isGone(state, op.thread, op.kind === 'comment' ? op.item : null)) return GONE;
    if (op.kind === 'comment') own.add(commentKey(op.thread, op.id));
    if (op.kind !== 'edit-comment' || own.has(commentKey(op.thread, op.id))) continue;
    const live = threadOf(state, op.thread)?.comments.find(({ id }) => id === op.id);
    const gone = state.goneComments.get(commentKey(op.thread, op.id))?.comment;
    const comment = live ?? gone;
    if (comment === undefined || comment.author === author) continue;
    // As it was: the undo of whoever took it away.
    if (!mayEdit || (op.text !== null && (live !== undefined || op.text !== gone?.text))) return OTHERS;
  }
  return null;
}

type Talk = Extract<Op, { readonly thread: ThreadId }>;

function isTalk(op: Op): op is Talk {
  return kindOf(op).role === 'comment';
}

const OTHERS = 'only its author changes a comment';
const GONE = 'what was removed is brought back by whoever may edit';

function threadOf(state: MapState, thread: ThreadId) {
  return state.threads.get(thread) ?? state.goneThreads.get(thread);
}

/** Whether an op on the thread would bring its item back; `item`: where a new thread would be. */
function isGone(state: MapState, thread: ThreadId, item: ItemId | null): boolean {
  const at = threadOf(state, thread)?.item ?? item;
  return at !== null && !state.items.has(at) && state.goneItems.has(at);
}
