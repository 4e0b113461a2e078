import type { React } from '../changes/change.ts';
import { LIMITS } from '../model/limits.ts';
import type { Comment, Thread } from '../model/model.ts';
import { isSign, SIGNS, withReaction } from '../model/reactions.ts';
import { countOf, sizeOfComment } from '../model/size.ts';
import type { CommentKey } from '../state/removal-log.ts';
import { commentKey } from '../state/state.ts';
import { no, type Step } from '../apply/step.ts';
import { randomComment, someThread } from './comment.ts';
import { randomMessage } from './message.ts';
import { writeThread } from './parts/comment-writes.ts';
import { needRoom, push } from './parts/item-writes.ts';
import { byNames, isFlag, isId, isIdOrNull, noClaim, noWords, oneThing, type OpKind, whole } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { anId, choice, flag, orNull, type OpSchema } from '../schema/parts.ts';

export const react: OpKind<React> = {
  letters: { k: {} },
  shape: { thread: isIdOrNull, id: isId, sign: isSign, isOn: isFlag },
  role: 'comment',
  reach: byNames,
  names: (op) => [op.thread ?? commentKey(null, op.id)],
  size: oneThing,
  words: noWords,
  tell: ({ reacted }, op) => (op.isOn ? reacted.add(targetOf(op)) : reacted.delete(targetOf(op))),
  apply(step, op) {
    const { map, author } = step;
    const message = op.thread === null ? map.chat.get(op.id) : undefined;
    const thread = op.thread === null ? undefined : (map.threads.get(op.thread) ?? map.goneThreads.get(op.thread));
    const key = commentKey(op.thread, op.id);
    const before = message ?? thread?.comments.find(({ id }) => id === op.id) ?? map.goneComments.get(key)?.comment;
    if (before === undefined) return no('missing', `there is no comment ${op.id}`);
    const after = withReaction(before, op.sign, author, op.isOn);
    const more = sizeOfComment(after) - sizeOfComment(before);
    if (more === 0) return null;
    if (countOf(after.reactions ?? []) > LIMITS.reactions) return no('limit', 'a comment has too many reactions');
    const tooLarge = needRoom(map, more);
    if (tooLarge !== null) return tooLarge;
    if (message !== undefined) {
      map.putMessage(after);
      step.touched.message(op.id);
    } else if (thread?.comments.includes(before) === true) writeIn(step, thread, before, after);
    else writeGone(step, key, after, more);
    return push(step, { ...op, isOn: !op.isOn });
  },
  target: targetOf,
  compose: (_, b) => (b.kind === 'react' ? b : null),
  claim: noClaim,
  left: whole,
};

function targetOf({ thread, id, sign }: React): string {
  return `reaction ${commentKey(thread, id)} ${sign}`;
}

// A sign says nothing: it brings nothing back, and stays on what was removed.

function writeIn(step: Step, thread: Thread, before: Comment, after: Comment): void {
  const { map } = step;
  const written = { ...thread, comments: thread.comments.map((each) => (each === before ? after : each)) };
  if (map.threads.has(thread.id)) return writeThread(step, written);
  const more = sizeOfComment(after) - sizeOfComment(before);
  map.addSize(more);
  map.switchThread(written, 'gone');
  const removal = map.removalOf(thread.item);
  if (removal !== undefined) map.shrinkRemoval(removal, -more);
}

function writeGone({ map }: Step, key: CommentKey, comment: Comment, more: number): void {
  const [gone, removal] = [map.goneComments.get(key), map.removals.named(key)];
  if (gone === undefined || removal === undefined) return;
  map.shrinkRemoval(removal, -more);
  map.dropGoneComment(key);
  map.putGoneComment(key, { ...gone, comment });
}

export const reactTrial: Trial<React> = {
  samples: ({ thread, comment }) => [
    { kind: 'react', thread: thread('t'), id: comment('c'), sign: '👍', isOn: true },
    { kind: 'react', thread: null, id: comment('c'), sign: '❤️', isOn: false },
  ],
  lines: ['["k","t-----------","c-----------","👍",true]', '["k",null,"c-----------","❤️",false]'],
  weight: 2,
  random(world, item) {
    const { dice, map } = world;
    const thread = dice.chance(0.5) ? someThread(world) : undefined;
    const id = thread === undefined ? dice.any([...map.chat.keys()]) : dice.any(thread.comments)?.id;
    if (id === undefined) return dice.chance(0.5) ? randomMessage(world) : randomComment(world, item, thread);
    const sign = dice.any(SIGNS) ?? '👍';
    return { kind: 'react', thread: thread?.id ?? null, id, sign, isOn: dice.chance(0.8) };
  },
};

export const reactSchema: OpSchema<React> = () => ({
  does: 'Puts a sign of yours on a comment, or takes it away.',
  keys: { thread: orNull(anId, 'null: on a message of the chat.'), id: anId, sign: choice(new Set(SIGNS)), isOn: flag },
});
