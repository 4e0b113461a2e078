import type { AddComment, EditComment, PutLink, ResolveThread, SetSettings, Unlink } from './change.ts';
import { needRoom } from './apply-items.ts';
import { compareComments } from './comments.ts';
import { LIMITS } from './limits.ts';
import type { Comment, Settings, Thread } from './model.ts';
import { needItem } from './recover.ts';
import { dropGoneLink } from './removed.ts';
import { sizeOfComment, sizeOfLink } from './size.ts';
import { commentKey, type GoneComment } from './state.ts';
import { no, type No, type Step } from './step.ts';

// The ops on links, comments and settings. Each answers null, or why it does not apply.

export function applyLink(step: Step, op: PutLink): No | null {
  const { map } = step;
  const missing = needItem(step, op.link.from) ?? needItem(step, op.link.to);
  if (missing !== null) return missing;
  const before = map.links.get(op.link.id);
  const isNew = before === undefined && !map.goneLinks.has(op.link.id);
  if (isNew && map.links.size + map.goneLinks.size >= LIMITS.links) {
    return no('limit', `a map has at most ${LIMITS.links} links`);
  }
  const tooLarge = needRoom(map, sizeOfLink(op.link) - (before === undefined ? 0 : sizeOfLink(before)));
  if (tooLarge !== null) return tooLarge;
  const gone = map.goneLinks.get(op.link.id);
  if (gone !== undefined) dropGoneLink(step, gone);
  map.putLink(op.link, 'live');
  step.touched.link(op.link.id);
  step.backwards.push(before === undefined ? { kind: 'unlink', id: op.link.id } : { kind: 'link', link: before });
  return null;
}

export function applyUnlink(step: Step, op: Unlink): No | null {
  const { map } = step;
  const before = map.links.get(op.id);
  const gone = map.goneLinks.get(op.id);
  if (gone !== undefined) {
    dropGoneLink(step, gone);
    return null;
  }
  if (before === undefined) return no('missing', `there is no link ${op.id}`);
  map.dropLink(op.id);
  step.touched.link(op.id);
  step.backwards.push({ kind: 'link', link: before });
  return null;
}

export function applyComment(step: Step, op: AddComment): No | null {
  const { map } = step;
  const item = (map.threads.get(op.thread) ?? map.goneThreads.get(op.thread))?.item ?? op.item;
  const missing = needItem(step, item);
  if (missing !== null) return missing;
  const thread = map.threads.get(op.thread) ?? { id: op.thread, item, isResolved: false, comments: [] };
  const isTaken =
    thread.comments.some((comment) => comment.id === op.id) || map.goneComments.has(commentKey(op.thread, op.id));
  if (isTaken) return no('exists', `there is a comment ${op.id} already`);
  return insertComment(step, thread, { id: op.id, author: step.author, at: step.at, text: op.text });
}

export function applyEditComment(step: Step, op: EditComment): No | null {
  const { map } = step;
  const goneThread = map.goneThreads.get(op.thread);
  const missing = goneThread === undefined ? null : needItem(step, goneThread.item);
  if (missing !== null) return missing;
  const thread = map.threads.get(op.thread);
  const before = thread?.comments.find((comment) => comment.id === op.id);
  if (thread !== undefined && before !== undefined) {
    return op.text === null ? removeComment(step, thread, before) : rewriteComment(step, thread, before, op.text);
  }
  const gone = map.goneComments.get(commentKey(op.thread, op.id));
  if (gone === undefined) return no('missing', `there is no comment ${op.id}`);
  return op.text === null ? null : reviveComment(step, gone, op.text);
}

export function applyResolve(step: Step, op: ResolveThread): No | null {
  const { map } = step;
  const found = map.threads.get(op.thread) ?? map.goneThreads.get(op.thread);
  if (found === undefined) return no('missing', `there is no thread ${op.thread}`);
  const missing = needItem(step, found.item);
  if (missing !== null) return missing;
  writeThread(step, { ...found, isResolved: op.isResolved });
  step.backwards.push({ kind: 'resolve', thread: op.thread, isResolved: found.isResolved });
  return null;
}

export function applySettings(step: Step, op: SetSettings): No | null {
  const { map } = step;
  const before: Readonly<Record<string, unknown>> = { ...map.settings };
  const old: Record<string, unknown> = {};
  for (const name in op.fields) old[name] = before[name];
  map.putSettings({ ...map.settings, ...op.fields });
  step.touched.settings = true;
  const fields: Partial<Settings> = old;
  step.backwards.push({ kind: 'settings', fields });
  return null;
}

function insertComment(step: Step, thread: Thread, comment: Comment): No | null {
  const { map } = step;
  if (thread.comments.length >= LIMITS.comments) return no('limit', `a thread has at most ${LIMITS.comments} comments`);
  if (!map.threads.has(thread.id) && map.threads.size + map.goneThreads.size >= LIMITS.threads) {
    return no('limit', `a map has at most ${LIMITS.threads} threads`);
  }
  const tooLarge = needRoom(map, sizeOfComment(comment));
  if (tooLarge !== null) return tooLarge;
  const comments = [...thread.comments, comment].toSorted(compareComments);
  writeThread(step, { ...thread, comments });
  step.backwards.push({ kind: 'edit-comment', thread: thread.id, id: comment.id, text: null });
  return null;
}

function rewriteComment(step: Step, thread: Thread, before: Comment, text: string): No | null {
  const tooLarge = needRoom(step.map, text.length - before.text.length);
  if (tooLarge !== null) return tooLarge;
  writeThread(step, { ...thread, comments: thread.comments.map((c) => (c === before ? { ...c, text } : c)) });
  step.backwards.push({ kind: 'edit-comment', thread: thread.id, id: before.id, text: before.text });
  return null;
}

/** Removed comments are kept as removed items are: an edit, the remover's own undo among them, brings one back. */
function removeComment(step: Step, thread: Thread, comment: Comment): No | null {
  const { map } = step;
  writeThread(step, { ...thread, comments: thread.comments.filter((c) => c !== comment) });
  const key = commentKey(thread.id, comment.id);
  map.putGoneComment(key, { thread: thread.id, item: thread.item, isResolved: thread.isResolved, comment });
  map.pushRemoval({ kind: 'comment', key }, sizeOfComment(comment));
  step.backwards.push({ kind: 'edit-comment', thread: thread.id, id: comment.id, text: comment.text });
  return null;
}

function reviveComment(step: Step, gone: GoneComment, text: string): No | null {
  const { map } = step;
  const missing = needItem(step, map.threads.get(gone.thread)?.item ?? gone.item);
  if (missing !== null) return missing;
  const key = commentKey(gone.thread, gone.comment.id);
  const removal = map.removals.named(key);
  if (removal !== undefined) map.dropRemoval(removal);
  map.dropGoneComment(key);
  const thread = map.threads.get(gone.thread) ?? {
    id: gone.thread,
    item: gone.item,
    isResolved: gone.isResolved,
    comments: [],
  };
  return insertComment(step, thread, { ...gone.comment, text });
}

function writeThread(step: Step, thread: Thread): void {
  step.map.putThread(thread);
  step.touched.thread(thread.id);
}
