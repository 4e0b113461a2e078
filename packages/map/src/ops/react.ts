import type { React } from '../changes/change.ts';
import { LIMITS } from '../model/limits.ts';
import type { Comment, Thread } from '../model/model.ts';
import { hasReacted, isSign, SIGNS, withReaction } from '../model/reactions.ts';
import { countOf, sizeOfComment } from '../model/size.ts';
import { commentKey } from '../state/state.ts';
import { no, type No, type Step } from '../apply/step.ts';
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
    const found = findComment(step, op);
    if (found === null) return no('missing', `there is no comment ${op.id}`);
    const { sign, isOn } = op;
    if (hasReacted(found.comment, sign, step.author) === isOn) return null;
    const after = withReaction(found.comment, sign, step.author, isOn);
    const refused = needSpace(step, found.comment, after);
    if (refused !== null) return refused;
    found.write(after);
    return push(step, { ...op, isOn: !isOn });
  },
  target: targetOf,
  compose: (_, b) => (b.kind === 'react' ? b : null),
  claim: noClaim,
  left: whole,
};

function targetOf({ thread, id, sign }: React): string {
  return `reaction ${commentKey(thread, id)} ${sign}`;
}

function needSpace({ map }: Step, before: Comment, after: Comment): No | null {
  if (countOf(after.reactions ?? []) > LIMITS.reactions) {
    return no('limit', `a comment has at most ${LIMITS.reactions} reactions`);
  }
  return needRoom(map, sizeOfComment(after) - sizeOfComment(before));
}

/** The comment, and how to write it where it is. A sign says nothing: it brings nothing back, and stays on what was removed. */
function findComment(step: Step, { thread: id, id: wanted }: React) {
  const { map, touched } = step;
  const message = id === null ? map.chat.get(wanted) : undefined;
  if (message !== undefined) {
    const write = (after: Comment): void => {
      map.putMessage(after);
      touched.message(wanted);
    };
    return { comment: message, write };
  }
  const thread = id === null ? undefined : (map.threads.get(id) ?? map.goneThreads.get(id));
  const comment = thread?.comments.find((each) => each.id === wanted);
  if (thread !== undefined && comment !== undefined) {
    return { comment, write: (after: Comment): void => writeIn(step, thread, comment, after) };
  }
  const key = commentKey(id, wanted);
  const gone = map.goneComments.get(key);
  if (gone === undefined) return null;
  const write = (after: Comment): void => {
    const removal = map.removals.named(key);
    if (removal !== undefined) map.shrinkRemoval(removal, sizeOfComment(gone.comment) - sizeOfComment(after));
    map.dropGoneComment(key);
    map.putGoneComment(key, { ...gone, comment: after });
  };
  return { comment: gone.comment, write };
}

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
