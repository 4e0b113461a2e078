import { expect, test } from 'vitest';
import { readUnsaid, withUnsaid } from './unsaid.ts';

test('what was begun about an item stays until it is taken out, and what no program of ours wrote is nothing', () => {
  const begun = withUnsaid(withUnsaid({}, 'oak', 'How'), 'oak', 'How old?');
  expect(withUnsaid(begun, 'elm', 'Is it ill?')).toEqual({ oak: 'How old?', elm: 'Is it ill?' });
  expect(withUnsaid(begun, 'oak', '')).toEqual({});
  expect(readUnsaid(JSON.stringify(begun))).toEqual(begun);
  for (const text of [null, '', 'null', '[', '7', '{"oak":7}']) expect(readUnsaid(text)).toEqual({});
});
