import { expect, test } from 'vitest';
import { newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { SearchTurns } from './search-turns.ts';

test('[GW-392] of each person one search is done at a time, and nobody waits for somebody else’s', async () => {
  const turns = new SearchTurns();
  const [ada, bob] = [newPersonId(), newPersonId()];
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = turns.take(ada, async () => {
    await isOver;
    done.push('first');
  });
  const second = turns.take(ada, async () => done.push('second'));
  await turns.take(bob, async () => done.push('bob'));
  expect(done).toEqual(['bob']);
  end();
  await Promise.all([first, second]);
  expect(done).toEqual(['bob', 'first', 'second']);
});

test('[GW-392] more searches than a few that wait are told to come again, and one that fails keeps no other', async () => {
  const turns = new SearchTurns();
  const ada = newPersonId();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 9 }, async (_, n) =>
    turns.take(ada, async () => {
      await isOver;
      if (n === 0) throw new Error('it failed');
      return n;
    }),
  );
  await expect(turns.take(ada, async () => 9)).rejects.toMatchObject({ code: 'gateway/too-many', retryAfterS: 2 });
  end();
  const ends = await Promise.allSettled(waiting);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', ...Array.from({ length: 8 }, () => 'fulfilled')]);
  expect(await turns.take(ada, async () => 'as before')).toBe('as before');
});
