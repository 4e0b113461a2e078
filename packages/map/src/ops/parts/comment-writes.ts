import { compareComments } from '../../model/comments.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Comment, Thread } from '../../model/model.ts';
import { sizeOfComment } from '../../model/size.ts';
import type { EditComment, EditMessage } from '../../changes/change.ts';
import type { CommentKey } from '../../state/removal-log.ts';
import type { GoneComment, GoneMessage } from '../../state/state.ts';
import { no, type No, type Step } from '../../apply/step.ts';
import { needRoom, push } from './item-writes.ts';

// What several kinds of op do to threads of comments.

/** Puts a comment, new or back from among the removed, into its place in the thread. */
export function insertComment(step: Step, thread: Thread, comment: Comment): No | null {
  const { map } = step;
  if (thread.comments.length >= LIMITS.comments) return no('limit', `a thread has at most ${LIMITS.comments} comments`);
  if (!map.threads.has(thread.id) && map.threads.size + map.goneThreads.size >= LIMITS.threads) {
    return no('limit', `a map has at most ${LIMITS.threads} threads`);
  }
  const tooLarge = needRoom(map, sizeOfComment(comment));
  if (tooLarge !== null) return tooLarge;
  const comments = [...thread.comments, comment].toSorted(compareComments);
  writeThread(step, { ...thread, comments });
  return push(step, { kind: 'edit-comment', thread: thread.id, id: comment.id, text: null });
}

/** The same for a message of the chat. */
export function insertMessage(step: Step, message: Comment): No | null {
  const { map } = step;
  if (map.chat.size >= LIMITS.chat) return no('limit', `a chat has at most ${LIMITS.chat} messages`);
  const tooLarge = needRoom(map, sizeOfComment(message));
  if (tooLarge !== null) return tooLarge;
  map.putMessage(message);
  step.touched.message(message.id);
  return push(step, { kind: 'edit-message', id: message.id, text: null });
}

/** A comment or message as it is kept once it is removed, and under which name. */
interface Kept {
  readonly key: CommentKey;
  readonly gone: GoneComment | GoneMessage;
}

/**
 * Other words for a comment or message that is there; null takes it away. `write` puts it in its place, null: nothing. Removed ones are kept as
 * removed items are: an edit, the remover's own undo among them, brings one back.
 */
export function editWords(
  step: Step,
  op: EditComment | EditMessage,
  { key, gone }: Kept,
  write: (after: Comment | null) => void,
): No | null {
  const { map } = step;
  const { comment } = gone;
  if (op.text === null) {
    write(null);
    map.putGoneComment(key, step.author === comment.author ? gone : { ...gone, by: step.author });
    map.pushRemoval({ kind: 'comment', key }, sizeOfComment(comment));
  } else {
    const tooLarge = needRoom(map, op.text.length - comment.text.length);
    if (tooLarge !== null) return tooLarge;
    write({ ...comment, text: op.text });
  }
  return push(step, { ...op, text: comment.text });
}

/** A comment or message that was removed is so no more. */
export function takeRemoval({ map }: Step, key: CommentKey): void {
  const removal = map.removals.named(key);
  if (removal !== undefined) map.dropRemoval(removal);
  map.dropGoneComment(key);
}

/** Writes a live thread. */
export function writeThread(step: Step, thread: Thread): void {
  step.map.putThread(thread);
  step.touched.thread(thread.id);
}
