import { isRecord, type PersonId } from '@bough/base';
import type { Comment, Reaction, Sign } from './model.ts';

/** The signs, in the order in which they are shown and stored. One more is another version of the stored form. */
export const SIGNS: readonly Sign[] = ['👍', '❤️', '🎉', '😄', '🤔', '👀'];

/** Whether the value is one of the signs. */
export function isSign(value: unknown): value is Sign {
  return SIGNS.some((sign) => sign === value);
}

/** The comment with this person's sign on it, or without it. The same whatever the order in which signs came. */
export function withReaction(comment: Comment, sign: Sign, person: PersonId, isOn: boolean): Comment {
  const { reactions: known = [], ...bare } = comment;
  const reactions = SIGNS.flatMap((each) => {
    const people = new Set(known.find((reaction) => reaction.sign === each)?.people);
    if (each === sign && isOn) people.add(person);
    if (each === sign && !isOn) people.delete(person);
    return reactionOf(each, people);
  });
  return reactions.length === 0 ? bare : { ...bare, reactions };
}

/** Whether the value is the reactions of a comment as `withReaction` makes them. */
export function areReactions(value: unknown, isPerson: (id: unknown) => boolean): value is readonly Reaction[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const given: readonly unknown[] = value;
  const sound = SIGNS.flatMap((sign) => {
    const people = given.filter(isRecord).find((each) => each['sign'] === sign)?.['people'];
    return Array.isArray(people) && people.every(isPerson) ? reactionOf(sign, new Set<PersonId>(people)) : [];
  });
  return JSON.stringify(sound) === JSON.stringify(value);
}

function reactionOf(sign: Sign, people: ReadonlySet<PersonId>): readonly Reaction[] {
  return people.size === 0 ? [] : [{ sign, people: [...people].toSorted() }];
}
