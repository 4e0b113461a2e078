import type { EditComment, Op } from './change.ts';
import type { PersonId } from '@bough/base';
import type { Comment, MindMap, ThreadId } from '../model/model.ts';
import { commentKey, type MapState, stateOf } from '../state/state.ts';

/** Who asks to do something to comments. */
export interface Speaker {
  readonly author: PersonId;
  /** Whether they may change the map too; else they bring nothing back that was removed. */
  readonly mayEdit: boolean;
}

/**
 * Why the speaker may not do this to comments, or null where they may: words are changed by their author alone, and taken away by
 * their author or whoever may edit, whose undo brings them back as they were; what an editor took away from somebody who may not edit stays away. Asked before the ops are applied, and only of those who
 * send them: a log is applied whatever it says.
 */
export function refuseComments(map: MindMap, { author, mayEdit }: Speaker, ops: readonly Op[]): string | null {
  const state = stateOf(map);
  /** Comments of this very change are the speaker's. */
  const own = new Set<string>();
  for (const op of ops) {
    if (!mayEdit && bringsBack(state, op)) return GONE;
    if (op.kind === 'comment') own.add(commentKey(op.thread, op.id));
    if (op.kind === 'message') own.add(commentKey(null, op.id));
    if (op.kind !== 'edit-comment' && op.kind !== 'edit-message') continue;
    const key = commentKey(op.kind === 'edit-comment' ? op.thread : null, op.id);
    if (own.has(key)) continue;
    const live = op.kind === 'edit-message' ? state.chat.get(op.id) : commentIn(state, op);
    const gone = state.goneComments.get(key);
    const comment = live ?? gone?.comment;
    // What somebody else took away is their author's no more.
    const isTheirs = comment?.author === author && (op.text === null || live !== undefined || gone?.by === undefined);
    if (comment === undefined || isTheirs) continue;
    // As it was: the undo of whoever took it away.
    if (!mayEdit || (op.text !== null && (live !== undefined || op.text !== comment.text))) return OTHERS;
  }
  return null;
}

const OTHERS = 'only its author changes a comment';
const GONE = 'what was removed is brought back by whoever may edit';

function threadOf(state: MapState, thread: ThreadId) {
  return state.threads.get(thread) ?? state.goneThreads.get(thread);
}

function commentIn(state: MapState, { thread, id }: EditComment): Comment | undefined {
  return threadOf(state, thread)?.comments.find((comment) => comment.id === id);
}

/** Whether the op would bring back the item that its thread is on, or would be. A sign never does. */
function bringsBack(state: MapState, op: Op): boolean {
  if (op.kind !== 'comment' && op.kind !== 'edit-comment' && op.kind !== 'resolve') return false;
  const at = threadOf(state, op.thread)?.item ?? (op.kind === 'comment' ? op.item : null);
  return at !== null && !state.items.has(at) && state.goneItems.has(at);
}
