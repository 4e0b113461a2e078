import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { freeName, guestName } from './names.ts';

test('[GW-432] a name that is taken becomes a free one: another tree, then trees with numbers, a chosen one with a number', () => {
  const random = seededRandom(1);
  expect(freeName('Guest Oak', new Set(['Ada']), random)).toBe('Guest Oak');
  const taken = new Set<string>();
  for (let guest = 0; guest < 100; guest++) {
    const name = freeName(guestName(random), taken, random);
    expect(taken.has(name)).toBe(false);
    taken.add(name);
  }
  expect([...taken].slice(0, 20).every((name) => /^Guest [A-Z][a-z]+$/.test(name))).toBe(true);
  expect(freeName('Ada', new Set(['Ada', 'Ada 2']), random)).toBe('Ada 3');
  const long = 'n'.repeat(80);
  expect(freeName(long, new Set([long]), random)).toHaveLength(80);
});
