import { makeIds } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { describe, expect, test } from 'vitest';
import { rankOf } from './rendezvous.ts';

// Map ids as they are made: close in time, so alike at their beginning.
let nowMs = 1_700_000_000_000;
const ids = makeIds({ now: () => nowMs++ }, seededRandom(5));
const KEYS = Array.from({ length: 20_000 }, () => ids.long());
const SETS = [2, 3, 5, 8].map((count) => Array.from({ length: count }, (_, i) => `http://docstore-${i}.docstore:8081`));

describe('who has which key', () => {
  test('[SVC-23] every name has an even share of the keys, and of every other name’s second places', () => {
    for (const names of SETS) {
      const share = new Map<string, number>();
      const seconds = new Map<string, number>();
      for (const key of KEYS) {
        const [first = '', second = ''] = rankOf(key, names);
        share.set(first, (share.get(first) ?? 0) + 1);
        seconds.set(first + second, (seconds.get(first + second) ?? 0) + 1);
      }
      const even = KEYS.length / names.length;
      for (const name of names) expect(Math.abs((share.get(name) ?? 0) / even - 1)).toBeLessThan(0.08);
      const evenSecond = even / (names.length - 1);
      expect(seconds.size).toBe(names.length * (names.length - 1));
      for (const count of seconds.values()) expect(Math.abs(count / evenSecond - 1)).toBeLessThan(0.3);
    }
  });

  test('[SVC-24] a name that goes gives its keys to the next in their rank; nothing else moves, neither when one comes', () => {
    for (const names of SETS) {
      const [gone = '', ...rest] = names;
      let moved = 0;
      for (const key of KEYS.slice(0, 5_000)) {
        const before = rankOf(key, names);
        const after = rankOf(key, rest);
        expect(after).toEqual(before.filter((name) => name !== gone));
        if (before[0] === gone) moved++;
      }
      expect(moved / 5_000).toBeLessThan(1.1 / names.length);
    }
  });

  test('[SVC-24] the order in which the names are written makes no difference', () => {
    const [, , names = []] = SETS;
    const turned = names.toReversed();
    for (const key of KEYS.slice(0, 2_000)) expect(rankOf(key, turned)).toEqual(rankOf(key, names));
    expect(rankOf('any', ['only'])).toEqual(['only']);
    expect(rankOf('any', [])).toEqual([]);
  });
});
