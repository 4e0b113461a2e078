import { expect, it } from 'vitest';
import type { Trouble } from '../../api/api.ts';
import { doForAll } from './deeds-for-many.ts';

it('what can be done with several is done, and the first refusal is told', async () => {
  const order: number[] = [];
  const act = async (n: number): Promise<Trouble | null> => {
    order.push(n);
    if (n === 2) return { kind: 'unreachable' };
    return n === 4 ? { kind: 'unreadable' } : null;
  };
  expect(await doForAll([1, 2, 3, 4], act)).toEqual({ done: [1, 3], trouble: { kind: 'unreachable' } });
  expect(order).toEqual([1, 2, 3, 4]);
  expect(await doForAll([], act)).toEqual({ done: [], trouble: null });
});
