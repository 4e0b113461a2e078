import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { run } from '../servers/places.ts';
import { coverageOf, describeCoverage, shareOf } from './coverage.ts';

const SOURCE = `type Kind = 'a' | 'b' | 'c';
function way(kind: Kind, isWide: boolean, words: string | null): string {
  if (isWide) return 'wide';
  if (kind === 'b' || kind === 'c') words = null;
  const shown = words === null ? 'none' : words;
  const act = isWide ? () => 'é' : () => 'y';
  switch (kind) {
    case 'a':
      return shown;
    case 'b':
      return act();
    default:
      return words ?? 'none';
  }
}
const kind = process.argv[2];
way(kind as Kind, false, 'x');
way(kind as Kind, false, 'y');
`;

test('[HOUSE-75] branches that nothing went are told by their lines; what one run did not go another may', async () => {
  using scratch = scratchHouse({
    'src/way.ts': SOURCE,
    'src/way.test.ts': 'if (1) {}',
    'src/more/never.ts': 'if (1) {}',
  });
  const reports = join(scratch.root, 'reports');
  const env = { NODE_V8_COVERAGE: reports, NODE_DISABLE_COMPILE_CACHE: '1' };
  const goWith = (kind: string) => run(process.execPath, [join(scratch.root, 'src/way.ts'), kind], { env });
  expect(await goWith('a')).toMatchObject({ code: 0 });
  const never = { path: 'src/more/never.ts', branches: 2, missed: [1, 1] };
  const once = coverageOf(scratch.root, 'src', reports);
  expect(once).toEqual([never, { path: 'src/way.ts', branches: 15, missed: [3, 4, 5, 6, 10, 12, 13, 13] }]);
  expect(shareOf(once)).toBeCloseTo(7 / 17, 9);
  await goWith('c');
  const twice = coverageOf(scratch.root, 'src', reports);
  expect(twice).toEqual([never, { path: 'src/way.ts', branches: 15, missed: [3, 6, 10] }]);
  expect(describeCoverage(twice)).toBe(
    'src/more/never.ts: 2 of 2, lines 1 1\nsrc/way.ts: 3 of 15, lines 3 6 10\n70.6 % of 17 branches',
  );
});
