import { expect, test } from 'vitest';
import { growthPercent } from './garbage.ts';

const MEBIBYTE = 1024 * 1024;

test('[DOC-34] garbage may come to a fixed amount, or to a part of what lives where that is more', () => {
  for (const mebibytes of [0, 1, 20, 60, 180, 400, 4_000]) {
    const garbage = (mebibytes * growthPercent(mebibytes * MEBIBYTE)) / 100;
    expect(garbage).toBeLessThanOrEqual(Math.max(57, 0.3 * mebibytes));
    if (mebibytes > 0) expect(garbage).toBeGreaterThan(Math.min(55, 0.29 * mebibytes));
  }
});
