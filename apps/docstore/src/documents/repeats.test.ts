import { settle } from '@bough/bloblog/testing';
import type { Append } from '@bough/contracts';
import { expect, test } from 'vitest';
import type { Asker } from './documents.ts';
import { longHistory } from '../testing/long-history.ts';
import { change, mapNamed, typing, writerNamed } from '../testing/test-maps.ts';

const MAP = mapNamed('one');
const LONG = 4_000;

function gone(when: () => boolean): Asker {
  return {
    isShared: false,
    mustBeWanted: () => {
      if (when()) throw new Error('nobody waits any more');
    },
  };
}

test('[DOC-193] two hundred used counters are answered from memory, with the number where that is there, else as seen', async () => {
  const { documents, reads, run } = await longHistory(MAP, LONG + 1);
  const before = reads();
  const changes = Array.from({ length: 200 }, (_, i) => change('ann', i + 1, typing('root', 0, 'again')));
  const answer = await run(documents.append(MAP, { base: 0, changes }));
  expect(answer).toMatchObject({ seq: LONG + 2, changes: [] });
  expect(new Set(answer.outcomes.map(({ kind }) => kind))).toEqual(new Set(['seen']));
  const { outcomes } = await run(
    documents.append(MAP, { base: LONG, changes: [change('ann', LONG, typing('root', 0, 'x'))] }),
  );
  expect(outcomes).toEqual([{ kind: 'kept', counter: LONG, seq: LONG + 1 }]);
  expect(reads()).toBe(before);
});

test('[DOC-194] nothing is begun for somebody who has gone, and what waits its turn is not read for them', async () => {
  const { documents, reads, run, hold } = await longHistory(MAP, LONG + 1);
  const far = (name: string): Append => ({ base: 1, changes: [change(name, 1, typing('root', 0, name))] });
  const before = reads();
  await expect(
    run(
      documents.append(
        MAP,
        far('one'),
        gone(() => true),
      ),
    ),
  ).rejects.toThrow('nobody waits');
  expect(reads()).toBe(before);
  await run(documents.append(MAP, far('zero')));
  const each = reads() - before;
  expect(each).toBeGreaterThan(0);
  // Three at once: while the first is read, the others have gone.
  let areGone = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(promise);
  const first = documents.append(MAP, far('two'));
  const others = ['three', 'four'].map((name) =>
    documents
      .append(
        MAP,
        far(name),
        gone(() => areGone),
      )
      .then(
        () => 'kept',
        () => 'left',
      ),
  );
  await settle();
  areGone = true;
  resolve();
  expect((await run(first)).outcomes).toMatchObject([{ kind: 'kept' }]);
  expect(await run(Promise.all(others))).toEqual(['left', 'left']);
  expect(reads() - before).toBe(2 * each);
  for (const name of ['one', 'three', 'four']) {
    expect(await run(documents.state(MAP, writerNamed(name)))).toMatchObject({ counter: 0 });
  }
});
