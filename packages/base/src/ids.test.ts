import { describe, expect, it } from 'vitest';
import { parseBase64Url } from './base64url.ts';
import { isLongId, isShortId, makeIds, parseClientId, parseMapId, parsePersonId } from './ids.ts';
import { seededRandom } from './testing/index.ts';

const hex = (id: string): string =>
  Array.from(parseBase64Url(id) ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('');

describe('ids', () => {
  it('[BASE-2] makes short ids that differ and pass', () => {
    const ids = makeIds({ now: () => 0 }, seededRandom(1));
    const made = Array.from({ length: 1_000 }, () => ids.short());
    expect(new Set(made).size).toBe(1_000);
    for (const id of made) expect(isShortId(id) && parseClientId(id) === id).toBe(true);
    for (const wrong of ['', 'short', 'thirteenchars', 'with space!!', 12, null]) expect(isShortId(wrong)).toBe(false);
  });

  it('[BASE-3] makes version 7 ids that carry their time', () => {
    const ids = makeIds({ now: () => 1_700_000_000_123 }, seededRandom(2));
    const id = ids.long();
    expect(id).toHaveLength(22);
    expect(hex(id).slice(0, 12)).toBe((1_700_000_000_123).toString(16).padStart(12, '0'));
    expect(hex(id)[12]).toBe('7');
    expect('89ab').toContain(hex(id)[16]);
    expect(parseMapId(id)).toBe(id);
    expect(parsePersonId(id)).toBe(id);
  });

  it('[BASE-3] refuses what is no version 7 id', () => {
    const zeros = 'A'.repeat(22);
    for (const wrong of [zeros, 'short', `${zeros}A`, undefined, 7]) {
      expect(isLongId(wrong)).toBe(false);
      expect(parseMapId(wrong)).toBeNull();
      expect(parsePersonId(wrong)).toBeNull();
    }
    expect(parseClientId(zeros)).toBeNull();
  });

  it('[BASE-4] sorts by birth within a millisecond and across a clock that steps back', () => {
    let nowMs = 1_700_000_000_000;
    const ids = makeIds({ now: () => nowMs }, seededRandom(3));
    const made: string[] = [];
    for (let i = 0; i < 10_000; i++) {
      if (i % 3_000 === 2_999) nowMs += i % 2 === 0 ? 5 : -5;
      made.push(hex(ids.long()));
    }
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(made.length);
  });
});
