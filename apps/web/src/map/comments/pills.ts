import type { PersonId } from '@bough/base';
import type { Message } from './thread-list.ts';

/** A sign on a comment as it is shown. */
export interface Pill {
  readonly sign: NonNullable<Message['reactions']>[number]['sign'];
  readonly count: number;
  /** Whether this person put it there, too: a press takes theirs away, and nobody else's. */
  readonly isOwn: boolean;
  /** Everybody who did, by name. */
  readonly names: string;
}

/** The signs on a comment, as one of its readers sees them. */
export function pillsOf(
  { reactions = [] }: Pick<Message, 'reactions'>,
  person: PersonId,
  nameOf: (author: PersonId) => string,
): readonly Pill[] {
  return reactions.map(({ sign, people }) => {
    const isOwn = people.includes(person);
    return { sign, count: people.length, isOwn, names: people.map(nameOf).join(', ') };
  });
}
