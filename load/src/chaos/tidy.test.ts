import { expect, test } from 'vitest';
import { tidyProblems } from './tidy.ts';

const [STAYS, WAITS] = ['S18: ann/3 stays', 'S1: ann/4 waits'];
const LONG = { toldMs: 10_000, tidyMs: 10_000 };
const SHORT = { toldMs: 50, tidyMs: 50 };

/** Ann is told so much later that both locations have everything, and again so much later her browser has put away what that frees. */
function annTold(afterMs: number, tidyMs: number) {
  const fromMs = performance.now();
  const isOver = (ms: number): boolean => performance.now() - fromMs > ms;
  return {
    id: 'ann',
    get isTold() {
      return isOver(afterMs);
    },
    get left() {
      return isOver(afterMs) && !isOver(afterMs + tidyMs) ? [STAYS] : [];
    },
  };
}

test('[S18] nobody is looked at before they were told, and what they have just heard may still be there', async () => {
  const people = [annTold(0, 0), annTold(30, 60), annTold(0, 60), annTold(90, 30)];
  expect(await tidyProblems(people, LONG)).toEqual([]);
  expect(people.map(({ isTold }) => isTold)).toEqual([true, true, true, true]);
});

test('[S1] [S18] what a browser does not put away is told, once', async () => {
  expect(await tidyProblems([annTold(0, 0), annTold(-1, Infinity)], SHORT)).toEqual([STAYS]);
  expect(await tidyProblems([{ id: 'ann', isTold: true, left: [WAITS] }], SHORT)).toEqual([WAITS]);
});

test('[L7] who is not told that the second location has caught up is named, with what waits', async () => {
  expect(await tidyProblems([annTold(0, 0), { id: 'ann', isTold: false, left: [WAITS] }], SHORT)).toEqual([
    'L7: ann is not told that the second location has everything',
    WAITS,
  ]);
});
