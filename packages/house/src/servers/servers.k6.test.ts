import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';
import { run } from './places.ts';

describeWith('k6', (server) => {
  test('[HOUSE-15] says which version it is', async () => {
    const { code, output } = await run(server().executable, ['version']);
    expect([code, output]).toEqual([0, expect.stringContaining('k6')]);
  });
});
