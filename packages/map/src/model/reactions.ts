import { isRecord, type PersonId } from '@bough/base';
import type { Comment, Reaction, Sign } from './model.ts';
import { hasExactly } from './values.ts';

/** The signs, in the order in which they are shown and stored. One more is another version of the stored form. */
export const SIGNS: readonly Sign[] = ['👍', '❤️', '🎉', '😄', '🤔', '👀'];

/** Whether the value is one of the signs. */
export function isSign(value: unknown): value is Sign {
  return SIGNS.some((sign) => sign === value);
}

/** Whether this person put the sign on the comment. */
export function hasReacted({ reactions }: Pick<Comment, 'reactions'>, sign: Sign, person: PersonId): boolean {
  return reactions?.find((each) => each.sign === sign)?.people.includes(person) === true;
}

/** The comment with this person's sign on it, or without it. The same whatever the order in which signs came. */
export function withReaction(comment: Comment, sign: Sign, person: PersonId, isOn: boolean): Comment {
  const { reactions: known = [], ...bare } = comment;
  const reactions = SIGNS.flatMap((each): Reaction[] => {
    const people = known.find((reaction) => reaction.sign === each)?.people ?? [];
    const others = each === sign ? people.filter((id) => id !== person) : people;
    const all = each === sign && isOn ? [...others, person].toSorted(byUnit) : others;
    return all.length === 0 ? [] : [{ sign: each, people: all }];
  });
  return reactions.length === 0 ? bare : { ...bare, reactions };
}

/** Whether the value is the reactions of a comment as `withReaction` makes them. */
export function areReactions(value: unknown, isPerson: (id: unknown) => boolean): value is readonly Reaction[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  let place = -1;
  return (value as readonly unknown[]).every((reaction) => {
    if (!isRecord(reaction) || !hasExactly(reaction, ['sign', 'people'])) return false;
    const { sign, people } = reaction;
    const before = place;
    place = SIGNS.findIndex((each) => each === sign);
    if (place <= before || !Array.isArray(people) || people.length === 0) return false;
    return (people as readonly unknown[]).every((id, i) => isPerson(id) && (i === 0 || byUnit(people[i - 1], id) < 0));
  });
}

function byUnit(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return String(a) < String(b) ? -1 : 1;
}
