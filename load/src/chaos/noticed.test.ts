import { expect, test } from 'vitest';
import { noticed } from './noticed.ts';

test('a lie is caught by an oracle only: a stack that does not start has noticed nothing', () => {
  expect(noticed('[{"problems":["S1: lost"]}]', 'exit code 1')).toEqual({ kind: 'caught', said: 'S1: lost' });
  expect(noticed('[{"problems":[]}]', 'exit code 0').kind).toBe('unseen');
  expect(noticed(null, 'Error: gateway-1 did not start (exit code 2)')).toEqual({
    kind: 'untried',
    said: 'Error: gateway-1 did not start (exit code 2)',
  });
  expect(noticed('', 'exit code 1').kind).toBe('untried');
});
